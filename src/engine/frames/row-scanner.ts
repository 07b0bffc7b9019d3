import { type FrameScanner, Slot } from './frame-scanner';

/** Why a piece of input is no frame. */
export type UnparsedReason =
  /** A record that stops in the middle. */
  | 'torn'
  /** Text that is no JSON: log lines, terminal escapes. */
  | 'noise'
  /** A run of NUL bytes, as an interrupted write leaves it. */
  | 'nul'
  /** A JSON value that is no object. */
  | 'not-an-object'
  /** White space only. */
  | 'blank'
  /** The file is no text at all. */
  | 'binary'
  /** A line longer than the scanner holds at once. */
  | 'oversize';

export interface RowSink {
  /**
   * A frame. The scanner's slots hold its fields until the next call. `tile` is the offset in the scanned bytes
   * where the row begins (indentation and brackets before the value included), `from` and `to` bound the value.
   */
  frame(scan: FrameScanner, tile: number, from: number, to: number, line: number, inArray: boolean): void;
  /** The next frames will be those of the scanner's first `lines` lines. */
  expectFrames(scan: FrameScanner, lines: number): void;
  unparsed(reason: UnparsedReason, tile: number, from: number, to: number, line: number): void;
  /** The next frame is not the first one on its line. */
  anotherValueOnLine(line: number, tile: number): void;
}

const SAMPLE_BYTES = 64 * 1024;
/** So many lines are scanned in one go (MAX_RECORDS of the scanner). */
const PLAIN_LINES_AT_ONCE = 128;
const LF = 10;
const OPEN_BRACE = 123;
const OPEN_BRACKET = 91;
const QUOTE = 34;
const ESCAPE = 27;

/** A value that is longer than this is not held in memory; its bytes stay readable as one row. */
export const MAX_VALUE_BYTES = 256 * 1024 * 1024;

type Mode = 'start' | 'lines' | 'array' | 'binary';

/**
 * Cuts bytes into rows: frames and unparsed pieces. Only LF ends a line (U+2028, a bare CR or VT never do).
 *
 * It is given a window of bytes and consumes whole rows of it; the caller keeps the rest and calls again with
 * more. Every decision waits until the bytes it depends on are there, so the way the input is cut into chunks
 * never changes the rows (tested by splitting at every byte).
 */
export class RowScanner {
  /** Physical lines that are not blank, so far. */
  physicalLines = 0;
  /** Set once the start of the file showed what it is. */
  mode: Mode = 'start';
  /** Several records lie over many lines each (CLI 0.2.74 to 0.2.100, or a file that went through a formatter). */
  multilineFrames = 0;

  private scan: FrameScanner;
  private line = 1;
  private any = false;
  /** Do not try again before this many bytes are waiting: keeps a growing, unfinished value from costing n^2. */
  private retryAt = 0;

  /** Inside an oversize value: skip to the next line end. */
  private skipping = false;

  constructor(
    private readonly sink: RowSink,
    scanner: FrameScanner,
    private readonly maxValueBytes = MAX_VALUE_BYTES,
  ) {
    this.scan = scanner;
  }

  /**
   * Consumes rows of the scanner's window, [start, end), and returns where the rest begins. The byte at `end` must be
   * writable: it is set to LF. With `final` everything is consumed.
   */
  consume(start: number, end: number, final: boolean): number {
    const buf = this.scan.window;
    buf[end] = LF;
    if (!final && end - start < this.retryAt) return start;
    this.retryAt = 0;
    if (this.mode === 'start') {
      if (!final && end - start < SAMPLE_BYTES) return start;
      this.mode = this.detectMode(buf, start, end);
    }
    if (this.mode === 'binary') return this.consumeBinary(start, end);
    let at = this.skipping ? this.skipLine(buf, start, end) : start;
    if (this.mode === 'array' && !this.skipping) at = this.consumeArray(buf, at, end, final);
    if (this.mode === 'lines' && !this.skipping) at = this.consumeLines(buf, at, end, final);
    if (!final && end - at >= this.maxValueBytes) {
      this.emitUnparsed('oversize', at, at, end);
      this.physicalLines++;
      this.skipping = true;
      this.mode = 'lines';
      this.retryAt = 0;
      at = this.skipLine(buf, at, end);
    }
    if (final && !this.any && end > start) {
      this.any = true;
      this.sink.unparsed('blank', start, start, end, 1);
    }
    return at;
  }

  private detectMode(buf: Buffer, start: number, end: number): Mode {
    const sampleEnd = Math.min(end, start + SAMPLE_BYTES);
    const first = this.blankEnd(buf, skipBom(buf, start, end), sampleEnd);
    if (looksBinary(buf, start, sampleEnd)) return 'binary';
    return buf[first] === OPEN_BRACKET && this.startsArray(buf, first, sampleEnd) ? 'array' : 'lines';
  }

  /** A file that is one JSON array of objects: its elements are the frames. */
  private startsArray(buf: Buffer, bracket: number, end: number): boolean {
    const element = this.blankEnd(buf, bracket + 1, end);
    return element < end && buf[element] === OPEN_BRACE;
  }

  private consumeBinary(start: number, end: number): number {
    if (!this.any) this.emitUnparsed('binary', start, start, end);
    return end;
  }

  /** Passes over the rest of an oversize line. */
  private skipLine(buf: Buffer, at: number, end: number): number {
    const lf = buf.indexOf(LF, at);
    if (lf < 0 || lf >= end) return end;
    this.skipping = false;
    this.line++;
    return lf + 1;
  }

  // ---- one value per line -------------------------------------------------------------------------------

  private consumeLines(buf: Buffer, start: number, end: number, final: boolean): number {
    const { scan } = this;
    let at = start;
    while (at < end) {
      at = this.consumePlainLines(at, end);
      if (at >= end) break;
      let lf = buf.indexOf(LF, at);
      if (lf >= end || lf < 0) {
        if (!final) {
          this.retryAt = (end - at) * 2;
          return at;
        }
        lf = end;
      }
      let from = at;
      if (!this.any) from = skipBom(buf, from, lf);
      from = this.blankEnd(buf, from, lf);
      if (from === lf) {
        at = lf + 1;
        this.line++;
        continue;
      }
      const tile = at;
      if (buf[from] === ESCAPE) {
        // CLI 0.2.74 clears the screen in front of a pretty-printed object (fixture 0.2.74/11b-auto-compact).
        const to = afterEscapes(buf, from, lf);
        if (to > from && buf[to] === OPEN_BRACE && this.isOpener(buf, to, lf)) {
          this.prefix = { tile, from, to };
          const next = this.consumeMultiline(buf, to, to, lf, end, final);
          this.prefix = null;
          if (next < 0) return at;
          at = next;
          continue;
        }
      }
      if (buf[from] === OPEN_BRACE) {
        const to = scan.scanFrame(from, lf);
        if (to >= 0 && this.blankEnd(buf, to, lf) === lf) {
          this.emitFrame(tile, from, to, false);
        } else if (to < 0 && scan.incomplete && this.isOpener(buf, from, lf)) {
          const next = this.consumeMultiline(buf, tile, from, lf, end, final);
          if (next < 0) return at;
          at = next;
          continue;
        } else this.pieces(buf, tile, from, lf);
      } else this.pieces(buf, tile, from, lf);
      this.physicalLines++;
      this.line++;
      at = lf + 1;
    }
    return Math.min(at, end);
  }

  /** The usual case: lines that are one object each. Returns where the first line begins that is not. */
  private consumePlainLines(start: number, end: number): number {
    const { scan } = this;
    let at = start;
    // The last, unfinished line would be scanned in vain.
    const whole = scan.window.lastIndexOf(LF, end - 1) + 1;
    for (;;) {
      if (whole <= at) return at;
      const lines = scan.scanLines(at, whole);
      this.sink.expectFrames(scan, lines);
      for (let k = 0; k < lines; k++) {
        scan.selectLine(k);
        this.emitFrame(scan.from, scan.from, scan.to, false);
        this.physicalLines++;
        this.line++;
      }
      if (lines > 0) at = this.scan.window.indexOf(LF, scan.to) + 1;
      if (lines < PLAIN_LINES_AT_ONCE) return at;
    }
  }

  /** Goes on with another scanner, so that the memory of the former one is free. */
  replaceScanner(scanner: FrameScanner): void {
    this.scan = scanner;
  }

  /** Terminal escapes in front of a multi-line value: a piece of their own, told just before that value. */
  private prefix: { tile: number; from: number; to: number } | null = null;

  private emitPrefix(): void {
    const { prefix } = this;
    if (prefix === null) return;
    this.prefix = null;
    this.sink.unparsed('noise', prefix.tile, prefix.from, prefix.to, this.line);
  }

  private emitFrame(tile: number, from: number, to: number, inArray: boolean): void {
    this.emitPrefix();
    this.any = true;
    this.sink.frame(this.scan, tile, from, to, this.line, inArray);
  }

  private emitUnparsed(reason: UnparsedReason, tile: number, from: number, to: number): void {
    this.emitPrefix();
    this.any = true;
    this.sink.unparsed(reason, tile, from, to, this.line);
  }

  /** First byte at or after p that is no space, tab, CR or LF. */
  private blankEnd(buf: Buffer, p: number, end: number): number {
    while (p < end) {
      const c = buf[p];
      if (c !== 32 && c !== 13 && c !== 9 && c !== 10) break;
      p++;
    }
    return p;
  }

  // ---- values that lie over many lines ------------------------------------------------------------------

  /** The line is a lone `{`: the first line of a pretty-printed object. */
  private isOpener(buf: Buffer, from: number, lf: number): boolean {
    return this.blankEnd(buf, from + 1, lf) === lf;
  }

  /**
   * Reads an object that begins with the lone brace at `from`. Returns the start of the next line, or -1 when
   * more bytes are needed. A value that breaks becomes one torn piece up to where it broke, so that it never
   * shifts its neighbours; a whole record in the first column ends it, too, because formatters indent.
   */
  private consumeMultiline(
    buf: Buffer,
    tile: number,
    from: number,
    lf: number,
    end: number,
    final: boolean,
  ): number {
    const { scan } = this;
    const second = this.blankEnd(buf, lf + 1, end);
    if (second === end && !final) return -1;
    if (second === end || (buf[second] !== QUOTE && buf[second] !== 125)) {
      this.emitUnparsed('noise', tile, from, lf);
      return this.afterLines(buf, from, lf + 1, end);
    }
    const to = scan.scanFrame(from, end);
    if (to >= 0) {
      const lineEnd = this.lineEnd(buf, to, end);
      if (lineEnd === end && !final) return -1;
      this.multilineFrames++;
      this.emitFrame(tile, from, to, false);
      const rest = this.blankEnd(buf, to, lineEnd);
      const next = this.afterLines(buf, from, lineEnd + 1, end);
      if (rest < lineEnd) {
        this.line--;
        this.pieces(buf, rest, rest, lineEnd);
        this.line++;
      }
      return next;
    }
    const record = this.compactRecordAfter(buf, lf, end);
    if (record >= 0) return this.tearBefore(buf, tile, from, record, end);
    if (scan.incomplete) {
      if (!final) {
        this.retryAt = (end - from) * 2;
        return -1;
      }
      return this.tearBefore(buf, tile, from, end, end);
    }
    return this.tearBefore(buf, tile, from, this.resumeAfterFailure(buf, lf, end), end);
  }

  /** The line after the one where the value broke; or that line itself when its first byte broke it. */
  private resumeAfterFailure(buf: Buffer, lf: number, end: number): number {
    const broke = this.scan.failedAt;
    if (buf[broke] === LF) return broke + 1;
    const lineStart = buf.lastIndexOf(LF, broke) + 1;
    if (lineStart > lf && this.blankEnd(buf, lineStart, end) === broke) return lineStart;
    return Math.min(this.lineEnd(buf, broke, end) + 1, end);
  }

  private tearBefore(buf: Buffer, tile: number, from: number, next: number, end: number): number {
    this.emitUnparsed('torn', tile, from, next);
    return this.afterLines(buf, from, next, end);
  }

  /** Start of a line that begins, in its first column, with a whole compact record; -1 when there is none. */
  private compactRecordAfter(buf: Buffer, lf: number, end: number): number {
    const { scan } = this;
    const { failedAt, incomplete } = scan;
    let found = -1;
    for (let at = lf; at >= 0 && at < end; at = buf.indexOf(LF, at + 1)) {
      if (at + 2 >= end || buf[at + 1] !== OPEN_BRACE || buf[at + 2] !== QUOTE) continue;
      if (scan.skipValue(at + 1, this.lineEnd(buf, at + 1, end)) >= 0) {
        found = at + 1;
        break;
      }
    }
    scan.failedAt = failedAt;
    scan.incomplete = incomplete;
    return found;
  }

  private lineEnd(buf: Buffer, p: number, end: number): number {
    const lf = buf.indexOf(LF, p);
    return lf < 0 || lf > end ? end : lf;
  }

  /** Counts the lines of [from, next) and returns next. */
  private afterLines(buf: Buffer, from: number, next: number, end: number): number {
    let at = from;
    while (at < next && at < end) {
      const lf = this.lineEnd(buf, at, end);
      if (this.blankEnd(buf, at, lf) < lf) this.physicalLines++;
      this.line++;
      at = lf + 1;
    }
    return next;
  }

  // ---- one array ----------------------------------------------------------------------------------------

  private inElements = false;

  private consumeArray(buf: Buffer, start: number, end: number, final: boolean): number {
    const { scan } = this;
    let at = start;
    for (;;) {
      const from = this.elementStart(buf, at, end);
      if (from >= end) {
        if (!final) return at;
        this.countLines(buf, at, end);
        return end;
      }
      if (buf[from] === 93) {
        const lf = this.lineEnd(buf, from, end);
        if (lf === end && !final) return at;
        this.mode = 'lines';
        return this.closeArray(buf, at, from, lf, end);
      }
      if (buf[from] !== OPEN_BRACE) {
        this.mode = 'lines';
        return at;
      }
      const to = scan.scanFrame(from, end);
      if (to < 0) {
        if (scan.incomplete && !final) {
          this.retryAt = (end - at) * 2;
          return at;
        }
        // What follows is no element: go on line by line from here.
        this.mode = 'lines';
        if (!scan.incomplete) return at;
        this.emitUnparsed('torn', at, from, end);
        this.countLines(buf, at, end);
        return end;
      }
      // The comma or bracket after an element belongs to its row, so it has to be in sight.
      const after = this.blankEnd(buf, to, end);
      if (after >= end && !final) return at;
      this.countLines(buf, at, from);
      this.emitFrame(at, from, to, true);
      this.inElements = true;
      const next = after < end && buf[after] === 44 ? after + 1 : after;
      this.countLines(buf, from, next);
      at = next;
    }
  }

  /** Skips white space, the opening bracket (once) and byte order mark before an element. */
  private elementStart(buf: Buffer, at: number, end: number): number {
    let p = this.inElements ? at : skipBom(buf, at, end);
    p = this.blankEnd(buf, p, end);
    if (!this.inElements && buf[p] === OPEN_BRACKET) p = this.blankEnd(buf, p + 1, end);
    return p;
  }

  /** The closing bracket and its line end belong to the last element; anything after it on the line is noise. */
  private closeArray(buf: Buffer, at: number, bracket: number, lf: number, end: number): number {
    this.countLines(buf, at, bracket + 1);
    const rest = this.blankEnd(buf, bracket + 1, lf);
    if (rest < lf) this.pieces(buf, rest, rest, lf);
    this.physicalLines++;
    this.line++;
    return Math.min(lf + 1, end);
  }

  /** Counts the line ends (and lines that are not blank) that are passed in [from, to). */
  private countLines(buf: Buffer, from: number, to: number): void {
    for (let lf = buf.indexOf(LF, from); lf >= 0 && lf < to; lf = buf.indexOf(LF, lf + 1)) {
      this.physicalLines++;
      this.line++;
    }
  }

  // ---- lines that are not exactly one object ------------------------------------------------------------

  /** Cuts buf[from, lf), where `from` is no blank, into frames and unparsed pieces. */
  private pieces(buf: Buffer, tile: number, from: number, lf: number): void {
    const { scan } = this;
    let values = 0;
    // Bounds the search for records in a long broken line to a few passes over it.
    let work = (lf - from) * 4 + 64 * 1024;
    while (from < lf) {
      const c = buf[from];
      let to = -1;
      if (c === OPEN_BRACE) {
        to = scan.scanFrame(from, lf);
        if (to >= 0) {
          if (values++ > 0) this.sink.anotherValueOnLine(this.line, from);
          this.emitFrame(tile, from, to, false);
        } else {
          work -= scan.failedAt - from;
          // `{not: "json"}` was never a record; `{"type":"us` was one.
          const reason =
            scan.incomplete || buf[this.blankEnd(buf, from + 1, lf)] === QUOTE ? 'torn' : 'noise';
          to = this.recordAfterTear(buf, from, lf, work);
          this.emitUnparsed(reason, tile, from, to);
        }
      } else if (c === 0) {
        to = from;
        while (to < lf && buf[to] === 0) to++;
        this.emitUnparsed('nul', tile, from, to);
      } else if (this.isWholeValue(buf, from, lf)) {
        this.emitUnparsed('not-an-object', tile, from, lf);
        return;
      } else {
        to = this.recordAfterNoise(buf, from, lf, work);
        this.emitUnparsed('noise', tile, from, to);
      }
      from = this.blankEnd(buf, to, lf);
      tile = from;
    }
  }

  private isWholeValue(buf: Buffer, from: number, lf: number): boolean {
    const to = this.scan.skipValue(from, lf);
    return to >= 0 && this.blankEnd(buf, to, lf) === lf;
  }

  /** First position in (from, lf) where an object with a type begins and ends on this line; else lf. */
  private recordAfterNoise(buf: Buffer, from: number, lf: number, work: number): number {
    const { scan } = this;
    for (let at = nextBrace(buf, from + 1, lf); at < lf && work > 0; at = nextBrace(buf, at + 1, lf)) {
      if (scan.scanFrame(at, lf) >= 0 && (scan.has(Slot.Type) || scan.has(Slot.TopRole))) return at;
      work -= Math.max(0, scan.failedAt - at) + 16;
    }
    return lf;
  }

  /**
   * A writer was killed and the next record was appended to its stub (case 002). The stub is a correct beginning
   * of a record, so it breaks where the new record starts: at most two bytes before the byte that broke it. Objects
   * inside the stub lie before that and are never taken for frames. When the stub stopped where a value may follow,
   * nothing breaks; then the only candidate is a whole envelope that ends exactly at the line end.
   */
  private recordAfterTear(buf: Buffer, from: number, lf: number, work: number): number {
    const { scan } = this;
    const first = scan.incomplete ? from + 1 : Math.max(from + 1, scan.failedAt - 2);
    const last = scan.incomplete;
    for (let at = nextBrace(buf, first, lf); at < lf && work > 0; at = nextBrace(buf, at + 1, lf)) {
      const to = scan.scanFrame(at, lf);
      if (to < 0) {
        work -= Math.max(0, scan.failedAt - at) + 16;
        continue;
      }
      work -= to - at;
      const next = this.blankEnd(buf, to, lf);
      const closes = next === lf || (!last && (buf[next] === OPEN_BRACE || buf[next] === 0));
      if (closes && this.isEnvelope()) return at;
      // Its inner objects are no records either.
      at = to - 1;
    }
    return lf;
  }

  private isEnvelope(): boolean {
    const { scan } = this;
    return (
      scan.has(Slot.Type) &&
      (scan.has(Slot.Uuid) || scan.has(Slot.SessionSnake) || scan.has(Slot.SessionCamel))
    );
  }
}

function nextBrace(buf: Buffer, from: number, end: number): number {
  const at = buf.indexOf(OPEN_BRACE, from);
  return at < 0 || at > end ? end : at;
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

function skipBom(buf: Buffer, p: number, end: number): number {
  return end - p >= 3 && buf[p] === 0xef && buf[p + 1] === 0xbb && buf[p + 2] === 0xbf ? p + 3 : p;
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
    else if (c === OPEN_BRACE && buf[p + 1] === QUOTE) return false;
  }
  return controls > 0 && (controls + nul) * 20 > end - start;
}
