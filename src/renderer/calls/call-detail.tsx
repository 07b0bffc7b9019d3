import type { Call, CallRow } from '../../ipc/engine-contract';
import type { EngineClient } from '../bridge/engine-port';
import { CallTab } from '../detail/call/call-tab';
import '../detail/detail.css';
import { ProblemNote } from '../detail/problem-note';
import { useAnswer } from '../panel/use-answer';
import { formatCount } from '../text/format';

interface Props {
  client: EngineClient | null;
  session: number;
  row: CallRow | null;
  onOpen(frame: number): void;
}

const sameEnds = (row: CallRow) => (call: Call) =>
  call.callFrame === row.callFrame && call.resultFrame === row.resultFrame;

/** What the selected call was asked and what it answered, with the ways to its frames. */
export function CallDetail({ client, session, row, onOpen }: Props) {
  const frame = row?.callFrame ?? row?.resultFrame ?? null;
  const { answer, problem } = useAnswer(
    frame === null ? null : client,
    `calls ${session} ${frame}`,
    row?.resultFrame,
    (engine, signal) => engine.request('calls', { session, frame: frame as number }, { signal }),
  );
  if (row === null || frame === null)
    return (
      <section className="calls-detail" aria-label="Call detail">
        <p className="detail-note">Select a call to see what it asked and what it got.</p>
      </section>
    );
  const own = answer?.filter(sameEnds(row)) ?? [];
  return (
    <section className="calls-detail" aria-label="Call detail" data-testid="call-detail" data-frame={frame}>
      <header className="calls-detail-head">
        {row.callFrame !== null && (
          <button type="button" className="link" onClick={() => onOpen(row.callFrame as number)}>
            <kbd aria-hidden>Enter</kbd> open call #{formatCount(row.callFrame)}
          </button>
        )}
        {row.resultFrame !== null && (
          <button type="button" className="link" onClick={() => onOpen(row.resultFrame as number)}>
            <kbd aria-hidden>x</kbd> open result #{formatCount(row.resultFrame)}
          </button>
        )}
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
      <section className="calls-detail-body" tabIndex={0} aria-label="Input and result">
        {problem && <ProblemNote problem={problem} />}
        {answer && (
          <CallTab
            client={client}
            session={session}
            frame={frame}
            calls={own.length > 0 ? own : answer}
            onJump={onOpen}
          />
        )}
      </section>
    </section>
  );
}
