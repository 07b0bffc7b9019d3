/** Bytes that mean something to the cutting of rows. */
export const LF = 10;
export const QUOTE = 34;
export const COMMA = 44;
export const ESCAPE = 27;
export const OPEN_BRACE = 123;
export const CLOSE_BRACE = 125;
export const OPEN_BRACKET = 91;
export const CLOSE_BRACKET = 93;

/** "Not decided yet: more bytes are needed", where else a position is returned. */
export const WAIT = -1;

/** First byte at or after p that is no space, tab, CR or LF. */
export function blankEnd(buf: Buffer, p: number, end: number): number {
  while (p < end) {
    const c = buf[p];
    if (c !== 32 && c !== 13 && c !== 9 && c !== 10) break;
    p++;
  }
  return p;
}

/** The LF that ends the line of p, or `end` when none stands before that. */
export function lineEnd(buf: Buffer, p: number, end: number): number {
  const lf = buf.indexOf(LF, p);
  return lf < 0 || lf > end ? end : lf;
}

/** Where the line of p begins. */
export function lineStart(buf: Buffer, p: number): number {
  return p === 0 ? 0 : buf.lastIndexOf(LF, p - 1) + 1;
}

export function skipBom(buf: Buffer, p: number, end: number): number {
  return end - p >= 3 && buf[p] === 0xef && buf[p + 1] === 0xbb && buf[p + 2] === 0xbf ? p + 3 : p;
}

/**
 * Finds one byte from many places. A plain indexOf would run through the whole window for each of ten thousand lines
 * that do not have the byte, so the last answer is kept as long as it holds.
 */
export class NextByte {
  private from = 0;
  private at = -1;

  constructor(private readonly byte: number) {}

  /** The window holds other bytes now. */
  reset(): void {
    this.at = -1;
  }

  /** First such byte at or after p, or `end` when none stands before that. */
  find(buf: Buffer, p: number, end: number): number {
    if (p < this.from || p > this.at) {
      const at = buf.indexOf(this.byte, p);
      this.from = p;
      this.at = at < 0 ? buf.length : at;
    }
    return Math.min(this.at, end);
  }
}

/**
 * Start of the object that ends right before `stop` (white space between them apart), or -1. buf[from, stop) has to be
 * a correct beginning of a JSON value. A writer that was killed where a value may follow makes the record after its
 * stub look like a value inside the stub; that record is the last object that was closed. One pass, so that the depth
 * of the stub does not matter.
 */
export function closedObjectBefore(buf: Buffer, from: number, stop: number): number {
  let last = stop - 1;
  while (last > from && (buf[last] === 32 || buf[last] === 13 || buf[last] === 9 || buf[last] === 10)) last--;
  if (last <= from || buf[last] !== CLOSE_BRACE) return -1;
  const open: number[] = [];
  let inString = false;
  for (let p = from; p <= last; p++) {
    const c = buf[p];
    if (inString) {
      if (c === 92) p++;
      else if (c === QUOTE) inString = false;
    } else if (c === QUOTE) inString = true;
    else if (c === OPEN_BRACE) open.push(p);
    else if (c === CLOSE_BRACE) {
      const start = open.pop() ?? -1;
      if (p === last) return start;
    }
  }
  return -1;
}
