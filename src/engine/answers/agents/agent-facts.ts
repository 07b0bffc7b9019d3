import type { Fact } from '../../answer-types';
import type { Session } from '../../session/session';
import { oneAgent } from './agent-page';
import type { RelationSource } from './agent-types';

/** Stated by the frames themselves or by others: that needs no sentence. */
const PLAIN: ReadonlySet<RelationSource> = new Set(['provided', 'relation']);

/** What the detail of a frame says of the subagent and the file that it is of. */
export function agentFacts(session: Session, row: number): Fact[] {
  const facts: Fact[] = [];
  const add = (label: string, value: string, frame: number | null = null) =>
    value !== '' && facts.push({ label, value, frame });
  const agent = oneAgent(session, session.index.table.parent(row));
  if (agent !== null) {
    const words = [`agent ${agent.number}`, agent.type, agent.description || agent.prompt];
    add('agent', words.filter((word) => word !== '').join(' · '));
    if (agent.callFrame !== null) add('called by', `#${agent.callFrame}`, agent.callFrame);
    if (agent.resultFrame !== null) add('result of agent', `#${agent.resultFrame}`, agent.resultFrame);
    if (!PLAIN.has(agent.relation.source)) add('agent’s call', agent.relation.rule);
  }
  add('agent file', session.fileOf(row).name.replace(/^.*\//, ''));
  return facts;
}
