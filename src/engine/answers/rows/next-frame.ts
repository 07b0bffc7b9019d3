import type { NextClass } from '../../answer-types';
import { conversationOf } from '../../conversation/conversation';
import { RowFlag } from '../../frames/frame-table';
import type { Session } from '../../session/session';
import { type LinkProblem, linkProblemRecords } from '../diagnostics/link-diagnostics';
import { unendedRows } from '../diagnostics/message-diagnostics';
import { turnDiagnostics } from '../turns/turn-figures';

const FLAGS: Record<Exclude<NextClass, 'unlinked'>, number> = {
  error: RowFlag.Error,
  unparsed: RowFlag.Unparsed,
  diagnostic: RowFlag.Diagnostic,
};

/**
 * Number of the next frame of a class after (or before) frame `from`, going on at the other end and last of
 * all with `from` itself; null when no frame is of that class. `from` may be 0: before the first frame.
 */
export function nextFrame(
  session: Session,
  from: number,
  direction: 'forward' | 'backward',
  what: NextClass,
): number | null {
  const { table } = session.index;
  const step = direction === 'forward' ? 1 : -1;
  const start = Math.min(from, table.rows + 1) - 1;
  const wrapped = step === 1 ? -1 : table.rows;
  if (what === 'unlinked') {
    return frameOf(nextRecord(session, start, step, (code) => code !== 'call-id-reused'));
  }
  const found = table.nextWithFlags(start, step, FLAGS[what]);
  const row = found >= 0 ? found : table.nextWithFlags(wrapped, step, FLAGS[what]);
  if (what !== 'diagnostic') return frameOf(row);
  // What links, messages and the conversation lack is told by their tables, not by flags of rows.
  const linked = nextRecord(session, start, step, () => true);
  return frameOf(nearest(nearest(row, linked, start, step), nextProblem(session, start, step), start, step));
}

const frameOf = (row: number) => (row < 0 ? null : row + 1);

/** The one of two rows that comes first from `start` on, going on at the other end; -1 is no row. */
function nearest(a: number, b: number, start: number, step: 1 | -1): number {
  if (a < 0 || b < 0) return Math.max(a, b);
  const isAhead = (row: number) => (step === 1 ? row > start : row < start);
  if (isAhead(a) !== isAhead(b)) return isAhead(a) ? a : b;
  return step === 1 ? Math.min(a, b) : Math.max(a, b);
}

/** Row of the next line whose parent is a problem, message without an end, or turn that something is to be said of. */
function nextProblem(session: Session, start: number, step: 1 | -1): number {
  let found = -1;
  for (const row of conversationOf(session)?.problems.rows ?? []) found = nearest(found, row, start, step);
  for (const row of unendedRows(session)) found = nearest(found, row, start, step);
  // What can only be told of the file as far as it is read has no flag either.
  for (const { frame } of turnDiagnostics(session))
    if (frame !== null) found = nearest(found, frame - 1, start, step);
  return found;
}

/** Row of the next record with a link problem. */
function nextRecord(
  session: Session,
  start: number,
  step: 1 | -1,
  counts: (code: LinkProblem) => boolean,
): number {
  const { links } = session.index;
  let found = -1;
  for (const [code, records] of linkProblemRecords(session)) {
    if (!counts(code)) continue;
    for (let at = 0; at < records.length; at++)
      found = nearest(found, links.row(records.at(at)), start, step);
  }
  return found;
}
