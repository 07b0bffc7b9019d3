import type { LensAnswer, LensEvent } from '../../../ipc/engine-contract';
import { formatCount, plural } from '../../text/format';
import { BlockBody } from '../summary/summary-tab';

/** One event: its fields, what it was made from, what was corrected, and the whole of it as JSON. */
export function EventCard({ event, onJump }: { event: LensEvent; onJump(frame: number): void }) {
  const { type, facts, json, from, fromLeftOff, corrected, drawnAs } = event;
  return (
    <article className="lens-event">
      <header className="lens-event-head">
        <h4>{type}</h4>
        {drawnAs !== null && <span className="muted">drawn as {drawnAs}</span>}
      </header>
      {facts.length > 0 && (
        <dl className="facts">
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {from.length > 0 && <MadeFrom from={from} leftOff={fromLeftOff} onJump={onJump} />}
      {corrected.length > 0 && (
        <ul className="lens-corrected" aria-label="What was corrected">
          {corrected.map((sentence) => (
            <li key={sentence}>
              <span className="lens-corrected-mark" aria-hidden>
                ◆
              </span>
              {sentence}
            </li>
          ))}
        </ul>
      )}
      <details className="lens-json">
        <summary>JSON, {plural(json.text.length + json.cut, 'character')}</summary>
        <BlockBody form="json" text={json.text} cut={json.cut} />
      </details>
    </article>
  );
}

function MadeFrom({
  from,
  leftOff,
  onJump,
}: {
  from: number[];
  leftOff: number;
  onJump(frame: number): void;
}) {
  return (
    <p className="lens-from">
      <span className="muted">made from</span>
      {from.map((frame) => (
        <button key={frame} type="button" className="link" onClick={() => onJump(frame)}>
          #{formatCount(frame)}
        </button>
      ))}
      {leftOff > 0 && <span className="muted">and {formatCount(leftOff)} more</span>}
    </p>
  );
}

interface DroppedProps {
  dropped: LensAnswer['dropped'];
  leftOff: number;
  /** Nothing stands above it, so it needs no heading. */
  alone: boolean;
}

export function DroppedList({ dropped, leftOff, alone }: DroppedProps) {
  return (
    <section className="lens-dropped" aria-label="What was dropped">
      {!alone && <h3 className="lens-heading">Dropped</h3>}
      <dl>
        {dropped.map(({ what, why }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts may repeat
          <div key={index}>
            <dt>{what}</dt>
            <dd>{why}</dd>
          </div>
        ))}
      </dl>
      {leftOff > 0 && <p className="muted">{plural(leftOff, 'more part')} of this frame.</p>}
    </section>
  );
}
