import type { Report } from '../../ipc/engine-contract';
import './outcome-strip.css';
import { TONE_SHAPE, verdictOf } from './verdict';

interface Props {
  report: Report | null;
  indexing: boolean;
  onJump(frame: number): void;
}

/** One line above the frames: did it work, why, and the few facts that matter. */
export function OutcomeStrip({ report, indexing, onJump }: Props) {
  if (!report) return <section className="strip" aria-label="Outcome" />;
  const verdict = verdictOf(report);
  const { evidence } = verdict;
  return (
    <section className="strip" aria-label="Outcome" data-testid="outcome-strip" data-outcome={report.outcome}>
      {indexing ? (
        <>
          <span className="pill none">
            <span aria-hidden>◌</span> Reading
          </span>
          <span className="strip-why">The file is still being read; the outcome follows at its end.</span>
        </>
      ) : (
        <>
          <span className={`pill ${verdict.tone}`}>
            <span aria-hidden>{TONE_SHAPE[verdict.tone]}</span> {verdict.title}
          </span>
          <span className="strip-why" title={verdict.sentence}>
            {verdict.sentence}
          </span>
          {evidence !== null && (
            <button type="button" className="link" onClick={() => onJump(evidence.frame)}>
              {evidence.label} #{evidence.frame}
            </button>
          )}
        </>
      )}
      <dl className="strip-facts">
        {verdict.facts.map(({ label, value }) => (
          <div key={label} className={value === 'not stated' ? 'unstated' : ''}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
