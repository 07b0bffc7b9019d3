import { CancelledError, EngineStoppedError } from '../../protocol/errors';
import { addTerm, filterParts, removePart, setRange } from '../../protocol/filter/filter-edit';
import { filterErrorOf } from '../../protocol/filter/filter-parser';
import { isRangeKey } from '../../protocol/filter/filter-words';
import { filterTextOf, useFilters } from '../stores/filters';
import { filterOf, listingOf, withFilter } from '../stores/listings';
import { selectedFrame } from '../stores/selection';
import { useSessions } from '../stores/sessions';
import { relist } from './list-places';

/** The last text that each session was asked to be filtered by: an answer to an older one comes too late. */
const wanted = new Map<number, string | null>();

/** Writes the filter box, and filters the list once the text can be read; until then the list stays as it was. */
export async function setFilter(session: number, text: string): Promise<void> {
  useFilters.getState().write(session, text);
  await applyFilter(session);
}

/** Filters the list by what stands in the box, if that can be read. */
export async function applyFilter(session: number): Promise<void> {
  const { client } = useSessions.getState();
  const text = filterTextOf(session).trim();
  const expression = text === '' ? null : text;
  if (filterErrorOf(text) !== null) return;
  wanted.set(session, expression);
  const before = filterOf(session);
  if (client === null || before === expression) return;
  try {
    const state = expression === null ? null : await client.request('match', { session, expression });
    if (wanted.get(session) !== expression) return;
    await relist(session, withFilter(listingOf(session), expression), selectedFrame(session) ?? 1);
    useFilters.getState().setMatch(session, state);
    if (before !== null) await client.request('unmatch', { session, expression: before });
  } catch (error) {
    if (error instanceof CancelledError || error instanceof EngineStoppedError) return;
    if (wanted.get(session) !== expression) return;
    useFilters.getState().refuse(session, error instanceof Error ? error.message : String(error));
  }
}

/** The filter with one more term, or without it where it has it already. */
export function withToggled(text: string, term: string): string {
  const [own] = filterParts(term) ?? [];
  const at = filterParts(text)?.findIndex((part) => part.text === own?.text) ?? -1;
  return at < 0 ? addTerm(text, term) : removePart(text, at);
}

export const toggleFilterTerm = (session: number, term: string) =>
  setFilter(session, withToggled(filterTextOf(session), term));

export const addFilterTerm = (session: number, term: string) =>
  setFilter(session, addTerm(filterTextOf(session), term));

/** A range in the place of the one of its kind that the filter has: the last selection on the timeline counts. */
export function setFilterRange(session: number, term: string): Promise<void> {
  const text = filterTextOf(session);
  const colon = term.indexOf(':');
  const key = term.slice(0, colon);
  const next = isRangeKey(key) ? setRange(text, key, term.slice(colon + 1)) : addTerm(text, term);
  return setFilter(session, next);
}
