import type { JsonObject } from '../../../protocol/json-values';
import { RowSet } from '../row-set';

/** A term of an expression on one session: which rows it is true of, as far as that is known. */
export abstract class Leaf {
  readonly bits = new RowSet();
}

/** A term that the columns of the index decide. */
export abstract class ColumnLeaf extends Leaf {
  /** Rows that are decided. */
  rows = 0;

  /**
   * Decides the rows below this one, and anew those that are no longer what they were. Returns the first row that may
   * have changed. `total`: rows of the session, so that what is cheaper for all at once can be.
   */
  abstract update(rows: number, total: number): number;

  /** Rows from this one on were taken back. */
  truncate(rows: number): void {
    this.bits.truncate(rows);
    this.rows = Math.min(this.rows, rows);
  }
}

/** A term whose rows, once decided, stay what they are, the last one excepted: it may still grow. */
export abstract class RowLeaf extends ColumnLeaf {
  update(rows: number): number {
    const from = this.hasChanged() ? 0 : Math.max(0, this.rows - 1);
    if (from >= rows) return rows;
    this.bits.reserve(rows);
    this.bits.truncate(from);
    this.decide(from, rows);
    this.rows = rows;
    return from;
  }

  /** Something was learned that makes every row another one. */
  protected hasChanged(): boolean {
    return false;
  }

  /** Adds those of the rows [from, to) that it is true of. */
  protected abstract decide(from: number, to: number): void;
}

/** A term that is decided anew as a whole when what it depends on has changed: links that later rows may form. */
export abstract class TableLeaf extends ColumnLeaf {
  private state: unknown = undefined;
  private isKnown = false;
  /** Rows that were there when all were decided. */
  private decided = 0;
  private readonly former = new RowSet();

  /** What it depends on is no longer what it was. */
  get isStale(): boolean {
    return !this.isKnown || this.stateNow() !== this.state;
  }

  update(rows: number, total: number): number {
    const before = this.rows;
    this.rows = rows;
    if (!this.isStale && rows <= this.decided) return before;
    this.state = this.stateNow();
    this.isKnown = true;
    this.decided = total;
    const { former, bits } = this;
    bits.reserve(total);
    former.reserve(bits.words.length * 32);
    former.words.set(bits.words);
    bits.words.fill(0);
    this.decideAll(total);
    const words = (before + 31) >>> 5;
    for (let at = 0; at < words; at++)
      if (former.words[at] !== bits.words[at]) return Math.min(at * 32, before);
    return before;
  }

  override truncate(rows: number): void {
    super.truncate(rows);
    this.isKnown = false;
    this.decided = 0;
  }

  /** The same as before as long as no row has become another one. */
  protected abstract stateNow(): unknown;

  /** Adds the rows below this one that it is true of. */
  protected abstract decideAll(rows: number): void;
}

/** A term that needs the parsed frame where columns do not decide. */
export abstract class FrameLeaf extends Leaf {
  /** Rows that are decided. */
  readonly known = new RowSet();

  /** What the columns say of a row; null when its frame has to be looked at. */
  abstract fromColumns(row: number): boolean | null;

  /** Whether the bytes of a frame show that it is not true of it, so that the frame need not be parsed. */
  isRuledOut(_json: Buffer): boolean {
    return false;
  }

  /** Whether it is true of a frame. Pieces that are no JSON object are told as undefined. */
  abstract ofFrame(frame: JsonObject | undefined, row: number): boolean;

  truncate(rows: number): void {
    this.bits.truncate(rows);
    this.known.truncate(rows);
  }
}
