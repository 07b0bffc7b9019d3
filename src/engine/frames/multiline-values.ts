import { Slot } from './frame-scanner';
import type { LinePieces } from './line-pieces';
import {
  blankEnd,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  closedObjectBefore,
  LF,
  lineEnd,
  lineStart,
  OPEN_BRACE,
  QUOTE,
  WAIT,
} from './row-bytes';
import type { RowWriter } from './row-writer';

/**
 * Reads pretty-printed objects: values that begin with a line that is a lone `{`.
 *
 * A value that breaks becomes one torn piece up to where it broke, so that it never shifts its neighbours. It is only
 * then that anything is decided: a value that merely has no end yet may still get one. Records behind a torn object
 * break it soon, because after one value, at most, another `{` is wrong.
 */
export class MultilineValues {
  /** The lines after a broken object may be its remains: see `isRemains`. */
  inRemains = false;
  /** Indentation of the broken object. */
  private column = 0;

  constructor(
    private readonly rows: RowWriter,
    private readonly pieces: LinePieces,
  ) {}

  /** Goes on where the other one stands. */
  copyFrom(other: MultilineValues): void {
    this.inRemains = other.inRemains;
    this.column = other.column;
  }

  /** The line is a lone `{`. */
  isOpener(buf: Buffer, from: number, lf: number): boolean {
    return buf[from] === OPEN_BRACE && blankEnd(buf, from + 1, lf) === lf;
  }

  /**
   * Reads the object whose lone brace is at `from`, on a line that ends at `lf`, within [from, end). Returns where to
   * go on, or WAIT. With `complete` no bytes follow `end`, and it never waits.
   */
  read(
    buf: Buffer,
    tile: number,
    from: number,
    column: number,
    lf: number,
    end: number,
    complete: boolean,
  ): number {
    const { rows } = this;
    const second = blankEnd(buf, lf + 1, end);
    if (second >= end && !complete) return WAIT;
    if (second >= end || (buf[second] !== QUOTE && buf[second] !== CLOSE_BRACE)) {
      const next = Math.min(lf + 1, end);
      rows.unparsed('noise', tile, from, lf);
      rows.pass(buf, tile, next);
      return next;
    }
    const to = rows.scan.scanFrame(from, end);
    if (to < 0) return this.readBroken(buf, tile, from, column, lf, end, complete);
    const last = lineEnd(buf, to, end);
    if (last === end && !complete) return WAIT;
    rows.multilineFrames++;
    rows.frame(tile, from, to, false);
    rows.pass(buf, tile, to);
    return this.endLine(buf, to, last, end);
  }

  private readBroken(
    buf: Buffer,
    tile: number,
    from: number,
    column: number,
    lf: number,
    end: number,
    complete: boolean,
  ): number {
    const { failedAt, incomplete } = this.rows.scan;
    if (incomplete && !complete) return WAIT;
    // The line end is awaited before anything is told.
    const last = buf[failedAt] === LF ? failedAt : lineEnd(buf, failedAt, end);
    if (last === end && !complete) return WAIT;
    const record = this.recordBefore(buf, from, column, failedAt);
    if (record >= 0) return this.tear(buf, tile, from, record);
    this.inRemains = true;
    this.column = column;
    const start = lineStart(buf, failedAt);
    if (start > lf && failedAt < last && blankEnd(buf, start, end) === failedAt)
      return this.tear(buf, tile, from, start);
    const appended = this.pieces.recordAfterBreak(buf, from, last, failedAt);
    if (appended === last) return this.tear(buf, tile, from, Math.min(last + 1, end));
    this.inRemains = false;
    return this.endLine(buf, this.tear(buf, tile, from, appended), last, end);
  }

  private tear(buf: Buffer, tile: number, from: number, next: number): number {
    this.rows.unparsed('torn', tile, from, next);
    this.rows.pass(buf, tile, next);
    return next;
  }

  /** Cuts what follows a value on its last line, [at, last), and returns the start of the next line. */
  private endLine(buf: Buffer, at: number, last: number, end: number): number {
    const rest = blankEnd(buf, at, last);
    const next = Math.min(last + 1, end);
    if (rest < last) this.pieces.cut(buf, rest, rest, last);
    this.rows.pass(buf, at, next);
    return next;
  }

  /**
   * A record right before the place where the value broke, that begins no further to the right than the value itself:
   * formatters indent, so it is the next record and not a part of the torn one.
   */
  private recordBefore(buf: Buffer, from: number, column: number, stop: number): number {
    const record = closedObjectBefore(buf, from, stop);
    if (record <= from) return -1;
    const start = lineStart(buf, record);
    if (start <= from || record - start > column || blankEnd(buf, start, stop) !== record) return -1;
    const { scan } = this.rows;
    const whole = scan.scanFrame(record, stop) >= 0;
    return whole && (scan.has(Slot.Type) || scan.has(Slot.TopRole)) ? record : -1;
  }

  /**
   * The line buf[at, lf), whose first byte that is no blank is at `from`, is what is left of the broken object before
   * it, and belongs to its piece: it is indented deeper, or has nothing but closing brackets.
   */
  isRemains(buf: Buffer, at: number, from: number, lf: number): boolean {
    if (from - at > this.column) return !this.isRecord(buf, from, lf);
    if (buf[from] !== CLOSE_BRACE && buf[from] !== CLOSE_BRACKET) return false;
    for (let p = from; p < lf; p = blankEnd(buf, p + 1, lf)) {
      if (buf[p] !== CLOSE_BRACE && buf[p] !== CLOSE_BRACKET && buf[p] !== COMMA) return false;
    }
    return true;
  }

  private isRecord(buf: Buffer, from: number, lf: number): boolean {
    if (buf[from] !== OPEN_BRACE) return false;
    const to = this.rows.scan.scanFrame(from, lf);
    return to >= 0 && blankEnd(buf, to, lf) === lf && this.pieces.isEnvelope();
  }
}
