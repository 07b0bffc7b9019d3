const FIRST = 64;

/** A list of row numbers that only grows: 4 bytes each, so that a million of them may be remembered. */
export class RowNumbers {
  length = 0;
  private rows = new Uint32Array(FIRST);

  push(row: number): void {
    if (this.length === this.rows.length) {
      const larger = new Uint32Array(this.rows.length * 2);
      larger.set(this.rows);
      this.rows = larger;
    }
    this.rows[this.length++] = row;
  }

  /** Takes back the rows from this one on; rows have to be in rising order. */
  truncate(row: number): void {
    while (this.length > 0 && this.at(this.length - 1) >= row) this.length--;
  }

  at(index: number): number {
    return this.rows[index] as number;
  }

  /** Whether the row is in the list. Rows have to be added in rising order. */
  has(row: number): boolean {
    return this.find(row) >= 0;
  }

  /** Place of the row in the list, or -1. */
  find(row: number): number {
    const at = this.firstFrom(row);
    return at < this.length && this.at(at) === row ? at : -1;
  }

  /** Place of the first row that is this one or comes after it; the length of the list when there is none. */
  firstFrom(row: number): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const mid = (low + high) >>> 1;
      if (this.at(mid) < row) low = mid + 1;
      else high = mid;
    }
    return low;
  }
}
