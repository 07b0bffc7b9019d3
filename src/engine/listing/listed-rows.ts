import { type FrameTable, RowFlag } from '../frames/frame-table';

const BLOCK_BITS = 8;
const BLOCK_ROWS = 1 << BLOCK_BITS;

/** The rows of a list and their positions, which count from 0. */
export interface RowPositions {
  readonly total: number;
  isListed(row: number): boolean;
  /** Row at a position; -1 when the list is shorter. */
  rowAt(position: number): number;
  /** The next listed row after `row`, or -1. */
  nextRow(row: number): number;
  /** How many listed rows stand before `row`: its position, if it is listed. */
  positionOf(row: number): number;
  /** Rows from this one on were taken back. */
  truncate(rows: number): void;
}

/**
 * Which rows a list shows, and where: the API events of a message are folded under the first one, unless that message
 * is open. Positions count from 0, like rows. Kept as a count for every 256 rows, so that a list of millions costs
 * kilobytes and finding a position costs microseconds; rows that come later are counted when they are asked for.
 */
export class ListedRows implements RowPositions {
  private counts = new Uint16Array(64);
  /** Listed rows before each block; valid below `summed`. */
  private before = new Uint32Array(64);
  private summed = 0;
  private counted = 0;
  private listed = 0;

  /** `open`: messages (ordinal + 1) whose events are all listed. */
  constructor(
    private readonly table: FrameTable,
    private readonly open: ReadonlySet<number>,
  ) {}

  get total(): number {
    this.count();
    return this.listed;
  }

  isListed(row: number): boolean {
    return (this.table.flags(row) & RowFlag.Folded) === 0 || this.open.has(this.table.message(row));
  }

  /** Row at a position; -1 when the list is shorter. */
  rowAt(position: number): number {
    if (position < 0 || position >= this.total) return -1;
    let low = 0;
    let high = (this.counted - 1) >>> BLOCK_BITS;
    while (low < high) {
      const mid = (low + high + 1) >>> 1;
      if ((this.before[mid] as number) <= position) low = mid;
      else high = mid - 1;
    }
    let row = low << BLOCK_BITS;
    for (let left = position - (this.before[low] as number); ; row++) {
      if (!this.isListed(row)) continue;
      if (left-- === 0) return row;
    }
  }

  /** The next listed row after `row`, or -1. */
  nextRow(row: number): number {
    this.count();
    for (let at = row + 1; at < this.counted; at++) {
      if ((at & (BLOCK_ROWS - 1)) === 0 && this.counts[at >>> BLOCK_BITS] === 0) at += BLOCK_ROWS - 1;
      else if (this.isListed(at)) return at;
    }
    return -1;
  }

  /** How many listed rows stand before `row`: its position, if it is listed. */
  positionOf(row: number): number {
    this.count();
    const block = row >>> BLOCK_BITS;
    let position = this.before[block] as number;
    for (let at = block << BLOCK_BITS; at < row; at++) if (this.isListed(at)) position++;
    return position;
  }

  /** Rows from this one on were taken back; all of them were listed. */
  truncate(rows: number): void {
    while (this.counted > rows) {
      const block = --this.counted >>> BLOCK_BITS;
      this.counts[block] = (this.counts[block] as number) - 1;
      this.listed--;
    }
    this.summed = Math.min(this.summed, Math.ceil(rows / BLOCK_ROWS));
  }

  private count(): void {
    const { rows } = this.table;
    if (rows === this.counted) return;
    const blocks = ((rows - 1) >>> BLOCK_BITS) + 1;
    if (blocks > this.counts.length) this.grow(blocks);
    for (let row = this.counted; row < rows; row++) {
      if (!this.isListed(row)) continue;
      const block = row >>> BLOCK_BITS;
      this.counts[block] = (this.counts[block] as number) + 1;
      this.listed++;
    }
    this.counted = rows;
    for (let block = this.summed; block < blocks; block++) {
      const last = block - 1;
      this.before[block] = last < 0 ? 0 : (this.before[last] as number) + (this.counts[last] as number);
    }
    // The last block may still grow, but what stands before it does not.
    this.summed = blocks;
  }

  private grow(blocks: number): void {
    const size = Math.max(blocks, this.counts.length * 2);
    const counts = new Uint16Array(size);
    counts.set(this.counts);
    this.counts = counts;
    const before = new Uint32Array(size);
    before.set(this.before);
    this.before = before;
  }
}
