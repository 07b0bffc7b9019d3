import type { TimelineAxis, TimelineOutline, TimelineSlice } from '../../../ipc/engine-contract';

export interface SliceQuery {
  axis: TimelineAxis;
  from: number;
  to: number;
  bins: number;
  lanes: string[];
  /** What is searched for: its events are counted as hits. */
  expression?: string;
}

/** Whom the timeline asks. */
export interface TimelineSource {
  outline(gapMs: number, signal: AbortSignal): Promise<TimelineOutline>;
  slice(query: SliceQuery, signal: AbortSignal): Promise<TimelineSlice>;
}

/** Most that one request may ask for. */
export const MAX_BINS = 2048;
export const MAX_LANES = 64;
