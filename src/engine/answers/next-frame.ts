import { RowFlag } from '../frames/frame-table';
import { LinkFlag } from '../links/link-table';
import type { Session } from '../session/session';
import type { NextClass } from './answer-types';

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
  if (what === 'unlinked') return nextUnlinked(session, start, step);
  const found = table.nextWithFlags(start, step, FLAGS[what]);
  const row = found >= 0 ? found : table.nextWithFlags(wrapped, step, FLAGS[what]);
  return row < 0 ? null : row + 1;
}

/** Records are in the order of their rows, so the nearest ones are found in one pass over them. */
function nextUnlinked(session: Session, start: number, step: 1 | -1): number | null {
  const { links } = session.index;
  let nearest = -1;
  let wrapped = -1;
  for (let record = 0; record < links.count; record++) {
    if (links.other(record) >= 0 || (links.flags(record) & LinkFlag.Repeat) !== 0) continue;
    const row = links.row(record);
    const ahead = step === 1 ? row > start : row < start;
    if (ahead && (nearest < 0 || (step === 1 ? row < nearest : row > nearest))) nearest = row;
    if (wrapped < 0 || (step === 1 ? row < wrapped : row > wrapped)) wrapped = row;
  }
  const found = nearest >= 0 ? nearest : wrapped;
  return found < 0 ? null : found + 1;
}
