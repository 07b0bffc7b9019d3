import { RowFlag } from '../frames/frame-table';
import { LinkFlag } from '../links/link-table';
import type { Session } from '../session/session';
import type { AxisPlaces } from './axis-places';
import { RowLanes, TOOLS_LANE } from './row-lanes';
import { BinMemory, SparseBins } from './sparse-bins';

/**
 * Bins are as fine as this many chunks allow, 4 MB, and a few more for each lane: some 65,536 bins over an axis that is
 * filled evenly, and finer ones where long stretches are empty. What is finer is counted from the rows themselves.
 */
const MAX_CHUNKS = 32_768;
const CHUNKS_A_SERIES = 2;
/** Rows of a block, of which the first and the last time are kept. */
const BLOCK_BITS = 10;
export const BLOCK_ROWS = 1 << BLOCK_BITS;

/** What is counted beside the families of a lane. */
export const ERRORS = 15;
const SERIES_A_LANE = 16;

/** The whole frame of a streamed call comes soon behind its events: so many of the last calls and results are looked at again. */
const MAX_STREAMED = 1024;

/** Rows and calls that are looked at before requests are answered: about a millisecond. */
const SLICE_ROWS = 20_000;

/** Counts of all lanes along one axis, in bins that double their width when the axis outgrows them. Grows with the session. */
export class LaneCounts {
  readonly lanes: RowLanes;
  /** Rows and records of calls that are counted. */
  rows = 0;
  records = 0;
  /** Of a bin, on the axis. */
  width = 1;
  from = Number.POSITIVE_INFINITY;
  to = Number.NEGATIVE_INFINITY;
  /** Rows by where their time comes from. */
  readonly times = { own: 0, arrival: 0, inherited: 0, none: 0 };
  /** Rows and errors of each lane, calls and failed ones of the tools. */
  readonly events: number[] = [];
  readonly errors: number[] = [];
  private readonly memory = new BinMemory();
  /** All rows, on any lane, and those without a time of their own. */
  readonly all = new SparseBins(this.memory);
  readonly inferred = new SparseBins(this.memory);
  private readonly series = new Map<number, SparseBins>();
  /** Counted records of streamed blocks, which the whole frame takes the place of. */
  private streamed: number[] = [];
  private blockFrom = new Float64Array(64);
  private blockTo = new Float64Array(64);

  constructor(
    private readonly session: Session,
    readonly places: AxisPlaces,
  ) {
    this.lanes = new RowLanes(session);
  }

  /** Counts what came since. Returns false when there is more to count. */
  step(): boolean {
    const { table, links } = this.session.index;
    this.takeBackStreamed();
    const rows = Math.min(table.rows, this.rows + SLICE_ROWS);
    // Without any time there is no place for a row yet.
    if (this.rows < rows && Number.isNaN(this.places.of(rows - 1))) return true;
    for (; this.rows < rows; this.rows++) this.addRow(this.rows);
    const records = Math.min(links.count, this.records + SLICE_ROWS);
    for (; this.records < records; this.records++) {
      // A record of a row that is not counted yet is counted with it.
      if (links.row(this.records) >= this.rows) break;
      this.addRecord(this.records);
    }
    return this.rows === table.rows && this.records === links.count;
  }

  private addRow(row: number): void {
    const { table } = this.session.index;
    const place = this.places.of(row);
    const flags = table.flags(row);
    const lane = this.lanes.laneOf(row);
    const bin = this.binOf(place);
    this.addToBlock(row, place);
    this.all.add(bin);
    this.seriesOf(lane, this.lanes.familyOf(row)).add(bin);
    this.events[lane] = (this.events[lane] ?? 0) + 1;
    if ((flags & RowFlag.Error) !== 0) {
      this.seriesOf(lane, ERRORS).add(bin);
      this.errors[lane] = (this.errors[lane] ?? 0) + 1;
    }
    if ((flags & RowFlag.OwnTime) !== 0) this.times.own++;
    else if ((flags & RowFlag.Arrival) !== 0) this.times.arrival++;
    else if (Number.isNaN(table.time(row)) && Number.isNaN(this.session.index.firstTime)) this.times.none++;
    else this.times.inherited++;
    if (this.places.isInferred(row)) this.inferred.add(bin);
  }

  private addRecord(record: number): void {
    const flags = this.session.index.links.flags(record);
    if ((flags & LinkFlag.Repeat) !== 0) return;
    this.countRecord(record, 1);
    if ((flags & LinkFlag.Delta) === 0) return;
    this.streamed.push(record);
    if (this.streamed.length >= MAX_STREAMED * 2) this.streamed = this.streamed.slice(-MAX_STREAMED);
  }

  private takeBackStreamed(): void {
    const { links } = this.session.index;
    this.streamed = this.streamed.filter((record) => {
      const isRepeat = (links.flags(record) & LinkFlag.Repeat) !== 0;
      if (isRepeat) this.countRecord(record, -1);
      return !isRepeat;
    });
  }

  /** A call is counted where it stands, a failure where its result does. */
  private countRecord(record: number, by: 1 | -1): void {
    const { links } = this.session.index;
    const flags = links.flags(record);
    const isResult = (flags & LinkFlag.Result) !== 0;
    if (isResult && (flags & LinkFlag.Error) === 0) return;
    const row = links.row(record);
    const bin = this.binOf(this.places.of(row));
    const of = isResult ? this.errors : this.events;
    this.seriesOf(TOOLS_LANE, isResult ? ERRORS : this.lanes.familyOf(row)).add(bin, by);
    of[TOOLS_LANE] = (of[TOOLS_LANE] ?? 0) + by;
  }

  private binOf(place: number): number {
    if (place < this.from) this.from = place;
    if (place > this.to) this.to = place;
    while (this.memory.chunks > MAX_CHUNKS + this.series.size * CHUNKS_A_SERIES) {
      this.width *= 2;
      for (const bins of [this.all, this.inferred, ...this.series.values()]) bins.halve();
    }
    return Math.floor(place / this.width);
  }

  private addToBlock(row: number, place: number): void {
    const block = row >>> BLOCK_BITS;
    if (block === this.blockFrom.length) {
      this.blockFrom = doubled(this.blockFrom);
      this.blockTo = doubled(this.blockTo);
    }
    const isFirst = (row & (BLOCK_ROWS - 1)) === 0;
    if (isFirst || place < (this.blockFrom[block] as number)) this.blockFrom[block] = place;
    if (isFirst || place > (this.blockTo[block] as number)) this.blockTo[block] = place;
  }

  private seriesOf(lane: number, which: number): SparseBins {
    const key = lane * SERIES_A_LANE + which;
    let bins = this.series.get(key);
    if (bins === undefined) {
      bins = new SparseBins(this.memory);
      this.series.set(key, bins);
    }
    return bins;
  }

  /** What is counted of a lane under one number: a family, or ERRORS; undefined when nothing is. */
  counted(lane: number, which: number): SparseBins | undefined {
    return this.series.get(lane * SERIES_A_LANE + which);
  }

  /** How many rows have to be looked at to find those that stand in [from, to). */
  rowsAround(from: number, to: number): number {
    let rows = 0;
    for (let block = 0; block << BLOCK_BITS < this.rows; block++)
      if (this.touches(block, from, to)) rows += Math.min(BLOCK_ROWS, this.rows - (block << BLOCK_BITS));
    return rows;
  }

  /**
   * Calls back for every row that stands in [from, to), in the order of the file, until one returns false. Looks at the
   * rows from `first` to before `last`, which are whole blocks. Returns how many rows it looked at.
   */
  forEachRow(
    from: number,
    to: number,
    use: (row: number, place: number) => boolean,
    first = 0,
    last = this.rows,
  ): number {
    let seen = 0;
    for (let block = first >>> BLOCK_BITS; block << BLOCK_BITS < Math.min(last, this.rows); block++) {
      if (!this.touches(block, from, to)) continue;
      const end = Math.min((block + 1) << BLOCK_BITS, this.rows);
      seen += end - (block << BLOCK_BITS);
      for (let row = block << BLOCK_BITS; row < end; row++) {
        const place = this.places.of(row);
        if (place >= from && place < to && !use(row, place)) return seen;
      }
    }
    return seen;
  }

  private touches(block: number, from: number, to: number): boolean {
    return (this.blockFrom[block] as number) < to && (this.blockTo[block] as number) >= from;
  }
}

function doubled(column: Float64Array): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(column.length * 2);
  larger.set(column);
  return larger;
}
