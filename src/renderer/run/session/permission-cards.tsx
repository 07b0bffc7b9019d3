import { useRef, useState } from 'react';
import type { PermissionRequest } from '../../../ipc/engine-contract';
import { askShell } from '../../bridge/shell';
import { useCommands } from '../../commands/use-commands';
import { tellFailure } from '../../stores/notices';
import { answerKey, useProcesses } from '../../stores/processes';
import { formatCount, plural } from '../../text/format';

interface Props {
  process: number;
  requests: readonly PermissionRequest[];
  /** Answers that were sent, and that the engine has not read yet. */
  answers: ReadonlyMap<string, boolean>;
  onJump(frame: number): void;
}

/** Sends an answer. The card says so until the engine has read it. */
async function answer(process: number, request: PermissionRequest, allow: boolean, message: string) {
  const { answered, answers } = useProcesses.getState();
  const { requestId, offset, bytes } = request;
  if (answers.has(answerKey(process, requestId))) return;
  answered(process, requestId, allow);
  try {
    await askShell('answerPermission', { process, requestId, offset, bytes, allow, message });
  } catch (error) {
    answered(process, requestId, null);
    tellFailure('permission', error);
  }
}

/** What the process asks before it goes on, in the order in which it asked. */
export function PermissionCards({ process, requests, answers, onJump }: Props) {
  const section = useRef<HTMLElement>(null);
  const open = requests.filter(({ requestId }) => !answers.has(answerKey(process, requestId)));
  const first = open[0];

  /** The first press goes to the request, so that nobody answers what they have not looked at. */
  const answerFirst = (allow: boolean) => {
    if (!first) return;
    const card = section.current?.querySelector<HTMLElement>('.permission[data-open="true"]');
    if (!card?.contains(document.activeElement)) {
      card?.focus();
      card?.scrollIntoView({ block: 'nearest' });
      return;
    }
    void answer(process, first, allow, '');
    section.current?.focus();
  };
  useCommands({
    'run.allow': { run: () => answerFirst(true), enabled: () => first !== undefined },
    'run.deny': { run: () => answerFirst(false), enabled: () => first !== undefined },
  });

  return (
    <>
      <p className="unseen" role="status">
        {first
          ? `Permission is asked: ${first.tool}, ${first.summary}. ${othersWaiting(open.length - 1)}`
          : ''}
      </p>
      {requests.length > 0 && (
        <section
          className="permissions"
          ref={section}
          tabIndex={-1}
          aria-label="Permission requests"
          data-testid="permissions"
        >
          {requests.map((request, at) => (
            <Card
              key={`${request.frame} ${request.requestId}`}
              process={process}
              request={request}
              place={requests.length > 1 ? `${at + 1} of ${requests.length}` : null}
              sent={answers.get(answerKey(process, request.requestId)) ?? null}
              keys={request === first}
              onAnswered={() => section.current?.focus()}
              onJump={onJump}
            />
          ))}
        </section>
      )}
    </>
  );
}

function othersWaiting(count: number): string {
  return count === 0 ? '' : `${plural(count, 'other request')} after it.`;
}

interface CardProps {
  process: number;
  request: PermissionRequest;
  place: string | null;
  /** The answer that was sent. */
  sent: boolean | null;
  /** The keys answer this one. */
  keys: boolean;
  onAnswered(): void;
  onJump(frame: number): void;
}

function Card({ sent, place, onJump, ...open }: CardProps) {
  const { tool, summary, frame } = open.request;
  const pill =
    sent === null
      ? ['◆', 'Asks for permission']
      : [sent ? '●' : '○', `${sent ? 'Allowed' : 'Denied'}, the answer was sent`];
  return (
    <article
      className="permission"
      tabIndex={-1}
      data-open={sent === null}
      data-testid="permission"
      aria-label={`Permission request: ${tool}`}
    >
      <div className="permission-head">
        <span className={sent === null ? 'pill warn' : 'pill none'}>
          <span aria-hidden>{pill[0]}</span> {pill[1]}
        </span>
        <h2>{tool}</h2>
        <span className="permission-summary">{summary}</span>
        {place && <span className="muted">{place}</span>}
        <button type="button" className="link" onClick={() => onJump(frame)}>
          #{frame}
        </button>
      </div>
      {sent === null && <Question {...open} />}
    </article>
  );
}

/** What is asked, in full, and the two answers. */
function Question({ process, request, keys, onAnswered }: Omit<CardProps, 'sent' | 'place' | 'onJump'>) {
  const [message, setMessage] = useState('');
  const { tool, frame, input } = request;
  const reply = (allow: boolean) => {
    void answer(process, request, allow, allow ? '' : message);
    onAnswered();
  };
  const deny = (event: React.FormEvent) => {
    event.preventDefault();
    reply(false);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by the keyboard */}
      <section className="permission-input mono" tabIndex={0} aria-label={`Input of ${tool}`}>
        {input.text}
      </section>
      {input.cut > 0 && (
        <p className="permission-cut">
          <span aria-hidden>▲</span> {formatCount(input.cut)} more characters are not shown here. Frame #
          {frame} has them all.
        </p>
      )}
      <form className="permission-answer" onSubmit={deny}>
        <button type="button" className="button primary" onClick={() => reply(true)}>
          Allow {keys && <kbd>Y</kbd>}
        </button>
        <button type="submit" className="button">
          Deny {keys && <kbd>N</kbd>}
        </button>
        <input
          className="input"
          aria-label="What the model is told with a denial"
          placeholder="why not, for the model (optional)"
          value={message}
          maxLength={20_000}
          onChange={(event) => setMessage(event.target.value)}
        />
      </form>
    </>
  );
}
