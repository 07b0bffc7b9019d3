import type { Identity } from '../../../protocol/identity/identity';
import { RowFlag } from '../../frames/frame-table';
import { hashOfId } from '../../frames/id-hash';
import { LinkFlag } from '../../links/link-table';
import type { Session } from '../../session/session';
import { rowOf } from '../rows/row-page';
import type { RelatedFrame, Relation } from './frame-links-types';
import { RowList, rowsWithUuid } from './known-rows';

/** A list is for going to the neighbours; first, last and the count tell of the rest. */
const MAX_FRAMES = 12;
const MAX_RECORDS = 200;
/** A message that reaches over more rows than this is that of a damaged file. */
const MAX_MESSAGE_ROWS = 1_000_000;
const MAX_TEXT_UNITS = 400;

export function rowList(around: number): RowList {
  return new RowList(around, MAX_FRAMES);
}

/** A relation to the rows of a list. */
export function relation(
  session: Session,
  title: string,
  value: string | null,
  how: string,
  rows: RowList,
  options: { inferred?: boolean; atLeast?: boolean } = {},
): Relation {
  return {
    title,
    value: value?.slice(0, MAX_TEXT_UNITS) ?? null,
    how,
    inferred: options.inferred ?? false,
    count: rows.count,
    atLeast: options.atLeast ?? false,
    first: rows.count === 0 ? null : rows.first + 1,
    last: rows.count === 0 ? null : rows.last + 1,
    frames: rows.near.map((row) => relatedFrame(session, row)),
  };
}

function relatedFrame(session: Session, row: number): RelatedFrame {
  const { frame, family, kind, detail, strong, summary } = rowOf(session, row);
  return { frame, family, kind, detail, strong, summary };
}

function listOf(around: number, rows: readonly number[]): RowList {
  const list = rowList(around);
  for (const row of [...new Set(rows)].sort((a, b) => a - b)) list.add(row);
  return list;
}

/** Frames of the same API message; its events are counted apart, since there are hundreds of them. */
export function messageRelations(session: Session, row: number, id: string | null): Relation[] {
  const { table, messages, kinds } = session.index;
  const message = table.message(row);
  if (message === 0) return [];
  if (messages.isSeries(message - 1)) return seriesRelation(session, row);
  const whole = rowList(row);
  const events = rowList(row);
  const first = messages.firstRow(message - 1);
  const last = Math.min(messages.lastRow(message - 1), first + MAX_MESSAGE_ROWS);
  for (let at = first; at <= last; at++) {
    if (at === row || table.message(at) !== message) continue;
    const isEvent = kinds.type(table.kind(at)) === 'stream_event' || kinds.traits(table.kind(at)).isBareEvent;
    (isEvent ? events : whole).add(at);
  }
  const how =
    'One message of the API comes as one frame for each content block, all with the same message id.';
  const found: Relation[] = [];
  if (whole.count > 0) found.push(relation(session, 'same message', id, how, whole));
  if (events.count > 0) {
    const rule =
      'Events state no message id: they belong to the message that was started last in their session and subagent.';
    found.push(relation(session, 'events of the message', id, rule, events, { inferred: true }));
  }
  return found;
}

/** Tries of one request fold like a message and are none; what else folds so has relations of its own. */
function seriesRelation(session: Session, row: number): Relation[] {
  const { table, messages, kinds } = session.index;
  if (!kinds.traits(table.kind(row)).isRetry) return [];
  const message = table.message(row);
  const tries = rowList(row);
  const last = messages.lastRow(message - 1);
  for (let at = messages.firstRow(message - 1); at <= last; at++)
    if (at !== row && table.message(at) === message) tries.add(at);
  const how = 'Retries with no message between them are of one request.';
  return tries.count === 0 ? [] : [relation(session, 'same request', null, how, tries, { inferred: true })];
}

/** The other ends of the frame's calls and results. */
export function callRelations(session: Session, row: number): Relation[] {
  const { links, table } = session.index;
  const results: number[] = [];
  const calls: number[] = [];
  let crossRun = false;
  for (let record = table.firstBlock(row) - 1; record >= 0 && record < links.count; record++) {
    if (links.row(record) !== row || results.length + calls.length >= MAX_RECORDS) break;
    const other = links.other(links.primary(record));
    if (other < 0 || links.row(other) === row) continue;
    (links.isResult(record) ? calls : results).push(links.row(other));
    if (((links.flags(record) | links.flags(other)) & LinkFlag.CrossRun) !== 0) crossRun = true;
  }
  const how = `A result answers the call with its tool_use_id${crossRun ? '; here it stands in another run' : ''}.`;
  const found: Relation[] = [];
  if (results.length > 0) found.push(relation(session, 'results', null, how, listOf(row, results)));
  if (calls.length > 0) found.push(relation(session, 'calls', null, how, listOf(row, calls)));
  return found;
}

/** Rows of the calls with a tool id. Looks at every record: there is one for each call and result. */
function callRows(session: Session, toolId: string): number[] {
  const { links } = session.index;
  const id = links.idOf(hashOfId(toolId));
  const rows: number[] = [];
  for (let record = 0; id > 0 && record < links.count && rows.length < MAX_RECORDS; record++) {
    if (links.id(record) !== id || (links.flags(record) & (LinkFlag.Repeat | LinkFlag.Result)) !== 0)
      continue;
    rows.push(links.row(record));
  }
  return rows;
}

/** The frames that hold the call, or the results, with a tool id that this frame only names. */
export function namedCall(session: Session, row: number, identity: Identity): Relation {
  const calls = callRows(session, identity.value);
  const how = `${identity.source} names the call with this id.`;
  return relation(
    session,
    titleOf(identity),
    identity.value,
    how,
    listOf(
      row,
      calls.filter((at) => at !== row),
    ),
  );
}

function titleOf({ as }: Identity): string {
  return as === 'parent tool use' ? 'call of this subagent' : as;
}

/** The frames with the uuid that this frame points to. */
export function namedEvent(session: Session, row: number, identity: Identity): Relation {
  const rows = rowsWithUuid(session, identity.value).filter((at) => at !== row);
  const how = `${identity.source} names the frame with this uuid.`;
  return relation(session, identity.as, identity.value, how, listOf(row, rows));
}

/** Other frames with the uuid of this one: told again, or different ones that share it. */
export function sameUuid(session: Session, row: number, uuid: string): Relation[] {
  const { table } = session.index;
  const isReplay = (at: number) => (table.flags(at) & RowFlag.Replay) !== 0;
  const others = rowsWithUuid(session, uuid).filter((at) => at !== row);
  const earlier = others.filter((at) => at < row && !isReplay(at));
  const again = others.filter(isReplay);
  const found: Relation[] = [];
  const add = (title: string, how: string, rows: number[]) => {
    if (rows.length > 0) found.push(relation(session, title, uuid, how, listOf(row, rows)));
  };
  const told = 'The same uuid and the same bytes: the frame is counted once.';
  if (isReplay(row)) add('replay of', told, earlier.slice(0, 1));
  add('told again', told, again);
  if (!isReplay(row)) {
    add(
      'same uuid, other content',
      'A uuid should name one frame. These share it although their content differs: all of them are counted.',
      others.filter((at) => !isReplay(at)),
    );
  }
  return found;
}

/** parent tool ids of the subagents that this frame's calls started, as they stand in the table of rows. */
export function startedLanes(session: Session, identities: readonly Identity[]): Map<number, string> {
  const lanes = new Map<number, string>();
  for (const { name, as, value } of identities) {
    if (name !== 'tool call' || as !== 'tool call') continue;
    const lane = session.index.agents.withParent(hashOfId(value));
    if (lane > 0) lanes.set(lane, value);
  }
  return lanes;
}
