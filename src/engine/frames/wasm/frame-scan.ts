/**
 * The frame scanner, compiled to WebAssembly with SIMD by `npm run build:scanner` (AssemblyScript). It finds, in the
 * bytes of one frame, what the index needs to know, without parsing it; frame-scanner.ts is its face.
 *
 * About nine tenths of a transcript's bytes are inside strings, so long strings are walked 64 bytes at a time. Everything
 * else is checked against the JSON grammar. Nesting of calls is fixed (top, message, content, block, usage);
 * everything deeper is skipped by a loop, so a value thousands of levels deep costs no stack.
 *
 * Memory: the fields of the last frame at OUT, block records at BLOCKS, the bytes to scan behind the STACK. Reads may
 * pass the end of a string by up to 64 bytes; the caller keeps that much memory behind its data.
 */

import { Key, keyOf } from './frame-keys';

// ---- layout, known to frame-scanner.ts --------------------------------------------------------------------

/** The record of a single scan. */
const OUT: usize = 1024;
const SLOT_BYTES: usize = 16;
const SLOTS: usize = 25;
/** A record: the slots, the usage counters, the state. */
const USAGE: usize = SLOTS * SLOT_BYTES;
const STATE: usize = USAGE + 32;
const RECORD_BYTES: usize = STATE + 88;
/** Number of the block at ResumeAt. */
const RESUME_BLOCK: usize = 1016;
/** Between the block records and the stack the caller has 16 KB of its own (SCRATCH in frame-scanner.ts). */
const BLOCKS: usize = 4096;
const BLOCK_BYTES: usize = 40;
const MAX_BLOCKS: u32 = 1024;
/** Open containers, a byte each; a value nested deeper than this is no frame. */
const STACK: usize = 65536;
const MAX_DEPTH: usize = 262144;
/** The records of a scan of many lines. */
const RECORDS: usize = STACK + MAX_DEPTH;
const MAX_RECORDS: u32 = 126;

const enum Slot {
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
  ParentUuid,
  LogicalParentUuid,
  AgentId,
  ParentCamel,
}

const enum State {
  FailedAt = 0,
  Incomplete = 4,
  /** Position of the first control character inside a string, which strict JSON does not allow; 0: none. */
  NotStrict = 8,
  Blocks = 12,
  IsError = 16,
  Sidechain = 20,
  ParentUuid = 24,
  HasMessage = 28,
  /** Bit 0: the frame wraps an API event (`event`); bit 1: a block stands on its top level (`content_block`). */
  HasEvent = 32,
  HasUsage = 36,
  BadUsage = 40,
  MessageStart = 44,
  Time = 48,
  /** Calls and results of the frame; `Blocks` of them are recorded, from record FirstBlock on. */
  Calls = 56,
  /** Some byte in or near the frame is no ASCII, so it has to be checked for valid UTF-8. */
  NotAscii = 60,
  From = 64,
  To = 68,
  FirstBlock = 72,
  /** Where scanning for more blocks goes on when `Blocks` is full, and the number of the next block. */
  ResumeAt = 76,
  /** A bit for each snake_case key that has a twin (see `twin`), 16 bits higher one for each twin. */
  Twins = 80,
}

const enum Tri {
  Absent,
  True,
  False,
  Other,
}

/** Where the scan is: which keys mean something. */
const enum Level {
  Top,
  Message,
  Event,
  Delta,
  Block,
}

// ---- state of a scan --------------------------------------------------------------------------------------

let end: usize = 0;
/** Where the fields of the frame go. */
let record: usize = OUT;
/** A line end between two tokens is an error: the frame has to stand on one line. */
let oneLine: bool = false;
/** All bytes seen inside and right after strings, or-ed together: its high bits tell whether one is no ASCII. */
let seen: v128 = i64x2.splat(0);
let escaped: bool = false;
let hasMessage: bool = false;
/** The frame has a top-level `content`. */
let hasContent: bool = false;
/** Blocks seen so far, and how many calls and results of them are recorded. */
let blocks: u32 = 0;
let recorded: u32 = 0;
/** Block records of earlier frames of the same scan. */
let recordedBefore: u32 = 0;
let calls: u32 = 0;

function fail(p: usize): usize {
  store<u32>(record + STATE + State.FailedAt, <u32>min(p, end));
  store<u32>(record + STATE + State.Incomplete, p >= end ? 1 : 0);
  return 0;
}

@inline
function state(field: usize, value: u32): void {
  store<u32>(record + STATE + field, value);
}

@inline
function blank(p: usize): usize {
  return load<u8>(p) > 0x20 ? p : skipBlank(p);
}

function skipBlank(p: usize): usize {
  while (p < end) {
    const c = load<u8>(p);
    if (c == 0x0a ? oneLine : c != 0x20 && c != 0x0d && c != 0x09) break;
    p++;
  }
  return p;
}

// ---- values -----------------------------------------------------------------------------------------------

/** A bit for each of the 16 bytes at p that is a quote, a backslash or a control character. */
@inline
function specialBytes(p: usize): i32 {
  const bytes = v128.load(p);
  seen = v128.or(seen, bytes);
  return i8x16.bitmask(
    v128.or(
      v128.or(i8x16.eq(bytes, i8x16.splat(0x22)), i8x16.eq(bytes, i8x16.splat(0x5c))),
      i8x16.lt_u(bytes, i8x16.splat(0x20)),
    ),
  );
}

/** `p` is just after the opening quote. Returns the position after the closing quote, or 0. */
@inline
function skipString(p: usize): usize {
  // Most strings are keys and short values that end within 16 bytes.
  const special = specialBytes(p);
  if (special != 0) {
    const q = p + ctz(special);
    if (load<u8>(q) == 0x22 && q < end) {
      escaped = false;
      return q + 1;
    }
  }
  return skipLongString(p);
}

@inline
function bits(a: v128, b: v128, c: v128, d: v128): u64 {
  return (
    <u64>(<u32>i8x16.bitmask(a) | (<u32>i8x16.bitmask(b) << 16)) |
    (<u64>(<u32>i8x16.bitmask(c) | (<u32>i8x16.bitmask(d) << 16)) << 32)
  );
}

/**
 * Code in tool results has an escape every few dozen bytes, so strings are walked in blocks of 64 bytes and escaped
 * quotes are found by arithmetic on bit masks (the method of simdjson: a run of backslashes escapes what follows it
 * when its length is odd; adding the runs' first bits carries through them), not by stopping at every backslash.
 */
function skipLongString(p: usize): usize {
  const quote = i8x16.splat(0x22);
  const backslash = i8x16.splat(0x5c);
  const space = i8x16.splat(0x20);
  escaped = false;
  /** 1 when the first byte of the block is escaped by the last one of the block before. */
  let carried: u64 = 0;
  while (p < end) {
    const a = v128.load(p);
    const b = v128.load(p, 16);
    const c = v128.load(p, 32);
    const d = v128.load(p, 48);
    seen = v128.or(seen, v128.or(v128.or(a, b), v128.or(c, d)));
    const qa = i8x16.eq(a, quote);
    const qb = i8x16.eq(b, quote);
    const qc = i8x16.eq(c, quote);
    const qd = i8x16.eq(d, quote);
    const sa = i8x16.eq(a, backslash);
    const sb = i8x16.eq(b, backslash);
    const sc = i8x16.eq(c, backslash);
    const sd = i8x16.eq(d, backslash);
    const stopA = v128.or(qa, i8x16.lt_u(a, space));
    const stopB = v128.or(qb, i8x16.lt_u(b, space));
    const stopC = v128.or(qc, i8x16.lt_u(c, space));
    const stopD = v128.or(qd, i8x16.lt_u(d, space));
    const slashed = v128.or(v128.or(sa, sb), v128.or(sc, sd));
    if (!v128.any_true(v128.or(slashed, v128.or(v128.or(stopA, stopB), v128.or(stopC, stopD))))) {
      carried = 0;
      p += 64;
      continue;
    }
    let stops = bits(stopA, stopB, stopC, stopD);
    if (carried != 0 || v128.any_true(slashed)) {
      escaped = true;
      const slashes = bits(sa, sb, sc, sd) & ~carried;
      const follows = (slashes << 1) | carried;
      const oddStarts = slashes & 0xaaaaaaaaaaaaaaaa & ~follows;
      const sum = oddStarts + slashes;
      carried = sum < slashes ? 1 : 0;
      stops &= ~((0x5555555555555555 ^ (sum << 1)) & follows & bits(qa, qb, qc, qd));
    }
    for (; stops != 0; stops &= stops - 1) {
      const q = p + <usize>ctz(stops);
      if (q >= end) return fail(end);
      const byte = load<u8>(q);
      if (byte == 0x22) return q + 1;
      if (byte == 0x0a) return fail(q);
      notStrict(q);
    }
    p += 64;
  }
  return fail(end);
}

function notStrict(p: usize): void {
  if (load<u32>(record + STATE + State.NotStrict) == 0) state(State.NotStrict, <u32>p);
}

/** Reads `"key" :` at p and returns the position of the value, or 0. */
@inline
function skipKey(p: usize): usize {
  if (p >= end || load<u8>(p) != 0x22) return fail(p);
  p = skipString(p + 1);
  if (p == 0) return 0;
  p = blank(p);
  if (p >= end || load<u8>(p) != 0x3a) return fail(p);
  return blank(p + 1);
}

/** `p` is at the first byte of a value. Returns the position after it, or 0. */
function skipAny(p: usize): usize {
  let depth: usize = 0;
  while (true) {
    if (p >= end) return fail(p);
    const c = load<u8>(p);
    if (c == 0x22) {
      p = skipString(p + 1);
      if (p == 0) return 0;
    } else if (c == 0x7b || c == 0x5b) {
      const first = blank(p + 1);
      if (first < end && load<u8>(first) == c + 2) {
        p = first + 1;
      } else {
        if (depth == MAX_DEPTH) return fail(p);
        store<u8>(STACK + depth, c);
        depth++;
        p = c == 0x7b ? skipKey(first) : first;
        if (p == 0) return 0;
        continue;
      }
    } else {
      p = skipScalar(p);
      if (p == 0) return 0;
    }
    // After a value: close containers, or go on to the next element.
    while (true) {
      if (depth == 0) return p;
      p = blank(p);
      if (p >= end) return fail(p);
      const d = load<u8>(p);
      const open = load<u8>(STACK + depth - 1);
      if (d == 0x2c) {
        p = blank(p + 1);
        if (open == 0x7b) {
          p = skipKey(p);
          if (p == 0) return 0;
        }
        break;
      }
      if (d != open + 2) return fail(p);
      depth--;
      p++;
    }
  }
}

/** true, false, null or a number (RFC 8259 grammar). */
function skipScalar(p: usize): usize {
  const c = load<u8>(p);
  if (c == 0x74) return skipWord(p, 0x65757274, 4); // true
  if (c == 0x6e) return skipWord(p, 0x6c6c756e, 4); // null
  if (c == 0x66) {
    const q = skipWord(p, 0x736c6166, 4); // fals
    if (q == 0) return 0;
    return q < end && load<u8>(q) == 0x65 ? q + 1 : fail(q);
  }
  return skipNumber(p);
}

function skipWord(p: usize, word: u32, length: usize): usize {
  if (p + length <= end && load<u32>(p) == word) return p + length;
  for (let i: usize = 0; i < length; i++) {
    if (p + i >= end || load<u8>(p + i) != <u8>(word >> (<u32>i * 8))) return fail(p + i);
  }
  return p + length;
}

@inline
function isDigit(p: usize): bool {
  return p < end && <u8>(load<u8>(p) - 0x30) <= 9;
}

function skipNumber(p: usize): usize {
  if (load<u8>(p) == 0x2d) p++;
  if (p < end && load<u8>(p) == 0x30) p++;
  else {
    if (!isDigit(p)) return fail(p);
    while (isDigit(p)) p++;
  }
  if (p < end && load<u8>(p) == 0x2e) {
    p++;
    if (!isDigit(p)) return fail(p);
    while (isDigit(p)) p++;
  }
  if (p < end && (load<u8>(p) | 0x20) == 0x65) {
    p++;
    if (p < end && (load<u8>(p) == 0x2b || load<u8>(p) == 0x2d)) p++;
    if (!isDigit(p)) return fail(p);
    while (isDigit(p)) p++;
  }
  return p;
}

// ---- fields -----------------------------------------------------------------------------------------------

/** Start, end and 64-bit hash of a string; the hash of one with escapes is left to the caller (start + end only). */
function storeString(at: usize, start: usize, stop: usize): void {
  store<u32>(at, <u32>start);
  store<u32>(at + 4, <u32>stop);
  store<u64>(at + 8, escaped ? 0 : hash(start, stop - start));
}

/** Random in every process, so that nobody can write ids that share a hash. */
let seed: u64 = 0x9e3779b97f4a7c15;

export function setSeed(value: u64): void {
  seed = value;
}

/** A 64-bit hash that is never 0. */
export function hash(p: usize, length: usize): u64 {
  let h: u64 = seed ^ length;
  let left = length;
  while (left >= 8) {
    h = (h ^ load<u64>(p)) * 0xff51afd7ed558ccd;
    h ^= h >> 32;
    p += 8;
    left -= 8;
  }
  if (left > 0) {
    const tail = load<u64>(p) & ((<u64>1 << (<u64>left * 8)) - 1);
    h = (h ^ tail) * 0xff51afd7ed558ccd;
    h ^= h >> 32;
  }
  h *= 0xc4ceb9fe1a85ec53;
  h ^= h >> 29;
  return h == 0 ? 1 : h;
}

/** Strings are stored without their quotes; anything else counts as absent. */
function textSlot(p: usize, slot: Slot): usize {
  const at = record + <usize>slot * SLOT_BYTES;
  if (load<u8>(p) != 0x22 || p >= end) {
    store<u32>(at, 0);
    return skipAny(p);
  }
  const q = skipString(p + 1);
  if (q == 0) return 0;
  store<u32>(at, <u32>p + 1);
  store<u32>(at + 4, <u32>q - 1);
  return q;
}

/** Like textSlot, for the strings that are looked up by their hash. */
function idSlot(p: usize, slot: Slot): usize {
  const q = textSlot(p, slot);
  if (q != 0 && load<u8>(p) == 0x22) storeString(record + <usize>slot * SLOT_BYTES, p + 1, q - 1);
  return q;
}

/** Numbers are stored as they stand. */
function numberSlot(p: usize, slot: Slot): usize {
  const at = record + <usize>slot * SLOT_BYTES;
  const isNumber = load<u8>(p) == 0x2d || isDigit(p);
  const q = skipAny(p);
  store<u32>(at, isNumber && q != 0 ? <u32>p : 0);
  store<u32>(at + 4, <u32>q);
  return q;
}

@inline
function triOf(p: usize): Tri {
  const c = load<u8>(p);
  if (c == 0x74) return Tri.True;
  if (c == 0x66) return Tri.False;
  return c == 0x6e ? Tri.Absent : Tri.Other;
}

function timeSlot(p: usize): usize {
  const q = textSlot(p, Slot.Timestamp);
  if (q != 0 && load<u8>(p) == 0x22) store<f64>(record + STATE + State.Time, isoTime(p + 1, q - 1));
  return q;
}

@inline
function two(p: usize): i32 {
  const a = <i32>load<u8>(p) - 0x30;
  const b = <i32>load<u8>(p + 1) - 0x30;
  return <u32>a > 9 || <u32>b > 9 ? -100000 : a * 10 + b;
}

/** Milliseconds since the epoch of `2026-01-15T09:00:01.000Z`, the form of every CLI version; else NaN. */
function isoTime(p: usize, stop: usize): f64 {
  if (stop - p != 24 || load<u8>(p + 23) != 0x5a || load<u8>(p + 10) != 0x54 || load<u8>(p + 19) != 0x2e) return NaN;
  const year = two(p) * 100 + two(p + 2);
  const month = two(p + 5);
  const day = two(p + 8);
  const hour = two(p + 11);
  const minute = two(p + 14);
  const second = two(p + 17);
  const tens = two(p + 20);
  const ones = <i32>load<u8>(p + 22) - 0x30;
  if (year < 0 || <u32>(month - 1) > 11 || <u32>(day - 1) > 30 || <u32>hour > 23) return NaN;
  if (<u32>minute > 59 || <u32>second > 59 || tens < 0 || <u32>ones > 9) return NaN;
  // Days from 1970-01-01 in the proleptic Gregorian calendar; years begin in March, so that leap days come last.
  const y = month <= 2 ? year - 1 : year;
  const era = y / 400;
  const yearOfEra = y - era * 400;
  const dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  const days = era * 146097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719468;
  return <f64>days * 86400000.0 + <f64>((hour * 60 + minute) * 60 + second) * 1000.0 + <f64>(tens * 10 + ones);
}

// ---- objects ----------------------------------------------------------------------------------------------

function scanObject(p: usize, level: Level): usize {
  p = blank(p + 1);
  if (p < end && load<u8>(p) == 0x7d) return p + 1;
  while (true) {
    if (p >= end || load<u8>(p) != 0x22) return fail(p);
    const keyStart = p + 1;
    p = skipString(keyStart);
    if (p == 0) return 0;
    const key = escaped ? escapedKey(keyStart, p - 1) : keyOf(keyStart, p - 1 - keyStart);
    p = blank(p);
    if (p >= end || load<u8>(p) != 0x3a) return fail(p);
    p = blank(p + 1);
    if (p >= end) return fail(p);
    p = key == Key.None ? skipAny(p) : scanValue(p, key, level);
    if (p == 0) return 0;
    p = blank(p);
    if (p >= end) return fail(p);
    const c = load<u8>(p);
    if (c == 0x2c) p = blank(p + 1);
    else if (c == 0x7d) return p + 1;
    else return fail(p);
  }
}

/** A key written with escapes is still that key: decodes \uXXXX of ASCII into a small buffer and looks again. */
function escapedKey(p: usize, stop: usize): Key {
  const at: usize = 512;
  let length: usize = 0;
  while (p < stop) {
    if (length >= 32) return Key.None;
    let c = load<u8>(p++);
    if (c == 0x5c) {
      if (load<u8>(p) != 0x75 || p + 5 > stop) return Key.None;
      let code: u32 = 0;
      for (let i: usize = 1; i <= 4; i++) {
        const d = load<u8>(p + i) | 0x20;
        const value: u32 = d <= 0x39 ? d - 0x30 : d - 0x57;
        if (value > 15) return Key.None;
        code = code * 16 + value;
      }
      if (code > 0x7f) return Key.None;
      c = <u8>code;
      p += 5;
    }
    store<u8>(at + length++, c);
  }
  store<u64>(at + length, 0);
  return keyOf(at, length);
}

function scanValue(p: usize, key: Key, level: Level): usize {
  switch (level) {
    case Level.Top:
      return scanTopValue(p, key);
    case Level.Message:
      return scanMessageValue(p, key);
    case Level.Event:
      return scanEventValue(p, key);
    case Level.Block:
      return scanBlockValue(p, key);
    default:
      return key == Key.Type ? textSlot(p, Slot.DeltaType) : skipAny(p);
  }
}

/** A key stands here that has another spelling: where both stand in one frame, the caller compares them. */
function twin(bit: u32): void {
  state(State.Twins, load<u32>(record + STATE + State.Twins) | bit);
}

function scanTopValue(p: usize, key: Key): usize {
  const c = load<u8>(p);
  switch (key) {
    case Key.Type:
      return idSlot(p, Slot.Type);
    case Key.Subtype:
      return idSlot(p, Slot.Subtype);
    case Key.Uuid:
      return idSlot(p, Slot.Uuid);
    case Key.SessionIdSnake:
      return idSlot(p, Slot.SessionSnake);
    case Key.SessionIdCamel:
      return idSlot(p, Slot.SessionCamel);
    case Key.ParentToolUseId:
      twin(1);
      return idSlot(p, Slot.Parent);
    case Key.ParentToolUseIdCamel:
      twin(1 << 16);
      return idSlot(p, Slot.ParentCamel);
    case Key.ToolUseId:
      twin(2);
      return skipAny(p);
    case Key.ToolUseIdCamel:
      twin(2 << 16);
      return skipAny(p);
    case Key.TurnIdSnake:
      twin(4);
      return skipAny(p);
    case Key.TurnIdCamel:
      twin(4 << 16);
      return skipAny(p);
    case Key.ThreadIdSnake:
      twin(8);
      return skipAny(p);
    case Key.ThreadIdCamel:
      twin(8 << 16);
      return skipAny(p);
    case Key.CompactSnake:
      twin(16);
      return skipAny(p);
    case Key.CompactCamel:
      twin(16 << 16);
      return skipAny(p);
    case Key.Timestamp:
      return timeSlot(p);
    case Key.Role:
      return textSlot(p, Slot.TopRole);
    case Key.Id:
      return idSlot(p, Slot.TopId);
    case Key.Version:
      return textSlot(p, Slot.Version);
    case Key.ClaudeCodeVersion:
      return textSlot(p, Slot.CliVersion);
    case Key.Model:
      return textSlot(p, Slot.Model);
    case Key.TotalCostUsd:
      return numberSlot(p, Slot.TotalCost);
    case Key.CostUsd:
      return numberSlot(p, Slot.CostUsd);
    case Key.NumTurns:
      return numberSlot(p, Slot.NumTurns);
    case Key.DurationMs:
      return numberSlot(p, Slot.DurationMs);
    case Key.Message:
      if (c != 0x7b) return skipAny(p);
      return scanMessage(p);
    case Key.Event:
      if (c != 0x7b) return skipAny(p);
      if (load<u32>(record + STATE + State.HasEvent) == 2) forgetBlocks();
      state(State.HasEvent, 1);
      return scanObject(p, Level.Event);
    case Key.Content:
      // A bare message (CLI before 0.2.118) has its content on the top level; a real message wins.
      if (hasMessage) return skipAny(p);
      hasContent = true;
      state(State.HasEvent, load<u32>(record + STATE + State.HasEvent) & 1);
      return scanContent(p);
    case Key.Usage:
      return hasMessage ? skipAny(p) : scanUsage(p);
    case Key.IsError:
      state(State.IsError, triOf(p));
      return skipAny(p);
    case Key.IsSidechain:
      state(State.Sidechain, c == 0x74 ? 1 : 0);
      return skipAny(p);
    case Key.ParentUuidCamel:
      state(State.ParentUuid, 1);
      return idSlot(p, Slot.ParentUuid);
    case Key.LogicalParentUuid:
      return idSlot(p, Slot.LogicalParentUuid);
    case Key.AgentId:
      return idSlot(p, Slot.AgentId);
    case Key.ContentBlock:
      // A bare API event (content_block_start); whether the frame is one is the caller's to judge.
      if (c != 0x7b || hasMessage || hasContent || (load<u32>(record + STATE + State.HasEvent) & 1) != 0) return skipAny(p);
      forgetBlocks();
      state(State.HasEvent, 2);
      return scanBlock(p);
    default:
      return skipAny(p);
  }
}

function scanMessage(p: usize): usize {
  hasMessage = true;
  state(State.HasMessage, 1);
  state(State.HasEvent, load<u32>(record + STATE + State.HasEvent) & 1);
  state(State.HasUsage, 0);
  forgetBlocks();
  for (let slot = Slot.MessageId; slot <= Slot.MessageModel; slot++) store<u32>(record + <usize>slot * SLOT_BYTES, 0);
  return scanObject(p, Level.Message);
}

function scanMessageValue(p: usize, key: Key): usize {
  switch (key) {
    case Key.Id:
      return idSlot(p, Slot.MessageId);
    case Key.Role:
      return textSlot(p, Slot.MessageRole);
    case Key.Model:
      return textSlot(p, Slot.MessageModel);
    case Key.Content:
      return scanContent(p);
    case Key.Usage:
      return scanUsage(p);
    default:
      return skipAny(p);
  }
}

function scanEventValue(p: usize, key: Key): usize {
  const c = load<u8>(p);
  switch (key) {
    case Key.Type: {
      const q = textSlot(p, Slot.EventType);
      // message_start
      if (q == p + 15 && load<u64>(p + 1) == 0x5f6567617373656d && load<u64>(p + 6) == 0x74726174735f6567) {
        state(State.MessageStart, 1);
      }
      return q;
    }
    case Key.Message:
      return c == 0x7b ? scanMessage(p) : skipAny(p);
    case Key.ContentBlock:
      return c == 0x7b ? scanBlock(p) : skipAny(p);
    case Key.Delta:
      return c == 0x7b ? scanObject(p, Level.Delta) : skipAny(p);
    case Key.Usage:
      return scanUsage(p);
    default:
      return skipAny(p);
  }
}

// ---- content blocks ---------------------------------------------------------------------------------------

function forgetBlocks(): void {
  blocks = 0;
  recorded = recordedBefore;
  calls = 0;
}

function scanContent(p: usize): usize {
  forgetBlocks();
  if (load<u8>(p) != 0x5b) return skipAny(p);
  p = blank(p + 1);
  if (p < end && load<u8>(p) == 0x5d) return p + 1;
  if (p >= end) return fail(p);
  p = scanElement(p);
  return p == 0 ? 0 : scanElements(p, false);
}

@inline
function scanElement(p: usize): usize {
  return load<u8>(p) == 0x7b ? scanBlock(p) : skipAny(p);
}

/** `p` is after an element. Scans the rest of the list, or until the block records are full. */
function scanElements(p: usize, untilFull: bool): usize {
  while (true) {
    p = blank(p);
    if (p >= end) return fail(p);
    const c = load<u8>(p);
    if (c == 0x5d) return p + 1;
    if (c != 0x2c) return fail(p);
    p = blank(p + 1);
    if (p >= end) return fail(p);
    p = scanElement(p);
    if (p == 0) return 0;
    if (recorded == MAX_BLOCKS && load<u32>(record + STATE + State.ResumeAt) == 0) {
      state(State.ResumeAt, <u32>p);
      store<u32>(RESUME_BLOCK, blocks);
      if (untilFull) return p;
    }
  }
}

/**
 * The block records were full: scans on from State.ResumeAt of the last scan, before `stop`, and records the next ones.
 * Returns how many there are.
 */
export function scanMoreBlocks(stop: usize): u32 {
  end = stop;
  oneLine = false;
  const p = <usize>load<u32>(record + STATE + State.ResumeAt);
  if (p == 0) return 0;
  forgetBlocks();
  blocks = load<u32>(RESUME_BLOCK);
  state(State.ResumeAt, 0);
  scanElements(p, true);
  return recorded;
}

const enum Block {
  Kind = 0,
  IsError = 2,
  Index = 4,
  Id = 8,
  Name = 24,
}

// Fields of the block that is being scanned.
let blockKind: u8 = 0;
let blockError: Tri = Tri.Absent;
let idStart: usize = 0;
let idStop: usize = 0;
let idEscaped: bool = false;
let useIdStart: usize = 0;
let useIdStop: usize = 0;
let useIdEscaped: bool = false;
let nameStart: usize = 0;
let nameStop: usize = 0;
let nameEscaped: bool = false;

/** Only calls and results are recorded: blocks whose type ends in tool_use or tool_result. */
function scanBlock(p: usize): usize {
  blockKind = 0;
  blockError = Tri.Absent;
  idStart = 0;
  useIdStart = 0;
  nameStart = 0;
  const index = blocks;
  blocks++;
  p = scanObject(p, Level.Block);
  if (p != 0 && blockKind != 0) {
    if (recorded < MAX_BLOCKS) recordBlock(index);
    calls++;
  }
  return p;
}

function recordBlock(index: u32): void {
  const at = BLOCKS + <usize>recorded * BLOCK_BYTES;
  recorded++;
  store<u16>(at, blockKind);
  store<u16>(at + Block.IsError, <u16>blockError);
  store<u32>(at + Block.Index, index);
  const isCall = blockKind == 1;
  escaped = isCall ? idEscaped : useIdEscaped;
  const start = isCall ? idStart : useIdStart;
  storeString(at + Block.Id, start, start == 0 ? 0 : isCall ? idStop : useIdStop);
  escaped = nameEscaped;
  storeString(at + Block.Name, nameStart, nameStart == 0 ? 0 : nameStop);
}

function scanBlockValue(p: usize, key: Key): usize {
  if (key == Key.IsError) {
    blockError = triOf(p);
    return skipAny(p);
  }
  if (load<u8>(p) != 0x22) {
    if (key == Key.Type) blockKind = 0;
    else if (key == Key.Id) idStart = 0;
    else if (key == Key.ToolUseId) useIdStart = 0;
    else if (key == Key.Name) nameStart = 0;
    return skipAny(p);
  }
  const q = skipString(p + 1);
  if (q == 0) return 0;
  const start = p + 1;
  const stop = q - 1;
  if (key == Key.Type) blockKind = kindOf(start, stop);
  else if (key == Key.Id) {
    idStart = start;
    idStop = stop;
    idEscaped = escaped;
  } else if (key == Key.ToolUseId) {
    useIdStart = start;
    useIdStop = stop;
    useIdEscaped = escaped;
  } else if (key == Key.Name) {
    nameStart = start;
    nameStop = stop;
    nameEscaped = escaped;
  }
  return q;
}

/** 1: ends in tool_use; 2: ends in tool_result; 0: neither. */
function kindOf(start: usize, stop: usize): u8 {
  const length = stop - start;
  if (length >= 8 && load<u64>(stop - 8) == 0x6573755f6c6f6f74) return 1; // tool_use
  if (length >= 11 && load<u64>(stop - 8) == 0x746c757365725f6c && load<u32>(stop - 11) == 0x6c6f6f74) return 2; // tool_result
  return 0;
}

// ---- usage ------------------------------------------------------------------------------------------------

function scanUsage(p: usize): usize {
  if (load<u8>(p) != 0x7b) return skipAny(p);
  state(State.HasUsage, 1);
  for (let k: usize = 0; k < 4; k++) store<f64>(record + USAGE + k * 8, -1.0);
  p = blank(p + 1);
  if (p < end && load<u8>(p) == 0x7d) return p + 1;
  while (true) {
    if (p >= end || load<u8>(p) != 0x22) return fail(p);
    const keyStart = p + 1;
    p = skipString(keyStart);
    if (p == 0) return 0;
    const key = escaped ? escapedKey(keyStart, p - 1) : keyOf(keyStart, p - 1 - keyStart);
    p = blank(p);
    if (p >= end || load<u8>(p) != 0x3a) return fail(p);
    p = blank(p + 1);
    const start = p;
    p = skipAny(p);
    if (p == 0) return 0;
    if (key == Key.InputTokens) counter(0, start, p);
    else if (key == Key.OutputTokens) counter(1, start, p);
    else if (key == Key.CacheReadInputTokens) counter(2, start, p);
    else if (key == Key.CacheCreationInputTokens) counter(3, start, p);
    else if (key == Key.CacheCreation) cacheCreationParts(start);
    p = blank(p);
    if (p >= end) return fail(p);
    const c = load<u8>(p);
    if (c == 0x2c) p = blank(p + 1);
    else if (c == 0x7d) return p + 1;
    else return fail(p);
  }
}

/** A whole number; -1 when it is none. */
function wholeNumber(start: usize, stop: usize): f64 {
  let value: f64 = 0;
  for (let p = start; p < stop; p++) {
    const d = <u8>(load<u8>(p) - 0x30);
    if (d > 9) return -1;
    value = value * 10 + <f64>d;
  }
  return stop > start ? value : -1;
}

function counter(which: usize, start: usize, stop: usize): void {
  if (load<u8>(start) == 0x6e) return;
  const value = wholeNumber(start, stop);
  if (value < 0) state(State.BadUsage, 1);
  else store<f64>(record + USAGE + which * 8, value);
}

/**
 * The known parts (ephemeral_5m_input_tokens and ephemeral_1h_input_tokens of the CLI, input_tokens of gateways: case
 * 044) add up to the flat counter, which is absent on some frames; the flat one wins when both are there.
 */
function cacheCreationParts(start: usize): void {
  if (load<u8>(start) != 0x7b || load<f64>(record + USAGE + 24) >= 0) return;
  let sum: f64 = -1;
  // The value was skipped before, so it is known to be well formed.
  let p = blank(start + 1);
  while (load<u8>(p) == 0x22) {
    const keyStart = p + 1;
    p = skipString(keyStart);
    const key = escaped ? escapedKey(keyStart, p - 1) : keyOf(keyStart, p - 1 - keyStart);
    const from = blank(blank(p) + 1);
    p = skipAny(from);
    if (
      key == Key.Ephemeral5mInputTokens ||
      key == Key.Ephemeral1hInputTokens ||
      key == Key.InputTokens
    ) {
      const value = wholeNumber(from, p);
      if (value >= 0) sum = max(sum, 0) + value;
    }
    p = blank(p);
    if (load<u8>(p) != 0x2c) break;
    p = blank(p + 1);
  }
  if (sum >= 0) store<f64>(record + USAGE + 24, sum);
}

// ---- entry points -----------------------------------------------------------------------------------------

function beginFrame(): void {
  hasMessage = false;
  hasContent = false;
  seen = i64x2.splat(0);
  forgetBlocks();
  memory.fill(record, 0, RECORD_BYTES);
  store<f64>(record + STATE + State.Time, NaN);
}

function endFrame(p: usize, to: usize): void {
  state(State.Blocks, recorded - recordedBefore);
  state(State.Calls, calls);
  state(State.NotAscii, i8x16.bitmask(seen) != 0 ? 1 : 0);
  state(State.From, <u32>p);
  state(State.To, <u32>to);
  state(State.FirstBlock, recordedBefore);
}

/**
 * Scans the object whose opening brace is at p and that ends before `stop`. Returns the position after the closing brace, or 0 (see State.FailedAt and State.Incomplete).
 */
export function scanFrame(p: usize, stop: usize): usize {
  end = stop;
  record = OUT;
  oneLine = false;
  recordedBefore = 0;
  beginFrame();
  const to = scanObject(p, Level.Top);
  endFrame(p, to);
  return to;
}

/**
 * Scans line after line from p on, as long as each is exactly one object that begins in the first column and ends
 * with its line, before `stop`. Returns how many there were; their records stand at RECORDS. Anything else on a line
 * is the caller's to judge.
 */
export function scanLines(p: usize, stop: usize): u32 {
  end = stop;
  oneLine = true;
  recordedBefore = 0;
  let lines: u32 = 0;
  while (lines < MAX_RECORDS && p < stop && load<u8>(p) == 0x7b) {
    record = RECORDS + <usize>lines * RECORD_BYTES;
    beginFrame();
    const to = scanObject(p, Level.Top);
    if (to == 0 || recorded - recordedBefore < calls) break;
    let next = to;
    if (next < stop && load<u8>(next) == 0x0d) next++;
    if (next >= stop || load<u8>(next) != 0x0a) break;
    endFrame(p, to);
    recordedBefore = recorded;
    p = next + 1;
    lines++;
  }
  record = OUT;
  return lines;
}

/** Skips any JSON value at p. Returns the position after it, or 0. */
export function skipValue(p: usize, stop: usize): usize {
  end = stop;
  oneLine = false;
  record = OUT;
  return skipAny(p);
}
