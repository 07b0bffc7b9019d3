import { skipTo } from './gestures';
import { eventsOf, type LaneEvent, nearestEvent, nextEvent } from './model/events';
import { LANES_TOP } from './model/geometry';
import { binAt } from './model/hit-test';
import { lengthOf } from './model/view-window';
import type { TimelineView } from './timeline-view';
import { factsOf } from './words';

const ZOOM_STEP = 0.6;
const PAN_STEP = 0.2;

/** What the keys do while the timeline has the focus. */
export interface TimelineActs {
  zoomIn(): void;
  zoomOut(): void;
  panLeft(): void;
  panRight(): void;
  fitSelection(): void;
  fitAll(): void;
  nextEvent(): void;
  previousEvent(): void;
  laneDown(): void;
  laneUp(): void;
  nextGap(): void;
  previousGap(): void;
  rangeFrom(): void;
  rangeTo(): void;
  zoomToRange(): void;
  clearRange(): void;
}

/** Where the keys are: on the selected frame, else in the middle of the view. */
function hereOf({ scene }: TimelineView): { at: number; frame: number } {
  const { selected } = scene.marked;
  return selected ?? { at: (scene.view.from + scene.view.to) / 2, frame: 0 };
}

export function createTimelineActs(view: TimelineView): TimelineActs {
  const middle = () => {
    const { selected } = view.scene.marked;
    const { from, to } = view.scene.view;
    return selected && selected.at >= from && selected.at <= to ? selected.at : (from + to) / 2;
  };
  const pan = (share: number) => view.pan(lengthOf(view.scene.view) * share);
  return {
    zoomIn: () => view.zoom(ZOOM_STEP, middle()),
    zoomOut: () => view.zoom(1 / ZOOM_STEP, middle()),
    panLeft: () => pan(-PAN_STEP),
    panRight: () => pan(PAN_STEP),
    fitSelection: () => fitSelection(view),
    fitAll: () => view.moveTo(view.scene.whole),
    nextEvent: () => walk(view, 1),
    previousEvent: () => walk(view, -1),
    laneDown: () => changeLane(view, 1),
    laneUp: () => changeLane(view, -1),
    nextGap: () => goToGap(view, 1),
    previousGap: () => goToGap(view, -1),
    rangeFrom: () => setEnd(view, 'from'),
    rangeTo: () => setEnd(view, 'to'),
    zoomToRange: () => view.scene.range && view.moveTo(view.scene.range),
    clearRange: () => view.change({ range: null }),
  };
}

/** The range, else the span that the selected frame is an end of, else the room around it. */
function fitSelection(view: TimelineView): void {
  const { range, marked, slice } = view.scene;
  if (range) {
    view.fit(range);
    return;
  }
  const { selected, others } = marked;
  if (!selected) return;
  const ends = (slice?.spans ?? []).filter(
    (span) => span.frame === selected.frame || span.endFrame === selected.frame,
  );
  const span = ends.find(({ lane }) => lane === selected.lane) ?? ends[0];
  if (span) {
    view.fit(span);
    return;
  }
  const places = [selected, ...others].map(({ at }) => at);
  view.fit({ from: Math.min(...places), to: Math.max(...places) });
}

function go(view: TimelineView, lane: string, event: LaneEvent): void {
  const box = view.scene.boxes.find((one) => one.lane.id === lane);
  if (!box) return;
  view.change({ focusLane: lane });
  showLane(view, lane);
  const hit = event.span
    ? ({ kind: 'span', box, span: event.span } as const)
    : event.point && ({ kind: 'point', box, point: event.point } as const);
  const facts = hit && factsOf(hit, view.scene.axis, view.scene.zero);
  if (facts) view.say(facts);
  const { view: seen, whole } = view.scene;
  if (event.at < seen.from || event.at > seen.to) {
    const length = lengthOf(seen);
    const from = Math.max(whole.from, event.at - length / 2);
    view.moveTo({ from, to: from + length });
  }
  view.select(event.frame);
}

function walk(view: TimelineView, direction: 1 | -1): void {
  const { slice } = view.scene;
  const lane = view.walkLane();
  if (!slice || lane === null) return;
  if (slice.points === null) {
    walkBins(view, lane, direction);
    return;
  }
  const next = nextEvent(eventsOf(slice, lane), hereOf(view), direction);
  if (next) {
    go(view, lane, next);
    return;
  }
  const { view: seen, whole } = view.scene;
  const more =
    direction === 1
      ? slice.to < whole.to && seen.to < whole.to
      : slice.from > whole.from && seen.from > whole.from;
  if (more) {
    view.pan(lengthOf(seen) * 0.5 * direction);
    view.sayWords('Nothing more here; moved on along the axis.');
  } else view.sayWords(direction === 1 ? 'The last event of this lane.' : 'The first event of this lane.');
}

/** Where events are too many to tell apart the keys go from one full stretch to the next, and come closer there. */
function walkBins(view: TimelineView, lane: string, direction: 1 | -1): void {
  const { slice, boxes, axis, zero } = view.scene;
  const box = boxes.find((one) => one.lane.id === lane);
  const bins = slice?.bins.find((one) => one.lane === lane);
  if (!slice || !box || !bins) return;
  const width = (slice.to - slice.from) / bins.counts.length;
  const here = Math.floor((hereOf(view).at - slice.from) / width);
  let index = Math.min(bins.counts.length, Math.max(-1, here)) + direction;
  while (index >= 0 && index < bins.counts.length && bins.counts[index] === 0) index += direction;
  const hit = binAt(slice, box, slice.from + (index + 0.5) * width);
  if (hit?.kind !== 'bin') {
    view.sayWords('Nothing more on this lane in view.');
    return;
  }
  view.change({ focusLane: lane });
  const facts = factsOf(hit, axis, zero);
  if (facts) view.say(facts);
  void view.enterBin(hit);
}

function showLane(view: TimelineView, lane: string): void {
  const { boxes, scroll, size } = view.scene;
  const box = boxes.find((one) => one.lane.id === lane);
  if (!box) return;
  const room = size.height - LANES_TOP;
  if (box.top < scroll) view.scrollLanes(box.top - scroll);
  else if (box.top + box.height > scroll + room) view.scrollLanes(box.top + box.height - room - scroll);
}

/** Goes to the lane above or below, and there to what is nearest. */
function changeLane(view: TimelineView, by: 1 | -1): void {
  const { boxes, slice } = view.scene;
  const lane = view.walkLane();
  const index = boxes.findIndex((one) => one.lane.id === lane);
  const box = boxes[index + by];
  if (!box) return;
  const { id, label } = box.lane;
  view.change({ focusLane: id });
  showLane(view, id);
  const nearest = slice?.points ? nearestEvent(eventsOf(slice, id), hereOf(view).at) : null;
  if (nearest) go(view, id, nearest);
  else view.sayWords(`${label}: nothing in view.`);
}

function goToGap(view: TimelineView, direction: 1 | -1): void {
  const { outline, axis } = view.scene;
  const gaps = axis === 'time' ? outline.gaps : [];
  const { at } = hereOf(view);
  // The frame behind a silence is where one goes to: from it the next silence is a later one.
  const gap = direction === 1 ? gaps.find(({ to }) => to > at) : gaps.findLast(({ to }) => to < at);
  if (!gap) {
    view.sayWords(direction === 1 ? 'No silence after this.' : 'No silence before this.');
    return;
  }
  view.select(gap.after);
  skipTo(view, gap.to);
  view.sayWords(`Behind a silence, at frame ${gap.after}.`);
}

/** One end of the range is where the selected frame is. */
function setEnd(view: TimelineView, end: 'from' | 'to'): void {
  const { range, view: seen } = view.scene;
  const { at } = hereOf(view);
  const other = range?.[end === 'from' ? 'to' : 'from'] ?? (end === 'from' ? seen.to : seen.from);
  const [from, to] = at <= other ? [at, other] : [other, at];
  view.change({ range: { from, to } });
}
