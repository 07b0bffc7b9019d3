import { identitiesOf } from '../../../protocol/identity/frame-identities';
import type { Identity } from '../../../protocol/identity/identity';
import { AgentForm } from '../../agents/agent-table';
import type { Session } from '../../session/session';
import { parseFrame } from '../frame/parsed-frame';
import type { FrameLinks, Relation } from './frame-links-types';
import {
  callRelations,
  messageRelations,
  namedCall,
  namedEvent,
  relation,
  rowList,
  sameUuid,
  startedLanes,
} from './index-relations';
import { collectRows, type RowsWanted, startedMessageId } from './known-rows';
import { searchedRelations } from './searched-relations';

/** A frame can name thousands of other frames; the lists of this many ids are made. */
const MAX_NAMED = 24;
const MAX_TEXT_UNITS = 2000;

/**
 * The ids of a frame and the frames that it belongs with. Without `search` only what the index knows at once; with it
 * the table of rows is passed over, and the bytes of the file are searched for ids that the index does not keep.
 */
export async function frameLinks(
  session: Session,
  row: number,
  search: boolean,
  signal?: AbortSignal,
): Promise<FrameLinks> {
  const { table } = session.index;
  const frame = session.index.kinds.isUnparsed(table.kind(row)) ? undefined : parseFrame(session, row);
  if (frame === undefined) return { identities: [], identitiesLeftOff: 0, relations: [], search: null };
  const { list, leftOff } = identitiesOf(frame, {
    file: session.fileOf(row).name || session.name,
    offset: session.offsetInFile(row),
    text: () => session.jsonText(row),
  });
  const identities = [...list, ...inferredIdentities(session, row, list)];
  const relations = indexRelations(session, row, identities);
  let extent: FrameLinks['search'] = null;
  if (search) {
    relations.push(...(await rowRelations(session, row, identities, signal)));
    const found = await searchedRelations(session, row, identities, signal);
    relations.push(...found.relations);
    extent = found.extent;
  }
  return {
    identities: identities.map((identity) => ({
      ...identity,
      value: identity.value.slice(0, MAX_TEXT_UNITS),
    })),
    identitiesLeftOff: leftOff,
    relations,
    search: extent,
  };
}

/** Ids that no key of the frame states, but its place among the others tells. */
function inferredIdentities(session: Session, row: number, stated: readonly Identity[]): Identity[] {
  const found: Identity[] = [];
  const { runs, table } = session.index;
  const states = (name: Identity['name']) => stated.some((identity) => identity.as === name);
  const run = runs.runs[table.run(row)]?.sessionId ?? null;
  if (!states('session') && run !== null) {
    found.push({
      name: 'session',
      as: 'session',
      value: run,
      role: 'group',
      source: 'the run around it',
      confidence: 'inferred',
      rule: 'A frame without a session id belongs to the run that it stands in.',
    });
  }
  const message = states('message') ? null : startedMessageId(session, row);
  if (message !== null) {
    found.push({
      name: 'message',
      as: 'message',
      value: message.id,
      role: 'group',
      source: `frame ${message.startRow + 1}`,
      confidence: 'inferred',
      rule: 'An event that states no message id belongs to the message that was started last in its session and subagent.',
    });
  }
  const agent = states('agent')
    ? null
    : /^agent-([\w-]+)\.jsonl$/.exec(session.fileOf(row).name || session.name);
  if (agent !== null) {
    found.push({
      name: 'agent',
      as: 'agent',
      value: agent[1] as string,
      role: 'group',
      source: 'file name',
      confidence: 'inferred',
      rule: 'The CLI keeps each subagent in a file that is named after it (2.0.50 on).',
    });
  }
  return found;
}

/** What the index knows without a pass over the rows. */
function indexRelations(session: Session, row: number, identities: readonly Identity[]): Relation[] {
  const message = identities.find(({ as }) => as === 'message');
  const relations = [
    ...callRelations(session, row),
    ...messageRelations(session, row, message?.value ?? null),
  ];
  const own = identities.find(({ role, confidence }) => role === 'event' && confidence === 'provided');
  if (own !== undefined) relations.push(...sameUuid(session, row, own.value));
  let named = 0;
  for (const identity of identities) {
    if (identity.role !== 'relation' || identity.as === 'result of' || named >= MAX_NAMED) continue;
    if (identity.name === 'tool call') relations.push(namedCall(session, row, identity));
    else if (identity.name === 'event') relations.push(namedEvent(session, row, identity));
    else continue;
    named++;
  }
  return relations;
}

const HOW_OF_FORM: Record<AgentForm, string> = {
  [AgentForm.Parent]: 'They state the same parent_tool_use_id: that of the call that started the subagent.',
  [AgentForm.Sidechain]: 'They are one chain of lines that state isSidechain.',
  [AgentForm.File]: 'They stand in the file of this subagent.',
};

/** What one pass over the table of rows tells: subagents and children. */
async function rowRelations(
  session: Session,
  row: number,
  identities: readonly Identity[],
  signal?: AbortSignal,
): Promise<Relation[]> {
  const { table, agents } = session.index;
  const own = identities.find(({ role, confidence }) => role === 'event' && confidence === 'provided');
  const started = startedLanes(session, identities);
  const lane = table.parent(row);
  const wanted: RowsWanted = { lanes: new Map(), uuid: own?.value ?? null, children: rowList(row) };
  for (const other of [...started.keys(), lane]) if (other > 0) wanted.lanes.set(other, rowList(row));
  await collectRows(session, wanted, signal);
  const relations: Relation[] = [];
  if (wanted.children.count > 0) {
    const how = 'Their parentUuid is the uuid of this frame.';
    relations.push(relation(session, 'children', own?.value ?? null, how, wanted.children));
  }
  for (const [number, rows] of wanted.lanes) {
    const title = started.has(number) ? 'frames of the subagent that it started' : 'frames of this subagent';
    const how = HOW_OF_FORM[agents.form(number)];
    relations.push(relation(session, title, agents.parentText(number), how, rows));
  }
  return relations;
}
