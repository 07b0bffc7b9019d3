import { RowFlag } from '../frames/frame-table';
import type { Changes, RowMatch } from '../matching/row-match';
import { lowestBit, RowRanks } from '../matching/row-ranks';
import { maskBelow, RowSet } from '../matching/row-set';
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
    const { table } = this.index;
    const { words } = this.set;
    const matched = this.match.set.words;
    let first = Number.POSITIVE_INFINITY;
    let lastMessage = 0;
    // A list of millions is made at once: a word of 32 rows at a time, and a message once for all its events.
    table.eachSegment(from, table.rows, ({ flags, message }, base, start, end) => {
      for (let at = (base + start) >>> 5; at <= (base + end - 1) >>> 5; at++) {
        let left = matched[at] ?? 0;
        if (at * 32 < from) left &= ~maskBelow(from & 31);
        let listed = left;
        for (; left !== 0; left &= left - 1) {
          const row = at * 32 + lowestBit(left);
          if (((flags[row - base] as number) & RowFlag.Folded) === 0) continue;
          const own = message[row - base] as number;
          if (!this.folding.open.has(own)) listed &= ~(1 << (row & 31));
          if (own !== lastMessage) first = Math.min(first, this.addHead(own));
          lastMessage = own;
        }
        if (listed !== 0) words[at] = (words[at] as number) | listed;
      }
    });
    return first;
  }

  private addHead(message: number): number {
    const head = this.index.messages.firstEvent(message - 1);
    this.set.add(head);
    return head;
  }
}
