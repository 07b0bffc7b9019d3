const CHUNK_BITS = 8;
const CHUNK_BINS = 1 << CHUNK_BITS;
const CHUNK_MASK = CHUNK_BINS - 1;

/** What bins that belong together take, in stretches of 256 bins: a kilobyte each. */
export interface BinMemory {
  chunks: number;
}

/**
 * Counts in equal bins, named by whole numbers of any size. Only stretches where something was counted take memory, so a
 * subagent that lives for a minute of a day costs a kilobyte.
 */
export class SparseBins {
  private chunks = new Map<number, Uint32Array<ArrayBuffer>>();
  private lastKey = Number.NaN;
  private last = EMPTY;

  /** `memory` is told of every stretch that takes some, and of those that are given back. */
  constructor(private readonly memory: BinMemory) {}

  add(bin: number, count = 1): void {
    const key = Math.floor(bin / CHUNK_BINS);
    const chunk = key === this.lastKey ? this.last : this.chunk(key);
    const at = bin & CHUNK_MASK;
    chunk[at] = (chunk[at] as number) + count;
  }

  private chunk(key: number): Uint32Array<ArrayBuffer> {
    let found = this.chunks.get(key);
    if (found === undefined) {
      found = new Uint32Array(CHUNK_BINS);
      this.chunks.set(key, found);
      this.memory.chunks++;
    }
    this.lastKey = key;
    this.last = found;
    return found;
  }

  /** Every two bins become one: what was bin n is in bin floor(n / 2). */
  halve(): void {
    const { chunks } = this;
    this.chunks = new Map();
    this.memory.chunks -= chunks.size;
    for (const [key, chunk] of chunks) {
      const half = Math.floor(key / 2);
      const into = this.chunk(half);
      const first = (key - half * 2) * (CHUNK_BINS / 2);
      for (let at = 0; at < CHUNK_BINS; at += 2)
        into[first + at / 2] = (chunk[at] as number) + (chunk[at + 1] as number);
    }
  }

  /** Adds what is in the bins from `first` to `last` to a column of others, each where it begins on the axis. */
  addTo(column: Uint32Array, first: number, last: number, { width, from, columnWidth }: BinScale): void {
    const end = column.length - 1;
    for (const [key, chunk] of this.chunks) {
      const base = key * CHUNK_BINS;
      const to = Math.min(CHUNK_BINS - 1, last - base);
      for (let at = Math.max(0, first - base); at <= to; at++) {
        const count = chunk[at] as number;
        if (count === 0) continue;
        const place = Math.floor(((base + at) * width - from) / columnWidth);
        const into = Math.min(Math.max(place, 0), end);
        column[into] = (column[into] as number) + count;
      }
    }
  }
}

/** Bins of one width, and a column of others that begins at `from`. */
export interface BinScale {
  width: number;
  from: number;
  columnWidth: number;
}

const EMPTY = new Uint32Array(CHUNK_BINS);
