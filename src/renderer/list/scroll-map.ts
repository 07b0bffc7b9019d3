/**
 * Maps between three things: the true scroll place (first row and pixels into it), the scroll offset of a
 * native scroll container whose content is capped (browsers break elements beyond 16.7 or 33.5 million
 * pixels), and rows. Below the cap the mapping is the identity; above it the thumb maps linearly while the
 * wheel and the keyboard still move by true pixels.
 */
export const MAX_TRACK_PX = 10_000_000;

export interface Geometry {
  rows: number;
  rowHeight: number;
  /** Height of the part that shows rows. */
  viewport: number;
}

/** The first row that is visible (0 is the first) and how many of its pixels are scrolled away. */
export interface Place {
  row: number;
  offset: number;
}

export const TOP: Place = { row: 0, offset: 0 };

export function contentHeight(g: Geometry): number {
  return g.rows * g.rowHeight;
}

/** The largest true scroll distance; 0 when everything fits. */
export function maxScroll(g: Geometry): number {
  return Math.max(0, contentHeight(g) - g.viewport);
}

/** Height of the element that makes the native scrollbar: never above the cap, never below the viewport. */
export function trackHeight(g: Geometry): number {
  return Math.max(g.viewport, Math.min(contentHeight(g), MAX_TRACK_PX));
}

function maxTrack(g: Geometry): number {
  return trackHeight(g) - g.viewport;
}

function toPixels(place: Place, rowHeight: number): number {
  return place.row * rowHeight + place.offset;
}

function toPlace(pixels: number, rowHeight: number): Place {
  const row = Math.floor(pixels / rowHeight);
  return { row, offset: pixels - row * rowHeight };
}

function clampPixels(pixels: number, g: Geometry): number {
  return Math.min(Math.max(0, pixels), maxScroll(g));
}

export function clamp(place: Place, g: Geometry): Place {
  return toPlace(clampPixels(toPixels(place, g.rowHeight), g), g.rowHeight);
}

/** Moves by true pixels (wheel, keyboard). */
export function moveBy(place: Place, delta: number, g: Geometry): Place {
  return toPlace(clampPixels(toPixels(place, g.rowHeight) + delta, g), g.rowHeight);
}

/** Where the native scroll offset stands for a place. */
export function toTrack(place: Place, g: Geometry): number {
  const max = maxScroll(g);
  if (max === 0) return 0;
  const pixels = clampPixels(toPixels(place, g.rowHeight), g);
  return pixels === max ? maxTrack(g) : (pixels / max) * maxTrack(g);
}

/** The place that a native scroll offset (a dragged thumb) stands for. */
export function fromTrack(track: number, g: Geometry): Place {
  const maxT = maxTrack(g);
  if (maxT <= 0) return TOP;
  // Browsers round scroll offsets to device pixels: the last one always means the very end.
  const pixels = track >= maxT - 1 ? maxScroll(g) : (Math.max(0, track) / maxT) * maxScroll(g);
  return toPlace(clampPixels(pixels, g), g.rowHeight);
}

/** The nearest place that shows `row` whole; the same place when it is whole already. */
export function reveal(
  row: number,
  place: Place,
  g: Geometry,
  align: 'nearest' | 'center' = 'nearest',
): Place {
  const top = row * g.rowHeight;
  const now = toPixels(place, g.rowHeight);
  if (top >= now && top + g.rowHeight <= now + g.viewport) return clamp(place, g);
  if (align === 'center') return toPlace(clampPixels(top - (g.viewport - g.rowHeight) / 2, g), g.rowHeight);
  const pixels = top < now ? top : top + g.rowHeight - g.viewport;
  return toPlace(clampPixels(pixels, g), g.rowHeight);
}

/** First and last row (0 is the first, last included) that are visible, in part or whole. */
export function visibleRows(place: Place, g: Geometry): { first: number; last: number } {
  const shown = Math.ceil((place.offset + g.viewport) / g.rowHeight);
  return { first: place.row, last: Math.min(g.rows, place.row + shown) - 1 };
}
