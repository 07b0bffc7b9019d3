import { statedIdentities } from '../../../protocol/identity/frame-identities';
import type { Identity, IdentityName } from '../../../protocol/identity/identity';
import type { Session } from '../../session/session';
import { parsedOrNot, parseFrame } from '../frame/parsed-frame';
import type { Relation, SearchExtent } from './frame-links-types';
import { searchIds } from './id-search';
import { relation, rowList } from './index-relations';
import type { RowList } from './known-rows';

/** Ids that the index does not keep, and that few enough frames share to be worth a search. */
const SEARCHED = new Set<IdentityName>([
  'event',
  'task',
  'run',
  'control request',
  'hook',
  'hook callback',
  'progress',
  'command',
  'elicitation',
  'tool call',
]);
const MAX_NEEDLES = 8;
const MAX_PARSED = 4 * 1024 * 1024;

/** What another frame is to this one, by how it names the id: the words of the other side. */
const INVERSE: ReadonlyMap<string, string> = new Map([
  ['logical parent', 'goes on after the compaction'],
  ['supersedes', 'superseded by'],
  ['retracts', 'retracted by'],
  ['prompt message', 'answers to this prompt'],
  ['refused prompt', 'refusal of this prompt'],
  ['leaf', 'names it as the last frame'],
  ['snapshot of', 'file snapshot'],
  ['source message', 'made from it'],
  ['cancels message', 'cancelled by'],
]);

/** Known from the index, so not told again: see index-relations.ts. */
const KNOWN = new Set(['event', 'parent', 'tool call', 'result of', 'parent tool use']);

/** Relations by ids that only a search through the file finds. */
export async function searchedRelations(
  session: Session,
  row: number,
  identities: readonly Identity[],
  signal?: AbortSignal,
): Promise<{ relations: Relation[]; extent: SearchExtent | null }> {
  const wanted = new Map<string, Identity>();
  for (const identity of identities) {
    const pointsToEvent = identity.name === 'event' && identity.role !== 'event';
    if (!SEARCHED.has(identity.name) || identity.confidence === 'inferred' || pointsToEvent) continue;
    if (wanted.size < MAX_NEEDLES && !wanted.has(identity.value)) wanted.set(identity.value, identity);
  }
  if (wanted.size === 0) return { relations: [], extent: null };
  const { rows, extent } = await searchIds(session, row, [...wanted.keys()], signal);
  const lists = new Map<string, { identity: Identity; title: string; list: RowList }>();
  for (const [value, found] of rows) {
    const identity = wanted.get(value) as Identity;
    for (const at of found) addFound(session, row, identity, at, lists);
  }
  const relations = [...lists.values()].map(({ identity, title, list }) =>
    relation(session, title, identity.value, howOf(identity), list, { atLeast: !extent.complete }),
  );
  return { relations, extent };
}

function howOf({ name }: Identity): string {
  return name === 'event'
    ? 'They state the uuid of this frame. Found by a search through the file.'
    : `They state the same ${name} id. Found by a search through the file.`;
}

function addFound(
  session: Session,
  row: number,
  identity: Identity,
  at: number,
  lists: Map<string, { identity: Identity; title: string; list: RowList }>,
): void {
  const title = titleOf(session, at, identity);
  if (title === null) return;
  const key = `${title} ${identity.value}`;
  let entry = lists.get(key);
  if (entry === undefined) {
    entry = { identity, title, list: rowList(row) };
    lists.set(key, entry);
  }
  entry.list.add(at);
}

const identitiesAt = (session: Session, row: number): Identity[] => {
  if (session.index.table.length(row) > MAX_PARSED) return [];
  const frame = parsedOrNot(parseFrame, session, row);
  return frame === undefined ? [] : statedIdentities(frame);
};

/** How the frame of a row is bound to the id; null when that is known from elsewhere, or the text stands there as content. */
function titleOf(session: Session, row: number, identity: Identity): string | null {
  for (const other of identitiesAt(session, row)) {
    if (other.value !== identity.value || other.name !== identity.name) continue;
    if (identity.name === 'event') {
      if (!KNOWN.has(other.as)) return INVERSE.get(other.as) ?? `${other.as}: this frame`;
    } else if (identity.name !== 'tool call') return `same ${identity.name}`;
    else if (!KNOWN.has(other.as)) return 'tells of the same call';
  }
  return null;
}
