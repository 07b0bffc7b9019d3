import type { RefObject } from 'react';
import type { TimelineAxis } from '../../ipc/engine-contract';
import { useCommands } from '../commands/use-commands';
import { useTimeline } from '../stores/timeline';
import type { TimelineActs } from './timeline-acts';
import type { TimelineView } from './timeline-view';

interface Parts {
  view: TimelineView | null;
  focus: RefObject<HTMLElement | null>;
  acts: RefObject<TimelineActs | null>;
  canFilter: boolean;
  filterRange(): void;
  toList(): void;
}

const PLAIN: readonly (keyof TimelineActs)[] = [
  'zoomIn',
  'zoomOut',
  'panLeft',
  'panRight',
  'fitSelection',
  'fitAll',
  'nextEvent',
  'previousEvent',
  'laneDown',
  'laneUp',
  'nextGap',
  'previousGap',
  'rangeFrom',
  'rangeTo',
];

const AXES: readonly [string, TimelineAxis][] = [
  ['timeline.axisTime', 'time'],
  ['timeline.axisOrder', 'order'],
  ['timeline.axisBytes', 'bytes'],
];

/** The keys of the timeline, and what the palette can do with it. */
export function useTimelineCommands({ view, focus, acts, canFilter, filterRange, toList }: Parts): void {
  const { setShut, setAxis } = useTimeline.getState();
  const ready = () => view !== null && view.scene.boxes.length > 0 && !useTimeline.getState().shut;
  const ranged = () => ready() && view?.scene.range != null;
  const hasTime = () => view?.scene.outline.extents.time != null;
  useCommands({
    ...Object.fromEntries(
      PLAIN.map((act) => [`timeline.${act}`, { run: () => acts.current?.[act](), enabled: ready }]),
    ),
    ...Object.fromEntries(
      AXES.map(([id, axis]) => [
        id,
        { run: () => setAxis(axis), enabled: () => axis !== 'time' || hasTime() },
      ]),
    ),
    'timeline.focus': {
      run: () => {
        setShut(false);
        focus.current?.focus();
      },
    },
    'timeline.toggle': { run: () => setShut(!useTimeline.getState().shut) },
    'timeline.zoomRange': { run: () => acts.current?.zoomToRange(), enabled: ranged },
    'timeline.clearRange': { run: () => acts.current?.clearRange(), enabled: ranged },
    'timeline.filterRange': { run: filterRange, enabled: () => canFilter && ranged() },
    'timeline.toList': { run: toList },
  });
}
