import type { Listing } from '../answer-types';
import type { Session } from '../session/session';
import type { NextMatch } from './match-types';
import type { RowMatch } from './row-match';
import { lowestBit } from './row-ranks';
import { maskBelow } from './row-set';

/**
 * The next frame after (or before) frame `from` that matches, going on at the other end and last of all with `from`
 * itself. `from` may be 0: before the first frame. With a list that has a filter only frames that this lets through.
 */
export function nextMatch(
  session: Session,
  expression: string,
  from: number,
  direction: 'forward' | 'backward',
  listing?: Listing,
): NextMatch {
  const match = session.matches.of(expression);
  const filter = listing === undefined ? null : session.listings.filterOf(listing);
  const isForward = direction === 'forward';
  const rows = session.index.table.rows;
  const between = (low: number, high: number) =>
    isForward ? firstRow(match, filter, low, high) : lastRow(match, filter, low, high);
  const start = Math.min(from, rows + 1) - 1;
  const ahead = isForward ? between(start + 1, rows) : between(0, start);
  const row = ahead >= 0 ? ahead : isForward ? between(0, start + 1) : between(Math.max(0, start), rows);
  return {
    frame: row < 0 ? null : row + 1,
    ordinal: row < 0 ? 0 : match.ranked.rankOf(row) + 1,
    wrapped: row >= 0 && ahead < 0,
    state: match.state,
  };
}

/** Of 32 rows those of [low, high) that match, and that the filter lets through. */
function word(match: RowMatch, filter: RowMatch | null, at: number, low: number, high: number): number {
  let bits = match.set.words[at] ?? 0;
  if (filter !== null) bits &= filter.set.words[at] ?? 0;
  if (at === low >>> 5) bits &= ~maskBelow(low & 31);
  return at === high >>> 5 ? bits & maskBelow(high & 31) : bits;
}

/** The first such row of [low, high), or -1. */
function firstRow(match: RowMatch, filter: RowMatch | null, low: number, high: number): number {
  for (let at = low >>> 5; at <= high >>> 5; at++) {
    const bits = word(match, filter, at, low, high);
    if (bits !== 0) return at * 32 + lowestBit(bits);
  }
  return -1;
}

/** The last such row of [low, high), or -1. */
function lastRow(match: RowMatch, filter: RowMatch | null, low: number, high: number): number {
  for (let at = Math.max(0, high) >>> 5; at >= low >>> 5; at--) {
    const bits = word(match, filter, at, low, Math.max(0, high));
    if (bits !== 0) return at * 32 + 31 - Math.clz32(bits);
  }
  return -1;
}
