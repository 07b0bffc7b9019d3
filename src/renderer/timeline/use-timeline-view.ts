import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTimeline } from '../stores/timeline';
import { listenToGestures } from './gestures';
import { rangeTerm } from './model/range-term';
import { createTimelineActs, type TimelineActs } from './timeline-acts';
import { NOTHING_YET, type TimelineFacts } from './timeline-facts';
import type { TimelineProps } from './timeline-pane';
import { TimelineView } from './timeline-view';

/** Makes the view of a canvas once, and tells it of everything that changes around it. */
export function useTimelineView(canvas: RefObject<HTMLCanvasElement | null>, props: TimelineProps) {
  const { source, revision, firstTime, selected, others, hits, searched } = props;
  const latest = useRef(props);
  latest.current = props;
  const [view, setView] = useState<TimelineView | null>(null);
  const [facts, setFacts] = useState<TimelineFacts>(NOTHING_YET);
  const acts = useRef<TimelineActs | null>(null);
  const axis = useTimeline((state) => state.axis);
  /** What was selected from here: the view stays where it is. */
  const own = useRef<number | null>(null);

  useLayoutEffect(() => {
    if (!canvas.current) return;
    const created = new TimelineView(canvas.current, {
      onSelect: (frame) => {
        own.current = frame;
        latest.current.onSelect(frame);
      },
      onFacts: setFacts,
    });
    const endGestures = listenToGestures(created, () => latest.current.selected?.frame ?? null);
    acts.current = createTimelineActs(created);
    setView(created);
    latest.current.onView?.(created);
    return () => {
      endGestures();
      acts.current = null;
      latest.current.onView?.(null);
      created.destroy();
    };
  }, [canvas]);

  useEffect(() => view?.setAxis(axis), [view, axis]);
  useEffect(() => view?.setSource(source), [view, source]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: there are more hits the further the search has come
  useEffect(() => view?.search(hits), [view, hits, searched]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the revision stands for what the engine has learnt
  useEffect(() => view?.touch(firstTime), [view, source, revision, firstTime]);
  useEffect(() => {
    view?.setSelection(selected, others, selected?.frame !== own.current);
    if (selected?.frame !== own.current) own.current = null;
  }, [view, selected, others]);
  const { naturalHeight } = facts;
  useEffect(() => {
    if (naturalHeight > 0) latest.current.onNaturalHeight?.(naturalHeight);
  }, [naturalHeight]);

  const filterRange = useCallback(() => {
    const range = view?.scene.range;
    if (range && view) latest.current.onFilterRange?.(rangeTerm(view.scene.axis, range, view.scene.zero));
  }, [view]);
  return { view, facts, acts, filterRange };
}
