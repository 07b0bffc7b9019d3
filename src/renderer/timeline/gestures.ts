import { minimapPartAt, minimapPlace } from './draw/draw-minimap';
import {
  LABELS_WIDTH,
  LANES_TOP,
  MINIMAP_HEIGHT,
  MINIMAP_TOP,
  minimapOf,
  plotOf,
  RULER_TOP,
} from './model/geometry';
import type { Hit } from './model/hit-test';
import { CLOSEST, lengthOf, panBy, type Stretch } from './model/view-window';
import type { TimelineView } from './timeline-view';

/** Less than this and it was a click. */
const CLICK_PX = 3;
const ZOOM_PER_PIXEL = 0.0016;
const LINE_PX = 24;

type Drag =
  | { kind: 'pan'; x: number; y: number; view: Stretch; scroll: number; moved: boolean; alt: boolean }
  | { kind: 'range'; at: number; x: number; moved: boolean; before: Stretch | null }
  | { kind: 'frame'; grabbed: number; view: Stretch }
  | { kind: 'from' | 'to'; view: Stretch };

/** Where the cursor has a meaning of its own. */
function cursorOf(view: TimelineView, x: number, y: number, shift: boolean): string {
  const part = minimapPartAt(view.scene, x, y);
  if (part === 'from' || part === 'to') return 'ew-resize';
  if (part === 'frame') return 'grab';
  if (part === 'outside' || x < LABELS_WIDTH) return 'default';
  if (y >= RULER_TOP && y < LANES_TOP) return view.gapAt(x) ? 'pointer' : 'col-resize';
  const hit = view.hitAt(x, y);
  return shift ? 'col-resize' : hit && hit.kind !== 'lane' ? 'pointer' : 'default';
}

/** Mouse, pen and wheel on the canvas. Returns a function that ends it. */
export function listenToGestures(view: TimelineView, selected: () => number | null): () => void {
  const { canvas } = view;
  let drag: Drag | null = null;
  // Asking for it at every move would make the browser lay the page out at every move.
  let corner: DOMRect | null = null;
  const at = (event: MouseEvent) => {
    corner ??= canvas.getBoundingClientRect();
    return { x: event.clientX - corner.left, y: event.clientY - corner.top };
  };
  const forgetCorner = () => {
    corner = null;
  };

  const down = (event: PointerEvent) => {
    if (event.button !== 0) return;
    forgetCorner();
    const { x, y } = at(event);
    drag = beginDrag(view, x, y, event);
    canvas.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent) => {
    const { x, y } = at(event);
    if (drag) continueDrag(view, drag, x, y);
    else canvas.style.cursor = cursorOf(view, x, y, event.shiftKey);
    view.change({ cursor: drag && drag.kind !== 'range' ? null : { x, y } });
  };
  const up = (event: PointerEvent) => {
    const ended = drag;
    drag = null;
    if (!ended) return;
    const { x, y } = at(event);
    if (ended.kind === 'pan' && !ended.moved) click(view, x, y, ended.alt, selected());
    if (ended.kind === 'range' && !ended.moved) {
      view.change({ range: null });
      const gap = y < LANES_TOP ? view.gapAt(x) : null;
      if (gap) skipTo(view, gap.to);
    }
    view.change({ cursor: { x, y } });
  };
  const leave = () => {
    if (!drag) view.change({ cursor: null });
  };
  const cancel = () => {
    drag = null;
  };
  const double = (event: MouseEvent) => {
    const { x, y } = at(event);
    const hit = view.hitAt(x, y);
    if (hit?.kind === 'span') view.fit({ from: hit.span.from, to: hit.span.to });
    else if (hit?.kind === 'bin') view.zoom(0.25, view.placeAt(x));
    else if (minimapPartAt(view.scene, x, y) !== null) view.moveTo(view.scene.whole);
  };
  const wheel = (event: WheelEvent) => onWheel(view, event, at(event));

  const moved = new ResizeObserver(forgetCorner);
  moved.observe(canvas);
  canvas.addEventListener('pointerenter', forgetCorner);
  canvas.addEventListener('pointerdown', down);
  canvas.addEventListener('pointermove', move);
  canvas.addEventListener('pointerup', up);
  canvas.addEventListener('pointercancel', cancel);
  canvas.addEventListener('pointerleave', leave);
  canvas.addEventListener('dblclick', double);
  canvas.addEventListener('wheel', wheel, { passive: false });
  return () => {
    moved.disconnect();
    canvas.removeEventListener('pointerenter', forgetCorner);
    canvas.removeEventListener('pointerdown', down);
    canvas.removeEventListener('pointermove', move);
    canvas.removeEventListener('pointerup', up);
    canvas.removeEventListener('pointercancel', cancel);
    canvas.removeEventListener('pointerleave', leave);
    canvas.removeEventListener('dblclick', double);
    canvas.removeEventListener('wheel', wheel);
  };
}

function beginDrag(view: TimelineView, x: number, y: number, event: PointerEvent): Drag {
  const { scene } = view;
  const part = minimapPartAt(scene, x, y);
  if (part === 'from' || part === 'to') return { kind: part, view: scene.view };
  if (part !== null) {
    const place = minimapPlace(scene, x);
    if (part === 'outside') {
      const half = lengthOf(scene.view) / 2;
      view.moveTo({ from: place - half, to: place + half });
    }
    return { kind: 'frame', grabbed: place, view: scene.view };
  }
  const inRuler = y >= RULER_TOP && y < LANES_TOP && x >= plotOf(scene.size).left;
  if (inRuler || (event.shiftKey && y >= LANES_TOP && x >= LABELS_WIDTH)) {
    return { kind: 'range', at: view.placeAt(x), x, moved: false, before: scene.range };
  }
  return { kind: 'pan', x, y, view: scene.view, scroll: scene.scroll, moved: false, alt: event.altKey };
}

function continueDrag(view: TimelineView, drag: Drag, x: number, y: number): void {
  const { scene } = view;
  if (drag.kind === 'pan') {
    if (!drag.moved && Math.hypot(x - drag.x, y - drag.y) < CLICK_PX) return;
    drag.moved = true;
    view.canvas.style.cursor = 'grabbing';
    const { left, right } = plotOf(scene.size);
    const by = ((drag.x - x) / (right - left)) * lengthOf(drag.view);
    view.moveTo(panBy(drag.view, by, scene.whole, CLOSEST[scene.axis]));
    view.scrollLanes(drag.scroll + drag.y - y - scene.scroll);
  } else if (drag.kind === 'range') {
    if (!drag.moved && Math.abs(x - drag.x) < CLICK_PX) return;
    drag.moved = true;
    view.change({ range: rangeOf(view, drag.at, view.placeAt(x)) });
  } else {
    dragMinimap(view, drag, minimapPlace(scene, x));
  }
}

function rangeOf({ scene: { whole } }: TimelineView, a: number, b: number): Stretch {
  const inside = (place: number) => Math.min(whole.to, Math.max(whole.from, place));
  return { from: inside(Math.min(a, b)), to: inside(Math.max(a, b)) };
}

function dragMinimap(view: TimelineView, drag: Extract<Drag, { view: Stretch }>, place: number): void {
  const { whole, axis } = view.scene;
  const closest = CLOSEST[axis];
  if (drag.kind === 'frame') view.moveTo(panBy(drag.view, place - drag.grabbed, whole, closest));
  else if (drag.kind === 'from') {
    view.moveTo({ from: Math.max(whole.from, Math.min(place, drag.view.to - closest)), to: drag.view.to });
  } else {
    view.moveTo({ from: drag.view.from, to: Math.min(whole.to, Math.max(place, drag.view.from + closest)) });
  }
}

/** A click selects; on what is selected already it goes to the other end, and so it does with Alt. */
function click(view: TimelineView, x: number, y: number, alt: boolean, selected: number | null): void {
  const hit = view.hitAt(x, y);
  if (!hit) return;
  if (hit.kind !== 'lane') view.change({ focusLane: view.scene.focusLane && hit.box.lane.id });
  const frame = frameOf(hit, alt, selected);
  if (frame !== null) view.select(frame);
  else if (hit.kind === 'bin') void view.enterBin(hit);
}

export function frameOf(hit: Hit, alt: boolean, selected: number | null): number | null {
  if (hit.kind === 'point') return hit.point.frame;
  if (hit.kind !== 'span') return null;
  const { frame, endFrame } = hit.span;
  return endFrame !== null && (alt || selected === frame) ? endFrame : frame;
}

/** Brings a place to the left of the view: what comes after a silence. */
export function skipTo(view: TimelineView, place: number): void {
  const length = lengthOf(view.scene.view);
  view.moveTo({ from: place - length * 0.08, to: place + length * 0.92 });
}

function onWheel(view: TimelineView, event: WheelEvent, { x, y }: { x: number; y: number }): void {
  event.preventDefault();
  const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1;
  const [dx, dy] = [event.deltaX * unit, event.deltaY * unit];
  const { scene } = view;
  const { left, right } = plotOf(scene.size);
  // Some systems turn a wheel with Shift into a horizontal one, others do not.
  const across = Math.abs(dx) > Math.abs(dy) ? dx : event.shiftKey ? dy : 0;
  if (across !== 0) view.pan((across / (right - left)) * lengthOf(scene.view));
  else if (event.altKey || (x < LABELS_WIDTH && y >= LANES_TOP)) view.scrollLanes(dy);
  else view.zoom(Math.exp(dy * ZOOM_PER_PIXEL), wheelPlace(view, x, y));
}

function wheelPlace(view: TimelineView, x: number, y: number): number {
  const { scene } = view;
  const onMinimap = y <= MINIMAP_TOP + MINIMAP_HEIGHT;
  if (onMinimap) return minimapPlace(scene, Math.min(x, minimapOf(scene.size).right));
  const { left, right } = plotOf(scene.size);
  return view.placeAt(Math.min(right, Math.max(left, x)));
}
