import type { TimelineGap, TimelinePoint, TimelineSlice, TimelineSpan } from '../../../ipc/engine-contract';
import { type Across, fromX, toX } from './geometry';
import {
  barPlace,
  boxAt,
  containerPlace,
  type FirstRows,
  isContainer,
  type LaneBox,
  rowOf,
} from './lane-layout';
import type { Stretch } from './view-window';

/** What lies under the cursor. */
export type Hit =
  | { kind: 'span'; box: LaneBox; span: TimelineSpan }
  | { kind: 'point'; box: LaneBox; point: TimelinePoint }
  /** Too many to tell apart: how many there are in the stretch under the cursor. */
  | {
      kind: 'bin';
      box: LaneBox;
      from: number;
      to: number;
      count: number;
      errors: number;
      hits: number | null;
    }
  | { kind: 'lane'; box: LaneBox };

export interface Drawn {
  slice: TimelineSlice | null;
  boxes: readonly LaneBox[];
  first: FirstRows;
  view: Stretch;
  plot: Across;
}

/** How near the cursor has to be to something narrow. */
const NEAR_PX = 5;

/** `y` counts from the top of the first lane. Points are drawn over spans, and what they hold over containers. */
export function hitAt(drawn: Drawn, x: number, y: number): Hit | null {
  const box = boxAt(drawn.boxes, y);
  if (!box) return null;
  const { slice, plot, view } = drawn;
  if (!slice || x < plot.left || x > plot.right) return { kind: 'lane', box };
  const point = slice.points && nearestPoint(slice.points, box, drawn, x);
  const span = slice.spans && spanAt(slice.spans, box, drawn, x, y);
  if (point && (!span || isContainer(span) || point.px <= 2))
    return { kind: 'point', box, point: point.point };
  if (span) return { kind: 'span', box, span };
  if (slice.points === null) {
    const bin = binAt(slice, box, fromX(plot, view, x));
    if (bin) return bin;
  }
  return { kind: 'lane', box };
}

function nearestPoint(
  points: readonly TimelinePoint[],
  box: LaneBox,
  { plot, view }: Drawn,
  x: number,
): { point: TimelinePoint; px: number } | null {
  let best: TimelinePoint | null = null;
  let px = NEAR_PX + 1;
  for (const point of points) {
    if (point.lane !== box.lane.id) continue;
    const distance = Math.abs(toX(plot, view, point.at) - x);
    // Where several stand at one place the one with a mark wins: it is drawn on top.
    if (distance < px || (distance === px && best?.mark === null && point.mark !== null)) {
      best = point;
      px = distance;
    }
  }
  return best && { point: best, px };
}

function spanAt(
  spans: readonly TimelineSpan[],
  box: LaneBox,
  { plot, view, first }: Drawn,
  x: number,
  y: number,
): TimelineSpan | null {
  let best: TimelineSpan | null = null;
  for (const span of spans) {
    if (span.lane !== box.lane.id) continue;
    const from = toX(plot, view, span.from);
    const to = Math.max(from + 2, toX(plot, view, span.to));
    if (x < from - 2 || x > to + 2) continue;
    const container = isContainer(span);
    const place = container ? containerPlace(box) : barPlace(box, rowOf(span, first, box));
    if (y < place.top - 1 || y > place.top + place.height + 1) continue;
    if (
      !best ||
      (isContainer(best) && !container) ||
      (isContainer(best) === container && span.from >= best.from)
    ) {
      best = span;
    }
  }
  return best;
}

/** The bin of a lane at a place. */
export function binAt(slice: TimelineSlice, box: LaneBox, at: number): Hit | null {
  const bins = slice.bins.find(({ lane }) => lane === box.lane.id);
  if (!bins || at < slice.from || at >= slice.to) return null;
  const count = bins.counts.length;
  const width = (slice.to - slice.from) / count;
  const middle = Math.min(count - 1, Math.floor((at - slice.from) / width));
  // A bin is about as wide as a point of the screen: its neighbours are as near to the cursor.
  let index = middle;
  for (const near of [middle - 1, middle + 1]) {
    if ((bins.counts[index] ?? 0) === 0 && (bins.counts[near] ?? 0) > 0) index = near;
  }
  const events = bins.counts[index] ?? 0;
  if (events === 0) return null;
  const from = slice.from + index * width;
  const errors = bins.errors[index] ?? 0;
  return {
    kind: 'bin',
    box,
    from,
    to: from + width,
    count: events,
    errors,
    hits: bins.hits?.[index] ?? null,
  };
}

/** The gap at a place of the time axis. */
export function gapAt(gaps: readonly TimelineGap[], at: number): TimelineGap | null {
  return gaps.find(({ from, to }) => at > from && at < to) ?? null;
}
