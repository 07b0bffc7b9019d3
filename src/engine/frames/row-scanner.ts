import { ArrayElements } from './array-elements';
import type { FrameScanner } from './frame-scanner';
import { LinePieces } from './line-pieces';
import { MultilineValues } from './multiline-values';
import {
  blankEnd,
  CLOSE_BRACE,
  ESCAPE,
  LF,
  lineEnd,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  skipBom,
  WAIT,
} from './row-bytes';
import { type RowSink, RowWriter } from './row-writer';

export type { RowSink, UnparsedReason } from './row-writer';

/** The start of the file that shows whether it is binary. */
const SAMPLE_BYTES = 64 * 1024;
/** So many lines are scanned in one go (MAX_RECORDS of the scanner). */
const PLAIN_LINES_AT_ONCE = 126;
/** A line or value that is longer than this is not held in memory; its bytes stay readable as one row. */
export const MAX_VALUE_BYTES = 256 * 1024 * 1024;

/** A line that is longer than this is looked at again only when it may have an end. */
const LONG_WAIT_BYTES = 1024 * 1024;
/** What no binary file has in its beginning: see looksBinary. */
const RECORD_START = Buffer.from('{"');

type Mode = 'start' | 'lines' | 'array' | 'binary';

export interface RowScannerOptions {
  maxValueBytes?: number | undefined;
  sampleBytes?: number | undefined;
}

/**
 * Cuts bytes into rows: frames and unparsed pieces. Only LF ends a line (U+2028, a bare CR or VT never do).
 *
 * It is given a window of bytes and consumes whole rows of it; the caller keeps the rest and calls again with
 * more. Every decision waits until the bytes it depends on are there, so the way the input is cut into chunks
 * never changes the rows (tested by splitting at every byte).
 */
export class RowScanner {
  /** Set once the start of the file showed what it is. */
  mode: Mode = 'start';

  private readonly rows: RowWriter;
  private readonly pieces: LinePieces;
  private readonly values: MultilineValues;
  private readonly elements: ArrayElements;
  private readonly maxValueBytes: number;
  private readonly sampleBytes: number;
  /** Some byte was given. */
  private began = false;
  /** Do not try again before this many bytes are waiting: keeps a growing, unfinished value from costing n^2. */
  private retryAt = 0;
  /** Inside an oversize value: skip to the next line end. */
  private skipping = false;

  constructor(
    private readonly sink: RowSink,
    scanner: FrameScanner,
    private readonly options: RowScannerOptions = {},
  ) {
    this.maxValueBytes = options.maxValueBytes ?? MAX_VALUE_BYTES;
    this.sampleBytes = options.sampleBytes ?? SAMPLE_BYTES;
    this.rows = new RowWriter(sink, scanner);
    this.pieces = new LinePieces(this.rows);
    this.values = new MultilineValues(this.rows, this.pieces);
    this.elements = new ArrayElements(this.rows, this.pieces, this.maxValueBytes);
  }

  /** Another scanner that goes on where this one stands, while this one stays as it is. */
  fork(): RowScanner {
    const fork = new RowScanner(this.sink, this.rows.scan, this.options);
    fork.mode = this.mode;
    fork.began = this.began;
    fork.skipping = this.skipping;
    fork.rows.copyFrom(this.rows);
    fork.values.copyFrom(this.values);
    fork.elements.copyFrom(this.elements);
    return fork;
  }

  /** Physical lines that are not blank, so far. */
  get physicalLines(): number {
    return this.rows.physicalLines;
  }

  get multilineFrames(): number {
    return this.rows.multilineFrames;
  }

  /** Goes on with another scanner, so that the memory of the former one is free. */
  replaceScanner(scanner: FrameScanner): void {
    this.rows.scan = scanner;
  }

  /**
   * At a pause of the input, whose bytes so far have been given to `consume`: tells what can be told before more comes.
   * The kind of the file is known once a line begins like a record, and a last line that is one whole object is a frame
   * whatever follows it. `fresh` is where the bytes begin that were not there at the last pause. Returns where the rest
   * begins.
   */
  pause(start: number, end: number, fresh: number): number {
    const buf = this.rows.scan.window;
    // A long line that grows by a few bytes at a time is not scanned each time.
    const waits = end - start > LONG_WAIT_BYTES && buf[end - 1] !== CLOSE_BRACE;
    if (waits && lineEnd(buf, fresh, end) === end) return start;
    this.retryAt = 0;
    if (this.mode === 'start' && buf.subarray(start, end).indexOf(RECORD_START) < 0) return start;
    let at = this.consumeWindow(start, end, false, true);
    if (this.mode === 'lines' && !this.skipping) at = this.takeLastLine(buf, at, end);
    this.retryAt = 0;
    return at;
  }

  /** The last line, when it is one whole object without a line end. */
  private takeLastLine(buf: Buffer, at: number, end: number): number {
    const { rows, values } = this;
    if (rows.insideLine || values.inRemains || closedEnd(buf, at, end) < 0) return at;
    const from = blankEnd(buf, at, end);
    if (from >= end || buf[from] !== OPEN_BRACE || lineEnd(buf, at, end) !== end) return at;
    const to = rows.scan.scanFrame(from, end);
    if (to < 0 || blankEnd(buf, to, end) !== end) return at;
    rows.frame(at, from, to, false);
    rows.pass(buf, at, to);
    rows.tookValue = true;
    return to;
  }

  /**
   * Consumes rows of the scanner's window, [start, end), and returns where the rest begins. The byte at `end` must be
   * writable: it is set to LF. With `final` everything is consumed.
   */
  consume(start: number, end: number, final: boolean): number {
    return this.consumeWindow(start, end, final, final);
  }

  /** `early`: the kind of the file is told from what there is. */
  private consumeWindow(start: number, end: number, final: boolean, early: boolean): number {
    const buf = this.rows.scan.window;
    buf[end] = LF;
    if (end > start) this.began = true;
    if (!final && end - start < this.retryAt) return start;
    this.rows.reset();
    this.pieces.reset();
    const at = this.read(buf, start, end, final, early);
    this.retryAt = this.mode === 'start' && end - at < this.sampleBytes ? 0 : (end - at) * 2;
    if (final && this.began && !this.rows.any) this.rows.unparsed('blank', start, start, end);
    return at;
  }

  private read(buf: Buffer, start: number, end: number, final: boolean, early: boolean): number {
    let at = start;
    if (this.mode === 'start') {
      if (!this.detectMode(buf, start, end, final, early)) return start;
      at = skipBom(buf, start, end);
    }
    if (this.mode === 'binary') return this.readBinary(start, end);
    if (this.skipping) at = this.skipLine(buf, at, end);
    if (this.mode === 'array') {
      at = this.elements.read(buf, at, end, final);
      if (this.elements.ended) this.mode = 'lines';
    }
    return this.mode === 'lines' ? this.readLines(buf, at, end, final) : at;
  }

  // ---- what the file is ---------------------------------------------------------------------------------

  /** Finds the mode, or returns false while the bytes that tell it are missing. */
  private detectMode(buf: Buffer, start: number, end: number, final: boolean, early: boolean): boolean {
    if (!early && end - start < Math.max(this.sampleBytes, 3)) return false;
    if (looksBinary(buf, start, Math.min(end, start + this.sampleBytes))) {
      this.mode = 'binary';
      return true;
    }
    const limit = Math.min(end, start + this.maxValueBytes);
    const undecided = limit === end && !final;
    const first = blankEnd(buf, skipBom(buf, start, limit), limit);
    if (first >= limit && undecided) return false;
    this.mode = 'lines';
    if (first >= limit || buf[first] !== OPEN_BRACKET) return true;
    const element = blankEnd(buf, first + 1, limit);
    if (element < limit && buf[element] === OPEN_BRACE) this.mode = 'array';
    else if (element >= limit && undecided) {
      this.mode = 'start';
      return false;
    }
    return true;
  }

  private readBinary(start: number, end: number): number {
    if (!this.rows.any) this.rows.unparsed('binary', start, start, end);
    return end;
  }

  // ---- lines --------------------------------------------------------------------------------------------

  private readLines(buf: Buffer, start: number, end: number, final: boolean): number {
    const { rows, values } = this;
    // The last, unfinished line would be scanned in vain. Looked for once: there may be a million lines.
    const whole = end > start ? buf.lastIndexOf(LF, end - 1) + 1 : start;
    let at = start;
    while (at < end) {
      if (!rows.insideLine && !values.inRemains) at = this.readPlainLines(buf, at, whole);
      at = rows.passBlankLines(buf, at, end);
      if (at >= end) break;
      const lf = lineEnd(buf, at, end);
      if (lf - at > this.maxValueBytes) {
        at = this.readOversize(buf, at, end);
        continue;
      }
      if (lf === end && !final) return at;
      const from = blankEnd(buf, at, lf);
      if (from === lf) return end;
      if (values.inRemains) {
        values.inRemains = values.isRemains(buf, at, from, lf);
        if (!values.inRemains) continue;
        const next = Math.min(lf + 1, end);
        rows.pass(buf, at, next);
        at = next;
        continue;
      }
      const next = this.readLine(buf, at, from, lf, end, final);
      if (next !== WAIT) at = next;
      else if (end - at > this.maxValueBytes) at = this.readOversize(buf, at, end);
      else return at;
    }
    return at;
  }

  /** The usual case: lines that are one object each. Returns where the first line begins that is not. */
  private readPlainLines(buf: Buffer, start: number, whole: number): number {
    const { rows } = this;
    const { scan } = rows;
    let at = start;
    while (at < whole) {
      const lines = scan.scanLines(at, whole);
      if (lines === 0) return at;
      rows.sink.expectFrames(scan, lines);
      for (let k = 0; k < lines; k++) {
        scan.selectLine(k);
        const { from, to } = scan;
        if (to - from < this.maxValueBytes - 1 || lineEnd(buf, to, whole) - from <= this.maxValueBytes)
          rows.frame(from, from, to, false);
        else rows.unparsed('oversize', from, from, from + this.maxValueBytes);
        rows.passPlainLine();
      }
      at = buf.indexOf(LF, scan.to) + 1;
      if (lines < PLAIN_LINES_AT_ONCE) return at;
    }
    return at;
  }

  /** Reads the line [at, lf), whose first byte that is no blank is at `from`, or the multi-line value it begins. */
  private readLine(buf: Buffer, at: number, from: number, lf: number, end: number, final: boolean): number {
    const { rows, values } = this;
    const { scan } = rows;
    const limit = Math.min(end, at + this.maxValueBytes);
    const complete = final && limit === end;
    if (rows.tookValue) {
      // It is the rest of a line whose value is a row already.
      this.pieces.cut(buf, from, from, lf);
      const rest = Math.min(lf + 1, end);
      rows.pass(buf, at, rest);
      return rest;
    }
    if (buf[from] === ESCAPE) {
      // CLI 0.2.74 clears the screen in front of a pretty-printed object (fixture 0.2.74/11b-auto-compact).
      const to = afterEscapes(buf, from, lf);
      if (to > from && values.isOpener(buf, to, lf)) {
        rows.holdPrefix(at, from, to);
        const next = values.read(buf, to, to, 0, lf, limit, complete);
        rows.dropPrefix();
        return next;
      }
    } else if (values.isOpener(buf, from, lf)) {
      return values.read(buf, at, from, from - at, lf, limit, complete);
    }
    if (buf[from] === OPEN_BRACE) {
      const to = scan.scanFrame(from, lf);
      if (to >= 0 && blankEnd(buf, to, lf) === lf) {
        rows.frame(at, from, to, false);
      } else {
        this.pieces.cut(buf, at, from, lf);
      }
    } else this.pieces.cut(buf, at, from, lf);
    const next = Math.min(lf + 1, end);
    rows.pass(buf, at, next);
    return next;
  }

  // ---- oversize -----------------------------------------------------------------------------------------

  private readOversize(buf: Buffer, at: number, end: number): number {
    const to = at + this.maxValueBytes;
    this.rows.unparsed('oversize', at, at, to);
    this.rows.pass(buf, at, to);
    this.skipping = true;
    return this.skipLine(buf, to, end);
  }

  /** Passes over the rest of an oversize line. */
  private skipLine(buf: Buffer, at: number, end: number): number {
    const lf = lineEnd(buf, at, end);
    const next = Math.min(lf + 1, end);
    this.rows.pass(buf, at, next);
    if (lf < end) this.skipping = false;
    return next;
  }
}

/** Where the last brace of [at, end) ends, when nothing but blanks follows it on its line; else -1. */
function closedEnd(buf: Buffer, at: number, end: number): number {
  let p = end - 1;
  while (p > at && (buf[p] === 32 || buf[p] === 13 || buf[p] === 9)) p--;
  return p > at && buf[p] === CLOSE_BRACE ? p + 1 : -1;
}

/** End of the terminal escape sequences (CSI and OSC) that begin at p. */
function afterEscapes(buf: Buffer, p: number, end: number): number {
  while (p + 1 < end && buf[p] === ESCAPE) {
    let q = p + 2;
    if (buf[p + 1] === OPEN_BRACKET) {
      while (q < end && ((buf[q] as number) < 0x40 || (buf[q] as number) > 0x7e)) q++;
    } else if (buf[p + 1] === 93) {
      while (q < end && buf[q] !== 7 && buf[q] !== ESCAPE) q++;
      if (buf[q] === ESCAPE) q++;
    } else break;
    if (q >= end) break;
    p = q + 1;
  }
  return p;
}

/**
 * A file is binary when no line of its first 64 KB begins like a record and more than one byte in twenty is a
 * control character that text does not have. NUL runs alone are an interrupted write, not a binary file.
 */
function looksBinary(buf: Buffer, start: number, end: number): boolean {
  let controls = 0;
  let nul = 0;
  for (let p = start; p < end; p++) {
    const c = buf[p] as number;
    if (c === 0) nul++;
    else if (c < 32 && c !== 10 && c !== 13 && c !== 9 && c !== 27 && c !== 8 && c !== 7 && c !== 12)
      controls++;
    else if (c === OPEN_BRACE && p + 1 < end && buf[p + 1] === QUOTE) return false;
  }
  return controls > 0 && (controls + nul) * 20 > end - start;
}
