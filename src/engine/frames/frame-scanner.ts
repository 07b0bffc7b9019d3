import { JsonSkipper } from './json-skipper';

/** Top-level and message strings that the index needs, as byte ranges of the scanner's buffer. */
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
  Count,
}

export enum Tri {
  Absent,
  True,
  False,
  Other,
}

/** Where a content block stands: in a whole message, or in a delta (content_block_start). */
export enum BlockField {
  TypeStart,
  TypeEnd,
  IdStart,
  IdEnd,
  UseIdStart,
  UseIdEnd,
  NameStart,
  NameEnd,
  IsError,
  Size,
}

/** The four token counters, in the order of `FrameScanner.usage`. */
export enum Counter {
  Input,
  Output,
  CacheRead,
  CacheCreation,
  Count,
}

type KeyAction = number;

/** Keys of one object level by length; a handful of candidates at most share a length. */
class KeyTable {
  private readonly byLength: { bytes: Uint8Array; action: KeyAction }[][] = [];
  private readonly byName = new Map<string, KeyAction>();

  constructor(keys: Record<string, KeyAction>) {
    for (const [name, action] of Object.entries(keys)) {
      const bytes = Buffer.from(name);
      const list = this.byLength[bytes.length] ?? [];
      list.push({ bytes, action });
      this.byLength[bytes.length] = list;
      this.byName.set(name, action);
    }
  }

  /** Action of the key in [start, end), or -1. `escaped`: the key has a backslash and must be decoded. */
  find(buf: Buffer, start: number, end: number, escaped: boolean): KeyAction {
    if (escaped) return this.findEscaped(buf, start, end);
    const list = this.byLength[end - start];
    if (list === undefined) return -1;
    next: for (let k = 0; k < list.length; k++) {
      const { bytes, action } = list[k] as { bytes: Uint8Array; action: KeyAction };
      for (let i = 0; i < bytes.length; i++) if (buf[start + i] !== bytes[i]) continue next;
      return action;
    }
    return -1;
  }

  private findEscaped(buf: Buffer, start: number, end: number): KeyAction {
    try {
      return this.byName.get(JSON.parse(`"${buf.toString('utf8', start, end)}"`)) ?? -1;
    } catch {
      return -1;
    }
  }
}

// Actions below Slot.Count store a string or number range; the others are named.
enum Act {
  Message = 100,
  Event,
  Content,
  Usage,
  ContentBlock,
  Delta,
  IsError,
  Sidechain,
  ParentUuid,
  BlockType,
  BlockId,
  BlockUseId,
  BlockName,
  BlockIsError,
  CounterInput,
  CounterOutput,
  CounterCacheRead,
  CounterCacheCreation,
  CacheCreationParts,
}

const TOP = new KeyTable({
  type: Slot.Type,
  subtype: Slot.Subtype,
  uuid: Slot.Uuid,
  session_id: Slot.SessionSnake,
  sessionId: Slot.SessionCamel,
  parent_tool_use_id: Slot.Parent,
  timestamp: Slot.Timestamp,
  role: Slot.TopRole,
  id: Slot.TopId,
  version: Slot.Version,
  claude_code_version: Slot.CliVersion,
  model: Slot.Model,
  total_cost_usd: Slot.TotalCost,
  cost_usd: Slot.CostUsd,
  num_turns: Slot.NumTurns,
  duration_ms: Slot.DurationMs,
  message: Act.Message,
  event: Act.Event,
  content: Act.Content,
  usage: Act.Usage,
  is_error: Act.IsError,
  isSidechain: Act.Sidechain,
  parentUuid: Act.ParentUuid,
});
const MESSAGE = new KeyTable({
  id: Slot.MessageId,
  role: Slot.MessageRole,
  model: Slot.MessageModel,
  content: Act.Content,
  usage: Act.Usage,
});
const EVENT = new KeyTable({
  type: Slot.EventType,
  message: Act.Message,
  content_block: Act.ContentBlock,
  delta: Act.Delta,
  usage: Act.Usage,
});
const DELTA = new KeyTable({ type: Slot.DeltaType });
const BLOCK = new KeyTable({
  type: Act.BlockType,
  id: Act.BlockId,
  tool_use_id: Act.BlockUseId,
  name: Act.BlockName,
  is_error: Act.BlockIsError,
});
const USAGE = new KeyTable({
  input_tokens: Act.CounterInput,
  output_tokens: Act.CounterOutput,
  cache_read_input_tokens: Act.CounterCacheRead,
  cache_creation_input_tokens: Act.CounterCacheCreation,
  cache_creation: Act.CacheCreationParts,
});

/**
 * Finds, in the bytes of one frame, what the index needs to know, without parsing it. Keys may come in any
 * order (result frames put `type` late since CLI 2.1.220). Values of interest are byte ranges into `buf`
 * that are valid until the next scan.
 *
 * Nesting of calls is fixed (top, message, content, block, usage): everything else is skipped by a loop, so a
 * value thousands of levels deep costs no stack.
 */
export class FrameScanner extends JsonSkipper {
  /** Start and end of each Slot; start is -1 when absent or no string (or number, for the number slots). */
  readonly slots = new Int32Array(Slot.Count * 2);
  isError: Tri = Tri.Absent;
  sidechain = false;
  hasParentUuid = false;
  hasMessage = false;
  hasEvent = false;
  /** `message.content` (or the bare `content`) is a string. */
  contentIsString = false;
  blockCount = 0;
  /** BlockField.Size numbers a block. */
  blocks = new Int32Array(BlockField.Size * 16);
  /** -1 when not stated. */
  readonly usage = new Float64Array(Counter.Count);
  hasUsage = false;
  /** A usage counter that is no non-negative number. */
  badUsage = false;

  /** `p` is at the opening brace. Returns the position after the closing one, or -1 (see `failedAt`). */
  scanFrame(p: number): number {
    this.reset();
    return this.scanObject(p, TOP);
  }

  private reset(): void {
    this.slots.fill(-1);
    this.isError = Tri.Absent;
    this.sidechain = false;
    this.hasParentUuid = false;
    this.hasMessage = false;
    this.hasEvent = false;
    this.contentIsString = false;
    this.blockCount = 0;
    this.usage.fill(-1);
    this.hasUsage = false;
    this.badUsage = false;
  }

  start(slot: Slot): number {
    return this.slots[slot * 2] as number;
  }

  stop(slot: Slot): number {
    return this.slots[slot * 2 + 1] as number;
  }

  has(slot: Slot): boolean {
    return (this.slots[slot * 2] as number) >= 0;
  }

  /** Value of a number slot, or null. */
  number(slot: Slot): number | null {
    if (!this.has(slot)) return null;
    const value = Number(this.buf.toString('latin1', this.start(slot), this.stop(slot)));
    return Number.isFinite(value) ? value : null;
  }

  private scanObject(p: number, keys: KeyTable): number {
    const { buf, end } = this;
    p = this.ws(p + 1);
    if (p < end && buf[p] === 125) return p + 1;
    for (;;) {
      if (p >= end || buf[p] !== 34) return this.fail(p);
      const keyStart = p + 1;
      p = this.skipString(keyStart);
      if (p < 0) return -1;
      const action = keys.find(buf, keyStart, p - 1, this.sawEscape);
      p = this.ws(p);
      if (p >= end || buf[p] !== 58) return this.fail(p);
      p = this.ws(p + 1);
      p = action < 0 ? this.skipValue(p) : this.scanValue(p, action, keys);
      if (p < 0) return -1;
      p = this.ws(p);
      if (p >= end) return this.fail(p);
      const c = buf[p];
      if (c === 44) p = this.ws(p + 1);
      else if (c === 125) return p + 1;
      else return this.fail(p);
    }
  }

  private scanValue(p: number, action: KeyAction, keys: KeyTable): number {
    if (action < Slot.Count) return this.storeSlot(p, action);
    const c = this.buf[p];
    switch (action) {
      case Act.Message:
        if (c !== 123) return this.skipValue(p);
        this.hasMessage = true;
        this.forgetMessage();
        return this.scanObject(p, MESSAGE);
      case Act.Event:
        if (c !== 123) return this.skipValue(p);
        this.hasEvent = true;
        return this.scanObject(p, EVENT);
      case Act.Content:
        // A bare message (CLI before 0.2.118) has its content on the top level; a real message wins.
        if (keys === TOP && this.hasMessage) return this.skipValue(p);
        this.blockCount = 0;
        this.contentIsString = c === 34;
        return c === 91 ? this.scanContent(p) : this.skipValue(p);
      case Act.ContentBlock:
        return c === 123 ? this.scanBlock(p) : this.skipValue(p);
      case Act.Delta:
        return c === 123 ? this.scanObject(p, DELTA) : this.skipValue(p);
      case Act.Usage:
        if (c !== 123) return this.skipValue(p);
        if (keys === TOP && this.hasMessage) return this.skipValue(p);
        this.hasUsage = true;
        this.usage.fill(-1);
        return this.scanUsage(p);
      case Act.IsError:
        this.isError = this.tri(p);
        return this.skipValue(p);
      case Act.Sidechain:
        this.sidechain = c === 116;
        return this.skipValue(p);
      case Act.ParentUuid:
        this.hasParentUuid = true;
        return this.skipValue(p);
      default:
        return this.scanBlockField(p, action);
    }
  }

  private forgetMessage(): void {
    this.blockCount = 0;
    this.contentIsString = false;
    this.hasUsage = false;
    this.slots.fill(-1, Slot.MessageId * 2, (Slot.MessageModel + 1) * 2);
  }

  /** Strings are stored without their quotes, numbers as they stand, anything else as absent. */
  private storeSlot(p: number, slot: number): number {
    const c = this.buf[p] as number;
    const { slots } = this;
    if (slot >= Slot.TotalCost) {
      const q = this.skipValue(p);
      const isNumber = c === 45 || (c >= 48 && c <= 57);
      slots[slot * 2] = isNumber && q >= 0 ? p : -1;
      slots[slot * 2 + 1] = q;
      return q;
    }
    if (c !== 34) {
      slots[slot * 2] = -1;
      return this.skipValue(p);
    }
    const q = this.skipString(p + 1);
    if (q < 0) return -1;
    slots[slot * 2] = p + 1;
    slots[slot * 2 + 1] = q - 1;
    return q;
  }

  private tri(p: number): Tri {
    const c = this.buf[p];
    if (c === 116) return Tri.True;
    if (c === 102) return Tri.False;
    return c === 110 ? Tri.Absent : Tri.Other;
  }

  private scanContent(p: number): number {
    const { buf, end } = this;
    p = this.ws(p + 1);
    if (p < end && buf[p] === 93) return p + 1;
    for (;;) {
      if (p >= end) return this.fail(p);
      p = buf[p] === 123 ? this.scanBlock(p) : this.skipValue(p);
      if (p < 0) return -1;
      p = this.ws(p);
      if (p >= end) return this.fail(p);
      const c = buf[p];
      if (c === 44) p = this.ws(p + 1);
      else if (c === 93) return p + 1;
      else return this.fail(p);
    }
  }

  private scanBlock(p: number): number {
    const at = this.blockCount * BlockField.Size;
    if (at + BlockField.Size > this.blocks.length) {
      const larger = new Int32Array(this.blocks.length * 2);
      larger.set(this.blocks);
      this.blocks = larger;
    }
    this.blocks.fill(-1, at, at + BlockField.Size);
    this.blocks[at + BlockField.IsError] = Tri.Absent;
    this.blockCount++;
    return this.scanObject(p, BLOCK);
  }

  private scanBlockField(p: number, action: KeyAction): number {
    const at = (this.blockCount - 1) * BlockField.Size;
    if (action === Act.BlockIsError) {
      this.blocks[at + BlockField.IsError] = this.tri(p);
      return this.skipValue(p);
    }
    if (this.buf[p] !== 34) return this.skipValue(p);
    const q = this.skipString(p + 1);
    if (q < 0) return -1;
    const field = (action - Act.BlockType) * 2;
    this.blocks[at + field] = p + 1;
    this.blocks[at + field + 1] = q - 1;
    return q;
  }

  private scanUsage(p: number): number {
    const { buf, end } = this;
    p = this.ws(p + 1);
    if (p < end && buf[p] === 125) return p + 1;
    for (;;) {
      if (p >= end || buf[p] !== 34) return this.fail(p);
      const keyStart = p + 1;
      p = this.skipString(keyStart);
      if (p < 0) return -1;
      const action = USAGE.find(buf, keyStart, p - 1, this.sawEscape);
      p = this.ws(p);
      if (p >= end || buf[p] !== 58) return this.fail(p);
      p = this.ws(p + 1);
      const valueStart = p;
      p = this.skipValue(p);
      if (p < 0) return -1;
      if (action >= 0) this.storeCounter(action, valueStart, p);
      p = this.ws(p);
      if (p >= end) return this.fail(p);
      const c = buf[p];
      if (c === 44) p = this.ws(p + 1);
      else if (c === 125) return p + 1;
      else return this.fail(p);
    }
  }

  private storeCounter(action: KeyAction, start: number, stop: number): void {
    const { usage } = this;
    if (action === Act.CacheCreationParts) {
      // Both known parts (ephemeral_5m_input_tokens, ephemeral_1h_input_tokens) add up to the flat counter,
      // which is absent on some frames; the flat one wins when both are there.
      if (this.buf[start] !== 123 || (usage[Counter.CacheCreation] as number) >= 0) return;
      const sum = this.sumOfNumbers(start, stop);
      if (sum !== null) usage[Counter.CacheCreation] = sum;
      return;
    }
    const c = this.buf[start] as number;
    if (c === 110) return;
    const value = c >= 48 && c <= 57 ? this.digits(start, stop) : -1;
    if (value < 0) this.badUsage = true;
    else usage[action - Act.CounterInput] = value;
  }

  private digits(start: number, stop: number): number {
    let value = 0;
    for (let p = start; p < stop; p++) {
      const c = this.buf[p] as number;
      if (c < 48 || c > 57) return Number(this.buf.toString('latin1', start, stop));
      value = value * 10 + (c - 48);
    }
    return value;
  }

  private sumOfNumbers(start: number, stop: number): number | null {
    try {
      const parts = Object.values(JSON.parse(this.buf.toString('utf8', start, stop)) as object);
      const numbers = parts.filter((v): v is number => typeof v === 'number' && v >= 0);
      return numbers.length > 0 ? numbers.reduce((a, b) => a + b, 0) : null;
    } catch {
      return null;
    }
  }
}
