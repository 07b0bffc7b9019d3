import { setImmediate as nextTurn } from 'node:timers/promises';
import { isTyped, userLineOf } from '../../protocol/user-lines';
import { parsedOrNot, parseFrameHead } from '../answers/parsed-frame';
import type { Session } from '../session/session';
import { buildTree, runSteps, type Steps, type Tree } from './conversation-tree';
import { hasConversation, readParents } from './parent-lines';

/** The conversation tree of a session file, as it was when the file was indexed. */
export interface Conversation extends Tree {
  /** Rows whose parent is a problem, in order. */
  problems: Uint32Array;
  /** Of these, compactions whose logical parent is missing. */
  logicalGone: ReadonlySet<number>;
  /** Of these, the first row of each circle of parents, and how many rows go round in it. */
  circles: ReadonlyMap<number, number>;
}

/** Of more prompts beside each other than this, the rest is taken for what it looks like. */
const MAX_ASKED = 4000;

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
  let asked = 0;
  const tree = yield* buildTree(lines, (row) => {
    if (asked++ >= MAX_ASKED) return true;
    return isTyped(userLineOf(parsedOrNot(parseFrameHead, session, row)));
  });
  const problems = Uint32Array.from([...lines.dangling, ...tree.cycles.map(({ row }) => row)]).sort();
  const circles = new Map(tree.cycles.map(({ row, rows }) => [row, rows]));
  return { ...tree, problems, logicalGone: lines.logical, circles };
}

/** Whether a row stands on a branch that was abandoned. */
export function isOffBranch(conversation: Conversation | null, row: number): boolean {
  if (conversation?.branchOf == null) return false;
  const branch = conversation.branchOf[row] ?? -1;
  return branch >= 0 && branch !== conversation.current;
}
