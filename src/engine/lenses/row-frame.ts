import { type LensFrame, lensFrame, MAX_LENS_BYTES, type Standing } from '../../protocol/lenses/lens-frame';
import { RowFlag } from '../frames/frame-table';
import { blankEnd, LF } from '../frames/row-bytes';
import type { Session } from '../session/session';

/** A row as lenses take it. Throws SourceError when the bytes are gone. */
export function rowFrame(session: Session, row: number): LensFrame {
  const { table } = session.index;
  const bytes = table.length(row);
  if (bytes > MAX_LENS_BYTES) return lensFrame(row + 1, null, { bytes });
  const raw = session.utf8Bytes(row);
  const inArray = (table.flags(row) & RowFlag.InArray) !== 0;
  const options = { bytes, standing: inArray ? ('array-element' as const) : standingOf(session, row, raw) };
  if (!inArray) return lensFrame(row + 1, firstLineOn(raw), options);
  return lensFrame(row + 1, raw.toString('utf8'), {
    ...options,
    valueText: session.jsonText(row).toString('utf8'),
  });
}

function standingOf(session: Session, row: number, raw: Buffer): Standing {
  const { table } = session.index;
  if (session.encodingOf(row) !== 'utf-8') return 'other-encoding';
  const line = table.line(row);
  const part = session.fileOf(row);
  // Lines are counted anew in each file of a session.
  const sharesLine = (other: number) =>
    other >= 0 && other < table.rows && table.line(other) === line && session.fileOf(other) === part;
  if (sharesLine(row - 1) || sharesLine(row + 1)) return 'part-of-line';
  let end = raw.length;
  while (end > 0 && blankEnd(raw, end - 1, end) === end) end--;
  const lf = raw.indexOf(LF, blankEnd(raw, 0, raw.length));
  return lf >= 0 && lf < end ? 'several-lines' : 'line';
}

/** The text without the blank lines that stand before the value's line: they belong to the row, not to the line. */
function firstLineOn(raw: Buffer): string {
  const value = blankEnd(raw, 0, raw.length);
  const from = value === raw.length || value === 0 ? 0 : raw.lastIndexOf(LF, value) + 1;
  return raw.toString('utf8', from);
}
