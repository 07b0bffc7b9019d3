import type { Fact } from '../../answer-types';
import { conversationOf, isOffBranch } from '../../conversation/conversation';
import type { Session } from '../../session/session';

/** What is said of a frame that the conversation left behind: where that was, and where it went on. */
export function branchFacts(session: Session, row: number): Fact[] {
  const conversation = conversationOf(session);
  if (conversation?.branchOf == null || !isOffBranch(conversation, row)) return [];
  const branch = conversation.branches[conversation.branchOf[row] as number];
  if (branch === undefined) return [];
  const facts: Fact[] = [
    { label: 'branch', value: 'off the current branch: abandoned by a rewind', frame: null },
  ];
  const add = (label: string, at: number) => {
    if (at >= 0) facts.push({ label, value: `#${at + 1}`, frame: at + 1 });
  };
  add('branch parts after', branch.forkRow);
  add('branch ends with', branch.leafRow);
  return facts;
}
