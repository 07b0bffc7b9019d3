import type { NextClass } from '../answer-types';
import { conversationOf } from '../conversation/conversation';
import { RowFlag } from '../frames/frame-table';
import type { Session } from '../session/session';
import { linkProblemOf } from './diagnostics/link-diagnostics';

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
    return frameOf(
      nextRecord(session, start, step, (record) => linkProblemOf(session, record) !== 'call-id-reused'),
    );
  }
  const found = table.nextWithFlags(start, step, FLAGS[what]);
  const row = found >= 0 ? found : table.nextWithFlags(wrapped, step, FLAGS[what]);
  if (what !== 'diagnostic') return frameOf(row);
  // Problems of links and of the conversation are told by their tables, not by flags of rows.
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

/** Row of the next line whose parent is a problem. */
function nextProblem(session: Session, start: number, step: 1 | -1): number {
  let found = -1;
  for (const row of conversationOf(session)?.problems ?? []) found = nearest(found, row, start, step);
  return found;
}

/** Row of the next record with a link problem. Records are not in the order of their rows, so all are looked at. */
function nextRecord(
  session: Session,
  start: number,
  step: 1 | -1,
  counts: (record: number) => boolean,
): number {
  const { links } = session.index;
  let found = -1;
  for (let record = 0; record < links.count; record++) {
    if (linkProblemOf(session, record) === null || !counts(record)) continue;
    found = nearest(found, links.row(record), start, step);
  }
  return found;
}
