import type { TimelinePoint, TimelineSlice, TimelineSpan } from '../../../ipc/engine-contract';

/** One thing on a lane that can be gone to. */
export type LaneEvent = { at: number; frame: number; span: TimelineSpan | null; point: TimelinePoint | null };

/** What stands on a lane of a slice, in order; a frame that begins a span is there once, as the span. */
export function eventsOf(slice: Pick<TimelineSlice, 'spans' | 'points'>, lane: string): LaneEvent[] {
  const events: LaneEvent[] = [];
  const begun = new Set<number>();
  for (const span of slice.spans ?? []) {
    if (span.lane !== lane) continue;
    begun.add(span.frame);
    events.push({ at: span.from, frame: span.frame, span, point: null });
  }
  for (const point of slice.points ?? []) {
    if (point.lane !== lane || begun.has(point.frame)) continue;
    events.push({ at: point.at, frame: point.frame, span: null, point });
  }
  return events.sort((a, b) => a.at - b.at || a.frame - b.frame);
}

/** The event after (or before) a frame at a place; the nearest one in that direction when the frame is not on the lane. */
export function nextEvent(
  events: readonly LaneEvent[],
  from: { at: number; frame: number },
  direction: 1 | -1,
): LaneEvent | null {
  const beyond = (event: LaneEvent) =>
    (event.at - from.at) * direction > 0 ||
    (event.at === from.at && (event.frame - from.frame) * direction > 0);
  return (direction === 1 ? events.find(beyond) : events.findLast(beyond)) ?? null;
}

export function nearestEvent(events: readonly LaneEvent[], at: number): LaneEvent | null {
  let best: LaneEvent | null = null;
  for (const event of events) {
    if (best === null || Math.abs(event.at - at) < Math.abs(best.at - at)) best = event;
  }
  return best;
}

/** Places of frames that a slice holds: the selected one, the other ends of its calls. */
export interface FramePlace {
  frame: number;
  at: number;
  lane: string | null;
}

/** Where a frame stands, if the slice has it: a point of its own first, then an end of a span. */
export function placeInSlice(slice: TimelineSlice, frame: number): FramePlace | null {
  // Frames stand on several lanes; the one of their thread says more than the sums of tools or tasks.
  const points = slice.points?.filter((point) => point.frame === frame) ?? [];
  const point = points.find(({ lane }) => isThread(lane)) ?? points[0];
  if (point) return { frame, at: point.at, lane: point.lane };
  const spans =
    slice.spans?.filter(
      (span) => span.frame === frame || (span.endFrame === frame && span.state !== 'open'),
    ) ?? [];
  const span = spans.find(({ lane }) => isThread(lane)) ?? spans[0];
  if (!span) return null;
  return { frame, at: span.frame === frame ? span.from : span.to, lane: span.lane };
}

const isThread = (lane: string) => lane === 'main' || lane.startsWith('agent');

/** The frame to go to in a stretch: the first that failed, else the first; null when it holds too many to tell. */
export function firstFrameIn({ points, spans, from, to }: TimelineSlice): number | null {
  const inside = points?.filter(({ at }) => at >= from && at < to) ?? [];
  const point = inside.find(({ mark }) => mark === 'error') ?? inside[0];
  const begun = spans?.filter((span) => span.from >= from && span.from < to) ?? [];
  const span = begun.find(({ state }) => state === 'failed') ?? begun[0];
  return point?.frame ?? span?.frame ?? null;
}
