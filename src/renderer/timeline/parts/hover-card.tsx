import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { TimelineFacts } from '../timeline-facts';

interface Props {
  hover: NonNullable<TimelineFacts['hover']>;
  host: RefObject<HTMLElement | null>;
}

const AWAY_PX = 14;

/** What is under the cursor. The live region and the table of spans say the same to readers without one. */
export function HoverCard({ hover: { facts, x, y }, host }: Props) {
  const card = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const canvas = host.current?.getBoundingClientRect();
    if (!card.current || !canvas) return;
    const { offsetWidth: width, offsetHeight: height } = card.current;
    const left = canvas.left + x + AWAY_PX;
    const top = canvas.top + y + AWAY_PX;
    const fits = left + width < window.innerWidth - 8;
    const above = top + height > window.innerHeight - 8;
    card.current.style.left = `${fits ? left : Math.max(8, canvas.left + x - width - AWAY_PX)}px`;
    card.current.style.top = `${above ? canvas.top + y - height - AWAY_PX : top}px`;
  });
  return (
    <div className="timeline-card" ref={card} aria-hidden data-testid="timeline-card">
      <p className="timeline-card-title">
        {facts.shape !== '' && <span className={facts.tone}>{facts.shape}</span>}
        <strong>{facts.title}</strong>
        <span className="muted">{facts.lane}</span>
      </p>
      {facts.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}
