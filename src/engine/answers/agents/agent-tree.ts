import type { Session } from '../../session/session';
import { MAX_DEPTH } from './agent-depth';
import { agentLinks } from './agent-links';
import { MAX_AGENTS } from './agent-tally';

/** A place in the tree: a subagent with frames, or a call of one whose frames are not in this session. */
export interface AgentNode {
  /** 0 when it has no frames. */
  agent: number;
  /** Record of its call, or -1. */
  call: number;
  depth: number;
  /** Number of the subagent that called it, 0 for the main thread; null when its call is not known. */
  parent: number | null;
}

export interface AgentTree {
  nodes: AgentNode[];
  leftOff: number;
}

interface Grown {
  tree: AgentTree;
  rows: number;
  records: number;
  settled: boolean;
}

const known = new WeakMap<object, Grown>();

/** All subagents of a session, each one before those that it called; made anew when there is more to tell. */
export function agentTree(session: Session): AgentTree {
  const { table, links } = session.index;
  const settled = session.state !== 'indexing';
  const last = known.get(session.epoch);
  if (last?.rows === table.rows && last.records === links.count && last.settled === settled) return last.tree;
  const tree = growTree(session);
  known.set(session.epoch, { tree, rows: table.rows, records: links.count, settled });
  return tree;
}

interface Leaf {
  agent: number;
  call: number;
  /** Where it begins: its call, else its first frame. */
  row: number;
}

function growTree(session: Session): AgentTree {
  const { agents, links, table } = session.index;
  const found = agentLinks(session);
  found.tally.update();
  const leaves: Leaf[] = [];
  const claimed = new Set<number>();
  const listed = Math.min(agents.size, MAX_AGENTS);
  for (let agent = 1; agent <= listed; agent++) {
    const call = found.callOf(agent);
    if (call >= 0) claimed.add(call);
    const { firstRow } = found.tally.of(agent);
    const begins = firstRow < 0 ? table.rows : firstRow;
    leaves.push({ agent, call, row: call >= 0 ? links.row(call) : begins });
  }
  let leftOff = agents.size - listed;
  for (const call of found.tally.agentCalls) {
    if (claimed.has(call)) continue;
    if (leaves.length < MAX_AGENTS) leaves.push({ agent: 0, call, row: links.row(call) });
    else leftOff++;
  }
  // Where all begins comes first; what no call of this session started comes last.
  leaves.sort((a, b) => Number(a.call < 0) - Number(b.call < 0) || a.row - b.row || a.agent - b.agent);
  return { nodes: inOrder(leaves, (call) => table.parent(links.row(call))), leftOff };
}

/** Puts every leaf behind the one that called it. `laneOf` gives the agent in whose frames a call stands. */
function inOrder(leaves: readonly Leaf[], laneOf: (call: number) => number): AgentNode[] {
  const below = new Map<number, Leaf[]>();
  const roots: Leaf[] = [];
  for (const leaf of leaves) {
    const lane = leaf.call < 0 ? 0 : laneOf(leaf.call);
    if (lane === 0) roots.push(leaf);
    else {
      const siblings = below.get(lane);
      if (siblings === undefined) below.set(lane, [leaf]);
      else siblings.push(leaf);
    }
  }
  const nodes: AgentNode[] = [];
  const placed = new Set<Leaf>();
  const place = (first: Leaf) => {
    const stack: { leaf: Leaf; depth: number }[] = [{ leaf: first, depth: 1 }];
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      const { leaf, depth } = at;
      if (placed.has(leaf)) continue;
      placed.add(leaf);
      const { agent, call } = leaf;
      nodes.push({ agent, call, depth, parent: call < 0 ? null : laneOf(call) });
      const called = (agent === 0 ? undefined : below.get(agent)) ?? [];
      for (const child of called.toReversed()) {
        stack.push({ leaf: child, depth: Math.min(depth + 1, MAX_DEPTH) });
      }
    }
  };
  for (const root of roots) place(root);
  // What is left goes round in a circle, or hangs below an agent that was left off.
  for (const leaf of leaves) place(leaf);
  return nodes;
}
