import { ChevronDown, ChevronRight } from 'lucide-react';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTimeline } from '../stores/timeline';
import type { TimelineSource } from './feed/timeline-source';
import { listenToGestures } from './gestures';
import { rangeTerm } from './model/range-term';
import { AxisSwitch } from './parts/axis-switch';
import { HoverCard } from './parts/hover-card';
import { RangeBar } from './parts/range-bar';
import { TimelineNote } from './parts/timeline-note';
import './timeline.css';
import { createTimelineActs } from './timeline-acts';
import { type GivenPlace, type TimelineFacts, TimelineView } from './timeline-view';
import { useTimelineCommands } from './use-timeline-commands';
import { outlineInWords } from './words';

export interface TimelineProps {
  /** null while there is no engine to ask. */
  source: TimelineSource | null;
  /** Counts up with what is known of the file: rows, and whether they are all there. */
  revision: string;
  /** The zero of relative times. */
  firstTime: number | null;
  indexing: boolean;
  stopped: boolean;
  selected: GivenPlace | null;
  /** The other ends of its calls. */
  others: readonly GivenPlace[];
  /** What is searched for. */
  hits: string | null;
  onSelect(frame: number): void;
  onToList(): void;
  /** Adds a term to the filter of the list; null while the list has no filter. */
  onFilterRange: ((term: string) => void) | null;
  /** How high it wants to be. */
  onNaturalHeight?(height: number): void;
  /** The view, for who measures it. */
  onView?(view: TimelineView | null): void;
}

const NOTHING_YET: TimelineFacts = {
  axis: 'time',
  outline: null,
  naturalHeight: 0,
  hover: null,
  range: null,
  said: '',
  zero: 0,
  failed: false,
};

/** The session on lanes. React makes the canvas once; what is on it is drawn by TimelineView. */
export function TimelinePane(props: TimelineProps) {
  const { source, revision, firstTime, selected, others, hits } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const focus = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const [view, setView] = useState<TimelineView | null>(null);
  const [facts, setFacts] = useState<TimelineFacts>(NOTHING_YET);
  const axis = useTimeline((state) => state.axis);
  const shut = useTimeline((state) => state.shut);
  /** What was selected from here: the view stays where it is. */
  const own = useRef<number | null>(null);
  const description = useId();

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
    setView(created);
    latest.current.onView?.(created);
    return () => {
      endGestures();
      latest.current.onView?.(null);
      created.destroy();
    };
  }, []);
  const pane = useSizes(view);

  useEffect(() => view?.setAxis(axis), [view, axis]);
  useEffect(() => view?.setSource(source), [view, source]);
  useEffect(() => view?.search(hits), [view, hits]);
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

  const filterRange = () => {
    const range = view?.scene.range;
    if (range && view) latest.current.onFilterRange?.(rangeTerm(view.scene.axis, range, view.scene.zero));
  };
  const acts = useRef(view && createTimelineActs(view));
  acts.current = view && createTimelineActs(view);
  useTimelineCommands({
    view,
    focus,
    acts,
    filterRange,
    canFilter: props.onFilterRange !== null,
    toList: props.onToList,
  });

  const { outline } = facts;
  return (
    <section
      className={shut ? 'timeline shut' : 'timeline'}
      aria-label="Timeline"
      data-testid="timeline"
      ref={pane.host}
    >
      <div
        ref={focus}
        className="timeline-canvas"
        data-testid="timeline-canvas"
        data-axis={facts.axis}
        data-ready={outline !== null}
        // It has keys of its own, which a reader of screens has to pass on to it.
        role="application"
        aria-roledescription="timeline"
        aria-label={`Timeline, axis of ${facts.axis}`}
        aria-describedby={description}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes the keys
        tabIndex={0}
        onFocus={() => view?.change({ focusLane: view.walkLane() })}
        onBlur={() => view?.change({ focusLane: null })}
      >
        <canvas ref={canvas} />
      </div>
      <p id={description} className="unseen" data-testid="timeline-description">
        {outline ? outlineInWords(outline) : 'Nothing is drawn yet.'} Arrow keys go along a lane and between
        lanes, Enter goes to the list, Shift S opens the same as a table.
      </p>
      <p className="unseen" aria-live="polite" data-testid="timeline-said">
        {facts.said}
      </p>
      <TitleButton shut={shut} />
      <div className="timeline-controls" ref={pane.controls}>
        <AxisSwitch facts={facts} acts={acts} shut={shut} />
      </div>
      {!shut && <TimelineNote facts={facts} indexing={props.indexing} stopped={props.stopped} />}
      {!shut && facts.range && (
        <RangeBar
          range={facts.range}
          axis={facts.axis}
          onFilter={props.onFilterRange && filterRange}
          onZoom={() => acts.current?.zoomToRange()}
          onClear={() => {
            acts.current?.clearRange();
            focus.current?.focus();
          }}
        />
      )}
      {facts.hover && <HoverCard hover={facts.hover} host={canvas} />}
    </section>
  );
}

function TitleButton({ shut }: { shut: boolean }) {
  const Chevron = shut ? ChevronRight : ChevronDown;
  return (
    <button
      type="button"
      className="timeline-title"
      aria-expanded={!shut}
      title={shut ? 'Open the timeline' : 'Shut the timeline; its minimap stays'}
      onClick={() => useTimeline.getState().setShut(!shut)}
    >
      <Chevron size={13} aria-hidden />
      Timeline
    </button>
  );
}

/** Tells the view how large its canvas is, and how much of the first line the buttons take. */
function useSizes(view: TimelineView | null) {
  const host = useRef<HTMLElement>(null);
  const controls = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!view || !host.current || !controls.current) return;
    const [outer, buttons] = [host.current, controls.current];
    const measure = () => {
      const size = {
        width: outer.clientWidth,
        height: outer.clientHeight,
        controls: buttons.offsetWidth + 10,
      };
      view.change({ size });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(outer);
    observer.observe(buttons);
    measure();
    return () => observer.disconnect();
  }, [view]);
  return { host, controls };
}
