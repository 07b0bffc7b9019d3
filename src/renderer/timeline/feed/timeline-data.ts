import {
  MAX_TIMELINE_BINS,
  MAX_TIMELINE_LANES,
  type TimelineAxis,
  type TimelineLane,
  type TimelineOutline,
  type TimelineSlice,
} from '../../../ipc/engine-contract';
import { lengthOf, type Stretch } from '../model/view-window';
import { createNewest } from './newest';
import type { SliceQuery, TimelineSource } from './timeline-source';

/** A silence that is worth a mark. */
export const GAP_MS = 30_000;
/** The shape of a growing session is asked for at most so often. */
const OUTLINE_EVERY_MS = 400;
const PX_PER_BIN = 4;
const OVERVIEW_BINS = 600;
const OVERVIEW_LANES = 255;

/** What is to be drawn next. */
export interface Wanted {
  axis: TimelineAxis;
  view: Stretch;
  whole: Stretch;
  widthPx: number;
  lanes: readonly string[];
}

export interface DataHost {
  outlineCame(outline: TimelineOutline): void;
  sliceCame(slice: TimelineSlice): void;
  overviewCame(slice: TimelineSlice): void;
  failed(error: unknown): void;
}

export interface TimelineData {
  /** The session has grown, or is new. */
  touch(): void;
  /** Asks for what is in view, unless it is there already. */
  want(wanted: Wanted): void;
  overview(axis: TimelineAxis, whole: Stretch, lanes: readonly TimelineLane[]): void;
  /** What is searched for has changed, or matches of it came: slices are asked for anew. */
  search(expression: string | null): void;
  peek(query: Omit<SliceQuery, 'bins'>): Promise<TimelineSlice>;
  stop(): void;
}

/** Asks for the outline, the slice in view and the overview: each at most one at a time, the newest question wins. */
export function createTimelineData(source: TimelineSource, host: DataHost): TimelineData {
  let expression: string | null = null;
  let stale = true;
  let slice: { answer: TimelineSlice; query: SliceQuery } | null = null;
  /** What was asked for last, and may not be answered yet. */
  let pending = '';
  let timer: ReturnType<typeof setTimeout> | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;
  const asked = () => (expression === null ? {} : { expression });

  const outlines = createNewest<null, TimelineOutline>(
    (_, signal) => source.outline(GAP_MS, signal),
    (outline) => {
      stale = true;
      host.outlineCame(outline);
    },
    host.failed,
  );
  const slices = createNewest<SliceQuery, TimelineSlice>(
    (query, signal) => source.slice(query, signal),
    (answer, query) => {
      slice = { answer, query };
      host.sliceCame(answer);
    },
    host.failed,
  );
  const overviews = createNewest<SliceQuery, TimelineSlice>(
    (query, signal) => wholeSession(source, query, signal),
    (answer) => host.overviewCame(answer),
    host.failed,
  );

  return {
    touch() {
      if (timer !== null) return;
      const due = askedAt + OUTLINE_EVERY_MS - performance.now();
      const ask = () => {
        timer = null;
        askedAt = performance.now();
        outlines.ask(null);
      };
      if (due <= 0) ask();
      else timer = setTimeout(ask, due);
    },
    want(wanted) {
      if (!stale && slice && serves(slice.answer, slice.query, wanted)) return;
      const query = { ...queryOf(wanted), ...asked() };
      const question = JSON.stringify(query);
      if (!stale && slices.busy && question === pending) return;
      stale = false;
      pending = question;
      slices.ask(query);
    },
    overview(axis, { from, to }, lanes) {
      // What fails in lanes beyond these is on the lane of the tools.
      const ids = [...new Set(['tools', ...lanes.slice(0, OVERVIEW_LANES).map(({ id }) => id)])];
      overviews.ask({ axis, from, to, bins: OVERVIEW_BINS, lanes: ids, ...asked() });
    },
    search(next) {
      expression = next;
      stale = true;
    },
    peek: (query) => source.slice({ ...query, bins: 1, ...asked() }, new AbortController().signal),
    stop() {
      if (timer !== null) clearTimeout(timer);
      for (const newest of [outlines, slices, overviews]) newest.drop();
    },
  };
}

/** The view with half of it beside it on both sides, so that a small move needs nothing new. */
export function queryOf({ axis, view, whole, widthPx, lanes }: Wanted): SliceQuery {
  const margin = lengthOf(view) / 2;
  const from = Math.max(whole.from, view.from - margin);
  const to = Math.min(whole.to, view.to + margin);
  const bins = Math.ceil((widthPx / PX_PER_BIN) * ((to - from) / lengthOf(view)));
  return {
    axis,
    from,
    to,
    bins: Math.min(MAX_TIMELINE_BINS, Math.max(16, bins)),
    lanes: lanes.slice(0, MAX_TIMELINE_LANES),
  };
}

/** Whether a slice is still good for what is to be drawn. */
export function serves(slice: TimelineSlice, query: SliceQuery, wanted: Wanted): boolean {
  const { axis, view, whole } = wanted;
  if (query.axis !== axis) return false;
  const edge = lengthOf(view) * 0.001;
  const left = query.from <= view.from + edge || query.from <= whole.from;
  const right = query.to >= view.to - edge || query.to >= whole.to;
  if (!left || !right) return false;
  if (!wanted.lanes.slice(0, MAX_TIMELINE_LANES).every((lane) => query.lanes.includes(lane))) return false;
  // With every event in hand one can come closer without anything new, but not go back to where bins are drawn.
  if (slice.points !== null && slice.spans !== null) return true;
  const now = queryOf(wanted);
  const density = (one: SliceQuery) => one.bins / (one.to - one.from);
  const ratio = density(now) / density(query);
  return ratio > 0.6 && ratio < 1.3;
}

/** One slice of all lanes, put together from as many requests as it takes. */
async function wholeSession(
  source: TimelineSource,
  query: SliceQuery,
  signal: AbortSignal,
): Promise<TimelineSlice> {
  const parts: TimelineSlice[] = [];
  for (let from = 0; from === 0 || from < query.lanes.length; from += MAX_TIMELINE_LANES) {
    parts.push(
      await source.slice({ ...query, lanes: query.lanes.slice(from, from + MAX_TIMELINE_LANES) }, signal),
    );
  }
  const [first] = parts;
  if (!first) return { ...query, bins: [], spans: null, points: null, inferred: [] };
  return parts.length === 1
    ? first
    : { ...first, bins: parts.flatMap(({ bins }) => bins), spans: null, points: null };
}
