import { performance } from 'node:perf_hooks';
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

interface Kept {
  rows: number;
  conversation: Conversation | null;
  /** When it was made, and how long that took, in milliseconds. */
  madeAt: number;
  cost: number;
}

const known = new WeakMap<object, Kept>();
/** While a file grows its tree is made anew again and again: that may take this part of the time, and no more. */
const SHARE = 20;
/** A tree that is made as fast as this is always made anew: a request waits for it. */
const CHEAP_MS = 0.5;
/** That of a short file takes longer only while the code is cold. */
const SHORT_ROWS = 2000;
const CHEAP_SHORT_MS = 10;

/**
 * The tree of a session; null while it is indexed, and for streams, which have none. Of a long file that grows it may be
 * the tree of a moment ago.
 */
export function conversationOf(session: Session): Conversation | null {
  if (session.state === 'indexing') return null;
  const { rows } = session.index.table;
  const cached = known.get(session.epoch);
  const begin = performance.now();
  if (cached !== undefined) {
    const cheap = rows <= SHORT_ROWS ? CHEAP_SHORT_MS : CHEAP_MS;
    const isRecent = cached.cost > cheap && begin - cached.madeAt < SHARE * cached.cost;
    if (cached.rows === rows || isRecent) return cached.conversation;
  }
  const conversation = hasConversation(session) ? runSteps(build(session)) : null;
  const madeAt = performance.now();
  known.set(session.epoch, { rows, conversation, madeAt, cost: madeAt - begin });
  return conversation;
}

/** The tree that was made of the rows that there are now; null when there is none. */
export function keptConversation(session: Session): Conversation | null {
  const kept = known.get(session.epoch);
  return kept?.rows === session.index.table.rows ? kept.conversation : null;
}

/** Takes over a tree that was made of these rows before. */
export function keepConversation(session: Session, conversation: Conversation): void {
  const { rows } = session.index.table;
  known.set(session.epoch, { rows, conversation, madeAt: performance.now(), cost: 0 });
}

/** Makes the tree of a file whose last row was just indexed, giving way to requests in between. */
export async function prepareConversation(session: Session): Promise<void> {
  if (!hasConversation(session) || keptConversation(session) !== null) return;
  const begin = performance.now();
  const steps = build(session);
  while (session.state === 'indexing') {
    const step = steps.next();
    if (step.done === true) {
      const madeAt = performance.now();
      known.set(session.epoch, {
        rows: session.index.table.rows,
        conversation: step.value,
        madeAt,
        cost: madeAt - begin,
      });
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
