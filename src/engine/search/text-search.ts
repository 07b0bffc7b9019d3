import { InvalidRequestError } from '../../protocol/errors';
import type { Session } from '../session/session';
import { LiteralSearch } from './literal/literal-search';
import { MAX_NEEDLE_UNITS } from './literal/text-scanner';
import { RegexSearch } from './regex/regex-search';

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
  /** Rows below it were looked at. One of them is still told later when a text that deltas cut ends in a later row. */
  readonly scannedRows: number;
  /** Why it ended before the last row, in one sentence; else null. */
  readonly stopped: string | null;
  /** Rows from this one on were taken back: they are looked at anew, and rows before them may be told again. */
  truncate(rows: number): void;
}

/**
 * Looks for a text in all forms in which JSON writes it, or for a regular expression. `onRow` is told of rows that have
 * it, some of them more than once; with `wanted`, only of rows that it lets pass. `pieceBytes` is for tests. Throws InvalidRequestError when the
 * pattern is not valid.
 */
export function createTextSearch(
  session: Session,
  pattern: TextPattern,
  onRow: (row: number) => void,
  wanted?: (row: number) => boolean,
  pieceBytes?: number,
): TextSearch {
  if (pattern.text === '') throw new InvalidRequestError('There is no text to look for.');
  if (pattern.text.length > MAX_NEEDLE_UNITS) {
    throw new InvalidRequestError(`A text to look for has at most ${MAX_NEEDLE_UNITS} characters.`);
  }
  if (pattern.kind === 'regex') {
    const flags = (pattern.flags ?? '') + (pattern.caseSensitive ? '' : 'i');
    return new RegexSearch(session, pattern.text, flags, onRow, wanted ?? null, pieceBytes);
  }
  return new LiteralSearch(
    session,
    pattern.text,
    pattern.caseSensitive,
    { onRow },
    wanted ?? null,
    pieceBytes,
  );
}
