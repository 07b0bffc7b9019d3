import { setImmediate as nextTurn } from 'node:timers/promises';
import { isTyped } from '../../protocol/turns/user-lines';
import type { Session } from '../session/session';
import { buildTree, runSteps, type Steps, type Tree } from './conversation-tree';
import { hasConversation, readParents } from './parent-lines';
import { ParentProblems } from './parent-problems';

/** The conversation tree of a session file, as it was when the file was indexed. */
export interface Conversation extends Omit<Tree, 'cycles'> {
  problems: ParentProblems;
  problemCounts: ReturnType<ParentProblems['counts']>;
}

const known = new WeakMap<Session, { rows: number; conversation: Conversation | null }>();

/** The tree of a session; null while it is indexed, and for streams, which have none. */
export function conversationOf(session: Session): Conversation | null {
  if (session.state === 'indexing') return null;
  const { rows } = session.index.table;
  const cached = known.get(session);
  if (cached?.rows === rows) return cached.conversation;
  const conversation = hasConversation(session) ? runSteps(build(session)) : null;
  known.set(session, { rows, conversation });
  return conversation;
}

/** Makes the tree of a file whose last row was just indexed, giving way to requests in between. */
export async function prepareConversation(session: Session): Promise<void> {
  if (!hasConversation(session)) return;
  const steps = build(session);
  while (session.state === 'indexing') {
    const step = steps.next();
    if (step.done === true) {
      known.set(session, { rows: session.index.table.rows, conversation: step.value });
      return;
    }
    await nextTurn();
  }
}

function* build(session: Session): Steps<Conversation> {
  const lines = yield* readParents(session);
  const { userLines } = session.index.marks;
  const { cycles, ...tree } = yield* buildTree(lines, (row) => {
    const line = userLines.ofRow(row);
    // A line that says nothing is taken for what it looks like.
    return line === null || isTyped(line);
  });
  const problems = new ParentProblems(lines, cycles, firstLine(session));
  return { ...tree, problems, problemCounts: problems.counts() };
}

/** The first line with a uuid, so the first one that takes part in the conversation. */
function firstLine({ index: { table } }: Session): number {
  for (let row = 0; row < table.rows; row++) if (table.uuidHash(row) !== 0) return row;
  return -1;
}

/** Whether a row stands on a branch that was abandoned. */
export function isOffBranch(conversation: Conversation | null, row: number): boolean {
  if (conversation?.branchOf == null) return false;
  const branch = conversation.branchOf[row] ?? -1;
  return branch >= 0 && branch !== conversation.current;
}
