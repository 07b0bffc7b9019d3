import type { Report } from '../../ipc/engine-contract';
import type { FigureName } from '../../protocol/figure-catalogue';
import type { EngineClient } from '../bridge/engine-port';
import { useAnswer } from '../panel/use-answer';
import { useBottomPanel } from '../stores/bottom-panel';
import { formatCount } from '../text/format';

interface Props {
  session: number;
  client: EngineClient | null;
  report: Report;
  onJump(frame: number): void;
}

const SHOWN = 2;

/** The gravest kind of problem that the outcome names, as the figure that tells of its frames. */
export function problemFigure(report: Report): { figure: FigureName; count: number } | null {
  const figures = ['failedCalls', 'unansweredCalls', 'orphanResults', 'unparsed'] as const;
  const figure = figures.find((name) => report[name] > 0);
  return figure === undefined ? null : { figure, count: report[figure] };
}

/** Links to the first frames that show the problems of an outcome, and to the list of all of them. */
export function ProblemEvidence({ session, client, report, onJump }: Props) {
  const problem = problemFigure(report);
  const { answer } = useAnswer(
    problem === null ? null : client,
    `evidence ${session} ${problem?.figure}`,
    report,
    (engine, signal) =>
      engine.request(
        'figure',
        { session, figure: problem?.figure ?? 'failedCalls', from: 0, count: SHOWN },
        { signal },
      ),
  );
  if (problem === null || !answer) return null;
  const frames = answer.terms.flatMap(({ frame }) => (frame === null ? [] : [frame]));
  return (
    <span className="strip-evidence">
      Evidence
      {frames.map((frame) => (
        <button key={frame} type="button" className="link" onClick={() => onJump(frame)}>
          #{frame}
        </button>
      ))}
      {problem.count > frames.length && (
        <button
          type="button"
          className="link"
          title="List every one, in the figures"
          onClick={() => useBottomPanel.getState().ask(problem.figure)}
        >
          all {formatCount(problem.count)}
        </button>
      )}
    </span>
  );
}
