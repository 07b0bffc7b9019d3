import type { Session } from '../../session/session';
import { agentEntry } from './agent-entry';
import { agentLinks } from './agent-links';
import { type AgentNode, agentTree } from './agent-tree';
import type { AgentEntry, AgentPage } from './agent-types';

/** Subagents of the tree from place `from` on (the first is 0), at most `count`. */
export function agentPage(session: Session, from: number, count: number): AgentPage {
  const { nodes, leftOff } = agentTree(session);
  const usage = usageByAgent(session);
  const agents = nodes.slice(from, from + count).map((node) => agentEntry(session, node, usage));
  return { total: nodes.length, leftOff, agents };
}

/** How many subagents there are, those without frames of their own included. */
export function agentCount(session: Session): number {
  const { nodes, leftOff } = agentTree(session);
  return nodes.length + leftOff;
}

/** The subagent with this number alone; null for the main thread. */
export function oneAgent(session: Session, agent: number): AgentEntry | null {
  if (agent === 0) return null;
  const { links, table } = session.index;
  const found = agentLinks(session);
  found.tally.update();
  const call = found.callOf(agent);
  const parent = call < 0 ? null : table.parent(links.row(call));
  const node: AgentNode = { agent, call, depth: 1, parent };
  return agentEntry(session, node, NO_USAGE);
}

const NO_USAGE: ReadonlyMap<number, number[]> = new Map();

/** A message is of the agent whose frame brought it first. */
function usageByAgent({ index }: Session): Map<number, number[]> {
  const { messages, table } = index;
  return messages.usageBy((message) => table.parent(messages.firstRow(message)));
}
