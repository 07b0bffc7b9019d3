import type { Progress, Report } from '../../ipc/engine-contract';
import type { EngineClient } from '../bridge/engine-port';
import { registry } from '../commands/registry';
import { LiveSaid } from '../live/live-said';
import { liveStateOf, statesOutcome } from '../live/live-state';
import { useBottomPanel } from '../stores/bottom-panel';
import { NOT_STATED } from '../text/format';
import './outcome-strip.css';
import { ProblemEvidence } from './problem-evidence';
import { endedBadly } from './process-end';
import { StderrLink } from './stderr-link';
import { type Fact, TONE_SHAPE, type Tone, verdictOf } from './verdict';

interface Props {
  session: number;
  client: EngineClient | null;
  report: Report | null;
  progress: Progress | null;
  /** Set when the engine is gone: nothing is being read. */
  stopped: string | null;
  onJump(frame: number): void;
}

/** One line above the frames: did it work, why, and the few facts that matter. */
export function OutcomeStrip({ session, client, report, progress, stopped, onJump }: Props) {
  if (!report && stopped === null && liveStateOf(progress) === null)
    return <section className="strip" aria-label="Outcome" />;
  const live = stopped === null ? liveStateOf(progress) : null;
  const verdict = report && verdictOf(report, progress, live !== null);
  const outcomeSaid = statesOutcome(live, report);
  const evidence =
    stopped === null && progress?.state !== 'indexing' && outcomeSaid ? verdict?.evidence : null;
  const partly = progress?.state === 'cancelled';
  return (
    <section
      className="strip"
      aria-label="Outcome"
      data-testid="outcome-strip"
      data-outcome={report?.outcome}
      data-live={live?.activity}
    >
      {live && progress?.live?.status && (
        <LiveSaid state={live} status={progress.live.status} brief={outcomeSaid} onJump={onJump} />
      )}
      {stopped !== null ? (
        <Said tone="warn" title="Stopped" sentence={stopped} />
      ) : !outcomeSaid ? null : progress?.state === 'indexing' || !verdict ? (
        <>
          <span className="pill none">
            <span aria-hidden>◌</span> Reading
          </span>
          <span className="strip-why">The file is still being read; the outcome follows at its end.</span>
        </>
      ) : (
        <Said tone={verdict.tone} title={verdict.title} sentence={verdict.sentence} />
      )}
      {evidence && (
        <button type="button" className="link" onClick={() => onJump(evidence.frame)}>
          {evidence.label} #{evidence.frame}
        </button>
      )}
      {report && outcomeSaid && !evidence && stopped === null && progress?.state === 'done' && (
        <ProblemEvidence session={session} client={client} report={report} onJump={onJump} />
      )}
      {progress && live === null && endedBadly(report) && (
        <StderrLink session={session} client={client} rows={progress.rows} onJump={onJump} />
      )}
      {(stopped !== null || partly) && (
        <button type="button" className="button small" onClick={() => registry.run('file.reload')}>
          Read this file again
        </button>
      )}
      <dl className="strip-facts">
        {verdict?.facts.map((fact) => (
          <div key={fact.label} className={fact.value === NOT_STATED ? 'unstated' : ''}>
            <dt>{fact.label}</dt>
            <dd>
              <FactValue fact={fact} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function FactValue({ fact: { value, asks } }: { fact: Fact }) {
  const { ask, show } = useBottomPanel.getState();
  if (asks === null) return value;
  return (
    <button
      type="button"
      className="strip-figure"
      title={asks === 'runs' ? 'Show the runs' : 'From which frames?'}
      onClick={() => (asks === 'runs' ? show('runs') : ask(asks))}
    >
      {value}
    </button>
  );
}

function Said({ tone, title, sentence }: { tone: Tone; title: string; sentence: string }) {
  return (
    <>
      <span className={`pill ${tone}`}>
        <span aria-hidden>{TONE_SHAPE[tone]}</span> {title}
      </span>
      <span className="strip-why" title={sentence}>
        {sentence}
      </span>
    </>
  );
}
