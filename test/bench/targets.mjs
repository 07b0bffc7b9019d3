// What is measured, against which target. Each function turns measurements into lines of the report.
import { sizeName } from './flags.mjs';
import { PARSED_BYTES } from './index-rounds.mjs';
import { LIST_ROWS, TIMELINE_EVENTS } from './list-script-time.mjs';
import { median } from './medians.mjs';

/** @typedef {'x' | 'ms' | 'MB' | 'B' | 'KB' | 'yes'} Unit */
/**
 * @typedef {object} Line
 * @property {string} id for programs
 * @property {string} what
 * @property {number | null} measured null: it could not be measured
 * @property {Unit} unit
 * @property {{ at: 'most' | 'least', value: number } | null} target null: for information
 * @property {boolean | null} ok
 * @property {string} note
 */

/** @typedef {import('./index-rounds.mjs').IndexRound} IndexRound */
/** @typedef {import('./index-rounds.mjs').IndexRun} IndexRun */
/** @typedef {import('./list-script-time.mjs').ListRun} ListRun */
/** @typedef {import('./list-script-time.mjs').TimelineRun} TimelineRun */
/** @typedef {{ coldMs: number, warmMs: number, whileIndexingMs: number, rows: number }} FirstRows */
/** @typedef {{ p50: number, p95: number, p99: number }} Spread */
/** @typedef {{ waitMs: Spread, answerMs: Spread, samples: number, openings: number }} Pages */

const MB = 1e6;

/**
 * @param {string} id
 * @param {string} what
 * @param {number | null} measured
 * @param {Unit} unit
 * @param {Line['target']} target
 * @param {string} [note]
 * @returns {Line}
 */
export function line(id, what, measured, unit, target, note = '') {
  const ok =
    measured === null || target === null
      ? null
      : target.at === 'most'
        ? measured <= target.value
        : measured >= target.value;
  return { id, what, measured, unit, target, ok, note };
}

/** @param {number} value @returns {Line['target']} */
export const atMost = (value) => ({ at: 'most', value });
/** @param {number} value @returns {Line['target']} */
const atLeast = (value) => ({ at: 'least', value });

/** @param {number} ms */
export const asMs = (ms) => `${ms.toFixed(ms < 10 ? 1 : 0)} ms`;

/**
 * @param {readonly IndexRound[]} rounds
 * @param {number} bytes
 * @returns {Line[]}
 */
export function speedLines(rounds, bytes) {
  /** @param {(round: IndexRound) => number} value */
  const middle = (value) => median(rounds.map(value));
  const size = sizeName(bytes);
  const parsed = bytes > PARSED_BYTES ? `, of the first ${sizeName(PARSED_BYTES)}, scaled by bytes` : '';
  return [
    line(
      'index-to-wc',
      `full index of ${size}, to wc -l`,
      middle(({ index, wcMs }) => index.ms / wcMs),
      'x',
      atMost(5),
      `index ${asMs(middle(({ index }) => index.ms))} (CPU ${asMs(middle(({ index }) => index.cpuMs))}), ` +
        `wc -l ${asMs(middle(({ wcMs }) => wcMs))}`,
    ),
    line(
      'index-to-readline',
      'full index, faster than readline + JSON.parse',
      middle(({ index, readlineMs }) => readlineMs / index.ms),
      'x',
      atLeast(15),
      `${asMs(middle(({ readlineMs }) => readlineMs))}${parsed}`,
    ),
    line(
      'index-to-json-parse',
      'full index, faster than JSON.parse per line',
      middle(({ index, chunkedMs }) => chunkedMs / index.ms),
      'x',
      atLeast(8),
      `${asMs(middle(({ chunkedMs }) => chunkedMs))}${parsed}`,
    ),
  ];
}

/**
 * @param {readonly FirstRows[]} runs
 * @param {number} bytes
 * @returns {Line[]}
 */
export function firstRowsLines(runs, bytes) {
  const name = `first rows of ${sizeName(bytes)}`;
  const rows = `${median(runs.map((run) => run.rows))} rows`;
  /** @param {'coldMs' | 'warmMs' | 'whileIndexingMs'} which */
  const middle = (which) => median(runs.map((run) => run[which]));
  return [
    line(
      `first-rows-cold-${bytes}`,
      `${name}, cold`,
      middle('coldMs'),
      'ms',
      atMost(20),
      `first file of a process, ${rows}`,
    ),
    line(
      `first-rows-warm-${bytes}`,
      `${name}, warm`,
      middle('warmMs'),
      'ms',
      atMost(20),
      `second time in it, ${rows}`,
    ),
    line(
      `first-rows-indexing-${bytes}`,
      `${name}, with the index started`,
      middle('whileIndexingMs'),
      'ms',
      atMost(20),
      'third time, by Engine.open',
    ),
  ];
}

/** @param {number} bytes */
function memoryTarget(bytes) {
  if (bytes === 100_000_000) return atMost(25);
  if (bytes === 1_000_000_000) return atMost(60);
  return null;
}

/**
 * @param {readonly IndexRun[]} idle
 * @param {readonly { bytes: number, runs: readonly IndexRun[] }[]} indexed the smaller one first
 * @returns {Line[]}
 */
export function memoryLines(idle, indexed) {
  /** @param {readonly IndexRun[]} runs */
  const rssOf = (runs) => median(runs.map(({ rss }) => rss));
  const idleRss = rssOf(idle);
  const lines = indexed.map(({ bytes, runs }) => {
    const peak = median(runs.map(({ peakRss }) => peakRss)) - idleRss;
    return line(
      `memory-${bytes}`,
      `memory over an idle engine, ${sizeName(bytes)}`,
      (rssOf(runs) - idleRss) / MB,
      'MB',
      memoryTarget(bytes),
      `idle ${(idleRss / MB).toFixed(0)} MB; at the peak ${(peak / MB).toFixed(1)} MB over it`,
    );
  });
  const [small, large] = indexed;
  if (!small || !large) return lines;
  const [from, to] = [small.runs[0]?.rows ?? 0, large.runs[0]?.rows ?? 0];
  lines.push(
    line(
      'memory-growth',
      'memory growth a frame',
      (rssOf(large.runs) - rssOf(small.runs)) / (to - from),
      'B',
      atMost(48),
      `from ${from.toLocaleString('en')} to ${to.toLocaleString('en')} frames`,
    ),
  );
  return lines;
}

/**
 * @param {readonly Pages[]} runs
 * @returns {Line[]}
 */
export function pageLines(runs) {
  /** @param {'waitMs' | 'answerMs'} which @param {keyof Spread} share */
  const middle = (which, share) => median(runs.map((run) => run[which][share]));
  const samples = median(runs.map((run) => run.samples));
  const openings = median(runs.map((run) => run.openings));
  const name = '50 rows anywhere while indexing';
  const alone = (/** @type {keyof Spread} */ share) => `the answer alone ${asMs(middle('answerMs', share))}`;
  return [
    line(
      'page-p50',
      `${name}, p50`,
      middle('waitMs', 'p50'),
      'ms',
      atMost(2),
      `${alone('p50')}; ${samples} samples in ${openings} opening${openings === 1 ? '' : 's'}`,
    ),
    line('page-p99', `${name}, p99`, middle('waitMs', 'p99'), 'ms', atMost(16), alone('p99')),
  ];
}

/**
 * @param {{ rows: number, text: number, report: number, frame: number, message: number }} largest in bytes
 * @returns {Line[]}
 */
export function messageLines({ rows, text, report, frame }) {
  const kb = (/** @type {number} */ bytes) => `${(bytes / 1000).toFixed(0)} KB`;
  const parts = `rows(200) ${kb(rows)}, text slice ${kb(text)}, report ${kb(report)}, frame ${kb(frame)}`;
  return [
    line(
      'largest-answer',
      'largest answer',
      Math.max(rows, text, report, frame) / 1000,
      'KB',
      atMost(1000),
      parts,
    ),
  ];
}

/**
 * @param {readonly ListRun[]} runs
 * @returns {Line[]}
 */
export function listLines(runs) {
  /** @param {(run: ListRun) => number} value */
  const middle = (value) => median(runs.map(value));
  const name = `frame list of ${LIST_ROWS / 1e6} M rows`;
  const reachable = runs.every((run) => run.lastRowReachable && run.firstRowReachable);
  const script = (/** @type {ListRun} */ { scriptMs: { p50, p99, max } }) =>
    `p50 ${p50}, p99 ${p99}, max ${max} ms`;
  const typical = [...runs].sort((a, b) => a.scriptMs.p95 - b.scriptMs.p95)[Math.floor(runs.length / 2)];
  return [
    line(
      'list-script-p95',
      `${name}, script per animation frame, p95`,
      middle(({ scriptMs }) => scriptMs.p95),
      'ms',
      atMost(2),
      typical ? script(typical) : '',
    ),
    line(
      'list-last-row',
      `${name}, last row reachable`,
      reachable ? 1 : 0,
      'yes',
      atLeast(1),
      `tallest element ${middle(({ tallestElementPx }) => tallestElementPx).toLocaleString('en')} px`,
    ),
  ];
}

/**
 * @param {readonly TimelineRun[]} runs
 * @returns {Line[]}
 */
export function timelineLines(runs) {
  const typical = [...runs].sort((a, b) => a.scriptMs.p95 - b.scriptMs.p95)[Math.floor(runs.length / 2)];
  if (!typical) return [];
  const { p50, p99, max } = typical.scriptMs;
  return [
    line(
      'timeline-redraw-p95',
      `timeline of ${TIMELINE_EVENTS / 1e6} M events, script per redraw, p95`,
      typical.scriptMs.p95,
      'ms',
      atMost(4),
      `p50 ${p50}, p99 ${p99}, max ${max} ms; bins ${typical.denseP95}, one by one ${typical.closeP95} ms`,
    ),
  ];
}
