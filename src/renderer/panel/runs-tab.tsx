import type { Report, Run } from '../../ipc/engine-contract';
import { TONE_SHAPE, type Tone } from '../inspect/verdict';
import { formatCost, formatCount, formatDuration, NOT_STATED, plural, shortId, stated } from '../text/format';
import type { PanelProps } from './bottom-panel';
import { outcomeWord } from './figure-text';
import { Lines } from './lines';
import { Num, TokenCells, TokenHeads } from './token-cells';

const TONES: Record<Run['outcome'], Tone> = { success: 'ok', error: 'err', incomplete: 'warn', none: 'none' };

/** Every run of the file; a line goes to the run's first frame. */
export function RunsTab({ report, onJump }: PanelProps) {
  if (!report) return <p className="panel-note">The runs follow when the first frames are counted.</p>;
  if (report.runs.length === 0) return <p className="panel-note">No frame of this file belongs to a run.</p>;
  return (
    <>
      <div className="lines-head runs-head" aria-hidden>
        <span className="num">run</span>
        <span className="wide-only">session</span>
        <span>outcome</span>
        <span className="num">turns</span>
        <span className="num">duration</span>
        <span className="num">cost</span>
        <TokenHeads />
        <span>frames</span>
        <span className="wide-only">CLI, model</span>
      </div>
      <Lines label="Runs" className="panel-scroll">
        {report.runs.map((run, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: runs are named by their number
          <RunLine key={at} number={numberOf(report, at)} run={run} onJump={onJump} />
        ))}
      </Lines>
      {report.runsLeftOff > 0 && (
        <p className="panel-note">{plural(report.runsLeftOff, 'run')} before the last one are not listed.</p>
      )}
    </>
  );
}

/** The last run is always listed, whatever was left off before it. */
function numberOf({ runs, runsLeftOff }: Report, at: number): number {
  return at === runs.length - 1 ? at + 1 + runsLeftOff : at + 1;
}

function RunLine({ number, run, onJump }: { number: number; run: Run; onJump(frame: number): void }) {
  const { usage } = run;
  const tone = run.interrupted ? 'warn' : TONES[run.outcome];
  const continued = run.continuedAs === null ? '' : `continued as ${shortId(run.continuedAs)} · `;
  const made = `${continued}${run.cliVersion ?? NOT_STATED}, ${run.model ?? NOT_STATED}`;
  return (
    <li>
      <button
        type="button"
        data-line
        className="panel-line run-line"
        title={`Go to frame ${run.firstFrame}, where run ${number} begins${run.sessionId ? ` (session ${run.sessionId.slice(0, 200)})` : ''}`}
        onClick={() => onJump(run.firstFrame)}
      >
        <span className="num">{formatCount(number)}</span>
        <span className="mono wide-only">{run.sessionId ? shortId(run.sessionId) : 'no id'}</span>
        <span className={tone}>
          <span aria-hidden>{TONE_SHAPE[tone]}</span>{' '}
          {run.interrupted ? 'interrupted' : outcomeWord(run.outcome)}
        </span>
        <Num>{stated(run.turns, formatCount)}</Num>
        <Num>{stated(run.durationMs, formatDuration)}</Num>
        <Num>{stated(run.costUsd, formatCost)}</Num>
        <TokenCells usage={usage} />
        <span>
          #{run.firstFrame} to #{run.lastFrame}
        </span>
        <span className="wide-only" title={made}>
          {made}
        </span>
      </button>
    </li>
  );
}
