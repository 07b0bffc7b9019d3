import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId, useLayoutEffect, useMemo, useRef } from 'react';
import { useTimeline } from '../stores/timeline';
import type { TimelineSource } from './feed/timeline-source';
import { AxisSwitch } from './parts/axis-switch';
import { HoverCard } from './parts/hover-card';
import { RangeBar } from './parts/range-bar';
import { TimelineNote } from './parts/timeline-note';
import './timeline.css';
import type { GivenPlace, TimelineView } from './timeline-view';
import { useTimelineCommands } from './use-timeline-commands';
import { useTimelineView } from './use-timeline-view';
import { outlineInWords } from './words';

export interface TimelineProps {
  /** null while there is no engine to ask. */
  source: TimelineSource | null;
  /** Counts up with what is known of the file: rows, and whether they are all there. */
  revision: string;
  /** The zero of relative times. */
  firstTime: number | null;
  stopped: boolean;
  selected: GivenPlace | null;
  /** The other ends of its calls. */
  others: readonly GivenPlace[];
  /** What is searched for. */
  hits: string | null;
  /** How many rows were searched so far: hits come as it grows. */
  searched?: number;
  onSelect(frame: number): void;
  onToList(): void;
  /** Adds a term to the filter of the list; null while the list has no filter. */
  onFilterRange: ((term: string) => void) | null;
  /** How high it wants to be. */
  onNaturalHeight?(height: number): void;
  /** The view, for who measures it. */
  onView?(view: TimelineView | null): void;
}

/** The session on lanes. React makes the canvas once; what is on it is drawn by TimelineView. */
export function TimelinePane(props: TimelineProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const focus = useRef<HTMLDivElement>(null);
  const { view, facts, acts, filterRange } = useTimelineView(canvas, props);
  const shut = useTimeline((state) => state.shut);
  const pane = useSizes(view);
  const description = useId();
  const { outline, axis, said, range, hover } = facts;
  const words = useMemo(() => (outline ? outlineInWords(outline) : 'Nothing is drawn yet.'), [outline]);
  const canFilter = props.onFilterRange !== null;
  useTimelineCommands({ view, focus, acts, filterRange, canFilter, toList: props.onToList });
  const clearRange = () => {
    acts.current?.clearRange();
    focus.current?.focus();
  };
  return (
    <section className="timeline" aria-label="Timeline" data-testid="timeline" ref={pane.host}>
      <div
        ref={focus}
        className="timeline-canvas"
        data-testid="timeline-canvas"
        data-axis={axis}
        data-ready={outline !== null}
        // It has keys of its own, which a reader of screens has to pass on to it.
        role="application"
        aria-roledescription="timeline"
        aria-label={`Timeline, axis of ${axis}`}
        aria-describedby={description}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes the keys
        tabIndex={0}
        onFocus={() => view?.change({ focusLane: view.walkLane() })}
        onBlur={() => view?.change({ focusLane: null })}
      >
        <canvas ref={canvas} />
      </div>
      <p id={description} className="unseen" data-testid="timeline-description">
        {words} Arrow keys go along a lane and between lanes, Enter goes to the list, Shift S opens the same
        as a table.
      </p>
      <p className="unseen" aria-live="polite" data-testid="timeline-said">
        {said}
      </p>
      <TitleButton shut={shut} />
      <div className="timeline-controls" ref={pane.controls}>
        <AxisSwitch facts={facts} acts={acts} shut={shut} />
      </div>
      {!shut && <TimelineNote facts={facts} stopped={props.stopped} />}
      {!shut && range && (
        <RangeBar
          range={range}
          axis={axis}
          onFilter={canFilter ? filterRange : null}
          onZoom={() => acts.current?.zoomToRange()}
          onClear={clearRange}
        />
      )}
      {hover && <HoverCard hover={hover} host={canvas} />}
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
