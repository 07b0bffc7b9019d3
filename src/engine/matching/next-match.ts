import type { Listing } from '../answer-types';
import type { Session } from '../session/session';
import type { NextMatch } from './match-types';
import type { RowMatch } from './row-match';

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
  const { ranked } = match;
  const isForward = direction === 'forward';
  // The first place behind `from`, or the last one before it.
  const start = isForward ? ranked.rankOf(from) : ranked.rankOf(Math.max(0, from - 1)) - 1;
  const place = nextPlace(match, filter, start, isForward ? 1 : -1);
  const row = place < 0 ? -1 : ranked.rowAt(place);
  return {
    frame: row < 0 ? null : row + 1,
    ordinal: place + 1,
    wrapped: row >= 0 && (isForward ? row < from : row >= from - 1),
    state: match.state,
  };
}

/** The first place from `start` on, wrapping, whose row the filter lets through; -1 when there is none. */
function nextPlace(match: RowMatch, filter: RowMatch | null, start: number, step: 1 | -1): number {
  const { ranked } = match;
  const { total } = ranked;
  for (let count = 0, place = start; count < total; count++, place += step) {
    if (place >= total) place = 0;
    else if (place < 0) place = total - 1;
    if (filter === null || filter.has(ranked.rowAt(place))) return place;
  }
  return -1;
}
