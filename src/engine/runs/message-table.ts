import { Counter, type FrameScanner, type IdHash } from '../frames/frame-scanner';
import { IdTable } from '../frames/id-table';

const ENDED = 1;
const SERIES = 2;
/** Counters are kept plus one: 0 is a counter that is not stated. */
const MAX_COUNTER = 0xfffffffe;

/**
 * API messages by id. One message comes as one frame per content block, each with the message's usage on it
 * (every version from 0.2.118), so usage is kept per message as the largest value of each counter and never
 * added up per frame.
 */
export class MessageTable {
  private readonly ids: IdTable;
  private capacity: number;
  private counters: Uint32Array;
  private firstRows: Uint32Array;
  private lastRows: Uint32Array;
  private runs: Uint16Array;
  /** Row + 1 of the first API event of the message (0: none came), and how many came. */
  private firstEvents: Uint32Array;
  private eventCounts: Uint32Array;
  /** Bits: its message_stop came, or none is to come; it is a series. */
  private ends: Uint8Array;
  // Messages with and without ids share the columns: an id's ordinal is mapped to its column slot.
  private slots: Uint32Array;
  /** Messages without an id that state a usage: one each, named by their row. */
  private extra = 0;
  private series = 0;
  /** Messages whose events came, but not the one that ends them. */
  unended = 0;

  /** `expected`: room for so many messages at first. */
  constructor(expected = 0) {
    this.capacity = Math.max(256, expected);
    this.ids = new IdTable(expected / 8);
    this.counters = new Uint32Array(this.capacity * Counter.Count);
    this.firstRows = new Uint32Array(this.capacity);
    this.lastRows = new Uint32Array(this.capacity);
    this.runs = new Uint16Array(this.capacity);
    this.firstEvents = new Uint32Array(this.capacity);
    this.eventCounts = new Uint32Array(this.capacity);
    this.ends = new Uint8Array(this.capacity);
    this.slots = new Uint32Array(this.capacity);
  }

  get size(): number {
    return this.ids.size + this.extra;
  }

  /** API messages: those with an id, those that state a usage, and those whose events came. */
  get apiMessages(): number {
    return this.size - this.series;
  }

  /** Ordinal of the message. A new one begins at `row`. */
  intern(hash: IdHash, row: number, run: number): number {
    const known = this.ids.size;
    const ordinal = this.slotOf(this.ids.intern(hash), known, row, run);
    this.lastRows[ordinal] = row;
    return ordinal;
  }

  /** Ordinal of the message with this id, -1 when there is none. */
  find(hash: IdHash): number {
    const id = this.ids.find(hash);
    return id < 0 ? -1 : (this.slots[id] as number);
  }

  private slotOf(id: number, known: number, row: number, run: number): number {
    if (id < known) return this.slots[id] as number;
    if (id >= this.slots.length) {
      const larger = new Uint32Array(this.slots.length * 2);
      larger.set(this.slots);
      this.slots = larger;
    }
    const slot = this.newSlot(row, run, id + this.extra);
    this.slots[id] = slot;
    return slot;
  }

  /** A message that states no id: it stands for itself (case 043). */
  addWithoutId(row: number, run: number): number {
    const slot = this.newSlot(row, run, this.size);
    this.extra++;
    return slot;
  }

  /** A series of frames that are no message and fold like one. */
  addSeries(row: number, run: number): number {
    this.series++;
    const slot = this.addWithoutId(row, run);
    this.ends[slot] = ENDED | SERIES;
    return slot;
  }

  /** Whether it is a series of frames and no message. */
  isSeries(message: number): boolean {
    return ((this.ends[message] as number) & SERIES) !== 0;
  }

  private newSlot(row: number, run: number, slot: number): number {
    if (slot >= this.capacity) this.grow();
    this.firstRows[slot] = row;
    this.lastRows[slot] = row;
    this.runs[slot] = run;
    return slot;
  }

  private grow(): void {
    const counters = new Uint32Array(this.capacity * 2 * Counter.Count);
    counters.set(this.counters);
    this.counters = counters;
    for (const name of ['firstRows', 'lastRows', 'firstEvents', 'eventCounts'] as const) {
      const larger = new Uint32Array(this.capacity * 2);
      larger.set(this[name]);
      this[name] = larger;
    }
    const runs = new Uint16Array(this.capacity * 2);
    runs.set(this.runs);
    this.runs = runs;
    const ends = new Uint8Array(this.capacity * 2);
    ends.set(this.ends);
    this.ends = ends;
    this.capacity *= 2;
  }

  firstRow(message: number): number {
    return this.firstRows[message] as number;
  }

  lastRow(message: number): number {
    return this.lastRows[message] as number;
  }

  /** An API event of the message. Returns whether it is the first one. */
  addEvent(message: number, row: number): boolean {
    this.lastRows[message] = row;
    this.eventCounts[message] = (this.eventCounts[message] as number) + 1;
    if (this.firstEvents[message] !== 0) return false;
    this.firstEvents[message] = row + 1;
    if (this.ends[message] === 0) this.unended++;
    return true;
  }

  /** Its message_stop came, or it is one that needs none. */
  end(message: number): void {
    if (this.ends[message] !== 0) return;
    this.ends[message] = ENDED;
    if (this.firstEvents[message] !== 0) this.unended--;
  }

  /** Whether events of the message came, but not the one that ends it. */
  isUnended(message: number): boolean {
    return this.firstEvents[message] !== 0 && this.ends[message] === 0;
  }

  /** Row of the message's first API event, or -1 when none came. */
  firstEvent(message: number): number {
    return (this.firstEvents[message] as number) - 1;
  }

  eventCount(message: number): number {
    return this.eventCounts[message] as number;
  }

  /** Takes the larger of the known and the given value of each counter; -1 is absent. */
  addUsage(message: number, scan: FrameScanner): void {
    const at = message * Counter.Count;
    for (let k = 0; k < Counter.Count; k++) {
      const value = scan.usage(k);
      if (value < 0) continue;
      const stored = Math.min(value, MAX_COUNTER) + 1;
      if (stored > (this.counters[at + k] as number)) this.counters[at + k] = stored;
    }
  }

  /** Number of the run that the message counts in. */
  run(message: number): number {
    return this.runs[message] as number;
  }

  /** The largest value of the counter that any frame of the message states, or -1. */
  largest(message: number, counter: Counter): number {
    return (this.counters[message * Counter.Count + counter] as number) - 1;
  }

  /** Sums over the messages of each run that states a counter. */
  usageByRun(): Map<number, number[]> {
    return this.usageBy((message) => this.runs[message] as number);
  }

  /** Sums over the messages of each group that states a counter; `groupOf` tells the group of a message. */
  usageBy(groupOf: (message: number) => number): Map<number, number[]> {
    const sums = new Map<number, number[]>();
    const { counters, size } = this;
    // Neighbours are mostly of one group.
    let last = -1;
    let sum: number[] = [];
    for (let m = 0, at = 0; m < size; m++, at += Counter.Count) {
      for (let k = 0; k < Counter.Count; k++) {
        const value = counters[at + k] as number;
        if (value === 0) continue;
        const group = groupOf(m);
        if (group !== last || sum.length === 0) {
          sum = sums.get(group) ?? [0, 0, 0, 0];
          sums.set(group, sum);
          last = group;
        }
        sum[k] = (sum[k] as number) + value - 1;
      }
    }
    return sums;
  }
}
