import type { TimelineSlice } from '../../../ipc/engine-contract';

/** All lanes of a slice put together, for the minimap. */
export interface Density {
  from: number;
  to: number;
  /** Height of each bin, 0 to 1. */
  heights: Float32Array;
  families: Uint8Array;
  errors: Uint8Array;
  hits: Uint8Array;
}

/** Lanes whose frames are on the lane of their thread as well. */
const isSum = (lane: string) => lane === 'tools' || lane === 'tasks' || lane === 'api' || lane === 'results';

export function densityOf(slice: TimelineSlice): Density {
  const bins = slice.bins[0]?.counts.length ?? 0;
  const counts = new Float64Array(bins);
  const most = new Float64Array(bins);
  const density: Density = {
    from: slice.from,
    to: slice.to,
    heights: new Float32Array(bins),
    families: new Uint8Array(bins).fill(255),
    errors: new Uint8Array(bins),
    hits: new Uint8Array(bins),
  };
  for (const lane of slice.bins) {
    for (let i = 0; i < bins; i++) {
      const count = lane.counts[i] ?? 0;
      if ((lane.errors[i] ?? 0) > 0) density.errors[i] = 1;
      if ((lane.hits?.[i] ?? 0) > 0) density.hits[i] = 1;
      if (count === 0) continue;
      if (!isSum(lane.lane)) counts[i] = (counts[i] ?? 0) + count;
      // A frame of a lane of its own gives its colour before the thread that it is on as well.
      const weight = isSum(lane.lane) ? count * 1.5 : count;
      if (weight > (most[i] ?? 0)) {
        most[i] = weight;
        density.families[i] = lane.families[i] ?? 255;
      }
      if (counts[i] === 0) counts[i] = 1;
    }
  }
  let top = 1;
  for (let i = 0; i < bins; i++) top = Math.max(top, counts[i] ?? 0);
  const scale = 1 / Math.log1p(top);
  for (let i = 0; i < bins; i++) density.heights[i] = Math.log1p(counts[i] ?? 0) * scale;
  return density;
}
