import type { Session } from '../../session/session';
import type { EventKinds } from '../joined/api-event';
import type { LiteralHits } from '../literal/literal-search';
import { SearchPieces } from '../search-pieces';

/** Tells all rows that are wanted, a piece at a time, and the messages that have events among what is looked at. */
export class WantedRows {
  private readonly pieces: SearchPieces;

  constructor(
    private readonly session: Session,
    private readonly events: EventKinds,
    private readonly hits: LiteralHits,
    private readonly wanted: ((row: number) => boolean) | null,
    pieceBytes?: number,
  ) {
    this.pieces = new SearchPieces(session, events, wanted, 0, pieceBytes);
  }

  get scannedRows(): number {
    return this.pieces.row;
  }

  get stopped(): string | null {
    return this.pieces.stopped;
  }

  truncate(rows: number): void {
    this.pieces.truncate(rows);
  }

  step(): boolean {
    const { pieces, wanted } = this;
    const { table } = this.session.index;
    const piece = pieces.next();
    if (piece === null) return pieces.hasMore;
    const endRow = Math.max(piece.row + 1, piece.endRow);
    for (let row = piece.row; row < endRow; row++) {
      if (wanted === null || wanted(row)) this.hits.onRow(row);
      const message = table.message(row);
      if (message !== 0 && this.events.has(table.kind(row)) && !pieces.isLeftOut(row)) {
        this.hits.onMessage?.(message);
      }
    }
    pieces.row = endRow;
    return pieces.hasMore;
  }
}
