import type { Diagnostic, Severity } from '../../answer-types';
import { type Conversation, conversationOf } from '../../conversation/conversation';
import type { ParentFault } from '../../conversation/parent-problems';
import type { Session } from '../../session/session';
import { withFile } from '../report/report-parts';

interface Kind {
  code: string;
  severity: Severity;
}

const LEFT_OUT: Kind = { code: 'parent-left-out', severity: 'info' };
const KINDS: Record<ParentFault['what'], Kind> = {
  circle: { code: 'parent-cycle', severity: 'warning' },
  dangling: { code: 'dangling-parent', severity: 'warning' },
  first: LEFT_OUT,
  logical: LEFT_OUT,
};
const PROBLEMS = Object.keys(KINDS) as ParentFault['what'][];

/** How many lines have a parent that is a problem, by code. */
export function conversationCounts(session: Session): Map<string, { severity: Severity; count: number }> {
  const counts = new Map<string, { severity: Severity; count: number }>();
  const found = conversationOf(session)?.problemCounts;
  for (const what of PROBLEMS) {
    const { code, severity } = KINDS[what];
    const count = (counts.get(code)?.count ?? 0) + (found?.[what] ?? 0);
    if (count > 0) counts.set(code, { severity, count });
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
  if (conversation === null || !conversationCounts(session).has(code)) return found;
  const { problems } = conversation;
  let skip = from;
  for (let at = 0; at < problems.rows.length && found.length < count; at++) {
    if (KINDS[problems.at(at).what].code === code && skip-- <= 0)
      found.push(problemOf(session, conversation, at));
  }
  return found;
}

/** The problem of one row. */
export function conversationProblemsOfRow(session: Session, row: number): Diagnostic[] {
  const conversation = conversationOf(session);
  const at = conversation?.problems.placeOf(row) ?? -1;
  return conversation === null || at < 0 ? [] : [problemOf(session, conversation, at)];
}

function problemOf(session: Session, { problems }: Conversation, at: number): Diagnostic {
  const { table } = session.index;
  const row = problems.rows[at] as number;
  const problem = problems.at(at);
  const place = { line: table.line(row), offset: session.offsetInFile(row), frame: row + 1 };
  return withFile(session, { ...KINDS[problem.what], ...place, message: sentence(session, problem) });
}

function sentence(session: Session, problem: ParentFault): string {
  switch (problem.what) {
    case 'circle':
      return circleSentence(problem.rows);
    case 'logical':
      return LOGICAL_GONE;
    case 'first':
      return FIRST_GONE;
    case 'dangling':
      return goneSentence(session);
  }
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
