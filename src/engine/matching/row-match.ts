import { performance } from 'node:perf_hooks';
import { SourceError } from '../../protocol/errors';
import { parseFilter } from '../../protocol/filter/filter-parser';
import { isObject, type JsonObject } from '../../protocol/json-values';
import type { Session } from '../session/session';
import { type Leaves, type Plan, perhaps, planOf, surely } from './match-plan';
import type { MatchState } from './match-types';
import { lowestBit, RowRanks } from './row-ranks';
import { maskBelow, RowSet } from './row-set';
import { TableLeaf } from './terms/leaf';
import type { TextLeaf } from './terms/text-leaf';

/** Rows whose columns are read before other requests are answered: some milliseconds. */
const COLUMN_ROWS = 256 * 1024;
/** How far frames are parsed ahead of the search for texts, which then leaves out what they decide. */
const AHEAD_ROWS = 8 * 1024;
/** While a file grows its columns are read again and again: that may take this part of the time, and no more. */
const SHARE = 10;
const CHEAP_MS = 0.5;

/** What has become another one since somebody looked last: rows from `from` on. */
export interface Changes {
  from: number;
  /** Rows that matched no longer do. */
  removed: boolean;
}

let matches = 0;

/**
 * The rows of a session that match an expression: what columns tell at once, then what frames tell where columns do not
 * decide, then what a search for texts tells of the rows that are still open. It grows with the file.
 */
export class RowMatch {
  /** Another one for every match. */
  readonly id = ++matches;
  /** Rows that match, as far as it is known. */
  readonly set = new RowSet();
  private readonly ranks = new RowRanks(this.set);
  private ranksFrom = 0;
  private readonly plan: Plan;
  private readonly leaves: Leaves;
  private readonly tables: TableLeaf[];
  /** Rows that the columns were read of. */
  private rows = 0;
  /** Rows whose frames were looked at, where that mattered. */
  private frameRows = 0;
  private stoppedBy: string | null = null;
  private links = -1;
  private nextRefresh = 0;
  private readonly watchers = new Set<Changes>();

  /** Throws FilterError, and InvalidRequestError. */
  constructor(
    private readonly session: Session,
    readonly expression: string,
  ) {
    const node = parseFilter(expression);
    const { plan, leaves } = planOf(session, node, (row) => this.isOpen(row));
    this.plan = plan;
    this.leaves = leaves;
    this.tables = leaves.columns.filter((leaf) => leaf instanceof TableLeaf);
  }

  get state(): MatchState {
    const { expression, stopped, scanned } = this;
    return { expression, scanned, matched: this.ranked.total, done: this.isDone, stopped };
  }

  get stopped(): string | null {
    return this.stoppedBy ?? this.leaves.texts.find((text) => text.stopped !== null)?.stopped ?? null;
  }

  /** Rows that were looked at, from the first on. */
  get scanned(): number {
    let scanned = this.rows;
    if (this.leaves.frames.length > 0) scanned = Math.min(scanned, this.frameRows);
    for (const text of this.leaves.texts) scanned = Math.min(scanned, text.scannedRows);
    return scanned;
  }

  get isDone(): boolean {
    return this.scanned === this.session.index.table.rows && this.stopped === null;
  }

  has(row: number): boolean {
    return this.set.has(row);
  }

  /** The places of the rows that match. */
  get ranked(): RowRanks {
    if (this.ranksFrom < Number.POSITIVE_INFINITY) this.ranks.update(this.ranksFrom, this.rows);
    this.ranksFrom = Number.POSITIVE_INFINITY;
    return this.ranks;
  }

  /** The rows that match, from one of them on, in order. */
  *rowsFrom(from: number): Generator<number> {
    const { words } = this.set;
    for (let at = from >>> 5; at < (this.rows + 31) >>> 5; at++) {
      let word = (words[at] as number) & (at === from >>> 5 ? ~maskBelow(from & 31) : -1);
      for (; word !== 0; word &= word - 1) yield at * 32 + lowestBit(word);
    }
  }

  /** Tells what becomes another row from now on; everything has, at first. */
  watch(): Changes {
    const changes = { from: 0, removed: true };
    this.watchers.add(changes);
    return changes;
  }

  unwatch(changes: Changes): void {
    this.watchers.delete(changes);
  }

  /**
   * Goes on until the time, or until everything that is indexed was looked at. Returns how many milliseconds it wants to
   * wait before it goes on: 0 for at once, infinite for until something changes.
   */
  work(until: number): number {
    try {
      for (;;) {
        if (this.stopped !== null) return Number.POSITIVE_INFINITY;
        const wait = this.nextRefresh - performance.now();
        if (this.isBehind && wait <= 0) this.refresh();
        else if (!this.look(until)) return this.isBehind ? wait : Number.POSITIVE_INFINITY;
        if (performance.now() >= until) return 0;
      }
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      this.stoppedBy = error.message;
      return Number.POSITIVE_INFINITY;
    }
  }

  /** Looks at everything that is indexed now. */
  finish(): void {
    while (this.work(Number.POSITIVE_INFINITY) < Number.POSITIVE_INFINITY);
  }

  /** Rows from this one on were taken back. */
  truncate(rows: number): void {
    const { columns, frames, texts } = this.leaves;
    for (const leaf of [...columns, ...frames, ...texts]) leaf.truncate(rows);
    this.set.truncate(rows);
    this.rows = Math.min(this.rows, rows);
    this.frameRows = Math.min(this.frameRows, rows);
    this.links = -1;
    this.changed(Math.min(rows, this.rows), true);
  }

  private get isBehind(): boolean {
    const { table, links } = this.session.index;
    return table.rows !== this.rows || links.count !== this.links || this.tables.some((leaf) => leaf.isStale);
  }

  /** Reads the columns of rows that came, and anew what they changed of others. */
  private refresh(): void {
    const begin = performance.now();
    const { table, links } = this.session.index;
    const before = this.rows;
    const rows = Math.min(table.rows, before + COLUMN_ROWS);
    if (rows === table.rows) this.links = links.count;
    let from = before;
    for (const leaf of this.leaves.columns) from = Math.min(from, leaf.update(rows, table.rows));
    // The last row may have become longer.
    from = Math.max(0, Math.min(from, before - 1));
    this.rows = rows;
    this.set.reserve(rows);
    for (const { known, bits } of this.leaves.frames) {
      known.reserve(rows);
      bits.reserve(rows);
    }
    this.combine(from, rows);
    if (from < before) this.goBack(from, before);
    const cost = performance.now() - begin;
    const isCheap = rows < table.rows || cost < CHEAP_MS;
    this.nextRefresh = isCheap ? 0 : performance.now() + SHARE * cost;
  }

  /** Makes the result of the rows [from, to) anew. */
  private combine(from: number, to: number): void {
    const { plan } = this;
    const { words } = this.set;
    let first = -1;
    let removed = false;
    const end = Math.min(to, this.rows);
    for (let at = from >>> 5; at < (end + 31) >>> 5; at++) {
      const left = this.rows - at * 32;
      const word = surely(plan, at) & maskBelow(Math.min(32, left));
      const old = words[at] as number;
      if (word === old) continue;
      words[at] = word;
      if (first < 0) first = at * 32;
      if ((old & ~word) !== 0) removed = true;
    }
    if (first >= 0) this.changed(first, removed);
    // Rows that do not match are rows as well.
    else this.ranksFrom = Math.min(this.ranksFrom, from);
  }

  private changed(from: number, removed: boolean): void {
    this.ranksFrom = Math.min(this.ranksFrom, from);
    for (const changes of this.watchers) {
      changes.from = Math.min(changes.from, from);
      changes.removed ||= removed;
    }
  }

  /** Of 32 rows those that are not decided. */
  private openOnes(at: number): number {
    const left = this.rows - at * 32;
    if (left <= 0) return 0;
    return perhaps(this.plan, at) & ~surely(this.plan, at) & maskBelow(Math.min(32, left));
  }

  /** Whether a row is not decided by what is known of it. */
  private isOpen(row: number): boolean {
    return row >= this.rows || ((this.openOnes(row >>> 5) >>> (row & 31)) & 1) !== 0;
  }

  /** Rows of [from, to) that were decided may be so no longer: what is left to know of them is looked for again. */
  private goBack(from: number, to: number): void {
    const { frames, texts } = this.leaves;
    if (frames.length + texts.length === 0) return;
    for (let at = from >>> 5; at < (to + 31) >>> 5; at++) {
      const open = this.openOnes(at);
      if (open === 0) continue;
      const row = at * 32;
      if (frames.some(({ known }) => (open & ~(known.words[at] ?? 0)) !== 0))
        this.frameRows = Math.min(this.frameRows, row);
      for (const text of texts) if ((open & ~(text.known.words[at] ?? 0)) !== 0) text.goBack(row);
    }
  }

  /** Looks at frames or texts. False when there is nothing left to look at. */
  private look(until: number): boolean {
    const { frames, texts } = this.leaves;
    const text = leastScanned(texts, this.rows);
    const framesTo = frames.length === 0 ? 0 : this.rows;
    const isAhead = text !== undefined && this.frameRows >= text.scannedRows + AHEAD_ROWS;
    if (this.frameRows < framesTo && !isAhead) this.lookAtFrames(framesTo, until);
    else if (text !== undefined) this.combine(text.step(), text.scannedRows);
    else return false;
    return true;
  }

  private lookAtFrames(to: number, until: number): void {
    const from = this.frameRows;
    do {
      const at = this.frameRows >>> 5;
      const open = this.openOnes(at) & ~maskBelow(this.frameRows & 31);
      if (open !== 0) this.lookAtWord(at, open);
      this.frameRows = Math.min(to, (at + 1) * 32);
    } while (
      this.frameRows < to &&
      this.frameRows - from < AHEAD_ROWS &&
      ((this.frameRows & 0x3ff) !== 0 || performance.now() < until)
    );
    this.combine(from, this.frameRows);
  }

  private lookAtWord(at: number, open: number): void {
    const first = at * 32 + lowestBit(open);
    const last = at * 32 + 31 - Math.clz32(open);
    this.session.withRows(first, last - first + 1, () => {
      for (let word = open; word !== 0; word &= word - 1) this.lookAtRow(at * 32 + lowestBit(word));
    });
  }

  private lookAtRow(row: number): void {
    let json: Buffer | undefined;
    let frame: JsonObject | undefined;
    let isParsed = false;
    for (const leaf of this.leaves.frames) {
      if (leaf.known.has(row)) continue;
      let hit = leaf.fromColumns(row);
      if (hit === null) {
        json ??= this.session.jsonText(row);
        if (leaf.isRuledOut(json)) hit = false;
        else {
          if (!isParsed) frame = frameOf(json);
          isParsed = true;
          hit = leaf.ofFrame(frame, row);
        }
      }
      leaf.known.add(row);
      if (hit) leaf.bits.add(row);
    }
  }
}

/** Nothing can be said of what stands in a frame that is no strict JSON, or longer than a text can be. */
function frameOf(json: Buffer): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(json.toString('utf8'));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function leastScanned(texts: readonly TextLeaf[], rows: number): TextLeaf | undefined {
  let least: TextLeaf | undefined;
  for (const text of texts) if (text.scannedRows < Math.min(rows, least?.scannedRows ?? rows)) least = text;
  return least;
}
