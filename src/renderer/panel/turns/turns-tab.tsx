import { useState } from 'react';
import { MAX_TURNS_PER_PAGE, type Report, type Turn } from '../../../ipc/engine-contract';
import { ProblemNote } from '../../detail/problem-note';
import { TONE_SHAPE } from '../../inspect/verdict';
import { formatCost, formatCount, formatDuration, plural, stated } from '../../text/format';
import type { PanelProps } from '../bottom-panel';
import { Lines } from '../lines';
import { Num, TokenCells, TokenHeads } from '../token-cells';
import { useAnswer } from '../use-answer';
import { PageBar } from './page-bar';
import { TURN_WORDS } from './turn-text';

/** Every turn of the file with its own outcome and figures; a line goes to the turn's first frame. */
export function TurnsTab({ session, client, report, onJump }: PanelProps) {
  const [from, setFrom] = useState(0);
  const { answer, problem } = useAnswer(client, `turns ${session} ${from}`, report, (engine, signal) =>
    engine.request('turns', { session, from, count: MAX_TURNS_PER_PAGE }, { signal }),
  );
  if (problem) return <ProblemNote problem={problem} />;
  if (!answer)
    return <p className="panel-note">{client ? 'Collecting…' : 'The engine is not there to ask.'}</p>;
  if (answer.total === 0)
    return <p className="panel-note">This file holds no turn: no prompt, no message and no result.</p>;
  const { total, turns } = answer;
  return (
    <>
      <div className="lines-head turns-head" aria-hidden>
        <span className="num">turn</span>
        <span>outcome</span>
        <span>prompt, or what the result says</span>
        <span className="num">steps</span>
        <span className="num">duration</span>
        <span className="num">cost</span>
        <TokenHeads />
        <span>frames</span>
      </div>
      <Lines label="Turns" className="panel-scroll">
        {turns.map((turn) => (
          <TurnLine key={turn.number} turn={turn} onJump={onJump} />
        ))}
      </Lines>
      {report && <TurnSums report={report} />}
      <PageBar
        what="Turns"
        from={from}
        shown={turns.length}
        total={total}
        page={MAX_TURNS_PER_PAGE}
        onFrom={setFrom}
      />
    </>
  );
}

/** What the turns are made of, and what the session is called. */
function TurnSums({ report: { format, userPrompts, apiMessages, title } }: { report: Report }) {
  // A stream holds the prompts only if it was told to replay them.
  const unrecorded = userPrompts === 0 && format === 'stream-json';
  return (
    <p className="page-bar turn-sums">
      <span>{unrecorded ? 'no prompt recorded' : `${plural(userPrompts, 'prompt')} of the user`}</span>
      <span>{plural(apiMessages, 'message')} of the API</span>
      {title && (
        <span className="turn-prompt" title={title.text}>
          <span className="muted">{title.source}</span> {title.text}
        </span>
      )}
    </p>
  );
}

function TurnLine({ turn, onJump }: { turn: Turn; onJump(frame: number): void }) {
  const { usage } = turn;
  const { tone, word, says } = TURN_WORDS[turn.outcome];
  const inferred = turn.durationInferred && turn.durationMs !== null;
  return (
    <li>
      <button
        type="button"
        data-line
        className="panel-line turn-line"
        title={`Go to frame ${turn.firstFrame}, where turn ${turn.number} begins. ${says}`}
        onClick={() => onJump(turn.firstFrame)}
      >
        <span className="num">{formatCount(turn.number)}</span>
        <span className={tone}>
          <span aria-hidden>{TONE_SHAPE[tone]}</span> {word}
        </span>
        <span
          className={turn.prompt === null ? 'muted' : 'turn-prompt'}
          title={turn.prompt ?? turn.says ?? undefined}
        >
          {turn.prompt ?? turn.says ?? 'the prompt is not in this file'}
        </span>
        <Num>{stated(turn.modelTurns, formatCount)}</Num>
        <span
          className={turn.durationMs === null ? 'num muted' : 'num'}
          title={inferred ? 'Between its first and last frame: no result states it' : undefined}
        >
          {inferred ? '~' : ''}
          {stated(turn.durationMs, formatDuration)}
        </span>
        <Num>{stated(turn.costUsd, formatCost)}</Num>
        <TokenCells
          usage={usage}
          says={turn.usageSource === 'messages' ? 'The sum over its API messages' : undefined}
        />
        <span>
          #{turn.firstFrame} to #{turn.lastFrame}
        </span>
      </button>
    </li>
  );
}
