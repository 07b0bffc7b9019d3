import type { Stretch } from './view-window';

/** Where things stand on the canvas, in CSS pixels. */
export const LABELS_WIDTH = 118;
export const RIGHT_ROOM = 14;
export const MINIMAP_TOP = 7;
export const MINIMAP_HEIGHT = 16;
export const RULER_TOP = 27;
export const RULER_HEIGHT = 18;
export const LANES_TOP = RULER_TOP + RULER_HEIGHT;
export const LANES_BOTTOM_ROOM = 6;
/** Room that the buttons beside the minimap take; the pane says how much that is. */
export interface Size {
  width: number;
  height: number;
  controls: number;
}

export interface Across {
  left: number;
  right: number;
}

/** The lanes and the ruler. */
export function plotOf({ width }: Size): Across {
  return { left: LABELS_WIDTH, right: Math.max(LABELS_WIDTH + 1, width - RIGHT_ROOM) };
}

export function minimapOf({ width, controls }: Size): Across {
  return { left: LABELS_WIDTH, right: Math.max(LABELS_WIDTH + 1, width - controls - 8) };
}

export function toX({ left, right }: Across, { from, to }: Stretch, at: number): number {
  return left + ((at - from) / (to - from)) * (right - left);
}

export function fromX({ left, right }: Across, { from, to }: Stretch, x: number): number {
  return from + ((x - left) / (right - left)) * (to - from);
}
