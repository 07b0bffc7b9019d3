import type { Session } from '../session/session';
import type { EventKinds } from './joined/api-event';

const PIECE_BYTES = 1024 * 1024;
/** Bytes of rows that nobody wants are read along when they are this few. */
const GAP_BYTES = 64 * 1024;
/** Rows that are passed over in one step. */
const MAX_PASSED = 100_000;
/** Rows of a message that are asked for whether anybody wants them; a longer one is looked at. */
const MAX_ASKED = 4096;

/** The bytes that are looked at next, as offsets of all parts put together. */
export interface Piece {
  /** What is looked at: places in [start, end), with the bytes of [low, high) around them. */
  low: number;
  start: number;
  end: number;
  high: number;
  /** The row that `start` is in, and the first row that is not whole when the piece was looked at. */
  row: number;
  endRow: number;
  /** The rows are of a file that is no UTF-8. */
  utf16: boolean;
}

/**
 * Cuts the bytes that a search has to look at into pieces of about 1 MB, which end where rows end but for very long rows,
 * and reads them. Rows that nobody wants are left out, except for the events of a message of which some are wanted.
 */
export class SearchPieces {
  /** Rows below it are looked at. */
  row = 0;
  stopped: string | null = null;
  /** Within a row that is longer than a piece: where it goes on. */
  private offset = 0;
  private readonly isMessageWanted = new Map<number, boolean>();

  /** `reach`: how far from a place the text that it belongs to may begin or end. */
  constructor(
    private readonly session: Session,
    private readonly events: EventKinds,
    private readonly wanted: ((row: number) => boolean) | null,
    private readonly reach: number,
    private readonly pieceBytes = PIECE_BYTES,
  ) {}

  get hasMore(): boolean {
    return this.stopped === null && this.row < this.session.index.table.rows;
  }

  truncate(rows: number): void {
    if (this.row < rows) return;
    this.row = rows;
    this.offset = 0;
    this.isMessageWanted.clear();
  }

  /** The next piece; null when there is none now, or rows were passed over. */
  next(): Piece | null {
    const { table } = this.session.index;
    if (this.stopped !== null) return null;
    const limit = Math.min(table.rows, this.row + MAX_PASSED);
    while (this.row < limit && this.isLeftOut(this.row)) {
      this.row++;
      this.offset = 0;
    }
    if (this.row >= limit) return null;
    const { row } = this;
    const utf16 = this.hasUtf16 && this.session.encodingOf(row) !== 'utf-8';
    const rowFrom = table.offset(row);
    const start = Math.max(rowFrom, this.offset);
    const endRow = this.endRow(row, start + this.pieceBytes);
    if (endRow > row + 1 || utf16 || table.offset(row + 1) - start <= this.pieceBytes) {
      const end = table.offset(endRow);
      return { low: Math.max(rowFrom, start - this.reach), start, end, high: end, row, endRow, utf16 };
    }
    const end = start + this.pieceBytes;
    return {
      low: Math.max(rowFrom, start - this.reach),
      start,
      end,
      high: Math.min(table.offset(row + 1), end + this.reach),
      row,
      endRow: row,
      utf16,
    };
  }

  private get hasUtf16(): boolean {
    return this.session.parts.files.some(({ indexing }) => (indexing?.encoding ?? 'utf-8') !== 'utf-8');
  }

  /** The row before which the piece ends that begins in `row`, so that it is not longer than up to `limit`. */
  private endRow(row: number, limit: number): number {
    const { table } = this.session.index;
    const { parts } = this.session;
    const lastRow = this.hasUtf16 ? (parts.list[parts.ofRow(row) + 1]?.firstRow ?? table.rows) : table.rows;
    if (this.wanted === null) {
      const fits = table.offset(table.rows) <= limit ? table.rows : table.rowAt(limit);
      return Math.max(row + 1, Math.min(fits, lastRow));
    }
    let end = row + 1;
    for (let at = end; at < lastRow && table.offset(at + 1) <= limit; at++) {
      if (!this.isLeftOut(at)) end = at + 1;
      else if (table.offset(at + 1) - table.offset(end) > GAP_BYTES) break;
    }
    return end;
  }

  /** Whether nothing of the row has to be looked at. */
  isLeftOut(row: number): boolean {
    const { wanted } = this;
    if (wanted === null || wanted(row)) return false;
    const { table, messages } = this.session.index;
    if (!this.events.has(table.kind(row))) return true;
    const message = table.message(row);
    if (message === 0 || messages.firstEvent(message - 1) < 0) return true;
    if (messages.isUnended(message - 1)) return false;
    let found = this.isMessageWanted.get(message);
    if (found === undefined) {
      found = this.askForMessage(message);
      this.isMessageWanted.set(message, found);
    }
    return !found;
  }

  private askForMessage(message: number): boolean {
    const { table, messages } = this.session.index;
    const first = messages.firstEvent(message - 1);
    const last = messages.lastRow(message - 1);
    if (last - first > MAX_ASKED) return true;
    for (let row = first; row <= last; row++) {
      if (table.message(row) === message && this.wanted?.(row)) return true;
    }
    return false;
  }

  /**
   * Reads the bytes of a piece. When its file no longer has all of them, what is gone is passed over; of the file that
   * was opened, the search ends. Returns false when nothing of the piece is left.
   */
  read(piece: Piece, window: Buffer): boolean {
    const got = this.session.rawRange(piece.low, window.subarray(0, piece.high - piece.low));
    if (got === piece.high - piece.low) return true;
    const { table } = this.session.index;
    const { parts } = this.session;
    const lost = Math.max(piece.row, table.rowAt(piece.low + got));
    const file = this.session.fileOf(lost);
    if (file === parts.main) {
      const { name } = this.session;
      this.stopped = `The bytes of frame ${lost + 1} are gone: ${name} changed after it was read.`;
    }
    piece.endRow = lost;
    piece.end = table.offset(lost);
    piece.high = piece.end;
    if (lost > piece.row) return true;
    this.row = parts.list[parts.ofRow(lost) + 1]?.firstRow ?? table.rows;
    this.offset = 0;
    return false;
  }

  /** The piece was looked at; `hit`: the last row that needs no further look, -1 for none. */
  done(piece: Piece, hit: number): void {
    const isDecided = hit >= piece.endRow;
    this.row = isDecided ? hit + 1 : piece.endRow;
    this.offset = piece.endRow === piece.row && !isDecided ? piece.end : 0;
  }
}
