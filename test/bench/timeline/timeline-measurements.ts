import { performance } from 'node:perf_hooks';
import { Session } from '../../../src/engine/session/session';
import { timelineOutline } from '../../../src/engine/timeline/timeline-outline';
import { timelineSlice } from '../../../src/engine/timeline/timeline-slice';
import type { TimelineAxis } from '../../../src/engine/timeline/timeline-types';
import { percentile } from '../medians.mjs';

/**
 * Measures what the window asks for to draw the timeline, in a process of its own: timeline-measurements.js FILE prints
 * one line of JSON.
 */
const AXES: readonly TimelineAxis[] = ['time', 'order', 'bytes'];
const BINS = 1200;
const GAP_MS = 60_000;
/** Each zoom shows less of the axis, at these places of it. */
const ZOOM = 0.8;
const LEAST_ROWS = 100;
const PLACES = [0.13, 0.37, 0.5, 0.61, 0.89];

async function timed(run: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await run();
  return performance.now() - from;
}

async function measure(path: string) {
  const session = Session.open(1, path);
  session.indexAllNow();
  if (session.error !== null) throw new Error(session.error);
  const { rows } = session.index.table;
  const firstMs = await timed(() => timelineOutline(session, GAP_MS));
  const outlineMs = await timed(() => timelineOutline(session, GAP_MS));
  const { extents, lanes: shown } = await timelineOutline(session, GAP_MS);
  const lanes = shown.map(({ id }) => id);
  const axisMs: number[] = [];
  const wholeMs: number[] = [];
  const zoomedMs: number[] = [];
  for (const axis of AXES) {
    const extent = extents[axis];
    if (extent === null) throw new Error(`There is no ${axis}.`);
    const slice = (from: number, to: number) =>
      timed(() => timelineSlice(session, { axis, from, to, bins: BINS, lanes }));
    // The first slice of an axis counts it and sorts its spans.
    axisMs.push(await slice(...extent));
    wholeMs.push(await slice(...extent));
    const length = extent[1] - extent[0];
    for (let share = ZOOM; share * rows > LEAST_ROWS; share *= ZOOM)
      for (const place of PLACES) {
        const from = extent[0] + place * (1 - share) * length;
        // The fastest of three: what others do on the machine meanwhile is not of interest.
        const times: number[] = [];
        for (let time = 0; time < 3; time++) times.push(await slice(from, from + share * length));
        zoomedMs.push(Math.min(...times));
      }
  }
  session.close();
  return {
    rows,
    firstMs,
    outlineMs,
    axisMs: Math.max(...axisMs),
    wholeMs: Math.max(...wholeMs),
    zoomedP50: percentile(zoomedMs, 0.5),
    zoomedP99: percentile(zoomedMs, 0.99),
    zoomedMax: Math.max(...zoomedMs),
  };
}

console.log(JSON.stringify(await measure(process.argv[2] as string)));
