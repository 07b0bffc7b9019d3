import type { Session } from '../session/session';

/** A text to look for in the bytes of a session. */
export interface TextPattern {
  kind: 'text' | 'regex';
  text: string;
  /** Without it letters match by Unicode's simple case folding. */
  caseSensitive: boolean;
  /** Of a regular expression: i, m, s, u. */
  flags?: string;
}

/** A search that goes through the rows in steps. Rows that come later are looked at by later steps. */
export interface TextSearch {
  /** Looks at the next piece, which is about 1 MB; false at the end of what is indexed now. */
  step(): boolean;
  /** Rows below it are decided. */
  readonly scannedRows: number;
  /** Why it ended before the last row, in one sentence; else null. */
  readonly stopped: string | null;
  /** Rows from this one on were taken back: they are looked at anew, and rows before them may be told again. */
  truncate(rows: number): void;
}

/**
 * Looks for a text in all forms in which JSON writes it, or for a regular expression. `onRow` is told of rows that have
 * it, some of them more than once; with `wanted`, only of rows that it lets pass. Throws InvalidRequestError when the
 * pattern is not valid.
 */
export function createTextSearch(
  session: Session,
  pattern: TextPattern,
  onRow: (row: number) => void,
  wanted: (row: number) => boolean = () => true,
): TextSearch {
  const { table } = session.index;
  const needle = Buffer.from(pattern.text);
  let next = 0;
  return {
    step() {
      const end = Math.min(table.rows, next + 1000);
      for (; next < end; next++) if (wanted(next) && session.utf8Bytes(next).includes(needle)) onRow(next);
      return next < table.rows;
    },
    get scannedRows() {
      return next;
    },
    stopped: null,
    truncate(rows) {
      next = Math.min(next, rows);
    },
  };
}
