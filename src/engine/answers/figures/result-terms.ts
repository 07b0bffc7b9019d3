import { Stated } from '../../runs/result-table';
import type { Session } from '../../session/session';
import { bounded, rounded } from '../report/sums';
import type { FigureTerm, Terms } from './figure-types';

/** Numbers of the results that state a column, in one run (from 0) or in all. */
export function resultsThatState(session: Session, column: number, run: number | null): number[] {
  const { results, table } = session.index;
  const found: number[] = [];
  for (let at = 0; at < results.count; at++) {
    if (Number.isNaN(results.number(at, column))) continue;
    if (run === null || table.run(results.rows.at(at)) === run) found.push(at);
  }
  return found;
}

/** What every result of these is, with what it states; `value` is what it adds. */
export function resultTerm(session: Session, result: number, column: number, value: number): FigureTerm {
  const { results, table, kinds } = session.index;
  const row = results.rows.at(result);
  const stated = results.number(result, column);
  return {
    label: kinds.text(table.kind(row)),
    frame: row + 1,
    otherFrame: null,
    run: table.run(row) + 1,
    value,
    stated: stated === value ? null : stated,
    note: null,
  };
}

/** A figure that is the plain sum of what results state. */
export function summedResults(session: Session, column: number, run: number | null): Terms {
  const stating = resultsThatState(session, column, run);
  const { results } = session.index;
  const sum = stating.reduce((total, result) => total + results.number(result, column), 0);
  return {
    value: stating.length === 0 ? null : bounded(sum),
    total: stating.length,
    page: (from, count) =>
      stating
        .slice(from, from + count)
        .map((result) => resultTerm(session, result, column, results.number(result, column))),
  };
}

/**
 * A figure that results state as a running total: of every part the last one counts. A lower value than before in the
 * same run begins a new part.
 */
export function runningResults(
  session: Session,
  column: number,
  run: number | null,
  begunAnew: string,
): Terms {
  const { results, table } = session.index;
  const stating = resultsThatState(session, column, run);
  /** By position in `stating`: the later result of the run that replaces this one; -1: none, it counts. */
  const replacedBy = new Int32Array(stating.length).fill(-1);
  const endsPart = new Uint8Array(stating.length);
  const last = new Map<number, number>();
  const valueAt = (at: number) => results.number(stating[at] as number, column);
  const rowAt = (at: number) => results.rows.at(stating[at] as number);
  for (let at = 0; at < stating.length; at++) {
    const own = table.run(rowAt(at));
    const before = last.get(own);
    if (before !== undefined) {
      if (valueAt(at) < valueAt(before)) endsPart[before] = 1;
      else replacedBy[before] = at;
    }
    last.set(own, at);
  }
  let sum = 0;
  for (let at = 0; at < stating.length; at++) if (replacedBy[at] === -1) sum += valueAt(at);
  const isCost = column === Stated.Cost;
  return {
    value: stating.length === 0 ? null : isCost ? rounded(sum) : bounded(sum),
    total: stating.length,
    page: (from, count) =>
      stating.slice(from, from + count).map((result, nth) => {
        const at = from + nth;
        const later = replacedBy[at] as number;
        const term = resultTerm(session, result, column, later < 0 ? valueAt(at) : 0);
        if (later >= 0) term.note = `Running total: frame ${rowAt(later) + 1} states a newer one.`;
        else if (endsPart[at] === 1) term.note = begunAnew;
        return term;
      }),
  };
}

/** The last result of every part of a running cost: one for each process, in order. */
export function lastResultsOfParts(session: Session, run: number | null): number[] {
  const { results, table } = session.index;
  const counting: number[] = [];
  const last = new Map<number, number>();
  for (let result = 0; result < results.count; result++) {
    const own = table.run(results.rows.at(result));
    if (run !== null && own !== run) continue;
    const before = last.get(own);
    const cost = results.number(result, Stated.Cost);
    if (before !== undefined && cost < results.number(before, Stated.Cost)) counting.push(before);
    last.set(own, result);
  }
  return [...counting, ...last.values()].sort((a, b) => a - b);
}
