import { type FrameScanner, Slot } from '../frames/frame-scanner';
import type { FrameTable } from '../frames/frame-table';
import { UuidRows } from '../frames/id-table';
import type { KindTable } from '../frames/kind-table';
import { Mark } from '../turns/marks';
import type { FramePlace, FrameWarnings } from './frame-warnings';

/** The JSON text (UTF-8, white space around it cut off) of a row that was indexed before; at most `limit` bytes. */
export type ReadBack = (row: number, limit?: number) => Buffer;

/** Line ends and blank lines belong to a row; more than this around the same text makes it another row. */
const MAX_AROUND = 64;
/** A uuid stands near an end of its frame; more is not read to tell a collision from two equal hashes. */
const HEAD_BYTES = 16 * 1024;

/**
 * Frames that are told again. A replay has the uuid and the bytes of an earlier frame; a second compact boundary with
 * the same uuid is one as well. The same uuid with other content is a collision: shown, counted, and warned of.
 */
export class Replays {
  count = 0;
  private readonly uuids: UuidRows;
  private touched = 0;

  constructor(
    private readonly table: FrameTable,
    private readonly kinds: KindTable,
    private readonly warnings: FrameWarnings,
    private readonly readBack: ReadBack,
    expectedRows: number,
  ) {
    this.uuids = new UuidRows((row) => table.uuidHash(row), expectedRows);
  }

  /** The frames of these lines come next: their places in the table are fetched together. */
  expect(scan: FrameScanner, lines: number): void {
    for (let line = 0; line < lines; line++) {
      scan.selectLine(line);
      // The sum is kept, so that the accesses are not optimised away.
      this.touched = (this.touched + this.uuids.touch(scan.hashLow(Slot.Uuid))) | 0;
    }
  }

  /** Whether the frame of `place`, which stands in the scanner's window at [from, to), is a replay. */
  isReplay(scan: FrameScanner, place: FramePlace, from: number, to: number): boolean {
    const earlier = this.uuids.add(place.row, this.table.uuidHash(place.row));
    if (earlier.length === 0) return false;
    if (!this.repeatsOneOf(earlier, scan, place, scan.window.subarray(from, to))) return false;
    this.count++;
    return true;
  }

  /** Rows that have a uuid with this hash: nearly always those of one uuid, but only their text tells. */
  rowsWithHash(hash: number): readonly number[] {
    return this.uuids.find(hash);
  }

  /** The only row that has a uuid with this hash, -1 for none, -2 for several. */
  rowWithHash(hash: number): number {
    return this.uuids.findOne(hash);
  }

  private repeatsOneOf(
    earlier: readonly number[],
    scan: FrameScanner,
    place: FramePlace,
    text: Buffer,
  ): boolean {
    const quoted = scan.window.subarray(scan.start(Slot.Uuid) - 1, scan.end(Slot.Uuid) + 1);
    let collision = -1;
    for (const other of earlier) {
      const around = this.table.length(other) - text.length;
      if (around >= 0 && around <= MAX_AROUND && this.readBack(other).equals(text)) return true;
      // Hashes of 32 bits collide at a hundred thousand rows: only the text tells.
      if (!this.readBack(other, HEAD_BYTES).includes(quoted)) continue;
      if (this.isBoundary(place.row) && this.isBoundary(other)) return true;
      // A bridge tells a task event once more in a form of its own: both stand for one event (case 062).
      if (this.isTask(place.row) && this.isTask(other)) continue;
      if (collision < 0) collision = other;
    }
    if (collision >= 0) this.warnings.uuidCollision(place, scan.text(Slot.Uuid) as string, collision);
    return false;
  }

  private isTask(row: number): boolean {
    return this.kinds.traits(this.table.kind(row)).mark === Mark.Task;
  }

  private isBoundary(row: number): boolean {
    const kind = this.table.kind(row);
    return this.kinds.type(kind) === 'system' && this.kinds.subtype(kind) === 'compact_boundary';
  }
}
