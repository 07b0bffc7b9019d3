/**
 * Walks one JSON value in raw UTF-8 bytes without building it. It checks the grammar of everything outside
 * strings (so `{not: "json"}` and a trailing comma are refused), and jumps over strings with the native
 * indexOf, because about nine tenths of a transcript's bytes are inside strings.
 *
 * Not checked here: control characters and bad escapes inside strings. They are found when a frame is viewed.
 *
 * The byte at `end` must exist and must be LF (callers keep one byte spare), which lets the inner loops run
 * without a bounds check.
 */
export class JsonSkipper {
  buf: Buffer = Buffer.alloc(1, 10);
  /** Exclusive. In line mode this is the position of the LF. */
  end = 0;
  /** True while a value may span lines; a raw LF inside a string is an error then, too. */
  multiline = false;
  /** Where the last failing call stopped. */
  failedAt = 0;
  /** True when the last failing call ran out of bytes instead of meeting a wrong one. */
  incomplete = false;
  /** Set when the short part of the last string had a backslash. */
  protected sawEscape = false;

  private stack = new Uint8Array(256);

  /** Next byte that is no JSON white space, at most `end`. */
  protected ws(p: number): number {
    const { buf, end } = this;
    while (p < end) {
      const c = buf[p];
      if (c !== 32 && c !== 10 && c !== 13 && c !== 9) break;
      p++;
    }
    return p;
  }

  protected fail(p: number): -1 {
    this.failedAt = p < this.end ? p : this.end;
    this.incomplete = p >= this.end;
    return -1;
  }

  /** `p` is just after the opening quote. Returns the position after the closing quote, or -1. */
  protected skipString(p: number): number {
    const { buf, end } = this;
    this.sawEscape = false;
    const from = p;
    const near = p + 32 < end ? p + 32 : end;
    while (p < near) {
      const c = buf[p];
      if (c === 34) return p + 1;
      if (c === 92) {
        this.sawEscape = true;
        p += 2;
      } else if (c === 10) return this.fail(p);
      else p++;
    }
    if (p >= end) return this.fail(end);
    return this.skipLongString(from, p);
  }

  private skipLongString(from: number, p: number): number {
    const { buf, end } = this;
    for (;;) {
      const quote = buf.indexOf(34, p);
      if (quote < 0 || quote >= end) {
        if (this.multiline) {
          const lf = buf.indexOf(10, from);
          if (lf >= 0 && lf < end) return this.fail(lf);
        }
        return this.fail(end);
      }
      // A quote is escaped when an odd number of backslashes stands before it.
      let back = quote - 1;
      while (back >= p && buf[back] === 92) back--;
      if (((quote - 1 - back) & 1) === 0) {
        if (this.multiline) {
          const lf = buf.indexOf(10, from);
          if (lf >= 0 && lf < quote) return this.fail(lf);
        }
        return quote + 1;
      }
      p = quote + 1;
    }
  }

  /** Reads `"key" :` at `p` and returns the position of the value, or -1. */
  protected skipKey(p: number): number {
    if (this.buf[p] !== 34 || p >= this.end) return this.fail(p);
    p = this.skipString(p + 1);
    if (p < 0) return -1;
    p = this.ws(p);
    if (this.buf[p] !== 58 || p >= this.end) return this.fail(p);
    return this.ws(p + 1);
  }

  /** `p` is at the first byte of a value. Returns the position after it, or -1. Never recurses. */
  skipValue(p: number): number {
    const { buf, end } = this;
    let depth = 0;
    for (;;) {
      if (p >= end) return this.fail(p);
      const c = buf[p];
      if (c === 123 || c === 91) {
        const first = this.ws(p + 1);
        if (first < end && buf[first] === c + 2) {
          p = first + 1;
        } else {
          if (depth === this.stack.length) this.growStack();
          this.stack[depth++] = c;
          p = c === 123 ? this.skipKey(first) : first;
          if (p < 0) return -1;
          continue;
        }
      } else if (c === 34) {
        p = this.skipString(p + 1);
        if (p < 0) return -1;
      } else {
        p = this.skipScalar(p);
        if (p < 0) return -1;
      }
      // After a value: close containers, or go on to the next element.
      for (;;) {
        if (depth === 0) return p;
        p = this.ws(p);
        if (p >= end) return this.fail(p);
        const d = buf[p];
        const open = this.stack[depth - 1];
        if (d === 44) {
          p = this.ws(p + 1);
          if (open === 123) {
            p = this.skipKey(p);
            if (p < 0) return -1;
          }
          break;
        }
        if (d !== (open as number) + 2) return this.fail(p);
        depth--;
        p++;
      }
    }
  }

  private growStack(): void {
    const larger = new Uint8Array(this.stack.length * 4);
    larger.set(this.stack);
    this.stack = larger;
  }

  /** true, false, null or a number (RFC 8259 grammar). */
  private skipScalar(p: number): number {
    const c = this.buf[p];
    if (c === 116) return this.skipWord(p, TRUE);
    if (c === 102) return this.skipWord(p, FALSE);
    if (c === 110) return this.skipWord(p, NULL);
    return this.skipNumber(p);
  }

  private skipWord(p: number, word: Uint8Array): number {
    const { buf, end } = this;
    for (let i = 0; i < word.length; i++) {
      if (p + i >= end || buf[p + i] !== word[i]) return this.fail(p + i);
    }
    return p + word.length;
  }

  private skipNumber(p: number): number {
    const { buf } = this;
    if (buf[p] === 45) p++;
    if (buf[p] === 48) p++;
    else {
      if (!isDigit(buf[p])) return this.fail(p);
      while (isDigit(buf[p])) p++;
    }
    if (buf[p] === 46) {
      p++;
      if (!isDigit(buf[p])) return this.fail(p);
      while (isDigit(buf[p])) p++;
    }
    if (buf[p] === 101 || buf[p] === 69) {
      p++;
      if (buf[p] === 43 || buf[p] === 45) p++;
      if (!isDigit(buf[p])) return this.fail(p);
      while (isDigit(buf[p])) p++;
    }
    return p;
  }
}

const TRUE = Buffer.from('true');
const FALSE = Buffer.from('false');
const NULL = Buffer.from('null');

function isDigit(c: number | undefined): boolean {
  return c !== undefined && c >= 48 && c <= 57;
}
