const FIRST_WORDS = 64;

/** A set of rows, one bit each: it grows with the file. */
export class RowSet {
  /** Bit `row & 31` of word `row >>> 5`. Words beyond the last row that was added are 0. */
  words = new Int32Array(FIRST_WORDS);

  /** Makes room for the rows below this one. */
  reserve(rows: number): void {
    const needed = (rows + 31) >>> 5;
    if (needed <= this.words.length) return;
    const larger = new Int32Array(Math.max(needed, this.words.length * 2));
    larger.set(this.words);
    this.words = larger;
  }

  has(row: number): boolean {
    return (((this.words[row >>> 5] ?? 0) >>> (row & 31)) & 1) !== 0;
  }

  /** There has to be room for the row. */
  add(row: number): void {
    const at = row >>> 5;
    this.words[at] = (this.words[at] as number) | (1 << (row & 31));
  }

  remove(row: number): void {
    const at = row >>> 5;
    this.words[at] = (this.words[at] as number) & ~(1 << (row & 31));
  }

  /** Adds the rows [from, to). */
  addRange(from: number, to: number): void {
    if (from >= to) return;
    const first = from >>> 5;
    const last = (to - 1) >>> 5;
    const head = -1 << (from & 31);
    const tail = maskBelow(((to - 1) & 31) + 1);
    const { words } = this;
    if (first === last) {
      words[first] = (words[first] as number) | (head & tail);
      return;
    }
    words[first] = (words[first] as number) | head;
    words.fill(-1, first + 1, last);
    words[last] = (words[last] as number) | tail;
  }

  /** Takes away the rows from this one on. */
  truncate(rows: number): void {
    const at = rows >>> 5;
    if (at >= this.words.length) return;
    this.words[at] = (this.words[at] as number) & maskBelow(rows & 31);
    this.words.fill(0, at + 1);
  }
}

/** The lowest `bits` bits; 32 of them are all. */
export function maskBelow(bits: number): number {
  return bits >= 32 ? -1 : (1 << bits) - 1;
}

/** How many bits of a word are set. */
export function popCount(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
