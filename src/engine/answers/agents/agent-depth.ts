import type { Session } from '../../session/session';
import { agentLinks } from './agent-links';

/** Deeper nesting than this is drawn and told as this deep. */
export const MAX_DEPTH = 64;

/**
 * How many calls lie between the main thread and a subagent: 1 for one that the main thread called, 0 for the main thread
 * itself. Ids that go round in a circle end where they come back to.
 */
export function agentDepth(session: Session, agent: number): number {
  if (agent === 0) return 0;
  const { callOf } = agentLinks(session);
  const { links, table } = session.index;
  const seen = new Set<number>();
  let at = agent;
  while (at !== 0 && seen.size < MAX_DEPTH && !seen.has(at)) {
    seen.add(at);
    const call = callOf(at);
    at = call < 0 ? 0 : table.parent(links.row(call));
  }
  return seen.size;
}
