import type { TimelineLane, TimelineOutline, TimelineSpan } from '../../../ipc/engine-contract';
import { LANES_BOTTOM_ROOM } from './geometry';

/** A lane of one row, and what each further row of spans that overlap adds. */
export const LANE_HEIGHT = 20;
const MORE_ROW = 12;
const THIN_ROW = 5;
/** Deeper spans are drawn in the last row. */
export const MAX_LANE_ROWS = 5;
export const MAX_THIN_ROWS = 8;

/** A line below the lanes says how many there are beyond them. */
export const LEFT_OFF_HEIGHT = 20;

export interface LaneBox {
  lane: TimelineLane;
  /** From the top of the first lane. */
  top: number;
  height: number;
  /** Rows of spans, at least 1. */
  rows: number;
  /** Spans on it are thin bars: they are on the lanes of their threads as well. */
  thin: boolean;
}

/** How many rows each lane needs. Grows only, so that lanes do not jump while one zooms. */
export type LaneRows = Map<string, number>;

/** Spans that hold others, drawn as a frame around the whole lane. */
export const isContainer = ({ kind }: Pick<TimelineSpan, 'kind'>): boolean =>
  kind === 'agent' || kind === 'turn';

/** Rows above the first one that only containers have, by lane. */
export type FirstRows = Map<string, number>;

/** The rows of containers are not drawn as such: what they hold begins in the first row of the lane. */
export function firstRows(spans: readonly TimelineSpan[]): FirstRows {
  const first: FirstRows = new Map();
  for (const span of spans) {
    if (isContainer(span)) continue;
    first.set(span.lane, Math.min(first.get(span.lane) ?? Number.POSITIVE_INFINITY, span.depth));
  }
  return first;
}

export function rowOf(span: TimelineSpan, first: FirstRows, box: LaneBox): number {
  return Math.min(Math.max(0, span.depth - (first.get(span.lane) ?? 0)), box.rows - 1);
}

const isThin = ({ kind }: TimelineLane) => kind === 'tools';

/** Learns from a slice how many rows its lanes need; true when one needs more than before. */
export function learnRows(
  rows: LaneRows,
  lanes: readonly TimelineLane[],
  spans: readonly TimelineSpan[],
): boolean {
  const first = firstRows(spans);
  const thin = new Set(lanes.filter(isThin).map(({ id }) => id));
  let grown = false;
  for (const span of spans) {
    if (isContainer(span)) continue;
    const most = thin.has(span.lane) ? MAX_THIN_ROWS : MAX_LANE_ROWS;
    const needed = Math.min(most, span.depth - (first.get(span.lane) ?? 0) + 1);
    if (needed <= (rows.get(span.lane) ?? 1)) continue;
    rows.set(span.lane, needed);
    grown = true;
  }
  return grown;
}

/** The lanes one under the other. */
export function layOutLanes(lanes: readonly TimelineLane[], rows: LaneRows): LaneBox[] {
  let top = 0;
  return lanes.map((lane) => {
    const thin = isThin(lane);
    const count = rows.get(lane.id) ?? 1;
    const height = thin ? Math.max(LANE_HEIGHT, count * THIN_ROW + 9) : LANE_HEIGHT + (count - 1) * MORE_ROW;
    const box = { lane, top, height, rows: count, thin };
    top += height;
    return box;
  });
}

export function heightOf(boxes: readonly LaneBox[]): number {
  const last = boxes.at(-1);
  return last ? last.top + last.height : LANE_HEIGHT;
}

/** Everything below the ruler. */
export function lanesHeight(
  boxes: readonly LaneBox[],
  { lanesLeftOff }: Pick<TimelineOutline, 'lanesLeftOff'>,
): number {
  return heightOf(boxes) + (lanesLeftOff > 0 ? LEFT_OFF_HEIGHT : 0) + LANES_BOTTOM_ROOM;
}

/** The box at a height from the top of the first lane; binary, because there may be thousands. */
export function boxAt(boxes: readonly LaneBox[], y: number): LaneBox | null {
  let low = 0;
  let high = boxes.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const box = boxes[middle];
    if (!box) return null;
    if (y < box.top) high = middle - 1;
    else if (y >= box.top + box.height) low = middle + 1;
    else return box;
  }
  return null;
}

export interface BarPlace {
  top: number;
  height: number;
}

/** Where a bar of a row stands in its lane, from the top of the first lane. */
export function barPlace(box: LaneBox, row: number): BarPlace {
  if (box.thin) return { top: box.top + 5 + row * THIN_ROW, height: 4 };
  return { top: box.top + 4 + row * MORE_ROW, height: box.rows > 1 ? 11 : 12 };
}

/** The frame of a container. */
export const containerPlace = (box: LaneBox): BarPlace => ({ top: box.top + 2, height: box.height - 4 });
