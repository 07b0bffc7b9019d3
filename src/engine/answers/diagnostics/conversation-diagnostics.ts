import type { Diagnostic, Severity } from '../../answer-types';
import { type Conversation, conversationOf } from '../../conversation/conversation';
import type { Session } from '../../session/session';
import { withFile } from '../report-parts';

const CIRCLE = { code: 'parent-cycle', severity: 'warning' } as const;
const DANGLING = { code: 'dangling-parent', severity: 'warning' } as const;
const LEFT_OUT = { code: 'parent-left-out', severity: 'info' } as const;

/** How many lines have a parent that is a problem, by code. */
export function conversationCounts(session: Session): Map<string, { severity: Severity; count: number }> {
  const counts = new Map<string, { severity: Severity; count: number }>();
  const conversation = conversationOf(session);
  if (conversation === null) return counts;
  for (const row of conversation.problems) {
    const { code, severity } = kindOfProblem(session, conversation, row);
    counts.set(code, { severity, count: (counts.get(code)?.count ?? 0) + 1 });
  }
  return counts;
}

/** `count` problems of one code, from the `from`-th on. */
export function conversationProblems(
  session: Session,
  code: string,
  from: number,
  count: number,
): Diagnostic[] {
  const conversation = conversationOf(session);
  const found: Diagnostic[] = [];
  let skip = from;
  for (const row of conversation?.problems ?? []) {
    if (conversation === null || found.length >= count) break;
    if (kindOfProblem(session, conversation, row).code !== code) continue;
    if (skip-- <= 0) found.push(problemOf(session, conversation, row));
  }
  return found;
}

export function conversationProblemsOfRow(session: Session, row: number): Diagnostic[] {
  const conversation = conversationOf(session);
  return conversation?.problems.includes(row) ? [problemOf(session, conversation, row)] : [];
}

function kindOfProblem(
  session: Session,
  { circles, logicalGone }: Conversation,
  row: number,
): { code: string; severity: Severity } {
  if (circles.has(row)) return CIRCLE;
  return logicalGone.has(row) || row === firstLine(session) ? LEFT_OUT : DANGLING;
}

function problemOf(session: Session, conversation: Conversation, row: number): Diagnostic {
  const { table } = session.index;
  const rows = conversation.circles.get(row);
  const message =
    rows !== undefined
      ? circleSentence(rows)
      : conversation.logicalGone.has(row)
        ? LOGICAL_GONE
        : row === firstLine(session)
          ? FIRST_GONE
          : goneSentence(session);
  const place = { line: table.line(row), offset: session.offsetInFile(row), frame: row + 1 };
  return withFile(session, { ...kindOfProblem(session, conversation, row), ...place, message });
}

const LOGICAL_GONE =
  'The logical parent of this compaction is not in this file. That is normal where the history before it was left out, as in a copy or after a resume.';
const FIRST_GONE =
  'The parent of the first line is not in this file: the file begins in the middle of a conversation. That is normal for a part of a file, or a copy that leaves out what was compacted.';

function circleSentence(rows: number): string {
  return rows === 1
    ? 'This frame states itself as its parent. It is taken for the beginning of its chain.'
    : `The parents of ${rows.toLocaleString('en')} frames lead round in a circle. This one, the earliest of them, is taken for the beginning of their chain.`;
}

function goneSentence({ index: { unparsedRows } }: Session): string {
  const pieces = unparsedRows === 1 ? 'the piece' : `one of the ${unparsedRows.toLocaleString('en')} pieces`;
  const hint = unparsedRows === 0 ? '' : ` It may be in ${pieces} that could not be parsed.`;
  return `The parent of this frame is not in this file.${hint} It is taken to go on from the line before.`;
}

/** The first line with a uuid, so the first one that takes part in the conversation. */
function firstLine({ index: { table } }: Session): number {
  for (let row = 0; row < table.rows; row++) if (table.uuidHash(row) !== 0) return row;
  return -1;
}
