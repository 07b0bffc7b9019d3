import {
  createTextSearch,
  type TextPattern,
  type TextSearch,
} from '../../../../src/engine/search/text-search';
import type { Session } from '../../../../src/engine/session/session';

export const text = (text: string, caseSensitive = false): TextPattern => ({
  kind: 'text',
  text,
  caseSensitive,
});
export const regex = (text: string, flags = ''): TextPattern => ({
  kind: 'regex',
  text,
  caseSensitive: !flags.includes('i'),
  flags,
});

/** Takes steps to the end of what is indexed. */
export function toEnd(search: TextSearch): void {
  for (let steps = 0; search.step(); steps++) if (steps > 1e6) throw new Error('The search does not end.');
}

/** Frames (from 1) that have the pattern. */
export function framesWith(
  session: Session,
  pattern: TextPattern,
  options: { pieceBytes?: number; wanted?: (row: number) => boolean } = {},
): number[] {
  const rows = new Set<number>();
  const search = createTextSearch(
    session,
    pattern,
    (row) => rows.add(row),
    options.wanted,
    options.pieceBytes,
  );
  toEnd(search);
  if (search.stopped !== null) throw new Error(search.stopped);
  if (search.scannedRows !== session.index.table.rows) throw new Error('The search ended early.');
  return [...rows].sort((a, b) => a - b).map((row) => row + 1);
}

/** The text of a row with the escapes of JSON resolved, whatever stands around them. */
export function resolved(written: string): string {
  return written.replace(
    /\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))/g,
    (_, hex: string | undefined, letter: string) => {
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      return { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }[letter] ?? letter;
    },
  );
}

/** The same by reading every row. */
export function slowFramesWith(session: Session, needle: string, caseSensitive: boolean): number[] {
  const source = needle.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const pattern = new RegExp(source, caseSensitive ? 'u' : 'iu');
  const found: number[] = [];
  for (let row = 0; row < session.index.table.rows; row++) {
    const written = session
      .utf8Bytes(row)
      .toString('utf8')
      .replace(/[\r\n]+$/, '');
    if (pattern.test(written) || pattern.test(resolved(written))) found.push(row + 1);
  }
  return found;
}
