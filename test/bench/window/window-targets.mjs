// What is measured of a large recording in the window, against which target.

import { sizeName } from '../flags.mjs';
import { median } from '../medians.mjs';
import { atMost, line } from '../targets.mjs';

/** @typedef {import('../targets.mjs').Line} Line */
/** @typedef {import('./large-window.mjs').WindowRun} WindowRun */

const MB = 1e6;

/**
 * @param {readonly WindowRun[]} runs
 * @param {number} bytes
 * @returns {Line[]}
 */
export function windowLines(runs, bytes) {
  /** @param {(run: WindowRun) => number} value */
  const middle = (value) => median(runs.map(value));
  const name = `${sizeName(bytes)} in the window`;
  const whole = bytes >= 1e9;
  const turns = middle((run) => run.turns);
  return [
    line(
      'window-first-rows',
      `${name}, first rows`,
      middle((run) => run.firstRowsMs),
      'ms',
      atMost(100),
      'the window being up',
    ),
    line(
      'window-script',
      `${name}, script a frame while indexing, max`,
      middle(({ script }) => script.max),
      'ms',
      atMost(16),
      `p50 ${middle(({ script }) => script.p50).toFixed(1)}, p95 ${middle(({ script }) => script.p95).toFixed(1)} ms; ${turns} turns of the wheel over list and timeline`,
    ),
    line(
      'window-heap',
      `${name}, heap of the page`,
      middle((run) => run.heapBytes) / MB,
      'MB',
      atMost(150),
      'after a collection',
    ),
    line(
      'window-engine',
      `${name}, engine over an idle one`,
      middle((run) => run.engineBytes) / MB,
      'MB',
      whole ? atMost(60) : null,
      'working set',
    ),
  ];
}
