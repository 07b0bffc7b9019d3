import type { IdHash } from '../frames/frame-scanner';
import { IdTable } from '../frames/id-table';

export enum LinkFlag {
  /** A result; without it the record is a call. */
  Result = 1 << 0,
  /** The result says is_error: true. */
  Error = 1 << 1,
  /** Read from a stream_event (content_block_start), not from a whole frame. */
  Delta = 1 << 2,
  /** The same call or result told once more: not counted; `other` is the record that counts. */
  Repeat = 1 << 3,
  /** Linked to a call of another run, because none of its own run was open. */
  CrossRun = 1 << 4,
  /** is_error is neither true, false nor null. */
  OddError = 1 << 5,
  /** The block states no id, or an empty one. */
  NoId = 1 << 6,
  /** The same id as an earlier, different call. */
  IdReused = 1 << 7,
}

/** Typed columns that double when they are full. */
class Columns {
  capacity = 256;
  row = new Uint32Array(this.capacity);
  block = new Uint16Array(this.capacity);
  run = new Uint16Array(this.capacity);
  name = new Uint16Array(this.capacity);
  flags = new Uint16Array(this.capacity);
  id = new Uint32Array(this.capacity);
  other = new Uint32Array(this.capacity);
  /** Next older record in its id's list of open calls or waiting results. */
  older = new Uint32Array(this.capacity);
  message = new Uint32Array(this.capacity);

  grow(): void {
    this.capacity *= 2;
    for (const name of ['row', 'id', 'other', 'older', 'message'] as const) {
      const larger = new Uint32Array(this.capacity);
      larger.set(this[name]);
      this[name] = larger;
    }
    for (const name of ['block', 'run', 'name', 'flags'] as const) {
      const larger = new Uint16Array(this.capacity);
      larger.set(this[name]);
      this[name] = larger;
    }
  }
}

/** Heads of the lists of one id; 0 is empty, else record + 1. */
class IdLists {
  private capacity = 256;
  openCalls = new Uint32Array(this.capacity);
  waitingResults = new Uint32Array(this.capacity);
  lastCall = new Uint32Array(this.capacity);
  lastResult = new Uint32Array(this.capacity);

  ensure(id: number): void {
    if (id < this.capacity) return;
    this.capacity *= 2;
    for (const name of ['openCalls', 'waitingResults', 'lastCall', 'lastResult'] as const) {
      const larger = new Uint32Array(this.capacity);
      larger.set(this[name]);
      this[name] = larger;
    }
  }
}

export interface Block {
  row: number;
  block: number;
  run: number;
  /** Ordinal + 1 of the API message; 0 when unknown. */
  message: number;
  /** Number of the tool name in the session's string pool. */
  name: number;
  flags: number;
}

export interface LinkCounts {
  toolCalls: number;
  toolResults: number;
  linked: number;
  orphanResults: number;
  unansweredCalls: number;
}

/** How many repeats of one id are compared before a call is taken for a new one. */
const REPEAT_WINDOW = 8;

/**
 * Tool calls and tool results, linked by id alone (DESIGN.md, counting rules): inside a run first, then across
 * runs, to the nearest earlier open call with that id, else to the next one. Position never links.
 *
 * A call is told several times (delta, whole frame, copied history after a resume): the pair of message id and
 * tool id names it, and it counts once. Equal tool ids in different messages are different calls: gateways
 * number their calls from zero in every message (case 038).
 *
 * Records are numbered from 0 in order of appearance; the records of one row are neighbours.
 */
export class LinkTable {
  count = 0;
  private readonly c = new Columns();
  private readonly ids = new IdTable();
  private readonly lists = new IdLists();

  row(record: number): number {
    return this.c.row[record] as number;
  }
  block(record: number): number {
    return this.c.block[record] as number;
  }
  name(record: number): number {
    return this.c.name[record] as number;
  }
  flags(record: number): number {
    return this.c.flags[record] as number;
  }
  isResult(record: number): boolean {
    return (this.flags(record) & LinkFlag.Result) !== 0;
  }

  /** The record that counts for this one: itself, or what it repeats. */
  primary(record: number): number {
    let at = record;
    while ((this.flags(at) & LinkFlag.Repeat) !== 0) at = (this.c.other[at] as number) - 1;
    return at;
  }

  /** The other end of a primary record, or -1. */
  other(record: number): number {
    return (this.c.other[record] as number) - 1;
  }

  /** The id's lists of a record with an id say whether any call ever had it. */
  idHasCall(record: number): boolean {
    const id = this.c.id[record] as number;
    return id !== 0 && this.lists.lastCall[id - 1] !== 0;
  }

  /** Adds a call. `hash` is null when it states no id. Returns its record. */
  addCall(block: Block, hash: IdHash | null): number {
    const record = this.append(block, hash);
    if (hash === null) return record;
    const id = (this.c.id[record] as number) - 1;
    const repeated = this.findRepeat(record, id);
    if (repeated >= 0) {
      this.markRepeat(record, repeated);
      return record;
    }
    if (this.lists.lastCall[id] !== 0)
      this.c.flags[record] = (this.c.flags[record] as number) | LinkFlag.IdReused;
    this.c.older[record] = this.lists.openCalls[id] as number;
    this.lists.openCalls[id] = record + 1;
    this.lists.lastCall[id] = record + 1;
    this.answerFromWaiting(record, id);
    return record;
  }

  /** Adds a result and links it to the call it answers, if one is open. Returns its record. */
  addResult(block: Block, hash: IdHash | null): number {
    block.flags |= LinkFlag.Result;
    const record = this.append(block, hash);
    if (hash === null) return record;
    const id = (this.c.id[record] as number) - 1;
    const last = (this.lists.lastResult[id] as number) - 1;
    if (
      last >= 0 &&
      ((this.flags(last) ^ this.flags(record)) & LinkFlag.Delta) !== 0 &&
      this.other(last) >= 0
    ) {
      // A role-user message_start event and the whole user frame tell the same result.
      if (this.lists.openCalls[id] === 0) {
        this.markRepeat(record, last);
        return record;
      }
    }
    this.lists.lastResult[id] = record + 1;
    const call = this.takeOpenCall(id, this.c.run[record] as number);
    if (call >= 0) this.link(call, record);
    else {
      this.c.older[record] = this.lists.waitingResults[id] as number;
      this.lists.waitingResults[id] = record + 1;
    }
    return record;
  }

  /** Counts by the counting rules, over all records. */
  counts(): LinkCounts {
    const counts: LinkCounts = {
      toolCalls: 0,
      toolResults: 0,
      linked: 0,
      orphanResults: 0,
      unansweredCalls: 0,
    };
    for (let record = 0; record < this.count; record++) {
      const flags = this.flags(record);
      if ((flags & LinkFlag.Repeat) !== 0) continue;
      const open = this.c.other[record] === 0;
      if ((flags & LinkFlag.Result) !== 0) {
        counts.toolResults++;
        if (open && !this.idHasCall(record)) counts.orphanResults++;
      } else {
        counts.toolCalls++;
        if (open) counts.unansweredCalls++;
        else counts.linked++;
      }
    }
    return counts;
  }

  private append(block: Block, hash: IdHash | null): number {
    if (this.count === this.c.capacity) this.c.grow();
    const { c } = this;
    const record = this.count++;
    c.row[record] = block.row;
    c.block[record] = Math.min(block.block, 0xffff);
    c.run[record] = block.run;
    c.name[record] = block.name;
    c.message[record] = block.message;
    c.flags[record] = hash === null ? block.flags | LinkFlag.NoId : block.flags;
    if (hash !== null) {
      const id = this.ids.intern(hash);
      this.lists.ensure(id);
      c.id[record] = id + 1;
    }
    return record;
  }

  private findRepeat(record: number, id: number): number {
    const { c } = this;
    const message = c.message[record] as number;
    let at = (this.lists.lastCall[id] as number) - 1;
    for (let i = 0; i < REPEAT_WINDOW && at >= 0; i++) {
      const theirs = c.message[at] as number;
      if (message !== 0 && message === theirs) return at;
      const onlyOneIsDelta = ((this.flags(at) ^ this.flags(record)) & LinkFlag.Delta) !== 0;
      if ((message === 0 || theirs === 0) && onlyOneIsDelta && c.other[at] === 0) return at;
      at = this.previousCall(at, id);
    }
    return -1;
  }

  /** An earlier open call of the same id; answered ones leave the list. */
  private previousCall(record: number, id: number): number {
    const older = (this.c.older[record] as number) - 1;
    if (older >= 0) return older;
    const head = (this.lists.openCalls[id] as number) - 1;
    return head >= 0 && head < record ? head : -1;
  }

  /** The whole frame counts, not its delta: it takes over the link and the open place. */
  private markRepeat(record: number, earlier: number): void {
    const { c, lists } = this;
    const replaces =
      (this.flags(earlier) & LinkFlag.Delta) !== 0 && (this.flags(record) & LinkFlag.Delta) === 0;
    const [kept, dropped] = replaces ? [record, earlier] : [earlier, record];
    if (replaces) {
      const id = (c.id[record] as number) - 1;
      const end = (c.other[earlier] as number) - 1;
      c.other[record] = end + 1;
      if (end >= 0) c.other[end] = record + 1;
      c.older[record] = c.older[earlier] as number;
      this.replaceInList(lists.openCalls, id, earlier, record);
      if (lists.lastCall[id] === earlier + 1) lists.lastCall[id] = record + 1;
      if (lists.lastResult[id] === earlier + 1) lists.lastResult[id] = record + 1;
    }
    c.flags[dropped] = (c.flags[dropped] as number) | LinkFlag.Repeat;
    c.other[dropped] = kept + 1;
  }

  private replaceInList(heads: Uint32Array, id: number, from: number, to: number): void {
    if (heads[id] === from + 1) {
      heads[id] = to + 1;
      return;
    }
    for (let at = (heads[id] as number) - 1; at >= 0; at = (this.c.older[at] as number) - 1) {
      if (this.c.older[at] === from + 1) {
        this.c.older[at] = to + 1;
        return;
      }
    }
  }

  /** Nearest open call of the run, else nearest of any run; taken off the list. */
  private takeOpenCall(id: number, run: number): number {
    const head = (this.lists.openCalls[id] as number) - 1;
    if (head < 0) return -1;
    for (let at = head; at >= 0; at = (this.c.older[at] as number) - 1) {
      if (this.c.run[at] === run) return this.unlist(this.lists.openCalls, id, at);
    }
    return this.unlist(this.lists.openCalls, id, head);
  }

  private unlist(heads: Uint32Array, id: number, record: number): number {
    const { older } = this.c;
    if (heads[id] === record + 1) heads[id] = older[record] as number;
    else {
      let at = (heads[id] as number) - 1;
      while (older[at] !== record + 1) at = (older[at] as number) - 1;
      older[at] = older[record] as number;
    }
    older[record] = 0;
    return record;
  }

  /** A new call may be the one that an earlier result waited for. */
  private answerFromWaiting(call: number, id: number): void {
    const { c, lists } = this;
    const run = c.run[call];
    let oldestHere = -1;
    let oldest = -1;
    for (let at = (lists.waitingResults[id] as number) - 1; at >= 0; at = (c.older[at] as number) - 1) {
      oldest = at;
      if (c.run[at] === run) oldestHere = at;
    }
    if (oldestHere < 0) {
      const last = (lists.lastResult[id] as number) - 1;
      if (last >= 0 && c.run[last] === run && (this.flags(last) & LinkFlag.CrossRun) !== 0) {
        this.takeBack(last, call, id);
        return;
      }
    }
    const result = oldestHere >= 0 ? oldestHere : oldest;
    if (result < 0) return;
    this.unlist(lists.waitingResults, id, result);
    this.unlist(lists.openCalls, id, call);
    this.link(call, result);
  }

  /** A result that was linked to another run's call belongs to this call of its own run. */
  private takeBack(result: number, call: number, id: number): void {
    const { c, lists } = this;
    const former = (c.other[result] as number) - 1;
    c.flags[result] = (c.flags[result] as number) & ~LinkFlag.CrossRun;
    c.other[former] = 0;
    this.unlist(lists.openCalls, id, call);
    c.older[former] = lists.openCalls[id] as number;
    lists.openCalls[id] = former + 1;
    this.link(call, result);
  }

  private link(call: number, result: number): void {
    const { c } = this;
    c.other[call] = result + 1;
    c.other[result] = call + 1;
    if (c.run[call] !== c.run[result]) c.flags[result] = (c.flags[result] as number) | LinkFlag.CrossRun;
  }
}
