import { median } from '../medians.mjs';
import { asMs, atMost, line } from '../targets.mjs';
import { CALLS } from './call-rounds.mjs';

/** @typedef {import('./call-rounds.mjs').CallRun} CallRun */

const MOST_MS = 50;
const PAGE_MS = 16;

/**
 * @param {readonly CallRun[]} runs
 * @returns {import('../targets.mjs').Line[]}
 */
export function callLines(runs) {
  const calls = `${CALLS.toLocaleString('en')} calls`;
  /** @param {(run: CallRun) => number} of */
  const of = (of) => median(runs.map(of));
  const sortMs = of((run) => run.sortMs);
  const slowest = runs.find((run) => run.sortMs === sortMs)?.slowestSort;
  return [
    line(
      'calls-sort',
      `calls sorted by any column, ${calls}`,
      sortMs,
      'ms',
      atMost(MOST_MS),
      `the slowest, by ${slowest}; the table is there after ${asMs(of((run) => run.openMs))}`,
    ),
    line(
      'calls-filter',
      `calls filtered, ${calls}`,
      of((run) => run.filterMs),
      'ms',
      atMost(MOST_MS),
      `the slowest of five; inputs and results are read in ${asMs(of((run) => run.readMs))}`,
    ),
    line(
      'calls-page',
      'a page of calls at a random place, p99',
      of((run) => run.pageMs),
      'ms',
      atMost(PAGE_MS),
      `200 rows; what is repeated and slowest takes ${asMs(of((run) => run.groupsMs))}`,
    ),
  ];
}
