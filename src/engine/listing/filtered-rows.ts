import { RowFlag } from '../frames/frame-table';
import type { Changes, RowMatch } from '../matching/row-match';
import { RowRanks } from '../matching/row-ranks';
import { RowSet } from '../matching/row-set';
import type { SessionIndex } from '../session/session-index';
import type { RowPositions } from './listed-rows';

/** How a list folds. */
export interface Folding {
  /** Nothing is folded. */
  unfolded: boolean;
  /** Messages (ordinal + 1) that are open. */
  open: ReadonlySet<number>;
}

/**
 * The rows of a list with a filter: those that match. A row that others are folded under is there when it or any of them
 * matches; of an open message only the events that match stand below it.
 */
export class FilteredRows implements RowPositions {
  private readonly set: RowSet;
  private readonly ranks: RowRanks;
  private readonly changes: Changes;

  constructor(
    private readonly index: SessionIndex,
    readonly match: RowMatch,
    private readonly folding: Folding,
  ) {
    this.changes = match.watch();
    this.set = folding.unfolded ? match.set : new RowSet();
    this.ranks = new RowRanks(this.set);
  }

  get total(): number {
    this.update();
    return this.ranks.total;
  }

  isListed(row: number): boolean {
    this.update();
    return this.set.has(row);
  }

  rowAt(position: number): number {
    this.update();
    return this.ranks.rowAt(position);
  }

  nextRow(row: number): number {
    return this.rowAt(this.positionOf(row + 1));
  }

  positionOf(row: number): number {
    this.update();
    return this.ranks.rankOf(row);
  }

  /** The match is told itself. */
  truncate(): void {}

  /** The list is no longer asked for. */
  close(): void {
    this.match.unwatch(this.changes);
  }

  private update(): void {
    const { changes, set } = this;
    if (changes.from === Number.POSITIVE_INFINITY) return;
    const { rows } = this.index.table;
    let first = changes.from;
    if (!this.folding.unfolded) {
      // Whether a row is still there may depend on any of those folded under it.
      if (changes.removed) first = 0;
      set.reserve(rows);
      set.truncate(first);
      first = Math.min(first, this.addFrom(first));
    }
    this.ranks.update(first, rows);
    changes.from = Number.POSITIVE_INFINITY;
    changes.removed = false;
  }

  /** Adds what the rows that match from this one on bring into the list. Returns the first row of it. */
  private addFrom(from: number): number {
    const { table, messages } = this.index;
    const { open } = this.folding;
    const { set } = this;
    let first = Number.POSITIVE_INFINITY;
    for (const row of this.match.rowsFrom(from)) {
      let listed = row;
      if ((table.flags(row) & RowFlag.Folded) !== 0) {
        const message = table.message(row);
        if (open.has(message)) set.add(row);
        listed = messages.firstEvent(message - 1);
      }
      set.add(listed);
      if (listed < first) first = listed;
    }
    return first;
  }
}
