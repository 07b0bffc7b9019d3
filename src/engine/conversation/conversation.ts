import { setImmediate as nextTurn } from 'node:timers/promises';
import { isTyped, userLineOf } from '../../protocol/user-lines';
import type { Diagnostic } from '../answer-types';
import { parsedOrNot, parseFrameHead } from '../answers/parsed-frame';
import { RowFlag } from '../frames/frame-table';
import type { Session } from '../session/session';
import { type Branch, buildTree, runSteps, type Steps, type Tree } from './conversation-tree';
import { type Dangling, hasConversation, readParents } from './parent-lines';

/** The conversation tree of a session file, as it was when the file was indexed. */
export interface Conversation extends Tree {
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
  const all = [...cycleDiagnostics(session, tree), ...danglingDiagnostics(session, lines.dangling)];
  for (const { frame } of all) session.index.table.addFlags((frame as number) - 1, RowFlag.Diagnostic);
  const listed = all.slice(0, MAX_LISTED);
  return { ...tree, diagnostics: listed, diagnosticsLeftOff: all.length - listed.length };
}

function place(session: Session, row: number): Pick<Diagnostic, 'line' | 'offset' | 'frame'> {
  const { table } = session.index;
  return { line: table.line(row), offset: table.offset(row), frame: row + 1 };
}

function cycleDiagnostics(session: Session, { cycles }: Tree): Diagnostic[] {
  return cycles.map(({ row, rows }) => ({
    code: 'parent-cycle',
    severity: 'warning',
    ...place(session, row),
    message:
      rows === 1
        ? 'This frame states itself as its parent. It is taken for the beginning of its chain.'
        : `The parents of ${rows.toLocaleString('en')} frames lead round in a circle. This one, the earliest of them, is taken for the beginning of their chain.`,
  }));
}

function danglingDiagnostics(session: Session, dangling: readonly Dangling[]): Diagnostic[] {
  const first = firstLine(session);
  return dangling.map(({ row, logical }) => {
    const normal = logical || row === first;
    return {
      code: 'dangling-parent',
      severity: normal ? 'info' : 'warning',
      ...place(session, row),
      message: logical
        ? 'The logical parent of this compaction is not in this file. That is normal where the history before it was left out, as in a copy or after a resume.'
        : row === first
          ? 'The parent of the first line is not in this file: the file begins in the middle of a conversation. That is normal for a part of a file, or a copy that leaves out what was compacted.'
          : `The parent of this frame is not in this file.${unparsedHint(session)} It is taken to go on from the line before.`,
    };
  });
}

function firstLine(session: Session): number {
  const { table } = session.index;
  for (let row = 0; row < table.rows; row++) if (table.uuidHash(row) !== 0) return row;
  return -1;
}

function unparsedHint({ index: { unparsedRows } }: Session): string {
  if (unparsedRows === 0) return '';
  return ` It may be in one of the ${unparsedRows === 1 ? 'pieces' : `${unparsedRows.toLocaleString('en')} pieces`} that could not be parsed.`;
}

/** Whether a row stands on a branch that was abandoned. */
export function isOffBranch(conversation: Conversation | null, row: number): boolean {
  if (conversation?.branchOf == null) return false;
  const branch = conversation.branchOf[row] ?? -1;
  return branch >= 0 && branch !== conversation.current;
}

export type { Branch };
