import { setImmediate as nextTurn } from 'node:timers/promises';
import { isTyped, userLineOf } from '../../protocol/user-lines';
import type { Diagnostic } from '../answer-types';
import { parsedOrNot, parseFrameHead } from '../answers/parsed-frame';
import type { Session } from '../session/session';
import { buildTree, runSteps, type Steps, type Tree } from './conversation-tree';
import { hasConversation, type ParentLines, readParents } from './parent-lines';

/** The conversation tree of a session file, as it was when the file was indexed. */
export interface Conversation extends Tree {
  /** Rows that a diagnostic names, in order; the first of them are told in `diagnostics`. */
  problems: Uint32Array;
  diagnostics: Diagnostic[];
  diagnosticsLeftOff: number;
}

const MAX_LISTED = 200;
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
  const { listed, leftOff } = listProblems(session, problems, lines, tree);
  return { ...tree, problems, diagnostics: listed, diagnosticsLeftOff: leftOff };
}

/** What is said of the first problems of a file. */
function listProblems(
  session: Session,
  problems: Uint32Array,
  { logical }: ParentLines,
  { cycles }: Tree,
): { listed: Diagnostic[]; leftOff: number } {
  const { table } = session.index;
  const cycleAt = new Map(cycles.map(({ row, rows }) => [row, rows]));
  const first = firstLine(session);
  const listed = Array.from(problems.subarray(0, MAX_LISTED), (row): Diagnostic => {
    const place = { line: table.line(row), offset: session.offsetInFile(row), frame: row + 1 };
    const rows = cycleAt.get(row);
    if (rows !== undefined) {
      return { code: 'parent-cycle', severity: 'warning', ...place, message: cycleSentence(rows) };
    }
    const normal = logical.has(row) || row === first;
    const message = logical.has(row) ? LOGICAL_GONE : row === first ? FIRST_GONE : goneSentence(session);
    return { code: 'dangling-parent', severity: normal ? 'info' : 'warning', ...place, message };
  });
  return { listed, leftOff: problems.length - listed.length };
}

const LOGICAL_GONE =
  'The logical parent of this compaction is not in this file. That is normal where the history before it was left out, as in a copy or after a resume.';
const FIRST_GONE =
  'The parent of the first line is not in this file: the file begins in the middle of a conversation. That is normal for a part of a file, or a copy that leaves out what was compacted.';

function cycleSentence(rows: number): string {
  return rows === 1
    ? 'This frame states itself as its parent. It is taken for the beginning of its chain.'
    : `The parents of ${rows.toLocaleString('en')} frames lead round in a circle. This one, the earliest of them, is taken for the beginning of their chain.`;
}

function goneSentence({ index: { unparsedRows } }: Session): string {
  const pieces = unparsedRows === 1 ? 'the piece' : `one of the ${unparsedRows.toLocaleString('en')} pieces`;
  const hint = unparsedRows === 0 ? '' : ` It may be in ${pieces} that could not be parsed.`;
  return `The parent of this frame is not in this file.${hint} It is taken to go on from the line before.`;
}

function firstLine(session: Session): number {
  const { table } = session.index;
  for (let row = 0; row < table.rows; row++) if (table.uuidHash(row) !== 0) return row;
  return -1;
}

/** Whether a row stands on a branch that was abandoned. */
export function isOffBranch(conversation: Conversation | null, row: number): boolean {
  if (conversation?.branchOf == null) return false;
  const branch = conversation.branchOf[row] ?? -1;
  return branch >= 0 && branch !== conversation.current;
}
