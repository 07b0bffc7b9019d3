import { median } from '../medians.mjs';
import { asMs, atMost, line } from '../targets.mjs';
import { ANSWER_ROWS } from './timeline-rounds.mjs';

/**
 * @typedef {object} AnswersRun
 * @property {number} rows
 * @property {number} firstMs the first outline, which counts the axis of time
 * @property {number} outlineMs the next one
 * @property {number} axisMs the first slice of an axis, which counts it and sorts its spans
 * @property {number} wholeMs
 * @property {number} zoomedP50
 * @property {number} zoomedP99
 * @property {number} zoomedMax
 */

/** A frame of the screen. */
const SLICE_MS = 16;

/**
 * @param {readonly AnswersRun[]} runs
 * @returns {import('../targets.mjs').Line[]}
 */
export function answerLines(runs) {
  const name = `timeline of ${ANSWER_ROWS / 1e6} M rows`;
  /** @param {Exclude<keyof AnswersRun, 'rows'>} which */
  const of = (which) => median(runs.map((run) => run[which]));
  return [
    line(
      'timeline-outline',
      `${name}, first outline`,
      of('firstMs'),
      'ms',
      null,
      `in steps; the next one ${asMs(of('outlineMs'))}, first slice of an axis ${asMs(of('axisMs'))}`,
    ),
    line(
      'timeline-whole',
      `${name}, slice of a whole axis`,
      of('wholeMs'),
      'ms',
      atMost(2 * SLICE_MS),
      'the slowest of three axes',
    ),
    line(
      'timeline-zoomed',
      `${name}, zoomed slice, p99`,
      of('zoomedP99'),
      'ms',
      atMost(SLICE_MS),
      `p50 ${asMs(of('zoomedP50'))}, max ${asMs(of('zoomedMax'))}`,
    ),
  ];
}
