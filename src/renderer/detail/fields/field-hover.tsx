import { useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { PointedField } from './mark-layer';
import { PROVENANCE_NAMES, ProvenanceMark } from './provenance-mark';
import './fields.css';

/** What is known of a key in the raw text, below its line, or above it where there is no room. */
export function FieldHover({ field }: { field: PointedField }) {
  const { entry, left, top, bottom } = field;
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = panel.current;
    if (!element) return;
    const { offsetWidth, offsetHeight } = element;
    const below = bottom + 4 + offsetHeight <= window.innerHeight;
    element.style.left = `${Math.max(8, Math.min(left, window.innerWidth - offsetWidth - 8))}px`;
    element.style.top = `${below ? bottom + 4 : Math.max(8, top - offsetHeight - 4)}px`;
  }, [left, top, bottom]);
  return createPortal(
    <div ref={panel} className="field-hover" role="status" data-testid="field-hover">
      <p className="field-hover-head">
        <ProvenanceMark of={entry.provenance} />
        <span className="mono field-hover-path">{entry.path}</span>
        <span className="field-hover-kind">— {PROVENANCE_NAMES[entry.provenance]}</span>
      </p>
      <p>{entry.explanation}</p>
      {entry.notes.map((note) => (
        <p key={note} className="field-note">
          <span aria-hidden>● </span>
          {note}
        </p>
      ))}
    </div>,
    document.body,
  );
}
