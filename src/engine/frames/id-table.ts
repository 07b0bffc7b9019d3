/**
 * Identifies byte strings (message ids, tool ids, uuids) by two independent 32-bit hashes, so that no id text
 * is kept: a session of a gigabyte holds hundreds of thousands of them. Two different ids of one table share
 * both hashes with a chance of n squared / 2^65.
 */
export class IdHash {
  a = 0;
  b = 0;

  /** Hashes the decoded text of the JSON string content in [start, end). */
  set(buf: Buffer, start: number, end: number): void {
    let a = 0x811c9dc5;
    let b = 0x9747b28c;
    for (let p = start; p < end; p++) {
      const c = buf[p] as number;
      if (c === 92) {
        this.setDecoded(buf, start, end);
        return;
      }
      a = Math.imul(a ^ c, 0x01000193);
      b = Math.imul(b ^ c, 0x5bd1e995);
      b ^= b >>> 15;
    }
    this.finish(a, b);
  }

  /** Ids with escapes are hashed as the text that they stand for. */
  private setDecoded(buf: Buffer, start: number, end: number): void {
    let text: Buffer;
    try {
      text = Buffer.from(JSON.parse(`"${buf.toString('utf8', start, end)}"`));
    } catch {
      text = Buffer.from(buf.subarray(start, end));
    }
    let a = 0x811c9dc5;
    let b = 0x9747b28c;
    for (const c of text) {
      a = Math.imul(a ^ c, 0x01000193);
      b = Math.imul(b ^ c, 0x5bd1e995);
      b ^= b >>> 15;
    }
    this.finish(a, b);
  }

  private finish(a: number, b: number): void {
    a ^= a >>> 16;
    a = Math.imul(a, 0x7feb352d);
    a ^= a >>> 15;
    this.a = a >>> 0;
    this.b = b >>> 0;
  }
}

/** Open-addressing map from an IdHash to an ordinal (0, 1, 2 …, in order of first sight). 12 bytes a slot. */
export class IdTable {
  size = 0;
  private slots = 1024;
  private hashA = new Uint32Array(this.slots);
  private hashB = new Uint32Array(this.slots);
  /** Ordinal + 1; 0 is free. */
  private value = new Uint32Array(this.slots);

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
    this.hashA = new Uint32Array(this.slots);
    this.hashB = new Uint32Array(this.slots);
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

/** Rows by the hash of their uuid: 4 bytes a slot here, 4 bytes a row in the frame table. */
export class UuidRows {
  private slots = 1024;
  private used = 0;
  private rows = new Uint32Array(this.slots);

  /** `hashOf` gives the stored uuid hash of a row (the frame table keeps it). */
  constructor(private readonly hashOf: (row: number) => number) {}

  /** Adds a row and calls `seen` for every earlier row with the same hash until it returns true. */
  add(row: number, hash: number, seen: (earlier: number) => boolean): boolean {
    const mask = this.slots - 1;
    let i = hash & mask;
    for (; this.rows[i] !== 0; i = (i + 1) & mask) {
      const earlier = (this.rows[i] as number) - 1;
      if (this.hashOf(earlier) === hash && seen(earlier)) return true;
    }
    this.rows[i] = row + 1;
    if (++this.used > this.slots * 0.8) this.grow();
    return false;
  }

  private grow(): void {
    const old = this.rows;
    this.slots *= 2;
    this.rows = new Uint32Array(this.slots);
    const mask = this.slots - 1;
    for (const entry of old) {
      if (entry === 0) continue;
      let i = this.hashOf(entry - 1) & mask;
      while (this.rows[i] !== 0) i = (i + 1) & mask;
      this.rows[i] = entry;
    }
  }
}

/** Few, often repeated strings (types, tool names, session ids) as small numbers. */
export class StringPool {
  private readonly byText = new Map<string, number>();
  private readonly texts: string[] = [];
  private readonly byHash = new Map<number, number>();
  private readonly hash = new IdHash();

  get size(): number {
    return this.texts.length;
  }

  text(id: number): string {
    return this.texts[id] as string;
  }

  /** Pool number of a plain string. */
  add(text: string): number {
    let id = this.byText.get(text);
    if (id === undefined) {
      id = this.texts.length;
      this.texts.push(text);
      this.byText.set(text, id);
    }
    return id;
  }

  /** Pool number of the JSON string content in [start, end) of buf. */
  addBytes(buf: Buffer, start: number, end: number): number {
    this.hash.set(buf, start, end);
    const key = this.hash.a * 0x200000 + (this.hash.b >>> 11);
    let id = this.byHash.get(key);
    if (id === undefined) {
      id = this.add(decodeJsonString(buf, start, end));
      this.byHash.set(key, id);
    }
    return id;
  }
}

/** Text of the JSON string content in [start, end); bad escapes are kept as they stand. */
export function decodeJsonString(buf: Buffer, start: number, end: number): string {
  const raw = buf.toString('utf8', start, end);
  if (!raw.includes('\\')) return raw;
  try {
    return JSON.parse(`"${raw}"`);
  } catch {
    return raw;
  }
}
