import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Group, Panel, Separator, usePanelRef } from 'react-resizable-panels';
import { useTimeline } from '../stores/timeline';
import { RULER_TOP } from './model/geometry';
import { TimelinePane, type TimelineProps } from './timeline-pane';

/** Shut, the minimap is left. */
const SHUT_PX = RULER_TOP;
const LEAST_PX = 92;
/** By itself it takes no more than this share of the window's height from the list. */
const MOST_SHARE = 0.4;

interface Props extends Omit<TimelineProps, 'onNaturalHeight'> {
  session: number;
  /** What is below the timeline. */
  children: ReactNode;
}

/** The timeline above the rest: as high as its lanes until the reader gives it a height, or shuts it. */
export function TimelineStack({ session, children, ...timeline }: Props) {
  const panel = usePanelRef();
  const stack = useRef<HTMLDivElement>(null);
  const shut = useTimeline((state) => state.shut);
  const height = useTimeline((state) => state.height);
  const { setHeight, setShut } = useTimeline.getState();
  const [natural, setNatural] = useState(150);

  useEffect(() => {
    const room = stack.current?.clientHeight ?? window.innerHeight;
    const wanted = height ?? Math.min(natural, room * MOST_SHARE);
    panel.current?.resize(`${Math.round(shut ? SHUT_PX : Math.max(LEAST_PX, wanted))}px`);
  }, [panel, natural, height, shut]);

  return (
    <Group
      className="timeline-stack"
      orientation="vertical"
      elementRef={stack}
      onLayoutChanged={(_, { isUserInteraction }) => {
        const now = panel.current?.getSize().inPixels ?? 0;
        if (!isUserInteraction || now === 0) return;
        setShut(now < LEAST_PX);
        if (now >= LEAST_PX) setHeight(Math.round(now));
      }}
    >
      <Panel
        id="timeline-panel"
        panelRef={panel}
        minSize={`${LEAST_PX}px`}
        maxSize="75%"
        collapsible
        collapsedSize={`${SHUT_PX}px`}
        defaultSize={`${shut ? SHUT_PX : (height ?? natural)}px`}
        groupResizeBehavior="preserve-pixel-size"
      >
        <TimelinePane key={session} {...timeline} onNaturalHeight={setNatural} />
      </Panel>
      <Separator
        className="pane-handle"
        aria-label="Resize the timeline"
        title="Drag for another height; double-click: as high as its lanes"
        onDoubleClick={() => {
          setShut(false);
          setHeight(null);
        }}
      />
      <Panel id="below-timeline" minSize="140px">
        {children}
      </Panel>
    </Group>
  );
}
