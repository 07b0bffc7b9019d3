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
