import type { Outcome } from '../../answer-types';
import type { Session } from '../../session/session';
import { outcomeOf } from '../report/outcome';
import type { FigureTerm, Terms } from './figure-types';

const WITHOUT_RESULT: Partial<Record<Outcome, string>> = {
  incomplete: 'The last frame of the run. No result stands before it.',
  none: 'The last frame. Nothing in this run is a result, nor a sign of a stream that should have one.',
};

/** Every result of a run, the one that decides last; without a result the frame where the run ends. */
export function outcomeTerms(session: Session, run: number): Terms {
  const { results, table, runs, kinds } = session.index;
  const state = runs.runs[run];
  if (state === undefined) return { value: null, word: 'none', total: 0, page: () => [] };
  const word = outcomeOf(state);
  const found: number[] = [];
  for (let at = 0; at < results.count; at++) if (table.run(results.rows.at(at)) === run) found.push(at);
  const term = (row: number, note: string): FigureTerm => ({
    label: kinds.text(table.kind(row)),
    frame: row + 1,
    otherFrame: null,
    run: run + 1,
    value: null,
    stated: null,
    note,
  });
  if (found.length === 0) {
    const note = WITHOUT_RESULT[word] ?? '';
    return { value: null, word, total: 1, page: (from) => (from === 0 ? [term(state.lastRow, note)] : []) };
  }
  const decides = found.at(-1);
  return {
    value: null,
    word,
    total: found.length,
    page: (from, count) =>
      found.slice(from, from + count).map((at) => {
        const says = results.failed(at) ? 'Failed' : 'Success';
        return term(
          results.rows.at(at),
          at === decides ? `${says}. The last result: it decides.` : `${says}.`,
        );
      }),
  };
}
