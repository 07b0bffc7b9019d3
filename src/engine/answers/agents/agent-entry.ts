import { oneLine } from '../../../protocol/frame-summary';
import { fieldOf, stringOf } from '../../../protocol/json-values';
import { RowFlag } from '../../frames/frame-table';
import { LinkFlag } from '../../links/link-table';
import type { Session } from '../../session/session';
import { bounded, toUsage } from '../report/sums';
import { type AgentLinks, agentLinks } from './agent-links';
import { type AgentCounts, NO_COUNTS } from './agent-tally';
import type { AgentNode } from './agent-tree';
import type { AgentEntry, AgentStatus } from './agent-types';
import { frameOf, type ResultFacts, type TaskFacts } from './call-facts';

const NO_FRAMES = {
  source: 'provided',
  rule: 'It is known by its call only: none of its frames are in this session.',
} as const;

/** Everything that is told of one subagent. `usage` are the counters of its messages. */
export function agentEntry(
  session: Session,
  node: AgentNode,
  usage: ReadonlyMap<number, number[]>,
): AgentEntry {
  const { links } = session.index;
  const found = agentLinks(session);
  const { agent, call } = node;
  const counts = agent === 0 ? NO_COUNTS : found.tally.of(agent);
  const part = agent === 0 ? null : found.fileOf(agent);
  const facts = call < 0 ? null : found.callFacts(call);
  const result = call < 0 ? -1 : links.other(call);
  const said = result < 0 ? null : found.resultFacts(result);
  const callId = facts?.id ?? (agent === 0 ? null : session.index.agents.parentText(agent));
  const task = found.taskFacts(callId);
  const counters = usage.get(agent);
  const first = counts.firstRow < 0 ? undefined : frameOf(session, counts.firstRow);
  const word = (...values: (string | null | undefined)[]) => oneLine(values.find((value) => value) ?? '');
  const relation = agent === 0 ? NO_FRAMES : found.relationOf(agent);
  return {
    number: agent === 0 ? null : agent,
    depth: node.depth,
    parent: node.parent,
    agentId: word(agent === 0 ? null : found.agentId(agent), said?.agentId, task?.agentId) || null,
    type: word(
      facts?.type,
      stringOf(part?.meta, 'agentType'),
      said?.type,
      task?.type,
      stringOf(first, 'subagent_type'),
    ),
    description: word(
      facts?.description,
      stringOf(part?.meta, 'description'),
      task?.description,
      stringOf(first, 'task_description'),
    ),
    prompt: facts?.prompt?.line ?? (agent === 0 ? '' : (found.ownPrompt(agent)?.line ?? '')),
    callFrame: call < 0 ? null : links.row(call) + 1,
    resultFrame: result < 0 ? null : links.row(result) + 1,
    firstFrame: counts.firstRow < 0 ? null : counts.firstRow + 1,
    lastFrame: counts.lastRow < 0 ? null : counts.lastRow + 1,
    frames: counts.frames,
    toolCalls: counts.toolCalls,
    failedCalls: counts.failedCalls,
    usage: agent === 0 || counters === undefined ? null : toUsage(counters),
    totalTokens: bounded(said?.totalTokens ?? task?.totalTokens ?? null),
    ...durationOf(session, counts, call, result, said, task),
    statusInferred: false,
    ...statusOf(session, found, { agent, call, result, counts, said, task }),
    file: part?.name ?? null,
    relation: { source: relation.source, rule: relation.rule },
    unasked: relation.source === 'none' && part !== null && session.state !== 'indexing',
  };
}

function durationOf(
  session: Session,
  counts: AgentCounts,
  call: number,
  result: number,
  said: ResultFacts | null,
  task: TaskFacts | undefined,
): Pick<AgentEntry, 'durationMs' | 'durationSource'> {
  const stated = said?.durationMs ?? task?.durationMs ?? null;
  if (stated !== null) return { durationMs: bounded(stated), durationSource: 'stated' };
  const { table, links } = session.index;
  const own = (row: number) => (table.flags(row) & RowFlag.OwnTime) !== 0;
  const span = (from: number, to: number) =>
    from >= 0 && to > from && own(from) && own(to) ? table.time(to) - table.time(from) : Number.NaN;
  const inFrames = span(counts.firstRow, counts.lastSpokenRow);
  // A background agent's result says only that it was started.
  const toResult =
    call < 0 || result < 0 || said?.status === LAUNCHED
      ? Number.NaN
      : span(links.row(call), links.row(result));
  const durationMs = [inFrames, toResult].find((ms) => ms >= 0) ?? null;
  return { durationMs, durationSource: 'inferred' };
}

/** The result of a background agent's call says so; how it ended stands elsewhere. */
const LAUNCHED = 'async_launched';

const ENDS: ReadonlyMap<string, AgentStatus> = new Map([
  ['completed', 'completed'],
  ['failed', 'failed'],
  ['error', 'failed'],
  ['stopped', 'stopped'],
  // task_updated says "killed" where task_notification says "stopped" (CLI 2.1.332).
  ['killed', 'stopped'],
  ['running', 'running'],
]);

interface Ends {
  agent: number;
  call: number;
  result: number;
  counts: AgentCounts;
  said: ResultFacts | null;
  task: TaskFacts | undefined;
}

function statusOf(
  session: Session,
  found: AgentLinks,
  { agent, call, result, counts, said, task }: Ends,
): Pick<AgentEntry, 'status' | 'statusRule'> & Partial<Pick<AgentEntry, 'statusInferred'>> {
  const { links } = session.index;
  if (result >= 0 && (links.flags(result) & LinkFlag.Error) !== 0)
    return { status: 'failed', statusRule: 'The result of its call is an error.' };
  const background = said?.status === LAUNCHED;
  if (result >= 0 && !background)
    return { status: 'completed', statusRule: 'Its call has a result that is no error.' };
  const end = task?.status ? ENDS.get(task.status) : undefined;
  if (end !== undefined) return { status: end, statusRule: `A task frame says "${task?.status}".` };
  const part = agent === 0 ? null : found.fileOf(agent);
  if (fieldOf(part?.meta, 'finished') === true)
    return { status: 'completed', statusRule: 'Its .meta.json says that it finished.' };
  if (saidItsLast(session, counts))
    return {
      status: 'completed',
      statusRule: 'Inferred: its last message calls no tool.',
      statusInferred: true,
    };
  if (background)
    return {
      status: 'running',
      statusRule: 'It was started in the background; how it ended is not in this session.',
    };
  if (call >= 0) return { status: 'unanswered', statusRule: 'Its call has no result.' };
  return { status: 'unknown', statusRule: 'Nothing in this session says how it ended.' };
}

/** A message of the model without a call is the last of an agent. */
function saidItsLast(session: Session, { lastSpokenRow, openCalls }: AgentCounts): boolean {
  if (lastSpokenRow < 0 || openCalls > 0) return false;
  const { table, kinds } = session.index;
  const isAssistant = kinds.type(table.kind(lastSpokenRow)) === 'assistant';
  return isAssistant && (table.flags(lastSpokenRow) & RowFlag.HasCall) === 0;
}
