import { maskBelow, popCount, type RowSet } from './row-set';

const BLOCK_WORDS = 8;

/**
 * Which row of a set stands at a place, and at which place a row stands: kept as a count for every 256 rows, so that a
 * set of millions costs kilobytes and a question costs microseconds.
 */
export class RowRanks {
  /** Rows of the set before each block, and before the one behind the last. */
  private before = new Uint32Array(65);
  private blocks = 0;

  constructor(private readonly set: RowSet) {}

  /** Rows in the set. */
  get total(): number {
    return this.before[this.blocks] as number;
  }

  /** The set holds rows below `rows`, and is another one from row `from` on. */
  update(from: number, rows: number): void {
    const blocks = Math.ceil(rows / (BLOCK_WORDS * 32));
    if (blocks + 1 > this.before.length) {
      const larger = new Uint32Array(Math.max(blocks + 1, this.before.length * 2));
      larger.set(this.before);
      this.before = larger;
    }
    const { words } = this.set;
    let block = Math.min(this.blocks, Math.floor(from / (BLOCK_WORDS * 32)));
    let sum = this.before[block] as number;
    for (; block < blocks; block++) {
      const end = Math.min(words.length, (block + 1) * BLOCK_WORDS);
      for (let at = block * BLOCK_WORDS; at < end; at++) sum += popCount(words[at] as number);
      this.before[block + 1] = sum;
    }
    this.blocks = blocks;
  }

  /** Row at a place that counts from 0; -1 when there are fewer. */
  rowAt(place: number): number {
    if (place < 0 || place >= this.total) return -1;
    let low = 0;
    let high = this.blocks - 1;
    while (low < high) {
      const mid = (low + high + 1) >>> 1;
      if ((this.before[mid] as number) <= place) low = mid;
      else high = mid - 1;
    }
    const { words } = this.set;
    let left = place - (this.before[low] as number);
    for (let at = low * BLOCK_WORDS; at < words.length; at++) {
      let word = words[at] as number;
      const count = popCount(word);
      if (left >= count) {
        left -= count;
        continue;
      }
      for (; left > 0; left--) word &= word - 1;
      return at * 32 + lowestBit(word);
    }
    return -1;
  }

  /** How many rows of the set stand before this one. */
  rankOf(row: number): number {
    const block = Math.floor(row / (BLOCK_WORDS * 32));
    if (block >= this.blocks) return this.total;
    const { words } = this.set;
    let rank = this.before[block] as number;
    for (let at = block * BLOCK_WORDS; at < row >>> 5; at++) rank += popCount(words[at] as number);
    return rank + popCount((words[row >>> 5] ?? 0) & maskBelow(row & 31));
  }
}

/** Place of the lowest bit of a word that is not 0. */
export function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word);
}
