/** Bits of a row's flags. */
export enum RowFlag {
  Unparsed = 1 << 0,
  Error = 1 << 1,
  Replay = 1 << 2,
  HasCall = 1 << 3,
  HasResult = 1 << 4,
  OwnTime = 1 << 5,
  Sidechain = 1 << 6,
  InvalidUtf8 = 1 << 7,
  /** An element of a one-array file: its bytes include the brackets and commas around it. */
  InArray = 1 << 8,
  /** A line that was sent to the process, not one of its output. */
  Sent = 1 << 9,
  Diagnostic = 1 << 10,
  /** An API event behind the first one of its message: the list folds it under that. */
  Folded = 1 << 11,
  /** Its time is when it arrived: it states none itself. */
  Arrival = 1 << 12,
}

const SEGMENT_BITS = 15;
const SEGMENT_ROWS = 1 << SEGMENT_BITS;
const SEGMENT_MASK = SEGMENT_ROWS - 1;

/** Times lie up to 49 days after their segment's base; a segment with a wider span keeps them in full. */
const NO_TIME = 0xffffffff;
/** Replays carry earlier times, so the base is a day before the segment's first time. */
const BASE_MARGIN_MS = 86_400_000;

/** Times of a segment's rows, most of them in 32 bits. */
export class TimeColumn {
  private base = Number.NaN;
  private near: Uint32Array | null;
  private full: Float64Array | null = null;

  constructor(private readonly rows: number) {
    this.near = new Uint32Array(rows).fill(NO_TIME);
  }

  get(at: number): number {
    if (this.full !== null) return this.full[at] as number;
    const delta = (this.near as Uint32Array)[at] as number;
    return delta === NO_TIME ? Number.NaN : this.base + delta;
  }

  set(at: number, time: number): void {
    if (this.full !== null) {
      this.full[at] = time;
      return;
    }
    if (Number.isNaN(time)) {
      (this.near as Uint32Array)[at] = NO_TIME;
      return;
    }
    if (Number.isNaN(this.base)) this.base = time - BASE_MARGIN_MS;
    const delta = time - this.base;
    if (delta >= 0 && delta < NO_TIME && Number.isInteger(delta)) (this.near as Uint32Array)[at] = delta;
    else {
      this.full = Float64Array.from({ length: this.rows }, (_, row) => this.get(row));
      this.near = null;
      this.full[at] = time;
    }
  }

  copyTo(larger: TimeColumn): void {
    for (let at = 0; at < this.rows; at++) larger.set(at, this.get(at));
  }
}

/** The first call or result of each row that has any: few rows do. Rows are told by their place in the segment. */
export class FirstBlocks {
  private count = 0;
  private places = new Uint16Array(0);
  private blocks = new Uint32Array(0);

  get(at: number): number {
    const found = this.find(at);
    return found < this.count && this.places[found] === at ? (this.blocks[found] as number) : 0;
  }

  /** Rows have to be added in rising order. */
  add(at: number, block: number): void {
    if (this.count === this.places.length) {
      const room = Math.max(16, this.count * 2);
      const places = new Uint16Array(room);
      places.set(this.places);
      this.places = places;
      const blocks = new Uint32Array(room);
      blocks.set(this.blocks);
      this.blocks = blocks;
    }
    this.places[this.count] = at;
    this.blocks[this.count++] = block;
  }

  private find(at: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const mid = (low + high) >>> 1;
      if ((this.places[mid] as number) < at) low = mid + 1;
      else high = mid;
    }
    return low;
  }
}

/** Columns of up to 32,768 rows: 22 bytes a row, and 6 for each that has calls or results. */
export class Segment {
  /** Offset below 2^32 and its upper 16 bits: files of up to 256 TB. */
  readonly offsetLow: Uint32Array;
  readonly offsetHigh: Uint16Array;
  readonly kind: Uint16Array;
  readonly flags: Uint16Array;
  readonly time: TimeColumn;
  readonly message: Uint32Array;
  /** 16 bits until there are more subagents than that. */
  parent: Uint16Array | Uint32Array;
  firstBlocks = new FirstBlocks();
  readonly uuidHash: Int32Array;
  /** Hash of parentUuid; made when a frame states one, so that streams pay nothing for it. */
  parentUuidHash: Int32Array | null = null;

  constructor(rows: number) {
    this.offsetLow = new Uint32Array(rows);
    this.offsetHigh = new Uint16Array(rows);
    this.kind = new Uint16Array(rows);
    this.flags = new Uint16Array(rows);
    this.time = new TimeColumn(rows);
    this.message = new Uint32Array(rows);
    this.parent = new Uint16Array(rows);
    this.uuidHash = new Int32Array(rows);
  }
}

const COPIED = ['offsetLow', 'offsetHigh', 'kind', 'flags', 'message', 'uuidHash'] as const;

/** Values that change rarely from row to row (line shift, run): kept as (row, value) steps. */
export class Steps {
  private rows: number[] = [];
  private values: number[] = [];
  private last: number;

  constructor(private readonly initial: number) {
    this.last = initial;
  }

  set(row: number, value: number): void {
    if (value === this.last) return;
    this.last = value;
    this.rows.push(row);
    this.values.push(value);
  }

  /** Forgets the steps from this row on. */
  truncate(row: number): void {
    while (this.rows.length > 0 && (this.rows[this.rows.length - 1] as number) >= row) {
      this.rows.pop();
      this.values.pop();
    }
    this.last = this.values.at(-1) ?? this.initial;
  }

  /** Gives the values of the rows [from, to), neighbours with the same one together. */
  each(from: number, to: number, use: (value: number, from: number, to: number) => void): void {
    for (let row = from, step = this.find(from); row < to; step++) {
      const end = Math.min(to, this.rows[step] ?? to);
      if (end > row) use(step === 0 ? this.initial : (this.values[step - 1] as number), row, end);
      row = Math.max(row, end);
    }
  }

  at(row: number): number {
    const low = this.find(row);
    return low === 0 ? this.initial : (this.values[low - 1] as number);
  }

  /** How many steps stand at or before the row. */
  private find(row: number): number {
    let low = 0;
    let high = this.rows.length;
    while (low < high) {
      const mid = (low + high) >>> 1;
      if ((this.rows[mid] as number) <= row) low = mid + 1;
      else high = mid;
    }
    return low;
  }
}

/** Columns of neighbouring rows: row `base + at` stands at `at`. */
export interface RowColumns {
  readonly kind: Uint16Array;
  readonly flags: Uint16Array;
  readonly parent: Uint16Array | Uint32Array;
  readonly message: Uint32Array;
  readonly uuidHash: Int32Array;
}

/**
 * Everything the engine remembers of every row, in typed arrays. Rows tile the file: a row reaches from its
 * offset to the offset of the next, so lengths are not stored and no byte can be lost between two rows.
 */
export class FrameTable {
  rows = 0;
  /** Bytes covered by all rows so far. */
  bytes = 0;
  private readonly segments: Segment[] = [];
  private readonly lineShift = new Steps(1);
  private readonly runOf = new Steps(0);

  /**
   * Appends a row at `offset`, standing on physical line `line` (1-based), and returns its index. `time` is the row's
   * own or inherited time; `parent` is the ordinal + 1 of its parent tool id.
   */
  append(
    offset: number,
    line: number,
    run: number,
    kind: number,
    flags: number,
    time: number,
    parent: number,
    uuidHash: number,
  ): number {
    const row = this.rows++;
    const at = row & SEGMENT_MASK;
    if (at === 0) this.addSegment(row);
    else if (row < SEGMENT_ROWS && at === this.segmentAt(row).kind.length) this.growFirst();
    const s = this.segmentAt(row);
    s.offsetLow[at] = offset >>> 0;
    // Memory that is never written to costs nothing, and most files are shorter than that.
    const high = Math.floor(offset / 0x100000000);
    if (s.offsetHigh[at] !== high) s.offsetHigh[at] = high;
    s.kind[at] = kind;
    s.flags[at] = flags;
    s.time.set(at, time);
    if (parent > 0xffff && s.parent instanceof Uint16Array) s.parent = Uint32Array.from(s.parent);
    s.parent[at] = parent;
    s.uuidHash[at] = uuidHash;
    this.lineShift.set(row, line - row);
    this.runOf.set(row, run);
    return row;
  }

  /** Takes back the rows from this one on, none of which may have a message or blocks. */
  truncate(rows: number): void {
    this.rows = rows;
    this.segments.length = Math.ceil(rows / SEGMENT_ROWS);
    this.lineShift.truncate(rows);
    this.runOf.truncate(rows);
  }

  // The first segment starts small, so that a folder of thousands of short runs stays cheap.
  private addSegment(row: number): void {
    this.segments.push(new Segment(row === 0 ? 256 : SEGMENT_ROWS));
  }

  private growFirst(): void {
    const old = this.segments[0] as Segment;
    const grown = new Segment(Math.min(SEGMENT_ROWS, old.kind.length * 4));
    for (const name of COPIED) grown[name].set(old[name]);
    grown.parent = new (old.parent instanceof Uint16Array ? Uint16Array : Uint32Array)(grown.kind.length);
    grown.parent.set(old.parent);
    grown.firstBlocks = old.firstBlocks;
    old.time.copyTo(grown.time);
    if (old.parentUuidHash !== null) {
      grown.parentUuidHash = new Int32Array(grown.kind.length);
      grown.parentUuidHash.set(old.parentUuidHash);
    }
    this.segments[0] = grown;
  }

  private segmentAt(row: number): Segment {
    return this.segments[row >>> SEGMENT_BITS] as Segment;
  }

  offset(row: number): number {
    if (row >= this.rows) return this.bytes;
    const s = this.segmentAt(row);
    const at = row & SEGMENT_MASK;
    return (s.offsetHigh[at] as number) * 0x100000000 + (s.offsetLow[at] as number);
  }

  /** The row that this byte of the file belongs to. */
  rowAt(offset: number): number {
    let low = 0;
    let high = this.rows - 1;
    while (low < high) {
      const mid = (low + high + 1) >>> 1;
      if (this.offset(mid) <= offset) low = mid;
      else high = mid - 1;
    }
    return low;
  }

  /** Bytes of the row: line end and separators included. */
  length(row: number): number {
    return this.offset(row + 1) - this.offset(row);
  }

  line(row: number): number {
    return row + this.lineShift.at(row);
  }

  run(row: number): number {
    return this.runOf.at(row);
  }

  kind(row: number): number {
    return this.segmentAt(row).kind[row & SEGMENT_MASK] as number;
  }

  flags(row: number): number {
    return this.segmentAt(row).flags[row & SEGMENT_MASK] as number;
  }

  addFlags(row: number, flags: number): void {
    const s = this.segmentAt(row);
    const at = row & SEGMENT_MASK;
    s.flags[at] = (s.flags[at] as number) | flags;
  }

  /** The frame's own time, or the nearest earlier one (see RowFlag.OwnTime); NaN when nothing before states one. */
  time(row: number): number {
    return this.segmentAt(row).time.get(row & SEGMENT_MASK);
  }

  /** Ordinal + 1 of the API message that the row belongs to; 0 is none. */
  message(row: number): number {
    return this.segmentAt(row).message[row & SEGMENT_MASK] as number;
  }

  setMessage(row: number, message: number): void {
    this.segmentAt(row).message[row & SEGMENT_MASK] = message;
  }

  /** Ordinal + 1 of the parent tool id; 0 is the main thread. */
  parent(row: number): number {
    return this.segmentAt(row).parent[row & SEGMENT_MASK] as number;
  }

  /** Ordinal + 1 of the row's first call or result in the link table; 0 is none. */
  firstBlock(row: number): number {
    const s = this.segmentAt(row);
    const at = row & SEGMENT_MASK;
    const hasBlocks = ((s.flags[at] as number) & (RowFlag.HasCall | RowFlag.HasResult)) !== 0;
    return hasBlocks ? s.firstBlocks.get(at) : 0;
  }

  /** Of the last row, which has one of the flags for it. */
  setFirstBlock(row: number, block: number): void {
    this.segmentAt(row).firstBlocks.add(row & SEGMENT_MASK, block);
  }

  uuidHash(row: number): number {
    return this.segmentAt(row).uuidHash[row & SEGMENT_MASK] as number;
  }

  /** 0 when the frame states no parentUuid. */
  parentUuidHash(row: number): number {
    return this.segmentAt(row).parentUuidHash?.[row & SEGMENT_MASK] ?? 0;
  }

  setParentUuidHash(row: number, hash: number): void {
    const s = this.segmentAt(row);
    s.parentUuidHash ??= new Int32Array(s.kind.length);
    s.parentUuidHash[row & SEGMENT_MASK] = hash;
  }

  /** Gives the columns of the rows [from, to), segment by segment: those of rows `base + first` to `base + end` (without it). */
  eachSegment(
    from: number,
    to: number,
    use: (columns: RowColumns, base: number, first: number, end: number) => void,
  ): void {
    for (let row = from; row < to; ) {
      const base = row - (row & SEGMENT_MASK);
      const end = Math.min(to, base + SEGMENT_ROWS);
      use(this.segmentAt(row), base, row - base, end - base);
      row = end;
    }
  }

  /** Gives the run of the rows [from, to), neighbours of the same run together. */
  eachRun(from: number, to: number, use: (run: number, from: number, to: number) => void): void {
    this.runOf.each(from, to, use);
  }

  /** Next row after `from` (or before it, backward) that has one of the flags; -1 when there is none. */
  nextWithFlags(from: number, step: 1 | -1, flags: number): number {
    for (let row = from + step; row >= 0 && row < this.rows; row += step) {
      if ((this.flags(row) & flags) !== 0) return row;
    }
    return -1;
  }
}
