import { median } from '../medians.mjs';
import { asMs, atMost, line } from '../targets.mjs';
import { FILTER_ROWS } from './filter-rounds.mjs';

/** @typedef {{ rows: number, matched: number, coldMs: number, warmMs: number, listMs: number, pageMs: number }} FilterRun */

const MOST_MS = 50;
const PAGE_MS = 16;

/**
 * @param {readonly FilterRun[]} runs
 * @returns {import('../targets.mjs').Line[]}
 */
export function filterLines(runs) {
  const rows = `${FILTER_ROWS / 1e6} M rows`;
  /** @param {(run: FilterRun) => number} of */
  const of = (of) => median(runs.map(of));
  const matched = of((run) => run.matched).toLocaleString('en');
  return [
    line(
      'filter-columns',
      `filter by kind and tool, ${rows}`,
      of((run) => run.coldMs),
      'ms',
      atMost(MOST_MS),
      `${matched} rows match; the slowest of three others ${asMs(of((run) => run.warmMs))}`,
    ),
    line(
      'filter-list',
      `first page of the filtered list, ${rows}`,
      of((run) => run.listMs),
      'ms',
      atMost(MOST_MS),
      'folded, with the places of all its rows',
    ),
    line(
      'filter-page',
      'rows at a random place of it, p99',
      of((run) => run.pageMs),
      'ms',
      atMost(PAGE_MS),
    ),
  ];
}
