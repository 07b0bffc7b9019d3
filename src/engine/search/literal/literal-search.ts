import { RowFlag } from '../../frames/frame-table';
import type { Session } from '../../session/session';
import { EventKinds } from '../joined/api-event';
import { JoinedLiteral } from '../joined/joined-literal';
import { withoutLineEnd } from '../line-end';
import { SearchPieces } from '../search-pieces';
import type { TextSearch } from '../text-search';
import { needleOf } from './needle';
import { MAX_UNIT_BYTES, TextScanner } from './text-scanner';

/** What a literal search tells of. */
export interface LiteralHits {
  onRow(row: number): void;
  /** A message whose joined text has the literal. */
  onMessage?(message: number): void;
}

/**
 * Finds a literal in all forms in the rows' bytes, and in what the deltas of one block say together. Bytes are read in
 * pieces; a place is mapped to its row by going along the rows of the piece.
 */
export class LiteralSearch implements TextSearch {
  private readonly scanner: TextScanner;
  private readonly pieces: SearchPieces;
  private readonly joined: JoinedLiteral;
  private readonly events: EventKinds;
  /** Events of rows below it are fed. */
  private fedRows = 0;
  private readonly reach: number;
  /** The line end of a row is no part of its text. */
  private readonly hasLineEnd: boolean;

  constructor(
    private readonly session: Session,
    text: string,
    caseSensitive: boolean,
    private readonly hits: LiteralHits,
    private readonly wanted: ((row: number) => boolean) | null,
    pieceBytes?: number,
  ) {
    this.scanner = new TextScanner(needleOf(text, caseSensitive));
    this.reach = this.scanner.needle.units * MAX_UNIT_BYTES;
    this.hasLineEnd = /[\r\n]/.test(text);
    this.events = new EventKinds(session.index.kinds);
    this.joined = new JoinedLiteral(session, this.scanner, (rows) => this.tellJoined(rows));
    this.pieces = new SearchPieces(session, this.events, wanted, this.reach, pieceBytes);
  }

  get scannedRows(): number {
    return this.pieces.row;
  }

  get stopped(): string | null {
    return this.pieces.stopped;
  }

  truncate(rows: number): void {
    this.pieces.truncate(rows);
    if (this.fedRows > rows) this.fedRows = this.joined.restart(rows);
  }

  step(): boolean {
    const { pieces, scanner } = this;
    const piece = pieces.next();
    if (piece !== null) {
      if (piece.utf16) {
        this.searchRows(piece.row, piece.endRow);
        pieces.done(piece, -1);
      } else if (pieces.read(piece, scanner.reserve(piece.high - piece.low))) {
        const hit = this.search(piece);
        this.feedEvents(piece.low, piece.high, piece.endRow);
        pieces.done(piece, hit);
      }
    }
    return pieces.hasMore;
  }

  // ---- bytes --------------------------------------------------------------------------------------------

  /** Searches the piece that stands in the window. Returns the last row that has the text, -1 for none. */
  private search({ low, start, end, high, row: firstRow }: Piece): number {
    const { scanner } = this;
    const { table } = this.session.index;
    let row = firstRow;
    let rowEnd = table.offset(row + 1);
    let hit = -1;
    for (let p = start - low; ; ) {
      p = scanner.find(p, end - low, 0, high - low);
      if (p < 0) return hit;
      const at = low + p;
      while (at >= rowEnd) rowEnd = table.offset(++row + 1);
      if (this.isWanted(row) && this.isHit(p, table.offset(row) - low, rowEnd - low, high - low)) {
        this.hits.onRow(row);
        hit = row;
        p = rowEnd - low;
      } else p++;
    }
  }

  private isWanted(row: number): boolean {
    return this.wanted === null || this.wanted(row);
  }

  /** Whether the text stands around p within the row at [from, to), of which the window holds what is below `high`. */
  private isHit(p: number, from: number, to: number, high: number): boolean {
    const { scanner, reach } = this;
    const low = Math.max(0, from);
    let end = Math.min(to, high);
    if (this.hasLineEnd && end === to) end = Math.max(low, withoutLineEnd(scanner.window, end));
    if (scanner.certain) return p + scanner.needle.run.length <= end;
    return scanner.holds(Math.max(low, p - reach), Math.min(end, p + reach), low);
  }

  /** Rows of a file that is no UTF-8, one by one. */
  private searchRows(from: number, to: number): void {
    const { session, scanner } = this;
    for (let row = from; row < to; row++) {
      const bytes = session.utf8Bytes(row);
      bytes.copy(scanner.reserve(bytes.length));
      if (this.isWanted(row) && this.hasText(bytes.length)) this.hits.onRow(row);
      this.feedRow(row, 0, bytes.length);
      this.joined.flush();
    }
    this.fedRows = Math.max(this.fedRows, to);
  }

  private hasText(length: number): boolean {
    const { scanner } = this;
    for (let p = 0; ; p++) {
      p = scanner.find(p, length, 0, length);
      if (p < 0) return false;
      if (this.isHit(p, 0, length, length)) return true;
    }
  }

  // ---- joined deltas ------------------------------------------------------------------------------------

  /** Feeds the events of the rows below `to`; the window holds the bytes [low, high). */
  private feedEvents(low: number, high: number, to: number): void {
    const { table } = this.session.index;
    for (let row = this.fedRows; row < to; row++) {
      if (!this.events.has(table.kind(row))) continue;
      const from = table.offset(row);
      const end = table.offset(row + 1);
      const isThere = from >= low && end <= high;
      this.feedRow(row, isThere ? from - low : -1, isThere ? end - low : -1);
    }
    this.joined.flush();
    this.fedRows = Math.max(this.fedRows, to);
  }

  private feedRow(row: number, from: number, to: number): void {
    const { table, kinds } = this.session.index;
    if (row < this.fedRows || !this.events.has(table.kind(row))) return;
    const message = table.message(row);
    if (message === 0 || (table.flags(row) & RowFlag.Unparsed) !== 0 || !kinds.isFrame(table.kind(row)))
      return;
    if (from < 0 && this.pieces.isLeftOut(row)) return;
    this.joined.feed(row, message, from, to);
  }

  private tellJoined(rows: readonly number[]): void {
    const { table } = this.session.index;
    for (const row of rows) if (this.isWanted(row)) this.hits.onRow(row);
    this.hits.onMessage?.(table.message(rows[0] as number));
  }
}

type Piece = NonNullable<ReturnType<SearchPieces['next']>>;
