import type { FrameScanner } from './frame-scanner';
import { blankEnd, LF, NextByte } from './row-bytes';

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

/**
 * Where the readers of lines, multi-line values and arrays put their rows. It counts lines as bytes are passed, so
 * that a line is counted once, however many rows share it and whichever reader reads its parts.
 */
export class RowWriter {
  /** Number of the line that the next byte stands on. */
  line = 1;
  /** Lines that are not blank, so far. */
  physicalLines = 0;
  /** There is a row. */
  any = false;
  /** Several records lie over many lines each (CLI 0.2.74 to 0.2.100, or a file that went through a formatter). */
  multilineFrames = 0;

  private readonly lineFeeds = new NextByte(LF);
  /** The part of the current line that was passed is not blank. */
  private hasText = false;
  /** A value at the end of the input was told as a frame before its line ended: what follows on it is cut as the rest. */
  tookValue = false;
  /** A piece that is told just before the next row. */
  private prefix: { tile: number; from: number; to: number } | null = null;

  constructor(
    readonly sink: RowSink,
    public scan: FrameScanner,
  ) {}

  /** The window holds other bytes now. */
  reset(): void {
    this.lineFeeds.reset();
  }

  /** Goes on where the other one stands. */
  copyFrom(other: RowWriter): void {
    this.line = other.line;
    this.physicalLines = other.physicalLines;
    this.any = other.any;
    this.multilineFrames = other.multilineFrames;
    this.hasText = other.hasText;
    this.tookValue = other.tookValue;
  }

  frame(tile: number, from: number, to: number, inArray: boolean): void {
    this.tellPrefix();
    this.any = true;
    this.sink.frame(this.scan, tile, from, to, this.line, inArray);
  }

  unparsed(reason: UnparsedReason, tile: number, from: number, to: number): void {
    this.tellPrefix();
    this.any = true;
    this.sink.unparsed(reason, tile, from, to, this.line);
  }

  /** Terminal escapes in front of a multi-line value: a piece of their own, told once that value is decided. */
  holdPrefix(tile: number, from: number, to: number): void {
    this.prefix = { tile, from, to };
  }

  dropPrefix(): void {
    this.prefix = null;
  }

  private tellPrefix(): void {
    const { prefix } = this;
    if (prefix === null) return;
    this.prefix = null;
    this.sink.unparsed('noise', prefix.tile, prefix.from, prefix.to, this.line);
  }

  /** A part of the current line was passed, so what follows is not the beginning of a line. */
  get insideLine(): boolean {
    return this.hasText;
  }

  /** One whole line that is not blank was passed. */
  passPlainLine(): void {
    this.physicalLines++;
    this.line++;
  }

  /** The bytes [from, to) were passed. */
  pass(buf: Buffer, from: number, to: number): void {
    for (let at = from; at < to; ) {
      const lf = this.lineFeeds.find(buf, at, to);
      if (!this.hasText && blankEnd(buf, at, lf) < lf) {
        this.hasText = true;
        this.physicalLines++;
      }
      if (lf === to) return;
      this.line++;
      this.hasText = false;
      this.tookValue = false;
      at = lf + 1;
    }
  }

  /** Passes blank lines, and returns where the first line begins that is not blank or has no end yet. */
  passBlankLines(buf: Buffer, at: number, end: number): number {
    for (let p = at; p < end; p++) {
      const c = buf[p];
      if (c === LF) {
        this.line++;
        this.hasText = false;
        this.tookValue = false;
        at = p + 1;
      } else if (c !== 32 && c !== 13 && c !== 9) break;
    }
    return at;
  }
}
