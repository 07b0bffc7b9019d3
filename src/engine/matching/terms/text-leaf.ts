import type { TextTerm } from '../../../protocol/filter/filter-ast';
import { createTextSearch, type TextSearch } from '../../search/text-search';
import type { Session } from '../../session/session';
import { RowSet } from '../row-set';
import { Leaf } from './leaf';

/** A text or a regular expression: a search goes through the bytes of the rows that nothing else decides. */
export class TextLeaf extends Leaf {
  /** Rows that are decided. */
  readonly known = new RowSet();
  /** Rows that the search left out, because other terms decided them. */
  private readonly leftOut = new RowSet();
  private readonly search: TextSearch;
  private scanned = 0;
  private firstHit = Number.POSITIVE_INFINITY;
  /** Rows of the session when the search came to their end. */
  private endedAt = -1;

  /** `wanted`: whether it matters for this row. */
  constructor(
    private readonly session: Session,
    term: TextTerm,
    wanted: (row: number) => boolean,
  ) {
    super();
    const { kind, text, caseSensitive, flags } = term;
    const onRow = (row: number) => {
      this.bits.reserve(row + 1);
      this.bits.add(row);
      this.firstHit = Math.min(this.firstHit, row);
    };
    const isWanted = (row: number) => {
      // Decided by this search before: it stays so, but for a text of deltas that ends in a later row.
      if (this.known.has(row))
        return !this.bits.has(row) && (row < this.scanned || session.index.table.message(row) !== 0);
      this.leftOut.reserve(row + 1);
      if (wanted(row)) {
        this.leftOut.remove(row);
        return true;
      }
      this.leftOut.add(row);
      return false;
    };
    const pattern = { kind, text, caseSensitive, ...(flags !== '' && { flags }) };
    this.search = createTextSearch(session, pattern, onRow, isWanted);
  }

  /** Rows that were looked at. A search may keep the last ones in mind because of what may follow them. */
  get scannedRows(): number {
    return Math.max(this.endedAt, this.search.scannedRows);
  }

  get stopped(): string | null {
    return this.search.stopped;
  }

  /** Looks at the next piece. Returns the first row that may have become another one. */
  step(): number {
    this.endedAt = this.search.step() ? -1 : this.session.index.table.rows;
    const from = Math.min(this.scanned, this.firstHit);
    this.firstHit = Number.POSITIVE_INFINITY;
    const to = this.scannedRows;
    this.known.reserve(to);
    this.leftOut.reserve(to);
    this.known.addRange(this.scanned, to);
    for (let at = this.scanned >>> 5; at < (to + 31) >>> 5; at++)
      this.known.words[at] = (this.known.words[at] as number) & ~(this.leftOut.words[at] as number);
    this.scanned = to;
    return from;
  }

  /** Rows from this one on have to be looked at (again): some matter that did not before. */
  goBack(row: number): void {
    if (row >= this.scanned) return;
    this.endedAt = -1;
    this.search.truncate(row);
    this.scanned = Math.min(this.scanned, row, this.search.scannedRows);
  }

  truncate(rows: number): void {
    this.bits.truncate(rows);
    this.known.truncate(rows);
    this.leftOut.truncate(rows);
    this.endedAt = -1;
    this.search.truncate(rows);
    this.scanned = Math.min(this.scanned, rows, this.search.scannedRows);
  }
}
