const CHUNK_BITS = 5;
const CHUNK_BINS = 1 << CHUNK_BITS;
const CHUNK_MASK = CHUNK_BINS - 1;
const SLAB_CHUNKS = 2048;

/**
 * The memory of bins that belong together, in chunks of 32 bins out of large slabs: what is given back when bins double
 * their width is used again, and a lane with a few frames takes 128 bytes.
 */
export class BinMemory {
  /** Chunks that are in use. */
  chunks = 0;
  private readonly slabs: Uint32Array[] = [];
  private readonly free: number[] = [];
  private taken = 0;

  take(): number {
    this.chunks++;
    const again = this.free.pop();
    if (again !== undefined) return again;
    if (this.taken % SLAB_CHUNKS === 0) this.slabs.push(new Uint32Array(SLAB_CHUNKS * CHUNK_BINS));
    return this.taken++;
  }

  giveBack(chunk: number): void {
    this.chunks--;
    const base = baseOf(chunk);
    this.slabOf(chunk).fill(0, base, base + CHUNK_BINS);
    this.free.push(chunk);
  }

  slabOf(chunk: number): Uint32Array {
    return this.slabs[Math.floor(chunk / SLAB_CHUNKS)] as Uint32Array;
  }
}

/** Where a chunk begins in its slab. */
const baseOf = (chunk: number) => (chunk % SLAB_CHUNKS) * CHUNK_BINS;

/** Counts in equal bins, named by whole numbers of any size. Only stretches where something was counted take memory. */
export class SparseBins {
  private chunks = new Map<number, number>();
  private lastKey = Number.NaN;
  private slab: Uint32Array = EMPTY;
  private base = 0;

  constructor(private readonly memory: BinMemory) {}

  add(bin: number, count = 1): void {
    const key = Math.floor(bin / CHUNK_BINS);
    if (key !== this.lastKey) this.goTo(key);
    const at = this.base + (bin & CHUNK_MASK);
    this.slab[at] = (this.slab[at] as number) + count;
  }

  private goTo(key: number): void {
    let chunk = this.chunks.get(key);
    if (chunk === undefined) {
      chunk = this.memory.take();
      this.chunks.set(key, chunk);
    }
    this.lastKey = key;
    this.slab = this.memory.slabOf(chunk);
    this.base = baseOf(chunk);
  }

  /** Every two bins become one: what was bin n is in bin floor(n / 2). */
  halve(): void {
    const { chunks, memory } = this;
    this.chunks = new Map();
    this.lastKey = Number.NaN;
    for (const [key, chunk] of chunks) {
      const from = memory.slabOf(chunk);
      const base = baseOf(chunk);
      const first = key * CHUNK_BINS;
      for (let at = 0; at < CHUNK_BINS; at++) {
        const count = from[base + at] as number;
        if (count !== 0) this.add(Math.floor((first + at) / 2), count);
      }
      memory.giveBack(chunk);
    }
  }

  /** Adds what is in the bins from `first` to `last` to a column of others, each where it begins on the axis. */
  addTo(column: Uint32Array, first: number, last: number, { width, from, columnWidth }: BinScale): void {
    const end = column.length - 1;
    for (const [key, chunk] of this.chunks) {
      const slab = this.memory.slabOf(chunk);
      const base = baseOf(chunk);
      const begin = key * CHUNK_BINS;
      const to = Math.min(CHUNK_BINS - 1, last - begin);
      for (let at = Math.max(0, first - begin); at <= to; at++) {
        const count = slab[base + at] as number;
        if (count === 0) continue;
        const place = Math.floor(((begin + at) * width - from) / columnWidth);
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
