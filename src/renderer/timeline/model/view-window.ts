import type { TimelineAxis } from '../../../ipc/engine-contract';

/** A stretch of the axis; what is seen of it is one, and so is all of it. */
export interface Stretch {
  from: number;
  to: number;
}

/** Closer than this there is nothing more to see: one millisecond, four rows, 64 bytes. */
export const CLOSEST: Record<TimelineAxis, number> = { time: 1, order: 4, bytes: 64 };
/** Room beside the first and the last event, as a share of the whole. */
const MARGIN = 0.02;

export const lengthOf = ({ from, to }: Stretch): number => to - from;
export const same = (a: Stretch, b: Stretch): boolean => a.from === b.from && a.to === b.to;

/** How much is shown of a session in which all happens at one place: a second, a few rows. */
const LEAST_WHOLE: Record<TimelineAxis, number> = { time: 1000, order: 4, bytes: 64 };

/** The whole of an axis with a little room on both sides. */
export function wholeOf([from, to]: readonly [number, number], axis: TimelineAxis): Stretch {
  // The engine counts the last moment to the axis: one millisecond is no length of time yet.
  const length = to - from <= CLOSEST[axis] ? LEAST_WHOLE[axis] : to - from;
  return { from: from - length * MARGIN, to: from + length * (1 + MARGIN) };
}

/** Keeps a view inside the whole, and its length when it fits. */
export function within(view: Stretch, whole: Stretch, closest: number): Stretch {
  const length = Math.min(Math.max(lengthOf(view), Math.min(closest, lengthOf(whole))), lengthOf(whole));
  const from = Math.min(Math.max(view.from, whole.from), whole.to - length);
  return { from, to: from + length };
}

/** Zooms so that the place under the cursor stays where it is; a factor below 1 comes closer. */
export function zoomAt(view: Stretch, at: number, factor: number, whole: Stretch, closest: number): Stretch {
  const length = Math.min(Math.max(lengthOf(view) * factor, closest), lengthOf(whole));
  const share = lengthOf(view) > 0 ? (at - view.from) / lengthOf(view) : 0.5;
  const from = at - share * length;
  return within({ from, to: from + length }, whole, closest);
}

export function panBy(view: Stretch, by: number, whole: Stretch, closest: number): Stretch {
  return within({ from: view.from + by, to: view.to + by }, whole, closest);
}

/** A stretch with room beside it, so that its ends are seen. */
export function fitted({ from, to }: Stretch, whole: Stretch, closest: number): Stretch {
  const room = Math.max((to - from) * 0.08, closest / 2);
  return within({ from: from - room, to: to + room }, whole, closest);
}

/** The view moved just so far that a place is in it with some room; the same view when it is in it already. */
export function panToShow(view: Stretch, at: number, whole: Stretch, closest: number): Stretch {
  if (at >= view.from && at <= view.to) return view;
  const length = lengthOf(view);
  const from = at < view.from ? at - length * 0.15 : at - length * 0.85;
  return within({ from, to: from + length }, whole, closest);
}

/**
 * The view after the file has grown: one that showed everything still does, one that stood at the end goes on with it, and
 * any other stays.
 */
export function grownView(view: Stretch, before: Stretch, now: Stretch, closest: number): Stretch {
  if (same(before, now)) return view;
  if (same(view, before)) return now;
  // Other than grown: what was seen may not be there any more.
  if (now.to < before.to || now.from > before.from) return within(view, now, closest);
  const edge = lengthOf(view) * 0.001;
  if (view.to < before.to - edge) return view;
  const length = lengthOf(view);
  return { from: now.to - length, to: now.to };
}
