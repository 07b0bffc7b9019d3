import type { Listing, ListPlace } from '../answer-types';
import { RowFlag } from '../frames/frame-table';
import type { SessionIndex } from '../session/session-index';
import { ListedRows } from './listed-rows';

/** The lists that were asked for last: two panes, and the one before an unfolding. */
const MAX_KEPT = 4;
const EVERYTHING = 'all';

/** The lists of one session: which rows each shows, by how its messages are folded. */
export class Listings {
  private readonly kept = new Map<string, ListedRows>();

  constructor(private readonly index: SessionIndex) {}

  /** The rows of a list; null when it shows every row. */
  rowsOf(listing: Listing): ListedRows | null {
    const key = keyOf(listing);
    if (key === EVERYTHING) return null;
    const found = this.kept.get(key);
    const listed = found ?? new ListedRows(this.index.table, this.messagesOf(listing.open));
    this.kept.delete(key);
    this.kept.set(key, listed);
    for (const old of this.kept.keys()) {
      if (this.kept.size <= MAX_KEPT) break;
      this.kept.delete(old);
    }
    return listed;
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
    const head = this.headOf(row);
    return { position: listed.positionOf(head) + 1, foldedUnder: head + 1, total: listed.total };
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
