import type { TimelineAxis, TimelineOutline } from '../../ipc/engine-contract';
import type { Scene } from './draw/scene';
import { plotOf, toX } from './model/geometry';
import type { Hit } from './model/hit-test';
import type { Stretch } from './model/view-window';
import { factsOf, type HoverFacts } from './words';

/** What the parts around the canvas show. Made anew only when it has changed. */
export interface TimelineFacts {
  axis: TimelineAxis;
  outline: TimelineOutline | null;
  /** As high as the lanes need it. */
  naturalHeight: number;
  hover: { facts: HoverFacts; x: number; y: number } | null;
  range: { stretch: Stretch; left: number; right: number } | null;
  /** For the live region. */
  said: string;
  zero: number;
  failed: boolean;
}

export const NOTHING_YET: TimelineFacts = {
  axis: 'time',
  outline: null,
  naturalHeight: 0,
  hover: null,
  range: null,
  said: '',
  zero: 0,
  failed: false,
};

export function hoverFacts({ cursor, axis, zero }: Scene, hit: Hit | null): TimelineFacts['hover'] {
  const facts = hit && factsOf(hit, axis, zero);
  return cursor && facts ? { facts, x: cursor.x, y: cursor.y } : null;
}

export function rangeFacts({ range, view, size }: Scene): TimelineFacts['range'] {
  if (!range) return null;
  const across = plotOf(size);
  const inside = (at: number) =>
    Math.round(Math.min(across.right, Math.max(across.left, toX(across, view, at))));
  return { stretch: range, left: inside(range.from), right: inside(range.to) };
}

/** Whether the parts around the canvas would show the same. An outline may be long: it is compared by itself. */
export function sameFacts(a: TimelineFacts, b: TimelineFacts): boolean {
  const { outline, ...rest } = a;
  const { outline: other, ...others } = b;
  return outline === other && JSON.stringify(rest) === JSON.stringify(others);
}
