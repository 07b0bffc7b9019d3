import { brokenReason, type LinePieces } from './line-pieces';
import {
  blankEnd,
  CLOSE_BRACKET,
  COMMA,
  LF,
  lineEnd,
  lineStart,
  OPEN_BRACE,
  OPEN_BRACKET,
  WAIT,
} from './row-bytes';
import type { RowWriter } from './row-writer';

/** So many elements may run to the end of the input before elements are looked for on single lines only. */
const UNCLOSED_ELEMENTS = 8;

/**
 * Reads a file that is one JSON array of objects: its elements are the frames. An element that breaks becomes one
 * torn piece, and reading goes on at the next line that begins like an element.
 */
export class ArrayElements {
  /** The array ended, or what follows is no element: the rest is read line by line. */
  ended = false;
  /** The opening bracket was passed. */
  private opened = false;
  /** Each unclosed element was scanned to the end of the input, which must not happen for every line. */
  private unclosed = 0;

  constructor(
    private readonly rows: RowWriter,
    private readonly pieces: LinePieces,
    private readonly maxBytes: number,
  ) {}

  /** Goes on where the other one stands. */
  copyFrom(other: ArrayElements): void {
    this.ended = other.ended;
    this.opened = other.opened;
    this.unclosed = other.unclosed;
  }

  /** Reads whole elements of [start, end) and returns where the rest begins. */
  read(buf: Buffer, start: number, end: number, final: boolean): number {
    let at = start;
    while (!this.ended) {
      const limit = Math.min(end, at + this.maxBytes);
      const next = this.readElement(buf, at, limit, final && limit === end);
      if (next === WAIT) {
        // More than this is not held: lines are read instead.
        if (limit < end) this.ended = true;
        return at;
      }
      at = next;
      if (at >= end) break;
    }
    return at;
  }

  private readElement(buf: Buffer, at: number, end: number, complete: boolean): number {
    const { rows } = this;
    const from = this.elementStart(buf, at, end);
    if (from >= end) return complete ? this.passTo(buf, at, end) : WAIT;
    if (buf[from] === CLOSE_BRACKET) {
      // The bracket belongs to the last element; what follows it on the line is for the reader of lines.
      this.ended = true;
      return this.passTo(buf, at, from + 1);
    }
    if (buf[from] !== OPEN_BRACE) return this.readBroken(buf, at, from, from, end, complete);
    const stop = this.unclosed < UNCLOSED_ELEMENTS ? end : lineEnd(buf, from, end);
    const to = rows.scan.scanFrame(from, stop);
    if (to < 0) {
      if (rows.scan.incomplete && !complete) return WAIT;
      return this.readBroken(buf, at, from, rows.scan.incomplete ? -1 : rows.scan.failedAt, end, complete);
    }
    // The comma after an element belongs to its row, so it has to be in sight.
    const after = blankEnd(buf, to, end);
    if (after >= end && !complete) return WAIT;
    rows.pass(buf, at, from);
    rows.frame(at, from, to, true);
    this.opened = true;
    // Without a comma the row ends with its value: from a place inside a blank, the line start could not be told.
    return this.passTo(buf, from, after < end && buf[after] === COMMA ? after + 1 : to);
  }

  /** Skips white space and, once, the opening bracket before an element. */
  private elementStart(buf: Buffer, at: number, end: number): number {
    const p = blankEnd(buf, at, end);
    return !this.opened && buf[p] === OPEN_BRACKET ? blankEnd(buf, p + 1, end) : p;
  }

  private passTo(buf: Buffer, at: number, next: number): number {
    this.rows.pass(buf, at, next);
    return next;
  }

  /** The element at `from` broke at `failedAt`, or has no end (-1). */
  private readBroken(
    buf: Buffer,
    at: number,
    from: number,
    failedAt: number,
    end: number,
    complete: boolean,
  ): number {
    const { rows } = this;
    const incomplete = failedAt < 0;
    if (incomplete) this.unclosed++;
    let next = this.nextElement(buf, at, from, failedAt, end, complete);
    if (next === WAIT) {
      if (!complete) return WAIT;
      if (!incomplete) {
        this.ended = true;
        return at;
      }
      next = end;
    }
    rows.pass(buf, at, from);
    const isObject = buf[from] === OPEN_BRACE;
    rows.unparsed(isObject ? brokenReason(buf, from, end, incomplete) : 'noise', at, from, next);
    this.opened = true;
    return this.passTo(buf, from, next);
  }

  /**
   * Start of the next line that begins with a brace as far to the right as the broken element does, or with the bracket
   * that closes the array; WAIT when there is none so far. Objects inside an element are indented deeper. When the
   * indentation is not known, because the element does not begin its line, a whole record on the same line comes first
   * (CLI results are arrays on one line), and a comma has to stand before a line.
   */
  private nextElement(
    buf: Buffer,
    at: number,
    from: number,
    failedAt: number,
    end: number,
    complete: boolean,
  ): number {
    const start = lineStart(buf, from);
    const known = start > at || (start === at && !this.rows.insideLine);
    const column = known && blankEnd(buf, start, from) === from ? from - start : -1;
    if (column < 0 && failedAt >= 0) {
      const lf = lineEnd(buf, failedAt, end);
      if (lf === end && !complete) return WAIT;
      const next = this.pieces.elementAfterBreak(buf, from, lf, failedAt);
      if (next < lf) return next;
    }
    let line = failedAt < 0 ? lineEnd(buf, from, end) + 1 : lineStart(buf, failedAt);
    while (line < end) {
      const first = blankEnd(buf, line, end);
      if (first >= end) break;
      line = lineStart(buf, first);
      const lf = lineEnd(buf, first, end);
      const isNew = line > from && first >= failedAt;
      if (isNew && buf[first] === OPEN_BRACE) {
        if (column < 0 ? endsInComma(buf, from, line) : first - line === column) return line;
      }
      if (isNew && buf[first] === CLOSE_BRACKET && (first - line < column || first === line)) {
        if (lf === end && !complete) break;
        if (blankEnd(buf, first + 1, lf) === lf) return line;
      }
      line = lf + 1;
    }
    return WAIT;
  }
}

/** The last byte before `line` that is no blank is a comma. */
function endsInComma(buf: Buffer, from: number, line: number): boolean {
  let p = line - 1;
  while (p > from && (buf[p] === 32 || buf[p] === 13 || buf[p] === 9 || buf[p] === LF)) p--;
  return buf[p] === COMMA;
}
