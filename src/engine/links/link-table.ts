import type { IdHash } from '../frames/frame-scanner';
import { IdTable } from '../frames/id-table';
import { Columns, IdLists } from './link-columns';

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
  /** Calls whose result says is_error: true. */
  failedCalls: number;
}

/**
 * How far the open calls or waiting results of one id are searched. Ids are unique in practice; a file that uses one id
 * a million times must not cost n^2.
 */
const SEARCH_LIMIT = 1024;

/**
 * Tool calls and tool results, linked by id alone (README, "How it counts"): inside a run first, then across
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
  private readonly c: Columns;
  private readonly ids: IdTable;
  private readonly lists: IdLists;
  /** Calls by (message id, tool id): the record that counts for each. */
  private readonly named: IdTable;
  private namedRecords: Uint32Array;
  private readonly key: IdHash = { a: 0, b: 0 };

  /** `expected`: room for so many records at first. */
  constructor(expected = 0) {
    this.c = new Columns(expected);
    this.lists = new IdLists(expected);
    // Ids are looked up all over their table: only room that will be used is worth having.
    this.ids = new IdTable(expected / 8);
    this.named = new IdTable(expected / 8);
    this.namedRecords = new Uint32Array(Math.max(256, expected));
  }

  row(record: number): number {
    return this.c.row[record] as number;
  }
  block(record: number): number {
    return this.c.block[record] as number;
  }
  /** Ordinal + 1 of the API message that the record is of; 0 when unknown. */
  message(record: number): number {
    return this.c.message[record] as number;
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

  /** The id of a record: records with the same id are of the same call. 0 when it states none. */
  id(record: number): number {
    return this.c.id[record] as number;
  }
  /** The number that `id` gives for this id, 0 when no record has it. */
  idOf(hash: IdHash): number {
    return this.ids.find(hash) + 1;
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

  /** The call that had this id last, or -1. */
  lastCallOf(hash: IdHash): number {
    const id = this.ids.find(hash);
    return id < 0 ? -1 : (this.lists.lastCall[id] as number) - 1;
  }

  /** The id's lists of a record with an id say whether any call ever had it. */
  idHasCall(record: number): boolean {
    const id = this.id(record);
    return id !== 0 && this.lists.lastCall[id - 1] !== 0;
  }

  /** Adds a call. `hash` is null when it states no id. Returns its record. */
  addCall(block: Block, hash: IdHash | null): number {
    const record = this.append(block, hash);
    if (hash === null) return record;
    const id = (this.c.id[record] as number) - 1;
    const repeated = this.findRepeat(record, id, hash);
    if (repeated >= 0) {
      this.markRepeat(record, repeated);
      return record;
    }
    if (this.lists.lastCall[id] !== 0)
      this.c.flags[record] = (this.c.flags[record] as number) | LinkFlag.IdReused;
    this.enlist(this.lists.openCalls, id, record);
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
    for (let result = record; result >= 0; ) result = this.placeResult(result, id);
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
      failedCalls: 0,
    };
    for (let record = 0; record < this.count; record++) {
      const flags = this.flags(record);
      if ((flags & LinkFlag.Repeat) !== 0) continue;
      const open = this.c.other[record] === 0;
      if ((flags & LinkFlag.Result) !== 0) {
        counts.toolResults++;
        if (!open) {
          if ((flags & LinkFlag.Error) !== 0) counts.failedCalls++;
        } else if (!this.idHasCall(record)) counts.orphanResults++;
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
    c.block[record] = block.block;
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

  private findRepeat(record: number, id: number, hash: IdHash): number {
    const { c } = this;
    const message = c.message[record] as number;
    if (message !== 0) {
      const named = this.findNamed(record, message, hash);
      if (named >= 0) return named;
    }
    const last = (this.lists.lastCall[id] as number) - 1;
    if (last < 0 || c.other[last] !== 0) return -1;
    const lastIsDelta = (this.flags(last) & LinkFlag.Delta) !== 0;
    const isDelta = (this.flags(record) & LinkFlag.Delta) !== 0;
    // A whole frame after an open delta is that call, also when another message tells it: after a fallback to another
    // model the message has a new id and its calls keep theirs (fixture 2.1.40/13-server-tools).
    if (lastIsDelta && !isDelta) return last;
    // A delta without a message id repeats the whole call that it stands beside.
    return isDelta && !lastIsDelta && (message === 0 || c.message[last] === 0) ? last : -1;
  }

  /** The earlier call of this message and id, or -1; then the record is the one that later repeats are compared with. */
  private findNamed(record: number, message: number, hash: IdHash): number {
    this.key.a = hash.a ^ Math.imul(message, 0x9e3779b1);
    this.key.b = hash.b ^ Math.imul(message, 0x85ebca6b);
    const known = this.named.size;
    const at = this.named.intern(this.key);
    if (at < known) return this.primary(this.namedRecords[at] as number);
    if (at === this.namedRecords.length) {
      const larger = new Uint32Array(this.namedRecords.length * 2);
      larger.set(this.namedRecords);
      this.namedRecords = larger;
    }
    this.namedRecords[at] = record;
    return -1;
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
      c.flags[record] =
        (c.flags[record] as number) | (this.flags(earlier) & (LinkFlag.IdReused | LinkFlag.CrossRun));
      this.replaceInLists(id, earlier, record);
      if (lists.lastCall[id] === earlier + 1) lists.lastCall[id] = record + 1;
      if (lists.lastResult[id] === earlier + 1) lists.lastResult[id] = record + 1;
    }
    c.flags[dropped] = (c.flags[dropped] as number) | LinkFlag.Repeat;
    c.other[dropped] = kept + 1;
  }

  /** `to` takes the place of `from` in whatever list of the id that is in. */
  private replaceInLists(id: number, from: number, to: number): void {
    const { older, newer } = this.c;
    older[to] = older[from] as number;
    newer[to] = newer[from] as number;
    if (older[to] !== 0) newer[(older[to] as number) - 1] = to + 1;
    if (newer[to] !== 0) older[(newer[to] as number) - 1] = to + 1;
    for (const heads of [this.lists.openCalls, this.lists.waitingResults, this.lists.crossResults]) {
      if (heads[id] === from + 1) heads[id] = to + 1;
    }
    older[from] = 0;
    newer[from] = 0;
  }

  /** Puts a record in front of a list: it is the newest one. */
  private enlist(heads: Uint32Array, id: number, record: number): void {
    const { older, newer } = this.c;
    const head = heads[id] as number;
    older[record] = head;
    newer[record] = 0;
    if (head !== 0) newer[head - 1] = record + 1;
    heads[id] = record + 1;
  }

  /**
   * Links a result to the nearest open call of its run, else of any run, or lets it wait. Returns a result of another
   * run that lost its call by that and has to be placed anew, or -1.
   */
  private placeResult(result: number, id: number): number {
    const { c, lists } = this;
    const run = c.run[result] as number;
    const head = (lists.openCalls[id] as number) - 1;
    let at = head;
    for (let i = 0; i < SEARCH_LIMIT && at >= 0; i++, at = (c.older[at] as number) - 1) {
      if (c.run[at] !== run) continue;
      this.link(this.unlist(lists.openCalls, id, at), result);
      return -1;
    }
    const own = (lists.lastCall[id] as number) - 1;
    const taker = own < 0 ? -1 : (c.other[own] as number) - 1;
    if (taker >= 0 && c.run[own] === run && c.run[taker] !== run) {
      this.unlist(lists.crossResults, id, taker);
      c.other[taker] = 0;
      c.flags[taker] = (c.flags[taker] as number) & ~LinkFlag.CrossRun;
      this.link(own, result);
      return taker;
    }
    if (head >= 0) this.link(this.unlist(lists.openCalls, id, head), result);
    else {
      this.enlist(lists.waitingResults, id, result);
    }
    return -1;
  }

  private unlist(heads: Uint32Array, id: number, record: number): number {
    const { older, newer } = this.c;
    const before = newer[record] as number;
    const after = older[record] as number;
    if (before === 0) heads[id] = after;
    else older[before - 1] = after;
    if (after !== 0) newer[after - 1] = before;
    older[record] = 0;
    newer[record] = 0;
    return record;
  }

  /** A new call may be the one that an earlier result waited for, and so may a call that loses its result by that. */
  private answerFromWaiting(call: number, id: number): void {
    for (let open = call; open >= 0; ) open = this.answerOne(open, id);
  }

  /** Links an open call to the result it should have, if there is one. Returns the call that was opened by that, or -1. */
  private answerOne(call: number, id: number): number {
    const { c, lists } = this;
    const run = c.run[call] as number;
    let oldestHere = -1;
    let oldest = -1;
    let at = (lists.waitingResults[id] as number) - 1;
    for (let i = 0; i < SEARCH_LIMIT && at >= 0; i++, at = (c.older[at] as number) - 1) {
      oldest = at;
      if (c.run[at] === run) oldestHere = at;
    }
    const strayed = this.oldestStrayed(id, run);
    if (strayed >= 0 && (oldestHere < 0 || strayed < oldestHere)) return this.takeBack(strayed, call, id);
    const result = oldestHere >= 0 ? oldestHere : oldest;
    if (result < 0) return -1;
    this.unlist(lists.waitingResults, id, result);
    this.unlist(lists.openCalls, id, call);
    this.link(call, result);
    return -1;
  }

  /** The oldest result of the run that another run's call took; -1 when there is none. */
  private oldestStrayed(id: number, run: number): number {
    const { c, lists } = this;
    let oldest = -1;
    let at = (lists.crossResults[id] as number) - 1;
    for (let i = 0; i < SEARCH_LIMIT && at >= 0; i++, at = (c.older[at] as number) - 1) {
      if (c.run[at] === run) oldest = at;
    }
    return oldest;
  }

  /** A result that was linked to another run's call belongs to this call of its own run. Returns the other call. */
  private takeBack(result: number, call: number, id: number): number {
    const { c, lists } = this;
    const former = (c.other[result] as number) - 1;
    this.unlist(lists.crossResults, id, result);
    c.flags[result] = (c.flags[result] as number) & ~LinkFlag.CrossRun;
    c.other[former] = 0;
    this.unlist(lists.openCalls, id, call);
    this.reopen(former, id);
    this.link(call, result);
    return former;
  }

  /** Puts a call back among the open ones of its id, which are kept newest first. */
  private reopen(call: number, id: number): void {
    const { older, newer } = this.c;
    const { openCalls } = this.lists;
    let before = -1;
    let at = (openCalls[id] as number) - 1;
    for (let i = 0; i < SEARCH_LIMIT && at > call; i++, at = (older[at] as number) - 1) before = at;
    if (before < 0) {
      this.enlist(openCalls, id, call);
      return;
    }
    older[call] = at + 1;
    newer[call] = before + 1;
    older[before] = call + 1;
    if (at >= 0) newer[at] = call + 1;
  }

  private link(call: number, result: number): void {
    const { c } = this;
    c.other[call] = result + 1;
    c.other[result] = call + 1;
    if (c.run[call] === c.run[result]) return;
    c.flags[result] = (c.flags[result] as number) | LinkFlag.CrossRun;
    const id = (c.id[result] as number) - 1;
    this.enlist(this.lists.crossResults, id, result);
  }
}
