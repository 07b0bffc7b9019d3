import type { FrameFamily } from '../../protocol/frame-kinds';

/**
 * What the timeline draws. Places on the axis are milliseconds since the Unix epoch ("time"), row numbers from 0
 * ("order"), or bytes of all files of the session put together ("bytes").
 */
export type TimelineAxis = 'time' | 'order' | 'bytes';

export type LaneKind = 'main' | 'agent' | 'tools' | 'tasks' | 'api' | 'results';

export interface TimelineLane {
  /** Stable while the session is open, such as "main", "agent 3", "tools". */
  id: string;
  kind: LaneKind;
  /** Number of the subagent; 0 for any other lane. */
  agent: number;
  /** 1 for a subagent of the main thread, 2 for one of such a subagent; else 0. */
  depth: number;
  label: string;
  /** Frames and spans on it. */
  events: number;
  errors: number;
}

export interface TimelineGap {
  from: number;
  to: number;
  /** The frames before and behind it. */
  before: number;
  after: number;
}

/** The shape of the whole session: asked for anew when it has grown. */
export interface TimelineOutline {
  rows: number;
  /** [from, to] of each axis; time is null when no row states or inherits one. */
  extents: { time: [number, number] | null; order: [number, number]; bytes: [number, number] };
  /** Rows whose time is their own, when they came, taken from a neighbour, and not known. */
  times: { own: number; arrival: number; inherited: number; none: number };
  lanes: TimelineLane[];
  lanesLeftOff: number;
  /** Longer silences than asked for on the time axis, in order; at most 1,000. */
  gaps: TimelineGap[];
  gapsLeftOff: number;
}

/** Counts of a lane in equal bins of [from, to). */
export interface LaneBins {
  lane: string;
  counts: Uint32Array;
  errors: Uint32Array;
  /** The family that most events of the bin are of, as its place in FAMILIES (protocol/families.ts); 255 where there are none. */
  families: Uint8Array;
  /** Events that are being searched for; null when nothing is. */
  hits: Uint32Array | null;
}

export type SpanState = 'ok' | 'failed' | 'open' | 'cancelled' | 'unknown';
export type SpanKind = 'call' | 'message' | 'agent' | 'task' | 'request' | 'turn';

export interface TimelineSpan {
  lane: string;
  kind: SpanKind;
  from: number;
  /** Of one that is open: the end of what is known. */
  to: number;
  /** The frame that it begins with, and the one that it ends with (null: open). */
  frame: number;
  endFrame: number | null;
  /** Row of the lane that it is drawn in, from 0, so that spans that overlap do not cover each other. */
  depth: number;
  /** Such as the tool name. */
  label: string;
  family: FrameFamily | 'unparsed';
  state: SpanState;
  /** One of its two times is not its own. */
  inferred: boolean;
}

/** One frame on a lane. */
export interface TimelinePoint {
  lane: string;
  at: number;
  frame: number;
  family: FrameFamily | 'unparsed';
  /** "error", or a mark with a shape of its own; null for a plain one. */
  mark: 'error' | 'success' | 'retry' | 'rate-limit' | 'compaction' | null;
  inferred: boolean;
  hit: boolean;
}

/** What stands between two places of the axis. */
export interface TimelineSlice {
  axis: TimelineAxis;
  from: number;
  to: number;
  bins: LaneBins[];
  /** All spans that reach into it, in order of their begin; null when there are too many to draw one by one. */
  spans: TimelineSpan[] | null;
  /** All frames in it; null when there are too many to draw one by one. */
  points: TimelinePoint[] | null;
  /** Stretches without any time of their own: [from, to, from, to, …]. */
  inferred: number[];
}

/** Spans as a table, in order of their begin. */
export interface SpanPage {
  total: number;
  spans: TimelineSpan[];
}
