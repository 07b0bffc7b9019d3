import { useRef, useState } from 'react';
import type { Call } from '../../../ipc/engine-contract';
import type { EngineClient } from '../../bridge/engine-port';
import { formatCount, formatDuration, isStated, plural } from '../../text/format';
import { BlockImage } from '../summary/block-image';
import { BlockBody } from '../summary/summary-tab';
import { callIndex, nextFailed } from './call-index';
import { ParallelGroup, ResultSides } from './call-sides';

interface Props {
  client: EngineClient | null;
  session: number;
  frame: number;
  calls: Call[];
  onJump(frame: number): void;
}

const STATUS: Record<Call['status'], { shape: string; tone: string; text: string }> = {
  ok: { shape: '●', tone: 'ok', text: 'answered' },
  failed: { shape: '■', tone: 'err', text: 'failed' },
  unanswered: { shape: '▲', tone: 'warn', text: 'no result' },
  orphan: { shape: '▲', tone: 'warn', text: 'no call' },
  duplicate: { shape: '▲', tone: 'warn', text: 'id used again' },
};

/** What the tool was asked beside what it answered, for every call or result that the frame holds. */
export function CallTab({ client, session, frame, calls, onJump }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const show = (place: number) => {
    list.current?.querySelectorAll(':scope > .call')[place]?.scrollIntoView({ block: 'start' });
  };
  return (
    <div className="calls" ref={list}>
      {calls.length > 1 && <Index key={frame} calls={calls} onShow={show} />}
      {calls.map((call, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: ids may repeat or be empty
        <CallCard key={index} call={call} frame={frame} onJump={onJump}>
          {call.pictures.map(({ image, words }) => (
            <BlockImage
              key={image.path.join()}
              client={client}
              session={session}
              frame={call.resultFrame ?? frame}
              image={image}
              words={words}
            />
          ))}
        </CallCard>
      ))}
    </div>
  );
}

/** Where a frame holds many calls: how many, which failed, and the way to each. */
function Index({ calls, onShow }: { calls: Call[]; onShow(place: number): void }) {
  const index = callIndex(calls);
  const [at, setAt] = useState(-1);
  const next = nextFailed(index, at);
  const go = (place: number) => {
    setAt(place);
    onShow(place);
  };
  return (
    <>
      <div className="call-index-head">
        <span>
          {plural(calls.length, 'call')}
          {index.failed.length > 0 && (
            <span className="call-status err">, {formatCount(index.failed.length)} failed</span>
          )}
        </span>
        {next !== null && (
          <button type="button" className="button small" onClick={() => go(next)}>
            {at < 0 ? 'First failed' : 'Next failed'}
          </button>
        )}
      </div>
      <ul className="call-index" aria-label="Calls of this frame">
        {index.order.map((place) => {
          const call = calls[place];
          if (!call) return null;
          const { shape, tone, text } = STATUS[call.status];
          return (
            <li key={place}>
              <button
                type="button"
                className="call-index-item"
                title={`${call.name || 'unnamed tool'}, ${text}`}
                aria-current={place === at ? 'true' : undefined}
                onClick={() => go(place)}
              >
                <span className={`call-status ${tone}`} aria-hidden>
                  {shape}
                </span>
                <span className="call-index-name">{call.name || 'unnamed tool'}</span>
                <span className="muted">{place + 1}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}

interface CardProps {
  call: Call;
  frame: number;
  onJump(frame: number): void;
  /** Pictures of the result. */
  children: React.ReactNode;
}

function CallCard({ call, frame, onJump, children }: CardProps) {
  const status = STATUS[call.status];
  return (
    <article className="call">
      <header className="call-head">
        <h3>{call.name || 'unnamed tool'}</h3>
        <span className={`call-status ${status.tone}`}>
          <span aria-hidden>{status.shape}</span> {status.text}
        </span>
        <span className={call.durationInferred && isStated(call.durationMs) ? 'muted inferred' : 'muted'}>
          {isStated(call.durationMs)
            ? `${call.durationInferred ? '~' : ''}${formatDuration(call.durationMs)}`
            : 'duration not stated'}
        </span>
        <span className="spacer" />
        <span className="muted mono call-id" title={call.id}>
          {call.id === '' ? 'empty id' : call.id}
        </span>
      </header>
      {call.notes.length > 0 && (
        <ul className="call-notes">
          {call.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {call.parallel && <ParallelGroup group={call.parallel} onJump={onJump} />}
      <div className="call-ends">
        <CallEnd title="Call" end={call.callFrame} frame={frame} onJump={onJump}>
          {call.input ? (
            <BlockBody form={call.inputForm} text={call.input.text} cut={call.input.cut} />
          ) : (
            <p className="block-note">The call is not in this file.</p>
          )}
        </CallEnd>
        <CallEnd
          title="Result"
          end={call.resultFrame}
          frame={frame}
          onJump={onJump}
          failed={call.status === 'failed'}
        >
          {call.result ? (
            <>
              {(call.result.text !== '' || call.pictures.length === 0) && (
                <BlockBody form="text" text={call.result.text} cut={call.result.cut} />
              )}
              {children}
            </>
          ) : (
            <p className="block-note">
              {call.resultFrame === null
                ? 'There is no result in this file.'
                : 'The result states no content.'}
            </p>
          )}
          <ResultSides call={call} />
        </CallEnd>
      </div>
    </article>
  );
}

interface EndProps {
  title: string;
  end: number | null;
  frame: number;
  failed?: boolean;
  onJump(frame: number): void;
  children: React.ReactNode;
}

function CallEnd({ title, end, frame, failed = false, onJump, children }: EndProps) {
  return (
    <section className={failed ? 'block err' : 'block'}>
      <h3>
        <span className="block-type">{title}</span>
        {end !== null && end === frame && <span className="muted">this frame, #{end}</span>}
        {end !== null && end !== frame && (
          <button type="button" className="link" onClick={() => onJump(end)}>
            go to #{end}
          </button>
        )}
      </h3>
      {children}
    </section>
  );
}
