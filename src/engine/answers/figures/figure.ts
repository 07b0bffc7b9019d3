import { InvalidRequestError } from '../../../protocol/errors';
import { FIGURES, type FigureName } from '../../../protocol/figure-catalogue';
import { Counter } from '../../frames/frame-scanner';
import { RowFlag } from '../../frames/frame-table';
import { Stated } from '../../runs/result-table';
import type { Session } from '../../session/session';
import { flaggedRows, framesOfKind, isLinkFigure, kindTerms, linkTerms } from './count-terms';
import { type Figure, MAX_LABEL_UNITS, type Terms } from './figure-types';
import { tokenTerms } from './message-terms';
import { modelUsages } from './model-usage';
import { outcomeTerms } from './outcome-terms';
import { runningResults, summedResults } from './result-terms';

export interface FigureQuestion {
  figure: FigureName;
  /** Number of a run, from 1. Left out: the whole file, or the last run for a figure that is of one run. */
  run?: number | undefined;
  /** With "frames": the frames of this kind, instead of all kinds. */
  kind?: string | undefined;
  from: number;
  count: number;
}

const COUNTERS: Partial<Record<FigureName, Counter>> = {
  input: Counter.Input,
  output: Counter.Output,
  cacheRead: Counter.CacheRead,
  cacheCreation: Counter.CacheCreation,
};

/** From which frames a figure comes: the rule, a page of its terms, and what the models used. */
export function figureOf(session: Session, question: FigureQuestion): Figure {
  const { figure, from, count } = question;
  const { title, unit, rule, ofRun } = FIGURES[figure];
  const { runs } = session.index.runs;
  if (question.run !== undefined && question.run > runs.length)
    throw new InvalidRequestError(`There is no run ${question.run}: the session has ${runs.length} so far.`);
  const run = question.run ?? (ofRun ? lastRun(session) : null);
  const terms = termsOf(session, question, run === null ? null : run - 1);
  return {
    figure,
    title,
    unit,
    value: terms.value,
    word: terms.word ?? null,
    rule,
    run,
    total: terms.total,
    from,
    terms: terms.page(from, count),
    modelUsage:
      unit === 'usd' || unit === 'tokens' ? modelUsages(session, run === null ? null : run - 1) : null,
  };
}

/** Number of the last run of the file that was opened: one that only an agent file holds says nothing of its end. */
function lastRun({ index, parts }: Session): number | null {
  const last = index.runs.runs.findLastIndex((run) => parts.isOpened(run.firstRow));
  return last < 0 ? null : last + 1;
}

function termsOf(session: Session, { figure, kind }: FigureQuestion, run: number | null): Terms {
  const counter = COUNTERS[figure];
  if (counter !== undefined) return tokenTerms(session, counter, run);
  if (isLinkFigure(figure)) return linkTerms(session, figure, run);
  switch (figure) {
    case 'outcome':
      return outcomeTerms(session, run ?? 0);
    case 'cost':
      return runningResults(session, Stated.Cost, run, 'The process was started again after this one.');
    case 'turns':
      return session.index.runs.runs[run ?? 0]?.countsTurnsOn
        ? runningResults(session, Stated.Turns, run, 'The count began anew after this one.')
        : summedResults(session, Stated.Turns, run);
    case 'duration':
      return summedResults(session, Stated.Duration, run);
    case 'unparsed':
      return flaggedRows(session, RowFlag.Unparsed, run);
    case 'replayedFrames':
      return flaggedRows(session, RowFlag.Replay, run);
    default:
      return kind === undefined
        ? kindTerms(session, run)
        : framesOfKind(session, kind.slice(0, MAX_LABEL_UNITS), run);
  }
}
