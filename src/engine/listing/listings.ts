import type { Listing, ListPlace } from '../answer-types';
import { RowFlag } from '../frames/frame-table';
import type { RowMatch } from '../matching/row-match';
import type { SessionMatches } from '../matching/session-matches';
import type { SessionIndex } from '../session/session-index';
import { FilteredRows } from './filtered-rows';
import { ListedRows, type RowPositions } from './listed-rows';

/** The lists that were asked for last: two panes and what is marked in them, and the ones before an unfolding. */
const MAX_KEPT = 6;
const EVERYTHING = 'all';

/** The lists of one session: which rows each shows, by how its messages are folded. */
export class Listings {
  private readonly kept = new Map<string, ListedRows | FilteredRows>();

  constructor(
    private readonly index: SessionIndex,
    private readonly matches: SessionMatches,
  ) {}

  /** The rows of a list; null when it shows every row. Throws FilterError. */
  rowsOf(listing: Listing): RowPositions | null {
    const match = this.filterOf(listing);
    if (match !== null) return this.matchedRows(listing, match);
    const key = keyOf(listing);
    if (key === EVERYTHING) return null;
    return this.keep(key, () => new ListedRows(this.index.table, this.messagesOf(listing.open)));
  }

  /** The rows of a list, folded as it says, that would be there if it had this filter. */
  matchedRows(listing: Listing, match: RowMatch): FilteredRows {
    const { unfolded } = listing;
    return this.keep(
      `${keyOf(listing)} of ${match.id}`,
      () => new FilteredRows(this.index, match, { unfolded, open: this.messagesOf(listing.open) }),
    );
  }

  /** What the filter of a list finds; null when it has none. Throws FilterError. */
  filterOf({ filter }: Listing): RowMatch | null {
    return filter === undefined || filter.trim() === '' ? null : this.matches.of(filter);
  }

  private keep<T extends ListedRows | FilteredRows>(key: string, make: () => T): T {
    // Each kind of list has keys of its own.
    const listed = (this.kept.get(key) as T | undefined) ?? make();
    this.kept.delete(key);
    this.kept.set(key, listed);
    for (const old of this.kept.keys()) {
      if (this.kept.size <= MAX_KEPT) break;
      this.forget(old);
    }
    return listed;
  }

  private forget(key: string): void {
    const listed = this.kept.get(key);
    if (listed instanceof FilteredRows) listed.close();
    this.kept.delete(key);
  }

  /** Rows from this one on were taken back; none of them was folded. */
  truncate(rows: number): void {
    for (const listed of this.kept.values()) listed.truncate(rows);
  }

  /** Where frame `frame` stands in a list, or where the frame stands that it is folded under. */
  place(frame: number, listing: Listing): ListPlace {
    const { table } = this.index;
    const listed = this.rowsOf(listing);
    const row = frame - 1;
    if (listed === null) return { position: frame, foldedUnder: null, total: table.rows };
    if (listed.isListed(row))
      return { position: listed.positionOf(row) + 1, foldedUnder: null, total: listed.total };
    if (this.filterOf(listing) !== null) return this.filteredPlace(row, listed);
    const head = this.headOf(row);
    return { position: listed.positionOf(head) + 1, foldedUnder: head + 1, total: listed.total };
  }

  /** Where a row stands that is not in a list with a filter itself: under its head, or nowhere. */
  private filteredPlace(row: number, listed: RowPositions): ListPlace {
    const isFolded = (this.index.table.flags(row) & RowFlag.Folded) !== 0;
    const head = isFolded ? this.headOf(row) : -1;
    const { total } = listed;
    if (head >= 0 && listed.isListed(head))
      return { position: listed.positionOf(head) + 1, foldedUnder: head + 1, total, hidden: true };
    return { position: listed.positionOf(row), foldedUnder: null, total, hidden: true };
  }

  /** The row that a folded row is folded under. */
  private headOf(row: number): number {
    return this.index.messages.firstEvent(this.index.table.message(row) - 1);
  }

  private messagesOf(frames: readonly number[]): Set<number> {
    const { table } = this.index;
    const messages = new Set<number>();
    for (const frame of frames) if (frame <= table.rows) messages.add(this.foldMessage(frame - 1));
    messages.delete(0);
    return messages;
  }

  /** The message (or series, ordinal + 1) whose events a row folds with; 0 is none. */
  private foldMessage(row: number): number {
    return this.index.sideRows.seriesUnder(row) || this.index.table.message(row);
  }

  /** How a row takes part in folding. */
  foldOf(row: number, listing: Listing): { events: number; fold: 'none' | 'closed' | 'open' | 'inside' } {
    const { table, messages } = this.index;
    const message = this.foldMessage(row);
    if (message === 0 || listing.unfolded) return { events: 0, fold: 'none' };
    if ((table.flags(row) & RowFlag.Folded) !== 0) return { events: 0, fold: 'inside' };
    const events = messages.firstEvent(message - 1) === row ? messages.eventCount(message - 1) : 0;
    if (events < 2) return { events, fold: 'none' };
    const open = listing.open.some((frame) => frame <= table.rows && this.foldMessage(frame - 1) === message);
    return { events, fold: open ? 'open' : 'closed' };
  }
}

function keyOf(listing: Listing): string {
  return listing.unfolded ? EVERYTHING : [...new Set(listing.open)].sort((a, b) => a - b).join(' ');
}
