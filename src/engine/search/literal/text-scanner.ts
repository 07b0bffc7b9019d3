import { TEXT_SCAN_WASM } from '../wasm/text-scan-binary';
import type { Needle } from './needle';

// Memory layout of wasm/text-scan.ts.
const OUT = 512;
const RUN = 1024;
const RUN_FOLD = 1536;
const FORMS = 2048;
const VECTOR = 16;
const ASCII = 3072;
const CLASSES = 65536;
const TEXT = 196608;
const FALLBACK = 208896;
const EVENTS = 217600;
const WINDOW = 262144;
const PAGE = 65536;
/** The scanner reads up to this much past the end of the data. */
const SLACK = 512;

/** What `feed` and `find` bear, and the bits that the state of `feed` has room for. */
export const MAX_NEEDLE_UNITS = 4096;
/** Events that are fed at once. */
export const MAX_EVENTS = 4096;

interface Exports {
  memory: WebAssembly.Memory;
  setText(
    run: number,
    first: number,
    second: number,
    forms: number,
    units: number,
    whole: number,
    back: number,
    forward: number,
  ): void;
  find(p: number, end: number, low: number, high: number): number;
  holds(p: number, end: number, low: number): number;
  feed(p: number, end: number, from: number, twoLevels: number): number;
  setBlock(index: number, plain: number, inner: number): void;
  feedEvents(at: number, count: number): number;
}

/** What an API event does to the text of a block. */
export enum EventForm {
  None,
  /** It adds to the block that is fed. */
  Fed,
  /** A block begins, without a text so far, or ends. */
  Edge,
  /** It has to be parsed. */
  Unclear,
  /** It adds to another block. */
  Other,
}

/** Words at OUT. */
enum Out {
  Certain,
  Matched,
  MatchedInner,
  Plain,
  Inner,
  Index,
  Event,
}

let compiled: WebAssembly.Module | null = null;

/** Finds a needle in bytes: the face of wasm/text-scan.ts. Positions are those in `window`. */
export class TextScanner {
  /** The bytes to look at stand in here. Made anew by `reserve`. */
  window: Buffer;
  private readonly wasm: Exports;
  private out!: Int32Array;
  private list!: Uint32Array;

  constructor(readonly needle: Needle) {
    compiled ??= new WebAssembly.Module(Uint8Array.from(Buffer.from(TEXT_SCAN_WASM, 'base64')));
    this.wasm = new WebAssembly.Instance(compiled).exports as unknown as Exports;
    this.window = this.reserve(0);
    this.set(needle);
  }

  private set(needle: Needle): void {
    const { buffer } = this.wasm.memory;
    const bytes = new Uint8Array(buffer);
    bytes.set(needle.run, RUN);
    bytes.set(needle.fold, RUN_FOLD);
    for (const [k, form] of needle.forms.entries()) {
      for (const [part, byte] of form.entries()) {
        const at = FORMS + (k * 3 + part) * VECTOR;
        bytes.fill(byte, at, at + VECTOR);
      }
    }
    const classes = new Uint16Array(buffer, CLASSES, 65536);
    for (const [unit, kind] of needle.members) classes[unit] = kind;
    new Uint16Array(buffer, ASCII, 128).set(classes.subarray(0, 128));
    new Uint16Array(buffer, TEXT, needle.units).set(needle.classes);
    new Uint16Array(buffer, FALLBACK, needle.units + 1).set(fallbacks(needle.classes));
    const { units, before, runUnits, run } = needle;
    this.wasm.setText(
      run.length,
      needle.rare[0],
      needle.rare[1],
      needle.forms.length,
      units,
      needle.whole ? 1 : 0,
      before * MAX_UNIT_BYTES,
      run.length + (units - before - runUnits) * MAX_UNIT_BYTES,
    );
  }

  /** A window of at least `bytes` bytes. What stood in the former one stands in it. */
  reserve(bytes: number): Buffer {
    const { memory } = this.wasm;
    const need = WINDOW + bytes + SLACK;
    if (this.out !== undefined && need <= memory.buffer.byteLength) return this.window;
    if (need > memory.buffer.byteLength) memory.grow(Math.ceil((need - memory.buffer.byteLength) / PAGE));
    this.out = new Int32Array(memory.buffer, OUT, 16);
    this.list = new Uint32Array(memory.buffer, EVENTS, MAX_EVENTS * 2);
    this.window = Buffer.from(memory.buffer, WINDOW, memory.buffer.byteLength - WINDOW - SLACK);
    return this.window;
  }

  /**
   * The next place from p on, before `end`, that may belong to the text; -1 when there is none. The text may stand
   * anywhere in [low, high). When `certain` is true it begins at that place, plainly written.
   */
  find(p: number, end: number, low: number, high: number): number {
    const at = this.wasm.find(p + WINDOW, end + WINDOW, low + WINDOW, high + WINDOW);
    return at === 0 ? -1 : at - WINDOW;
  }

  get certain(): boolean {
    return this.out[Out.Certain] !== 0;
  }

  /** Whether the text stands in [from, to), in whatever form. `low`: the first byte that belongs with them. */
  holds(from: number, to: number, low: number): boolean {
    return this.wasm.holds(from + WINDOW, to + WINDOW, low + WINDOW) !== 0;
  }

  /**
   * Goes on with the text over the content of a JSON string in [from, to). Takes and returns a state, 0 at first; says
   * in `matchedAt` after how many of its units the text was complete, -1 when it was not.
   */
  feed(from: number, to: number, state: number, twoLevels: boolean): number {
    return this.wasm.feed(from + WINDOW, to + WINDOW, state, twoLevels ? 1 : 0);
  }

  get matchedAt(): number {
    return this.out[Out.Matched] as number;
  }

  /** The events that are fed next are of the block of this index, whose states are these. */
  setBlock(index: number, plain: number, inner: number): void {
    this.wasm.setBlock(index, plain, inner);
  }

  /** Notes the API event that stands in [from, to) as number `at` of those that `feedEvents` takes. */
  setEvent(at: number, from: number, to: number): void {
    this.list[at * 2] = from + WINDOW;
    this.list[at * 2 + 1] = to + WINDOW;
  }

  /**
   * Feeds the events that were noted, from number `at` on, as long as they add to the block of `setBlock` and the text is
   * not complete. Returns the number of the first that does otherwise, of which `event` and the others tell; `count` when
   * all are fed.
   */
  feedEvents(at: number, count: number): number {
    return this.wasm.feedEvents(at, count);
  }

  get event(): EventForm {
    return this.out[Out.Event] as number;
  }

  /** Of the last event that was fed: like `matchedAt`, for the JSON text that the input of a call is. */
  get matchedInnerAt(): number {
    return this.out[Out.MatchedInner] as number;
  }

  get plainState(): number {
    return this.out[Out.Plain] as number;
  }

  get innerState(): number {
    return this.out[Out.Inner] as number;
  }

  get eventIndex(): number {
    return this.out[Out.Index] as number;
  }
}

/** A UTF-16 unit takes at most as many bytes as \uXXXX. */
export const MAX_UNIT_BYTES = 6;

/** For each length of a matched beginning, the length of the next shorter beginning that it ends with. */
function fallbacks(text: Uint16Array): Uint16Array {
  const found = new Uint16Array(text.length + 1);
  let length = 0;
  for (let k = 1; k < text.length; k++) {
    while (length > 0 && text[k] !== text[length]) length = found[length] as number;
    if (text[k] === text[length]) length++;
    found[k + 1] = length;
  }
  return found;
}
