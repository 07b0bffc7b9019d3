import { useEffect, useState } from 'react';
import type { Figure, FigureTerm, ModelUsages, Report } from '../../ipc/engine-contract';
import { FIGURE_NAMES, FIGURES } from '../../protocol/figure-catalogue';
import { ProblemNote } from '../detail/problem-note';
import { useBottomPanel } from '../stores/bottom-panel';
import { tellFailure } from '../stores/notices';
import { formatCount } from '../text/format';
import type { PanelProps } from './bottom-panel';
import { figureOfReport, formatFigure, outcomeWord, termText } from './figure-text';
import { Lines } from './lines';
import { useAnswer } from './use-answer';

const PAGE = 100;

/** Every figure of the file at the left; at the right the rule, the terms and the total of the one that is asked about. */
export function FiguresTab(props: PanelProps) {
  const { report } = props;
  const figure = useBottomPanel((state) => state.figure);
  const choose = useBottomPanel((state) => state.chooseFigure);
  const [run, setRun] = useState<number | null>(null);
  const [kind, setKind] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another figure begins with all its kinds
  useEffect(() => setKind(null), [figure]);
  if (!report) return <p className="panel-note">The figures follow when the first frames are counted.</p>;
  return (
    <div className="figures">
      <div className="figures-list">
        <Lines label="Figures">
          {FIGURE_NAMES.map((name) => (
            <li key={name}>
              <button
                type="button"
                data-line
                className="panel-line figure-line"
                aria-current={name === figure}
                onClick={() => choose(name)}
              >
                <span>{FIGURES[name].title}</span>
                <span className="figure-value">{figureOfReport(report, name)}</span>
              </button>
            </li>
          ))}
        </Lines>
      </div>
      <Asked
        key={`${figure} ${run} ${kind}`}
        {...props}
        report={report}
        run={run}
        kind={figure === 'frames' ? kind : null}
        onRun={setRun}
        onKind={setKind}
      />
    </div>
  );
}

interface AskedProps extends PanelProps {
  report: Report;
  run: number | null;
  kind: string | null;
  onRun(run: number | null): void;
  onKind(kind: string | null): void;
}

function Asked(props: AskedProps) {
  const { client, report, onJump, run, kind, onRun, onKind } = props;
  const { answer, problem, terms, askMore } = useFigure(props);
  if (problem) return <ProblemNote problem={problem} />;
  if (!answer) {
    return <p className="panel-note">{client ? 'Counting…' : 'The engine is not there to ask.'}</p>;
  }
  const { unit } = answer;
  const value = unit === 'outcome' ? outcomeWord(answer.word ?? '') : formatFigure(unit, answer.value);
  return (
    <div className="figure-asked" data-testid="figure" data-figure={answer.figure}>
      <header>
        <h2>
          {answer.title} <strong className="figure-asked-value">{value}</strong>
        </h2>
        {kind !== null && (
          <button type="button" className="link" onClick={() => onKind(null)}>
            All kinds
          </button>
        )}
        <RunChoice report={report} asked={answer.run} run={run} onRun={onRun} />
      </header>
      <p className="figure-rule">{answer.rule}</p>
      <TermList
        answer={answer}
        terms={terms}
        runs={report.runs.length + report.runsLeftOff}
        onMore={() => void askMore()}
        onJump={onJump}
        onKind={answer.figure === 'frames' && kind === null ? onKind : null}
      />
      {unit !== 'outcome' && terms.length > 0 && (
        <p className="figure-total" data-testid="figure-total">
          <span>Total</span>
          <strong>{value}</strong>
        </p>
      )}
      {answer.modelUsage && <Models usages={answer.modelUsage} onJump={onJump} />}
    </div>
  );
}

/** The figure that is asked about, with as many pages of its terms as were asked for. */
function useFigure({ session, client, report, run, kind }: AskedProps) {
  const figure = useBottomPanel((state) => state.figure);
  const question = {
    session,
    figure,
    count: PAGE,
    ...(run === null ? {} : { run }),
    ...(kind === null ? {} : { kind }),
  };
  const { answer, problem } = useAnswer(client, JSON.stringify(question), report, (engine, signal) =>
    engine.request('figure', { ...question, from: 0 }, { signal }),
  );
  const [more, setMore] = useState<{ of: Figure | null; terms: FigureTerm[] }>({ of: null, terms: [] });
  const first = answer?.terms ?? [];
  const terms = more.of !== null && more.of === answer ? [...first, ...more.terms] : first;
  const askMore = async () => {
    try {
      const page = await client?.request('figure', { ...question, from: terms.length });
      if (page) setMore({ of: answer, terms: [...terms.slice(first.length), ...page.terms] });
    } catch (error) {
      tellFailure('figure', error);
    }
  };
  return { answer, problem, terms, askMore };
}

interface TermListProps extends Omit<TermProps, 'term'> {
  terms: readonly FigureTerm[];
  onMore(): void;
}

function TermList({ terms, onMore, ...shared }: TermListProps) {
  const { answer } = shared;
  const left = answer.total - terms.length;
  if (terms.length === 0) {
    const none = answer.value === null ? 'No frame states it.' : 'No frame is counted.';
    return <p className="panel-note">{none}</p>;
  }
  return (
    <Lines label="From these frames" className="figure-terms">
      {terms.map((term, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: terms never change places
        <Term key={at} term={term} {...shared} />
      ))}
      {left > 0 && (
        <li>
          <button type="button" data-line className="panel-line panel-more link" onClick={onMore}>
            Show {formatCount(Math.min(PAGE, left))} more of {formatCount(left)}
          </button>
        </li>
      )}
    </Lines>
  );
}

interface RunChoiceProps {
  report: Report;
  asked: number | null;
  run: number | null;
  onRun(run: number | null): void;
}

/** Only where there is a choice: most files hold one run. */
function RunChoice({ report, asked, run, onRun }: RunChoiceProps) {
  if (report.runs.length < 2) return null;
  return (
    <label className="figure-run">
      <span className="unseen">Run</span>
      <select
        value={run ?? ''}
        onChange={({ target }) => onRun(target.value === '' ? null : Number(target.value))}
      >
        <option value="">{asked !== null && run === null ? 'last run' : 'whole file'}</option>
        {report.runs.map((_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: runs are named by their number
          <option key={at} value={at + 1}>
            run {at + 1}
          </option>
        ))}
      </select>
    </label>
  );
}

interface TermProps {
  term: FigureTerm;
  answer: Figure;
  runs: number;
  onJump(frame: number): void;
  /** Lists the frames of the kind instead of going to its first one. */
  onKind: ((kind: string) => void) | null;
}

function Term({ term, answer, runs, onJump, onKind }: TermProps) {
  const { frame, otherFrame, label, note, stated } = term;
  const says = [
    stated === null ? null : `states ${formatFigure(answer.unit, stated)}`,
    otherFrame === null ? null : `other end #${formatCount(otherFrame)}`,
    runs > 1 && answer.run === null ? `run ${term.run}` : null,
    note,
  ];
  return (
    <li>
      <button
        type="button"
        data-line
        className="panel-line figure-term"
        onClick={() => (onKind ? onKind(label) : frame !== null && onJump(frame))}
        title={onKind ? `List the frames of the kind ${label}` : `Go to frame ${frame}`}
      >
        <span className="panel-frame mono">{onKind ? '' : `#${frame}`}</span>
        <span className="figure-label">{label}</span>
        <span className="panel-message muted">{says.filter(Boolean).join(' · ')}</span>
        <span className="figure-adds">{termText(answer.unit, term)}</span>
      </button>
    </li>
  );
}

function Models({
  usages: { models, frames, leftOff },
  onJump,
}: {
  usages: ModelUsages;
  onJump(frame: number): void;
}) {
  if (models.length === 0) return null;
  const last = frames.at(-1);
  return (
    <section className="figure-models" aria-label="By model">
      <p>
        Beside it, what each model used, subagents and compaction included, as{' '}
        {frames.length === 1 ? 'the last result' : `the last results of ${formatCount(frames.length)} parts`}{' '}
        {frames.length === 1 ? 'states' : 'state'} in modelUsage.{' '}
        {last !== undefined && (
          <button type="button" className="link" onClick={() => onJump(last)}>
            Frame #{last}
          </button>
        )}
        {leftOff > 0 && ` ${formatCount(leftOff)} more are not listed.`}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Model</th>
            <th scope="col">Input</th>
            <th scope="col">Output</th>
            <th scope="col">Cache read</th>
            <th scope="col">Cache written</th>
            <th scope="col">Cost</th>
          </tr>
        </thead>
        <tbody>
          {models.map((model) => (
            <tr key={model.model}>
              <th scope="row">{model.model}</th>
              <td>{formatFigure('tokens', model.input)}</td>
              <td>{formatFigure('tokens', model.output)}</td>
              <td>{formatFigure('tokens', model.cacheRead)}</td>
              <td>{formatFigure('tokens', model.cacheCreation)}</td>
              <td>{formatFigure('usd', model.costUsd)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
