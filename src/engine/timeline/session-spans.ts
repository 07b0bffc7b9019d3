import { agentLinks } from '../answers/agents/agent-links';
import { agentTree } from '../answers/agents/agent-tree';
import { LinkFlag } from '../links/link-table';
import type { Session } from '../session/session';
import type { Task } from '../turns/task-table';
import { API_LANE, laneOfAgent, TASKS_LANE, TOOLS_LANE } from './row-lanes';
import { SpanList } from './span-list';
import type { SpanState } from './timeline-types';

/**
 * All spans of a session as far as it is indexed. A tool call reaches from its request to its result, and stands both on
 * the lane of its thread and on that of the tools; one that starts a subagent is told by the span around that subagent's
 * lane. `placeOf` decides which of two ends is the later one, because the frames of an agent file stand behind those of
 * the session file.
 */
export function sessionSpans(session: Session, placeOf: (row: number) => number): SpanList {
  const spans = new SpanList();
  const starters = addAgents(session, spans, placeOf);
  addCalls(session, spans, starters);
  addMessages(session, spans);
  addTasks(session, spans);
  return spans;
}

/** Returns the records of the calls that started a subagent with a lane of its own. */
function addAgents(session: Session, spans: SpanList, placeOf: (row: number) => number): Set<number> {
  const { links } = session.index;
  const { tally } = agentLinks(session);
  const starters = new Set<number>();
  const later = (a: number, b: number) => (a < 0 || (b >= 0 && placeOf(b) > placeOf(a)) ? b : a);
  for (const { agent, call } of agentTree(session).nodes) {
    if (agent === 0) continue;
    const { firstRow, lastRow } = tally.of(agent);
    if (call >= 0) starters.add(call);
    const result = call < 0 ? -1 : links.other(call);
    const begin = call < 0 ? firstRow : links.row(call);
    if (begin < 0) continue;
    const open = call >= 0 && result < 0;
    const end = open ? -1 : later(result < 0 ? -1 : links.row(result), lastRow);
    const state = call < 0 ? 'unknown' : stateOfResult(session, result);
    spans.push({ lane: laneOfAgent(agent), kind: 'agent', state, begin, end, subject: agent });
  }
  return starters;
}

function addCalls(session: Session, spans: SpanList, starters: ReadonlySet<number>): void {
  const { links, table } = session.index;
  for (let record = 0; record < links.count; record++) {
    if ((links.flags(record) & (LinkFlag.Repeat | LinkFlag.Result)) !== 0) continue;
    const begin = links.row(record);
    const result = links.other(record);
    const end = result < 0 ? -1 : links.row(result);
    const state = stateOfResult(session, result);
    spans.push({ lane: TOOLS_LANE, kind: 'call', state, begin, end, subject: record });
    if (starters.has(record)) continue;
    spans.push({ lane: laneOfAgent(table.parent(begin)), kind: 'call', state, begin, end, subject: record });
  }
}

function stateOfResult({ index: { links } }: Session, result: number): SpanState {
  if (result < 0) return 'open';
  return (links.flags(result) & LinkFlag.Error) !== 0 ? 'failed' : 'ok';
}

/** Messages that were streamed, from their first event to their last. */
function addMessages(session: Session, spans: SpanList): void {
  const { messages } = session.index;
  for (let message = 0; message < messages.size; message++) {
    const begin = messages.firstEvent(message);
    if (begin < 0 || messages.eventCount(message) < 2 || messages.isSeries(message)) continue;
    const state = messages.isUnended(message) ? 'unknown' : 'ok';
    const end = messages.lastRow(message);
    spans.push({ lane: API_LANE, kind: 'request', state, begin, end, subject: message });
  }
}

function addTasks(session: Session, spans: SpanList): void {
  for (const [place, task] of session.index.marks.tasks.tasks.entries()) {
    const { firstRow: begin, lastRow, status } = task;
    const end = status === 'running' ? -1 : lastRow;
    spans.push({ lane: TASKS_LANE, kind: 'task', state: stateOfTask(status), begin, end, subject: place });
  }
}

function stateOfTask(status: Task['status']): SpanState {
  switch (status) {
    case 'completed':
      return 'ok';
    case 'failed':
      return 'failed';
    case 'running':
      return 'open';
    case 'stopped':
      return 'cancelled';
    default:
      return 'unknown';
  }
}
