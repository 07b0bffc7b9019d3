import type { IdHash } from './frame-scanner';

const MIN_SLOTS = 64;

/** A power of two that holds `expected` entries while at most three quarters of it are used. */
function slotsFor(expected: number): number {
  return Math.max(MIN_SLOTS, 2 ** Math.ceil(Math.log2(Math.max(1, expected / 0.75))));
}

/**
 * Open-addressing map from an id's 64-bit hash to an ordinal (0, 1, 2 …, in order of first sight), 12
 * bytes a slot. No id text is kept: a session of a gigabyte holds hundreds of thousands of them. Two different ids of
 * one table share a hash with a chance of n squared / 2^65.
 */
export class IdTable {
  size = 0;
  private slots: number;
  private hashA: Int32Array;
  private hashB: Int32Array;
  /** Ordinal + 1; 0 is free. */
  private value: Uint32Array;

  /** `expected`: room for so many ids at first. */
  constructor(expected = 0) {
    this.slots = slotsFor(expected);
    this.hashA = new Int32Array(this.slots);
    this.hashB = new Int32Array(this.slots);
    this.value = new Uint32Array(this.slots);
  }

  /** Ordinal of the id, or -1. */
  find(hash: IdHash): number {
    const mask = this.slots - 1;
    for (let i = hash.a & mask; this.value[i] !== 0; i = (i + 1) & mask) {
      if (this.hashA[i] === hash.a && this.hashB[i] === hash.b) return (this.value[i] as number) - 1;
    }
    return -1;
  }

  /** Ordinal of the id; a new id gets the next one (equal to `size` before the call). */
  intern(hash: IdHash): number {
    const mask = this.slots - 1;
    let i = hash.a & mask;
    for (; this.value[i] !== 0; i = (i + 1) & mask) {
      if (this.hashA[i] === hash.a && this.hashB[i] === hash.b) return (this.value[i] as number) - 1;
    }
    this.hashA[i] = hash.a;
    this.hashB[i] = hash.b;
    this.value[i] = ++this.size;
    if (this.size > this.slots * 0.75) this.grow();
    return this.size - 1;
  }

  private grow(): void {
    const { hashA, hashB, value, slots } = this;
    this.slots = slots * 2;
    this.hashA = new Int32Array(this.slots);
    this.hashB = new Int32Array(this.slots);
    this.value = new Uint32Array(this.slots);
    const mask = this.slots - 1;
    for (let from = 0; from < slots; from++) {
      if (value[from] === 0) continue;
      let i = (hashA[from] as number) & mask;
      while (this.value[i] !== 0) i = (i + 1) & mask;
      this.hashA[i] = hashA[from] as number;
      this.hashB[i] = hashB[from] as number;
      this.value[i] = value[from] as number;
    }
  }
}

const NO_ROWS: readonly number[] = [];
/** Of a uuid that very many frames share, this many are kept and compared. */
const MAX_SAME_UUID = 8;

/**
 * Rows by the hash of their uuid. A byte of the hash stands beside each entry, so that a look-up nearly never has to
 * ask the frame table for the rest. 5 bytes a slot here, 4 bytes a row in the frame table.
 */
export class UuidRows {
  private slots: number;
  private used = 0;
  private tags: Uint8Array;
  private rows: Uint32Array;

  /** `hashOf` gives the stored uuid hash of a row; `expected`: room for so many rows at first. */
  constructor(
    private readonly hashOf: (row: number) => number,
    expected = 0,
  ) {
    this.slots = slotsFor(expected);
    this.tags = new Uint8Array(this.slots);
    this.rows = new Uint32Array(this.slots);
  }

  /**
   * Touches the place where a hash will be looked for. Done for a batch of hashes before they are added, the memory
   * accesses overlap, which halves the time spent here: the table is far larger than the cache.
   */
  touch(hash: number): number {
    const i = hash & (this.slots - 1);
    return (this.tags[i] as number) + (this.rows[i] as number);
  }

  /** Adds a row. Returns the earlier rows with its hash, oldest first: nearly always none. */
  add(row: number, hash: number): readonly number[] {
    const mask = this.slots - 1;
    const tag = tagOf(hash);
    let found: number[] | null = null;
    let i = hash & mask;
    for (; this.tags[i] !== 0; i = (i + 1) & mask) {
      if (this.tags[i] !== tag) continue;
      const earlier = this.rows[i] as number;
      if (this.hashOf(earlier) !== hash) continue;
      found ??= [];
      found.push(earlier);
    }
    if (found === null || found.length < MAX_SAME_UUID) {
      this.tags[i] = tag;
      this.rows[i] = row;
      if (++this.used > this.slots * 0.75) this.grow();
    }
    return found ?? NO_ROWS;
  }

  /** The rows with this hash, at most MAX_SAME_UUID + 1, oldest first. */
  find(hash: number): readonly number[] {
    const mask = this.slots - 1;
    const tag = tagOf(hash);
    const found: number[] = [];
    for (let i = hash & mask; this.tags[i] !== 0; i = (i + 1) & mask) {
      const row = this.rows[i] as number;
      if (this.tags[i] === tag && this.hashOf(row) === hash) found.push(row);
    }
    return found.sort((a, b) => a - b);
  }

  /** The only row with this hash, -1 when there is none, -2 when there are several: `find` tells which. */
  findOne(hash: number): number {
    const mask = this.slots - 1;
    const tag = tagOf(hash);
    let found = -1;
    for (let i = hash & mask; this.tags[i] !== 0; i = (i + 1) & mask) {
      const row = this.rows[i] as number;
      if (this.tags[i] !== tag || this.hashOf(row) !== hash) continue;
      if (found >= 0) return -2;
      found = row;
    }
    return found;
  }

  private put(row: number, hash: number): void {
    const mask = this.slots - 1;
    let i = hash & mask;
    while (this.tags[i] !== 0) i = (i + 1) & mask;
    this.tags[i] = tagOf(hash);
    this.rows[i] = row;
  }

  private grow(): void {
    const { tags, rows } = this;
    this.slots *= 2;
    this.tags = new Uint8Array(this.slots);
    this.rows = new Uint32Array(this.slots);
    for (let i = 0; i < tags.length; i++) {
      if (tags[i] !== 0) this.put(rows[i] as number, this.hashOf(rows[i] as number));
    }
  }
}

/** 1 to 255; the upper bits, because the lower ones choose the slot. */
function tagOf(hash: number): number {
  return (hash >>> 24) | 1;
}

const CACHE_SLOTS = 64;

/** Few, often repeated strings (types, tool names, session ids) as small numbers. */
export class StringPool {
  private readonly byText = new Map<string, number>();
  private readonly texts: string[] = [];
  private readonly byHash = new IdTable();
  private readonly numbers: number[] = [];
  // Nearly every string repeats one of the last few, so a small direct-mapped cache answers first.
  private readonly cacheA = new Int32Array(CACHE_SLOTS);
  private readonly cacheB = new Int32Array(CACHE_SLOTS);
  private readonly cacheNumber = new Int32Array(CACHE_SLOTS).fill(-1);

  get size(): number {
    return this.texts.length;
  }

  text(number: number): string {
    return this.texts[number] as string;
  }

  /** Pool number of a string. */
  add(text: string): number {
    let number = this.byText.get(text);
    if (number === undefined) {
      number = this.texts.length;
      this.texts.push(text);
      this.byText.set(text, number);
    }
    return number;
  }

  /** Pool number of the string with this hash, or -1 when it was never added. */
  find(hash: IdHash): number {
    const slot = hash.a & (CACHE_SLOTS - 1);
    if (this.cacheA[slot] === hash.a && this.cacheB[slot] === hash.b) return this.cacheNumber[slot] as number;
    const at = this.byHash.find(hash);
    return at < 0 ? -1 : this.remember(hash, this.numbers[at] as number);
  }

  /** Adds a string under its hash. */
  addHashed(hash: IdHash, text: string): number {
    const number = this.add(text);
    this.numbers[this.byHash.intern(hash)] = number;
    return this.remember(hash, number);
  }

  private remember(hash: IdHash, number: number): number {
    const slot = hash.a & (CACHE_SLOTS - 1);
    this.cacheA[slot] = hash.a;
    this.cacheB[slot] = hash.b;
    this.cacheNumber[slot] = number;
    return number;
  }
}
