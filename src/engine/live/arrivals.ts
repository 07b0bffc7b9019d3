const FIRST = 256;

/**
 * When the bytes of a file came: for each batch its end and its time. Bytes before the first batch, and those that came
 * while nobody looked, have no time. Kept in typed arrays, 16 bytes a batch.
 */
export class Arrivals {
  length = 0;
  private ends = new Float64Array(FIRST);
  private times = new Float64Array(FIRST);
  /** Bytes before this offset came before the first batch. */
  private readonly from: number;
  private cursor = 0;

  /** `from`: where the first batch begins. */
  constructor(from: number) {
    this.from = from;
  }

  /** Where the last batch ends. */
  get end(): number {
    return this.length === 0 ? this.from : (this.ends[this.length - 1] as number);
  }

  /** The bytes from the end of the last batch to `end` came at `time`; NaN: nobody knows when. */
  add(end: number, time: number): void {
    if (end <= this.end) return;
    if (this.length === this.ends.length) {
      this.ends = larger(this.ends);
      this.times = larger(this.times);
    }
    this.ends[this.length] = end;
    this.times[this.length] = time;
    this.length++;
  }

  /**
   * When the byte before `offset` came, in milliseconds since the Unix epoch; NaN when that is not known. Fast for
   * offsets in rising order.
   */
  at(offset: number): number {
    if (offset <= this.from || offset > this.end) return Number.NaN;
    if (
      this.cursor >= this.length ||
      offset > this.endOf(this.cursor) ||
      offset <= this.endOf(this.cursor - 1)
    )
      this.cursor = this.find(offset);
    return this.times[this.cursor] as number;
  }

  private endOf(batch: number): number {
    return batch < 0 ? this.from : (this.ends[batch] as number);
  }

  /** The first batch that ends at or after the offset: mostly the next one. */
  private find(offset: number): number {
    const next = this.cursor + 1;
    if (next < this.length && offset > this.endOf(this.cursor) && offset <= this.endOf(next)) return next;
    let low = 0;
    let high = this.length - 1;
    while (low < high) {
      const mid = (low + high) >>> 1;
      if ((this.ends[mid] as number) < offset) low = mid + 1;
      else high = mid;
    }
    return low;
  }
}

function larger(column: Float64Array): Float64Array<ArrayBuffer> {
  const grown = new Float64Array(column.length * 2);
  grown.set(column);
  return grown;
}
