import { useEffect, useLayoutEffect, useRef } from 'react';
import './frame-list.css';
import { createListView, type ListView } from './list-view';
import type { RowSource } from './row-source';
import type { Place } from './scroll-map';

interface Props {
  source: RowSource;
  selected: number | null;
  linked: ReadonlySet<number>;
  /** Where the list stood when this source was last on screen. */
  place?: Place | undefined;
  onSelect(frame: number): void;
  /** Enter or a double click: the reader wants to see what is inside. */
  onOpen(frame: number): void;
  onFold(frame: number, open: boolean): void;
  onScrolled?(where: 'up' | 'down' | 'end'): void;
  onSeen?(frames: number): void;
  onView?(view: ListView | null): void;
  /** The place is handed back before the list shows another source or goes away. */
  onLeave?(source: RowSource, place: Place): void;
}

/** The fixed-row list of frames. React makes it once; every draw after that is imperative (list-view.ts). */
export function FrameList(props: Props) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<ListView | null>(null);
  const latest = useRef(props);
  latest.current = props;

  useLayoutEffect(() => {
    if (!host.current) return;
    const created = createListView(host.current, {
      onSelect: (frame) => latest.current.onSelect(frame),
      onOpen: (frame) => latest.current.onOpen(frame),
      onFold: (frame, open) => latest.current.onFold(frame, open),
      onScrolled: (where) => latest.current.onScrolled?.(where),
      onSeen: (frames) => latest.current.onSeen?.(frames),
    });
    view.current = created;
    latest.current.onView?.(created);
    return () => {
      latest.current.onView?.(null);
      view.current = null;
      created.destroy();
    };
  }, []);

  const { source, selected, linked } = props;
  useLayoutEffect(() => {
    const current = view.current;
    current?.setSource(source, latest.current.place);
    return () => {
      if (current) latest.current.onLeave?.(source, current.place());
    };
  }, [source]);

  useEffect(() => {
    view.current?.setSelection(selected, linked);
  }, [selected, linked]);

  return <div className="fl-host" ref={host} />;
}
