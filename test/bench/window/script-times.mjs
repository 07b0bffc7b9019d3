// How long script ran in each animation frame of a page, from a trace of its process.

/** @typedef {{ name: string, pid: number, tid: number, ts: number, dur?: number }} TraceEvent */
/** @typedef {{ frames: number, p50: number, p95: number, max: number }} ScriptTimes milliseconds */

import { percentile } from '../medians.mjs';

const SCRIPT = new Set([
  'FunctionCall',
  'EvaluateScript',
  'RunMicrotasks',
  'MajorGC',
  'MinorGC',
  'FireAnimationFrame',
]);

/**
 * @param {readonly TraceEvent[]} events
 * @param {number} pid of the page's process
 * @returns {ScriptTimes}
 */
export function scriptTimes(events, pid) {
  // What comes before the first rows is the making of the view.
  const shownAt = events.find((event) => event.pid === pid && event.name === 'first rows')?.ts ?? 0;
  const own = events.filter((event) => event.pid === pid && event.ts >= shownAt);
  const thread = mostUsed(own.filter(({ name }) => name === 'FunctionCall').map(({ tid }) => tid));
  const main = own.filter(({ tid }) => tid === thread);
  const starts = main
    .filter(({ name }) => name === 'FireAnimationFrame')
    .map(({ ts }) => ts)
    .sort((a, b) => a - b);
  if (starts.length === 0) throw new Error('The trace holds no animation frame.');
  const times = new Array(starts.length).fill(0);
  let end = 0;
  let frame = 0;
  for (const { ts, dur = 0 } of main.filter(({ name }) => SCRIPT.has(name)).sort((a, b) => a.ts - b.ts)) {
    // What runs within another one is counted with it.
    if (ts < end) continue;
    end = ts + dur;
    while (frame + 1 < starts.length && /** @type {number} */ (starts[frame + 1]) <= ts) frame++;
    times[frame] += dur / 1000;
  }
  return {
    frames: times.length,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    max: Math.max(...times),
  };
}

/** @param {readonly number[]} values */
function mostUsed(values) {
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}
