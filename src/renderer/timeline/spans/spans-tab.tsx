import { useState } from 'react';
import { MAX_PER_PAGE, type TimelineSpan } from '../../../ipc/engine-contract';
import { ProblemNote } from '../../detail/problem-note';
import type { PanelProps } from '../../panel/bottom-panel';
import { Lines } from '../../panel/lines';
import { PageBar } from '../../panel/turns/page-bar';
import { useAnswer } from '../../panel/use-answer';
import { useSelection } from '../../stores/selection';
import { useFacts } from '../../stores/sessions';
import { formatCount, formatDuration, formatRelative, NOT_STATED } from '../../text/format';
import { SPAN_KINDS, SPAN_STATES } from '../words';
import './spans.css';

/** What the timeline draws, as a table: every span with its lane, its times and its frames. */
export function SpansTab({ session, client, report, onJump }: PanelProps) {
  const [from, setFrom] = useState(0);
  const { progress } = useFacts(session);
  const frame = useSelection(({ trails }) => trails[session]?.frame ?? null);
  const { answer, problem } = useAnswer(client, `spans ${session} ${from}`, report, (engine, signal) =>
    engine.request('spans', { session, from, count: MAX_PER_PAGE }, { signal }),
  );
  if (problem) return <ProblemNote problem={problem} />;
  if (!answer) {
    return <p className="panel-note">{client ? 'Collecting…' : 'The engine is not there to ask.'}</p>;
  }
  const { total, spans } = answer;
  if (total === 0) {
    return (
      <p className="panel-note">
        This file holds no span: no call, no message that was streamed, and no subagent.
      </p>
    );
  }
  return (
    <>
      <div className="lines-head spans-head" aria-hidden>
        <span>lane</span>
        <span>what</span>
        <span>kind</span>
        <span className="num">begins</span>
        <span className="num">lasts</span>
        <span>state</span>
        <span>frames</span>
      </div>
      <Lines label="Spans" className="panel-scroll">
        {spans.map((span) => (
          <SpanLine
            key={`${span.lane} ${span.kind} ${span.frame} ${span.endFrame} ${span.label} ${span.depth}`}
            span={span}
            zero={progress?.firstTime ?? null}
            current={span.frame === frame || span.endFrame === frame}
            onJump={onJump}
          />
        ))}
      </Lines>
      <PageBar
        what="Spans"
        from={from}
        shown={spans.length}
        total={total}
        page={MAX_PER_PAGE}
        onFrom={setFrom}
      />
    </>
  );
}

interface LineProps {
  span: TimelineSpan;
  /** null: no frame states a time. */
  zero: number | null;
  current: boolean;
  onJump(frame: number): void;
}

function SpanLine({ span, zero, current, onJump }: LineProps) {
  const { lane, label, kind, state, frame, endFrame, inferred } = span;
  const { shape, word, tone } = SPAN_STATES[state];
  const about = inferred ? '~' : '';
  const says = inferred ? 'A time of it is taken from a neighbour' : undefined;
  const frames =
    endFrame === null || endFrame === frame
      ? `#${formatCount(frame)}`
      : `#${formatCount(frame)} to #${formatCount(endFrame)}`;
  return (
    <li>
      <button
        type="button"
        data-line
        className="panel-line span-line"
        aria-current={current}
        title={`Go to frame ${frame}, where it begins`}
        onClick={() => onJump(frame)}
      >
        <span>{lane}</span>
        <span className="span-label">{label === '' ? SPAN_KINDS[kind] : label}</span>
        <span className="muted">{SPAN_KINDS[kind]}</span>
        <span className={zero === null ? 'num muted' : 'num mono'} title={says}>
          {zero === null ? NOT_STATED : `${about}${formatRelative(span.from - zero)}`}
        </span>
        <span className={zero === null ? 'num muted' : 'num mono'} title={says}>
          {zero === null ? NOT_STATED : `${about}${formatDuration(span.to - span.from)}`}
        </span>
        <span className={tone}>
          <span aria-hidden>{shape}</span> {word}
        </span>
        <span>{frames}</span>
      </button>
    </li>
  );
}
