// What is measured of a file that is followed, against which target.
import { median } from '../medians.mjs';
import { asMs, atMost, line } from '../targets.mjs';
import { FLOOD_BYTES_A_SECOND, LARGE_FRAME_BYTES, LINES_BEFORE } from './live-rounds.mjs';

/** @typedef {import('../targets.mjs').Line} Line */
/** @typedef {import('./live-rounds.mjs').Appended} Appended */
/** @typedef {import('./live-rounds.mjs').Flooded} Flooded */
/** @typedef {import('./live-rounds.mjs').Spread} Spread */

const MB = 1e6;

/**
 * @param {{ common: readonly Appended[], large: readonly Appended[], seldom: readonly Appended[] }} runs
 * @returns {Line[]}
 */
export function appendLines({ common, large, seldom }) {
  return [
    ...spreadLines('append', 'append to row in the engine', common, 'rowMs'),
    ...spreadLines('append-large', `append to row, frames of ${LARGE_FRAME_BYTES / 1000} KB`, large, 'rowMs'),
    ...spreadLines('append-told', 'append to the window being told, now and then', seldom, 'toldMs'),
  ];
}

/**
 * @param {string} id
 * @param {string} name
 * @param {readonly Appended[]} runs
 * @param {'rowMs' | 'toldMs'} which
 * @returns {Line[]}
 */
function spreadLines(id, name, runs, which) {
  /** @param {keyof Spread} share */
  const middle = (share) => median(runs.map((run) => run[which][share]));
  const frames = `${median(runs.map((run) => run.frames))} by another process, to ${LINES_BEFORE.toLocaleString('en')} lines`;
  return [
    line(`${id}-p50`, `${name}, p50`, middle('p50'), 'ms', atMost(1), frames),
    line(
      `${id}-p99`,
      `${name}, p99`,
      middle('p99'),
      'ms',
      atMost(10),
      `p95 ${asMs(middle('p95'))}, max ${asMs(middle('max'))}`,
    ),
  ];
}

/** What is written in 20 ms. */
const MOST_BEHIND = FLOOD_BYTES_A_SECOND / 50;

/**
 * @param {readonly Flooded[]} runs
 * @returns {Line[]}
 */
export function floodLines(runs) {
  /** @param {(run: Flooded) => number} value */
  const middle = (value) => median(runs.map(value));
  const mb = (/** @type {number} */ bytes) => (bytes / MB).toFixed(1);
  const name = `output of ${FLOOD_BYTES_A_SECOND / MB} MB/s`;
  const cpu = `CPU ${(middle(({ cpuShare }) => cpuShare) * 100).toFixed(0)} %`;
  const written = `${mb(middle(({ bytesASecond }) => bytesASecond))} MB/s written`;
  return [
    line(
      'flood-behind',
      `${name}, behind at its end`,
      middle(({ lagAtEnd }) => lagAtEnd) / MB,
      'MB',
      atMost(MOST_BEHIND / MB),
      `at most ${mb(middle(({ lagMost }) => lagMost))} MB behind; ${cpu}, ${written}`,
    ),
    line(
      'flood-page-p50',
      `${name}, 50 rows anywhere, p50`,
      middle(({ waitMs }) => waitMs.p50),
      'ms',
      atMost(2),
      `${middle(({ samples }) => samples)} samples`,
    ),
    line(
      'flood-page-p99',
      `${name}, 50 rows anywhere, p99`,
      middle(({ waitMs }) => waitMs.p99),
      'ms',
      atMost(16),
      `max ${asMs(middle(({ waitMs }) => waitMs.max))}`,
    ),
  ];
}
