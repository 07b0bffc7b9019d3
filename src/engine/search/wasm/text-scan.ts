/**
 * Finds a text in raw bytes, compiled to WebAssembly with SIMD by `npm run build:scanner` (AssemblyScript);
 * ../literal/text-scanner.ts is its face.
 *
 * A text may be written in many ways: as UTF-8, with short escapes, as \uXXXX, and in any mixture of them. So the bytes
 * are filtered for what every way has: either the longest plain piece of the text (the run), or one of its characters
 * written as an escape. What passes is matched unit by unit, by Knuth, Morris and Pratt over classes of UTF-16 units;
 * units that differ only by case share a class when case does not count.
 *
 * Memory: see the constants. Reads may pass the end of the data by up to 512 bytes.
 */

// ---- layout, known to text-scanner.ts ---------------------------------------------------------------------

/** What the last call tells, as words: see `Out` in text-scanner.ts. */
const OUT: usize = 512;
/** The run's bytes, and for each the bit that is set before it is compared. */
const RUN: usize = 1024;
const RUN_FOLD: usize = 1536;
/** Other forms to stop at: three vectors each, first byte, second byte, mask of the second. */
const FORMS: usize = 2048;
/** Class of each UTF-16 unit; 0: it is not in the text. Those of ASCII stand once more where they stay in the cache. */
const ASCII: usize = 3072;
const CLASSES: usize = 65536;
const TEXT: usize = 196608;
const FALLBACK: usize = 208896;
/** How the last delta begins, up to its text: at most 240 bytes, and what follows them is never looked at. */
const BEGIN: usize = 217344;
const MAX_BEGIN: usize = 240;
/** Events to feed: begin and end of each, as words. */
const EVENTS: usize = 217600;

let runLength: i32 = 0;
let first: i32 = 0;
let second: i32 = 0;
let forms: i32 = 0;
let units: i32 = 0;
let whole: bool = false;
/** Bytes that the text may take before and behind the start of its run. */
let runBack: i32 = 0;
let runForward: i32 = 0;
/** The ASCII characters that the text may begin with: at most two, the cases of a letter. -1: none. */
let startA: i32 = -1;
let startB: i32 = -1;

export function setText(
  run: i32,
  firstAt: i32,
  secondAt: i32,
  formCount: i32,
  unitCount: i32,
  isWhole: bool,
  back: i32,
  forward: i32,
): void {
  runLength = run;
  first = firstAt;
  second = secondAt;
  forms = formCount;
  units = unitCount;
  whole = isWhole;
  runBack = back;
  runForward = forward;
  startA = startB = -1;
  const start = load<u16>(TEXT);
  for (let c: usize = 0; c < 128; c++) {
    if (load<u16>(ASCII + (c << 1)) != start) continue;
    if (startA < 0) startA = <i32>c;
    startB = <i32>c;
  }
}

// ---- the filter -------------------------------------------------------------------------------------------

/** Other forms that are looked for at every place; more of them are looked for where their first bytes may stand. */
const EVERYWHERE: i32 = 2;

/** Positions among the 16 bytes at p where two neighbours are `one` and, after a mask, `two`. */
// @ts-ignore: decorator
@inline
function pairs(here: v128, next: v128, one: v128, two: v128, mask: v128): v128 {
  return v128.and(i8x16.eq(here, one), i8x16.eq(v128.and(next, mask), two));
}

/** Positions among the 16 bytes at p that may belong to the text: of its run, or \uXXXX. */
// @ts-ignore: decorator
@inline
function plainly(p: usize, a: v128, foldA: v128, b: v128, foldB: v128): v128 {
  const here = v128.load(p);
  const next = v128.load(p, 1);
  const escape = v128.and(i8x16.eq(here, i8x16.splat(0x5c)), i8x16.eq(next, i8x16.splat(0x75)));
  if (runLength == 0) return escape;
  const run = v128.and(
    i8x16.eq(v128.or(v128.load(p + first), foldA), a),
    i8x16.eq(v128.or(v128.load(p + second), foldB), b),
  );
  return v128.or(escape, run);
}

/** Of at most two other forms, those at the 16 bytes at p. */
// @ts-ignore: decorator
@inline
function fewForms(p: usize, one1: v128, two1: v128, mask1: v128, one2: v128, two2: v128, mask2: v128): v128 {
  const here = v128.load(p);
  const next = v128.load(p, 1);
  return v128.or(pairs(here, next, one1, two1, mask1), pairs(here, next, one2, two2, mask2));
}

/** Of many other forms, those at the 16 bytes at p. */
function manyForms(p: usize): v128 {
  const here = v128.load(p);
  const next = v128.load(p, 1);
  let any = i8x16.splat(0);
  // Where there is a run, its other forms begin with a backslash or a byte that is no ASCII.
  const backslash = i8x16.eq(here, i8x16.splat(0x5c));
  if (runLength > 0 && !v128.any_true(v128.or(backslash, v128.and(here, i8x16.splat(<i8>0x80))))) return any;
  for (let k: usize = 0, n = <usize>forms; k < n; k++) {
    const form = FORMS + k * 48;
    any = v128.or(any, pairs(here, next, v128.load(form), v128.load(form, 16), v128.load(form, 32)));
  }
  return any;
}

const enum Out {
  /** The place that `find` found holds the text for certain: it was found by its run alone. */
  Certain,
  /** How many units were fed until the text was complete first; -1: it was not. */
  Matched,
  /** The same for the text in JSON in JSON. */
  MatchedInner,
  Plain,
  Inner,
  Index,
  /** What the event at which `feedEvents` stopped is. */
  Event,
}

// @ts-ignore: decorator
@inline
function out(word: Out, value: i32): void {
  store<i32>(OUT + ((<usize>word) << 2), value);
}

/** The next place from p on, before `end`, at which the text may stand within [low, high); 0 when there is none. */
export function find(p: usize, end: usize, low: usize, high: usize): usize {
  const a = i8x16.splat(load<i8>(RUN + first));
  const b = i8x16.splat(load<i8>(RUN + second));
  const foldA = i8x16.splat(load<i8>(RUN_FOLD + first));
  const foldB = i8x16.splat(load<i8>(RUN_FOLD + second));
  const few = forms > 0 && forms <= EVERYWHERE;
  const last = FORMS + (<usize>max(forms - 1, 0)) * 48;
  const one1 = v128.load(FORMS);
  const two1 = v128.load(FORMS, 16);
  const mask1 = v128.load(FORMS, 32);
  const one2 = v128.load(last);
  const two2 = v128.load(last, 16);
  const mask2 = v128.load(last, 32);
  while (p < end) {
    let k0 = plainly(p, a, foldA, b, foldB);
    let k1 = plainly(p + 16, a, foldA, b, foldB);
    let k2 = plainly(p + 32, a, foldA, b, foldB);
    let k3 = plainly(p + 48, a, foldA, b, foldB);
    if (few) {
      k0 = v128.or(k0, fewForms(p, one1, two1, mask1, one2, two2, mask2));
      k1 = v128.or(k1, fewForms(p + 16, one1, two1, mask1, one2, two2, mask2));
      k2 = v128.or(k2, fewForms(p + 32, one1, two1, mask1, one2, two2, mask2));
      k3 = v128.or(k3, fewForms(p + 48, one1, two1, mask1, one2, two2, mask2));
    } else if (forms > 0) {
      k0 = v128.or(k0, manyForms(p));
      k1 = v128.or(k1, manyForms(p + 16));
      k2 = v128.or(k2, manyForms(p + 32));
      k3 = v128.or(k3, manyForms(p + 48));
    }
    if (v128.any_true(v128.or(v128.or(k0, k1), v128.or(k2, k3)))) {
      const lower = <u64>(<u32>i8x16.bitmask(k0)) | (<u64>(<u32>i8x16.bitmask(k1)) << 16);
      const upper = <u64>(<u32>i8x16.bitmask(k2)) | (<u64>(<u32>i8x16.bitmask(k3)) << 16);
      let bits = lower | (upper << 32);
      while (bits != 0) {
        const at = p + <usize>ctz(bits);
        if (at >= end) return 0;
        if (isCandidate(at, low, high)) return at;
        bits &= bits - 1;
      }
    }
    p += 64;
  }
  return 0;
}

function isCandidate(p: usize, low: usize, high: usize): bool {
  out(Out.Certain, 0);
  if (runLength > 0 && hasRun(p)) {
    if (whole) {
      out(Out.Certain, 1);
      return true;
    }
    return holds(p - low > <usize>runBack ? p - runBack : low, min(p + runForward, high), low);
  }
  if (load<u8>(p) == 0x5c && load<u8>(p, 1) == 0x75) {
    const unit = hexUnit(p + 2);
    if (unit >= 0 && load<u16>(CLASSES + (<usize>unit << 1)) != 0) return true;
  }
  return forms > 0 && hasForm(p);
}

function hasRun(p: usize): bool {
  for (let k: usize = 0, n = <usize>runLength; k < n; k++) {
    if ((load<u8>(p + k) | load<u8>(RUN_FOLD + k)) != load<u8>(RUN + k)) return false;
  }
  return true;
}

function hasForm(p: usize): bool {
  const here = load<u8>(p);
  const next = load<u8>(p, 1);
  for (let k: usize = 0, n = <usize>forms; k < n; k++) {
    const form = FORMS + k * 48;
    if (here == load<u8>(form) && (next & load<u8>(form, 32)) == load<u8>(form, 16)) return true;
  }
  return false;
}

// ---- matching ---------------------------------------------------------------------------------------------

let fedUnits: i32 = 0;
let matchedAt: i32 = -1;
/** A backslash was among the units, escapes resolved. */
let hasBackslash: bool = false;

let state: i32 = 0;
/** Of the second level of escapes: 0 between characters, 1 behind a backslash, 2 to 5 at a hex digit; and the digits. */
let phase: i32 = 0;
let digits: i32 = 0;
let twice: bool = false;

/** Whether the text stands in [p, end), as it is written or with escapes resolved. Nothing below `low` is looked at. */
export function holds(p: usize, end: usize, low: usize): bool {
  begin(0, false);
  run(p, end, false);
  if (matchedAt >= 0) return true;
  begin(0, false);
  const from = behindEscape(p, low);
  if (from < end) run(from, end, true);
  return matchedAt >= 0;
}

/** p, or what is behind the escape that p is in the middle of. */
function behindEscape(p: usize, low: usize): usize {
  if (isEscaped(p, low)) return p + 1;
  for (let back: usize = 2; back < 6 && p - low >= back; back++) {
    const q = p - back;
    if (load<u8>(q) == 0x5c && load<u8>(q, 1) == 0x75 && hexUnit(q + 2) >= 0 && !isEscaped(q, low)) return q + 6;
  }
  return p;
}

/** A backslash before p belongs to what is at p. */
function isEscaped(p: usize, low: usize): bool {
  let q = p;
  while (q > low && load<u8>(q - 1) == 0x5c) q--;
  return ((p - q) & 1) == 1;
}

function begin(from: i32, twoLevels: bool): void {
  state = from & 0x1fff;
  phase = (from >> 13) & 7;
  digits = from >> 16;
  twice = twoLevels;
  fedUnits = 0;
  matchedAt = -1;
  hasBackslash = false;
}

/**
 * Goes on with the text over the content of one JSON string; `from` is what the last piece returned, 0 at first. With
 * `twoLevels` the strings hold JSON themselves, whose escapes are resolved as well.
 */
export function feed(p: usize, end: usize, from: i32, twoLevels: bool): i32 {
  begin(from, twoLevels);
  run(p, end, true);
  out(Out.Matched, matchedAt);
  return state | (phase << 13) | (digits << 16);
}

/**
 * Like `feed`, over content that is ASCII without a backslash. A text that begins and ends in it is not told of: `find`
 * finds that.
 */
function feedPlain(p: usize, end: usize, from: i32): i32 {
  begin(from, false);
  while (p < end) {
    if (state == 0) {
      const at = nextStart(lastBegin(p, end), end);
      fedUnits += <i32>(at - p);
      p = at;
      if (p == end) break;
    }
    fedUnits++;
    match(<i32>load<u8>(p));
    p++;
  }
  out(Out.Matched, matchedAt);
  return state;
}

/** The same for content with escapes and other characters than ASCII: a unit takes at most six bytes. */
function lastPiece(p: usize, end: usize): usize {
  const most = (<usize>units + 1) * 6;
  if (end - p <= most) return p;
  let at = behindEscape(end - most, p);
  while (at < end && (load<u8>(at) & 0xc0) == 0x80) at++;
  return at;
}

/** From where on in [p, end) a text may begin that does not end there. */
// @ts-ignore: decorator
@inline
function lastBegin(p: usize, end: usize): usize {
  const most = <usize>(units - 1);
  return end - p > most ? end - most : p;
}

/** The next place in [p, end) where the text may begin, else `end`. */
function nextStart(p: usize, end: usize): usize {
  const a = i8x16.splat(<i8>startA);
  const b = i8x16.splat(<i8>startB);
  for (; p < end; p += 16) {
    const here = v128.load(p);
    const bits = i8x16.bitmask(v128.or(i8x16.eq(here, a), i8x16.eq(here, b)));
    if (bits != 0) return min(p + <usize>ctz(bits), end);
  }
  return end;
}

function run(p: usize, end: usize, escapes: bool): void {
  const start = <u32>load<u16>(TEXT);
  while (p < end) {
    const c = <u32>load<u8>(p);
    if (c >= 0x80) {
      p = decode(p, end, c);
      continue;
    }
    p++;
    if (c == 0x5c) {
      const unit = escapes && p < end ? escaped(p, end) : -1;
      if (unit >= 0) p += load<u8>(p) == 0x75 ? 5 : 1;
      push(unit >= 0 ? unit : c);
      continue;
    }
    if (state == 0 && phase == 0) {
      fedUnits++;
      if (<u32>load<u16>(ASCII + (<usize>c << 1)) == start) match(c);
    } else push(c);
  }
}

/** The character of the escape whose letter is at p, or -1. */
function escaped(p: usize, end: usize): i32 {
  const c = load<u8>(p);
  if (c == 0x75) return p + 5 <= end ? hexUnit(p + 1) : -1;
  return shortEscape(c);
}

// @ts-ignore: decorator
@inline
function shortEscape(c: i32): i32 {
  if (c == 0x22 || c == 0x5c || c == 0x2f) return c;
  if (c == 0x6e) return 10;
  if (c == 0x74) return 9;
  if (c == 0x72) return 13;
  if (c == 0x62) return 8;
  if (c == 0x66) return 12;
  return -1;
}

/** The four hex digits at p; -1 when they are none. */
function hexUnit(p: usize): i32 {
  let unit = 0;
  for (let k: usize = 0; k < 4; k++) {
    const digit = hexDigit(load<u8>(p + k));
    if (digit < 0) return -1;
    unit = (unit << 4) | digit;
  }
  return unit;
}

// @ts-ignore: decorator
@inline
function hexDigit(c: i32): i32 {
  if (c >= 0x30 && c <= 0x39) return c - 0x30;
  const letter = c | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

// @ts-ignore: decorator
@inline
function tail(p: usize, end: usize): i32 {
  if (p >= end) return -1;
  const c = <i32>load<u8>(p);
  return (c & 0xc0) == 0x80 ? c & 0x3f : -1;
}

/** A character of more than one byte; what is no UTF-8 counts as U+FFFD. */
function decode(p: usize, end: usize, c: u32): usize {
  const one = tail(p + 1, end);
  if (c >= 0xc2 && c < 0xe0 && one >= 0) {
    push(<i32>((c & 0x1f) << 6) | one);
    return p + 2;
  }
  const two = one < 0 ? -1 : tail(p + 2, end);
  if (c >= 0xe0 && c < 0xf0 && two >= 0) {
    push(<i32>((c & 0x0f) << 12) | (one << 6) | two);
    return p + 3;
  }
  const three = two < 0 ? -1 : tail(p + 3, end);
  if (c >= 0xf0 && c < 0xf5 && three >= 0) {
    const code = (<i32>((c & 7) << 18) | (one << 12) | (two << 6) | three) - 0x10000;
    if (code >= 0 && code < 0x100000) {
      push(0xd800 | (code >> 10));
      push(0xdc00 | (code & 0x3ff));
      return p + 4;
    }
  }
  push(0xfffd);
  return p + 1;
}

// @ts-ignore: decorator
@inline
function push(unit: i32): void {
  fedUnits++;
  if (unit == 0x5c) hasBackslash = true;
  if (twice) pushInner(unit);
  else match(unit);
}

function match(unit: i32): void {
  const kind = load<u16>(CLASSES + (<usize>unit << 1));
  if (kind == 0) {
    state = 0;
    return;
  }
  let s = state;
  while (s > 0 && load<u16>(TEXT + (<usize>s << 1)) != kind) s = load<u16>(FALLBACK + (<usize>s << 1));
  if (load<u16>(TEXT + (<usize>s << 1)) == kind) s++;
  if (s == units) {
    if (matchedAt < 0) matchedAt = fedUnits;
    s = load<u16>(FALLBACK + (<usize>s << 1));
  }
  state = s;
}

/** A unit of JSON text that stands in a string: its own escapes may be cut by the ends of the strings. */
function pushInner(unit: i32): void {
  if (phase == 0) {
    if (unit == 0x5c) phase = 1;
    else match(unit);
    return;
  }
  if (phase == 1) {
    phase = 0;
    if (unit == 0x75) {
      phase = 2;
      digits = 0;
      return;
    }
    const known = shortEscape(unit);
    if (known < 0) match(0x5c);
    match(known < 0 ? unit : known);
    return;
  }
  const digit = hexDigit(unit);
  if (digit < 0) {
    phase = 0;
    digits = 0;
    match(unit);
    return;
  }
  digits = (digits << 4) | digit;
  if (++phase < 6) return;
  const done = digits;
  phase = 0;
  digits = 0;
  match(done);
}

// ---- deltas -----------------------------------------------------------------------------------------------

/** The block that is fed: its index, and its states as `feed` returns them. */
let block: i32 = -1;
let plain: i32 = 0;
let inner: i32 = 0;
/** What stands in the event that is looked at. */
let deltaFrom: usize = 0;
let deltaTo: usize = 0;
let deltaIndex: i32 = 0;
/** It is ASCII without a backslash. */
let deltaIsPlain: bool = false;
let deltaIsJson: bool = false;

const enum Event {
  /** Nothing of the text of a block. */
  None,
  /** A delta, which was fed. */
  Fed,
  /** A block begins without a text, or ends. */
  Edge,
  /** It has to be looked at properly. */
  Unclear,
  /** A delta of another block than the one that is fed. */
  Other,
}

/** The next events are of this block. */
export function setBlock(index: i32, plainState: i32, innerState: i32): void {
  block = index;
  plain = plainState;
  inner = innerState;
  out(Out.Plain, plain);
  out(Out.Inner, inner);
}

/**
 * Feeds the events of the list from place `at` on, as long as they only add to the block and the text is not complete.
 * Returns the place of the first other one, which `Out` tells of; `count` when there is none.
 */
export function feedEvents(at: i32, count: i32): i32 {
  for (; at < count; at++) {
    const pair = EVENTS + ((<usize>at) << 3);
    const event = feedEvent(load<u32>(pair), load<u32>(pair, 4));
    if (event == Event.None) continue;
    if (event == Event.Fed && load<i32>(OUT + (<usize>Out.Matched << 2)) < 0) {
      if (load<i32>(OUT + (<usize>Out.MatchedInner << 2)) < 0) continue;
    }
    out(Out.Event, event);
    return at;
  }
  return count;
}

/** Feeds the API event in [p, end), as the API and the CLI write it; see Event. */
function feedEvent(p: usize, end: usize): Event {
  const event = eventIn(p, end);
  out(Out.Index, deltaIndex);
  if (event != Event.Fed) return event;
  if (deltaIndex != block) return Event.Other;
  const wereSame = plain == inner;
  if (deltaIsPlain) plain = feedPlain(deltaFrom, deltaTo, plain);
  else if (plain == 0 && !deltaIsJson) plain = feed(lastPiece(deltaFrom, deltaTo), deltaTo, 0, false);
  else plain = feed(deltaFrom, deltaTo, plain, false);
  if (deltaIsJson) {
    const matched = matchedAt;
    // Without escapes of its own the text is the same on both levels.
    if (wereSame && !hasBackslash) inner = plain;
    else inner = feed(deltaFrom, deltaTo, inner, true);
    out(Out.Matched, matched);
    out(Out.MatchedInner, matchedAt);
  } else out(Out.MatchedInner, -1);
  out(Out.Plain, plain);
  out(Out.Inner, inner);
  return Event.Fed;
}

/** Length of the beginning at BEGIN, 0 for none, and what it says. */
let beginLength: usize = 0;
let beginIndex: i32 = 0;
let beginIsJson: bool = false;

/** Neighbours begin alike up to their texts: such an event is not looked at anew. */
function eventIn(p: usize, end: usize): Event {
  if (beginLength != 0 && p + beginLength < end && beginsAlike(p)) {
    deltaIndex = beginIndex;
    deltaIsJson = beginIsJson;
    return textFrom(p + beginLength, end);
  }
  const event = anyEvent(p, end);
  if (event == Event.Fed && deltaFrom - p <= MAX_BEGIN) {
    beginLength = deltaFrom - p;
    beginIndex = deltaIndex;
    beginIsJson = deltaIsJson;
    memory.copy(BEGIN, p, beginLength);
  }
  return event;
}

function beginsAlike(p: usize): bool {
  const last = beginLength & ~15;
  for (let k: usize = 0; k < last; k += 16) {
    if (!i8x16.all_true(i8x16.eq(v128.load(p + k), v128.load(BEGIN + k)))) return false;
  }
  for (let k = last; k < beginLength; k++) {
    if (load<u8>(p + k) != load<u8>(BEGIN + k)) return false;
  }
  return true;
}

function anyEvent(p: usize, end: usize): Event {
  const k = i8x16.splat(0x6b);
  const under = i8x16.splat(0x5f);
  for (; p < end; p += 16) {
    let bits = i8x16.bitmask(v128.and(i8x16.eq(v128.load(p), k), i8x16.eq(v128.load(p, 1), under)));
    while (bits != 0) {
      const at = p + ctz(bits) + 2;
      if (at < end && is(at - 14, 'content_block_')) return eventAt(at, end);
      bits &= bits - 1;
    }
  }
  return Event.None;
}

/** The event whose type goes on at p, behind "content_block_". */
function eventAt(p: usize, end: usize): Event {
  if (is(p, 'delta","index":')) {
    p = indexAt(p + 15);
    return p == 0 || !is(p, ',"delta":{"type":"') ? Event.Unclear : textAt(p + 18, end);
  }
  if (is(p, 'stop","index":')) return indexAt(p + 14) == 0 ? Event.Unclear : Event.Edge;
  if (!is(p, 'start","index":')) return Event.Unclear;
  p = indexAt(p + 15);
  if (p == 0 || !is(p, ',"content_block":{"type":"')) return Event.Unclear;
  p += 26;
  const isBare = is(p, 'text","text":""') || is(p, 'thinking","thinking":""') || is(p, 'tool_use","id":');
  return isBare ? Event.Edge : Event.Unclear;
}

/** Reads the index of a block; the position behind it, 0 when it is none. */
function indexAt(p: usize): usize {
  const from = p;
  let index = 0;
  for (; p - from < 5; p++) {
    const c = <i32>load<u8>(p);
    if (c < 0x30 || c > 0x39) break;
    index = index * 10 + c - 0x30;
  }
  deltaIndex = index;
  return p == from || p - from >= 5 ? 0 : p;
}

/** The delta whose type is at p. */
function textAt(p: usize, end: usize): Event {
  if (is(p, 'signature_delta","signature":"')) return Event.None;
  deltaIsJson = false;
  if (is(p, 'text_delta","text":"')) p += 20;
  else if (is(p, 'thinking_delta","thinking":"')) p += 28;
  else if (is(p, 'input_json_delta","partial_json":"')) {
    p += 34;
    deltaIsJson = true;
  } else return Event.Unclear;
  return textFrom(p, end);
}

/** The delta whose text begins at p. */
function textFrom(p: usize, end: usize): Event {
  deltaFrom = p;
  let isAscii = true;
  for (; p < end; p += 16) {
    const here = v128.load(p);
    const bits = i8x16.bitmask(v128.or(i8x16.eq(here, i8x16.splat(0x22)), i8x16.eq(here, i8x16.splat(0x5c))));
    const others = i8x16.bitmask(here);
    if (bits == 0) {
      if (others != 0) isAscii = false;
      continue;
    }
    if ((others & ((1 << ctz(bits)) - 1)) != 0) isAscii = false;
    p += <usize>ctz(bits);
    break;
  }
  deltaIsPlain = isAscii && p < end && load<u8>(p) == 0x22;
  for (; p < end; p++) {
    const c = load<u8>(p);
    if (c == 0x5c) p++;
    else if (c == 0x22) {
      deltaTo = p;
      // Keys that come twice count by their last value.
      return load<u8>(p, 1) == 0x7d ? Event.Fed : Event.Unclear;
    }
  }
  return Event.Unclear;
}

// @ts-ignore: decorator
@inline
function is(p: usize, word: string): bool {
  const from = changetype<usize>(word);
  for (let k: usize = 0, n = <usize>word.length; k < n; k++) {
    if (load<u8>(p + k) != load<u8>(from + (k << 1))) return false;
  }
  return true;
}
