import { idSeed } from './id-seed';
import { FRAME_SCAN_WASM } from './wasm/frame-scan-binary';

/** Strings and numbers of a frame that the index needs, by place; the order is that of wasm/frame-scan.ts. */
export enum Slot {
  Type,
  Subtype,
  Uuid,
  SessionSnake,
  SessionCamel,
  Parent,
  Timestamp,
  TopRole,
  TopId,
  Version,
  CliVersion,
  Model,
  EventType,
  DeltaType,
  MessageId,
  MessageRole,
  MessageModel,
  TotalCost,
  CostUsd,
  NumTurns,
  DurationMs,
  /** Of session files: the uuid of the frame before it in the conversation. */
  ParentUuid,
  /** The same over a compaction, whose boundary has no parentUuid (1.0.128 on). */
  LogicalParentUuid,
  /** Of lines of a subagent in files of their own (2.0.50 on). */
  AgentId,
  /** parentToolUseId: counts where parent_tool_use_id is absent or null. */
  ParentCamel,
  Count,
}

/** `is_error` as it is written: null counts as absent. */
export enum Tri {
  Absent,
  True,
  False,
  Other,
}

/** The four token counters, in the order of `FrameScanner.usage`. */
export enum Counter {
  Input,
  Output,
  CacheRead,
  CacheCreation,
  Count,
}

/** A 64-bit hash as two signed halves: signed, because larger numbers would be boxed on every frame. */
export interface IdHash {
  a: number;
  b: number;
}

/** A call or a result among the content blocks of a frame. */
export interface ScannedBlock {
  isCall: boolean;
  isError: Tri;
  /** Position among all blocks of the frame. */
  index: number;
  /** null when the block states no id, or an empty one. */
  id: IdHash | null;
  /** null when the block states no name. */
  name: IdHash | null;
  nameStart: number;
  nameEnd: number;
}

// Memory layout of wasm/frame-scan.ts.
const OUT = 1024;
const SLOT_WORDS = 4;
const USAGE = Slot.Count * SLOT_WORDS * 4;
const STATE = USAGE + 32;
const RECORD_BYTES = STATE + 88;
const BLOCKS = 4096;
const BLOCK_BYTES = 40;
const SCRATCH = 45056;
const SCRATCH_BYTES = 16 * 1024;
const RECORDS = 65536 + 262144;
const WINDOW = RECORDS + 65536;
const PAGE = 65536;
/** The scanner reads up to 64 bytes past a string's end. */
const SLACK = 128;

interface Exports {
  memory: WebAssembly.Memory;
  setSeed(seed: bigint): void;
  scanFrame(p: number, end: number): number;
  scanMoreBlocks(end: number): number;
  scanLines(p: number, end: number): number;
  skipValue(p: number, end: number): number;
  hash(p: number, length: number): bigint;
}

/** Compiled when the engine starts, not when the first file is opened. */
const compiled = new WebAssembly.Module(Uint8Array.from(Buffer.from(FRAME_SCAN_WASM, 'base64')));

/**
 * Finds, in the bytes of one frame, what the index needs to know, without parsing it. Keys may come in any order
 * (result frames put `type` late since CLI 2.1.220). Strings are told as positions in `window`, valid until the next
 * scan. What is checked and what is not: see wasm/frame-scan.ts.
 */
export class FrameScanner {
  /** The bytes to scan stand in here. Made anew by `reserve`. */
  window: Buffer;
  /** Where the last failing call stopped. */
  failedAt = 0;
  /** True when the last failing call ran out of bytes instead of meeting a wrong one. */
  incomplete = false;

  private readonly block: ScannedBlock = {
    isCall: false,
    isError: Tri.Absent,
    index: 0,
    id: null,
    name: null,
    nameStart: 0,
    nameEnd: 0,
  };
  private readonly id: IdHash = { a: 0, b: 0 };
  private readonly name: IdHash = { a: 0, b: 0 };
  private readonly wasm: Exports;
  /** Word index of the record that the getters read. */
  private record = OUT >> 2;
  private words!: Int32Array;
  private floats!: Float64Array;

  constructor() {
    this.wasm = new WebAssembly.Instance(compiled).exports as unknown as Exports;
    this.wasm.setSeed(idSeed());
    this.window = this.reserve(0);
  }

  /** A window of at least `bytes` bytes. What stood in the former one stands in it. */
  reserve(bytes: number): Buffer {
    const { memory } = this.wasm;
    const need = WINDOW + bytes + SLACK;
    if (need > memory.buffer.byteLength) memory.grow(Math.ceil((need - memory.buffer.byteLength) / PAGE));
    this.words = new Int32Array(memory.buffer);
    this.floats = new Float64Array(memory.buffer);
    this.window = Buffer.from(memory.buffer, WINDOW, memory.buffer.byteLength - WINDOW - SLACK);
    return this.window;
  }

  /** Scans the object whose brace is at `p`, within [p, end). Returns the position after it, or -1. */
  scanFrame(p: number, end: number): number {
    this.record = OUT >> 2;
    return this.answer(this.wasm.scanFrame(p + WINDOW, end + WINDOW));
  }

  /**
   * Scans the lines from `p` on that are exactly one object each, at most 126. Returns how many there were; `selectLine`
   * chooses which of them the getters tell about.
   */
  scanLines(p: number, end: number): number {
    return this.wasm.scanLines(p + WINDOW, end + WINDOW);
  }

  selectLine(line: number): void {
    this.record = (RECORDS + line * RECORD_BYTES) >> 2;
  }

  /** Where the frame begins, and where it ends. */
  get from(): number {
    return this.state(64) - WINDOW;
  }
  get to(): number {
    return this.state(68) - WINDOW;
  }

  /** Some byte of the frame, or near it, is no ASCII. */
  get notAscii(): boolean {
    return this.state(60) !== 0;
  }

  /** Skips any JSON value at `p`. Returns the position after it, or -1. */
  skipValue(p: number, end: number): number {
    return this.answer(this.wasm.skipValue(p + WINDOW, end + WINDOW));
  }

  private answer(to: number): number {
    if (to !== 0) return to - WINDOW;
    this.record = OUT >> 2;
    this.failedAt = this.state(0) - WINDOW;
    this.incomplete = this.state(4) !== 0;
    return -1;
  }

  private state(offset: number): number {
    return this.words[this.record + ((STATE + offset) >> 2)] as number;
  }

  has(slot: Slot): boolean {
    return this.words[this.record + slot * SLOT_WORDS] !== 0;
  }

  start(slot: Slot): number {
    return (this.words[this.record + slot * SLOT_WORDS] as number) - WINDOW;
  }

  end(slot: Slot): number {
    return (this.words[this.record + slot * SLOT_WORDS + 1] as number) - WINDOW;
  }

  /** The slot holds a string with at least one character. */
  hasText(slot: Slot): boolean {
    const at = this.record + slot * SLOT_WORDS;
    return this.words[at] !== 0 && this.words[at + 1] !== this.words[at];
  }

  /** The slot holds exactly this word (as it is written, without escapes). */
  is(slot: Slot, word: Buffer): boolean {
    if (!this.has(slot)) return false;
    const start = this.start(slot);
    if (this.end(slot) - start !== word.length) return false;
    for (let i = 0; i < word.length; i++) if (this.window[start + i] !== word[i]) return false;
    return true;
  }

  /** Text of a string slot, or null. */
  text(slot: Slot): string | null {
    return this.has(slot) ? this.decode(this.start(slot), this.end(slot)) : null;
  }

  /** Value of a number slot, or null. */
  number(slot: Slot): number | null {
    if (!this.has(slot)) return null;
    const value = Number(this.window.toString('latin1', this.start(slot), this.end(slot)));
    return Number.isFinite(value) ? value : null;
  }

  /** Writes the hash of a string slot into `into`, 0 when it is absent. Equal texts have equal hashes, however they are escaped. */
  hash(slot: Slot, into: IdHash): void {
    const word = this.record + slot * SLOT_WORDS;
    if (this.words[word] !== 0) this.hashAt(word, into);
    else {
      into.a = 0;
      into.b = 0;
    }
  }

  /** Half of the hash of a string slot, 0 when it is absent or has escapes. */
  hashLow(slot: Slot): number {
    return this.words[this.record + slot * SLOT_WORDS + 2] as number;
  }

  /** The slot's hash is `hash`; an absent slot has the hash 0. Strings with escapes are never the same. */
  sameText(slot: Slot, hash: IdHash): boolean {
    const word = this.record + slot * SLOT_WORDS;
    if (this.words[word] === 0) return hash.a === 0 && hash.b === 0;
    const a = this.words[word + 2] as number;
    const b = this.words[word + 3] as number;
    return a === hash.a && b === hash.b && (a !== 0 || b !== 0);
  }

  private hashAt(word: number, into: IdHash): void {
    into.a = this.words[word + 2] as number;
    into.b = this.words[word + 3] as number;
    if (into.a === 0 && into.b === 0) this.hashDecoded(word, into);
  }

  /** Strings with escapes are hashed as the text that they stand for. */
  private hashDecoded(word: number, into: IdHash): void {
    const start = (this.words[word] as number) - WINDOW;
    const end = (this.words[word + 1] as number) - WINDOW;
    this.hashText(this.decode(start, end), into);
  }

  /** Writes the hash that a string slot with this text would have. */
  hashText(string: string, into: IdHash): void {
    const text = Buffer.from(string).subarray(0, SCRATCH_BYTES);
    Buffer.from(this.wasm.memory.buffer, SCRATCH, SCRATCH_BYTES).set(text);
    const hash = this.wasm.hash(SCRATCH, text.length);
    into.a = Number(BigInt.asIntN(32, hash));
    into.b = Number(BigInt.asIntN(32, hash >> 32n));
  }

  /** Text of the JSON string content in [start, end) of the window; bad escapes are kept as they stand. */
  decode(start: number, end: number): string {
    const raw = this.window.toString('utf8', start, end);
    if (!raw.includes('\\')) return raw;
    try {
      return JSON.parse(`"${raw}"`);
    } catch {
      return raw;
    }
  }

  /** Position of the first raw control character inside a string, or -1. Bad escapes show when a frame is viewed. */
  get notStrictAt(): number {
    const at = this.state(8);
    return at === 0 ? -1 : at - WINDOW;
  }
  /** Some key stands in the frame in snake_case and in camelCase (session ids apart). */
  get hasTwins(): boolean {
    const twins = this.state(80);
    return (twins & (twins >>> 16)) !== 0;
  }
  get isError(): Tri {
    return this.state(16);
  }
  get sidechain(): boolean {
    return this.state(20) !== 0;
  }
  get hasParentUuid(): boolean {
    return this.state(24) !== 0;
  }
  get hasMessage(): boolean {
    return this.state(28) !== 0;
  }
  get hasEvent(): boolean {
    return (this.state(32) & 1) !== 0;
  }
  /** A content block stands on the frame's top level: a bare API event, if the type says so. */
  get hasTopBlock(): boolean {
    return (this.state(32) & 2) !== 0;
  }
  get hasUsage(): boolean {
    return this.state(36) !== 0;
  }
  /** A token counter that is negative or no number. */
  get badUsage(): boolean {
    return this.state(40) !== 0;
  }
  /** A stream_event of type message_start. */
  get isMessageStart(): boolean {
    return this.state(44) !== 0;
  }

  /** The counter's value, or -1 when it is not stated. */
  usage(counter: Counter): number {
    return this.hasUsage ? (this.floats[((this.record << 2) + USAGE + counter * 8) >> 3] as number) : -1;
  }

  /** Milliseconds since the epoch, or NaN when the frame states no time that can be read. */
  get time(): number {
    const time = this.floats[((this.record << 2) + STATE + 48) >> 3] as number;
    if (!Number.isNaN(time) || !this.hasText(Slot.Timestamp)) return time;
    const text = this.text(Slot.Timestamp) as string;
    return text.length >= 8 && text.length <= 40 ? Date.parse(text) : Number.NaN;
  }

  /** How many calls and results the frame has. */
  get blockCount(): number {
    return this.state(56);
  }

  /**
   * The frame's calls and results in order. The scan keeps a thousand; of a frame with more, the rest is scanned by and
   * by, up to the `end` of the scan. The block is reused.
   */
  forEachBlock(end: number, visit: (block: ScannedBlock) => void): void {
    const { block, id, name } = this;
    const from = this.state(72);
    for (let recorded = this.state(12), first = from; recorded > 0; first = 0) {
      for (let k = 0; k < recorded; k++) {
        this.readBlock(BLOCKS + (first + k) * BLOCK_BYTES, block, id, name);
        visit(block);
      }
      recorded = this.state(76) === 0 ? 0 : this.wasm.scanMoreBlocks(end + WINDOW);
    }
  }

  private readBlock(at: number, block: ScannedBlock, id: IdHash, name: IdHash): void {
    const word = at >> 2;
    const head = this.words[word] as number;
    block.isCall = (head & 0xffff) === 1;
    block.isError = head >>> 16;
    block.index = this.words[word + 1] as number;
    const idStart = this.words[word + 2] as number;
    block.id = null;
    if (idStart !== 0 && idStart !== this.words[word + 3]) {
      this.hashAt(word + 2, id);
      block.id = id;
    }
    const nameStart = this.words[word + 6] as number;
    block.name = null;
    if (nameStart === 0) return;
    this.hashAt(word + 6, name);
    block.name = name;
    block.nameStart = nameStart - WINDOW;
    block.nameEnd = (this.words[word + 7] as number) - WINDOW;
  }
}
