import { type FrameScanner, type ScannedBlock, Tri } from '../frames/frame-scanner';
import { type FrameTable, RowFlag } from '../frames/frame-table';
import { StringPool } from '../frames/id-table';
import { LinkFlag, type LinkTable } from '../links/link-table';
import type { FramePlace, FrameWarnings } from './frame-warnings';

/** Links keep tool names as 16-bit numbers; a file with more of them than this is no recording. */
const MAX_TOOL_NAMES = 65_000;
const OTHER_TOOLS = '(other tools)';

/** Hands the calls and results of each frame to the link table, and marks their rows. */
export class FrameBlocks {
  readonly toolNames = new StringPool();

  constructor(
    private readonly table: FrameTable,
    private readonly links: LinkTable,
    private readonly warnings: FrameWarnings,
  ) {}

  /** `to`: where the frame ends in the scanner's window. */
  add(
    scan: FrameScanner,
    owner: { run: number; message: number; isEvent: boolean },
    place: FramePlace,
    to: number,
  ): void {
    const { row } = place;
    const delta = owner.isEvent ? LinkFlag.Delta : 0;
    scan.forEachBlock(to, (scanned) => {
      const flags = delta | (scanned.isCall ? 0 : this.resultFlags(scanned, place));
      const name = this.toolName(scan, scanned);
      const block = { row, run: owner.run, message: owner.message, block: scanned.index, name, flags };
      const record = scanned.isCall
        ? this.links.addCall(block, scanned.id)
        : this.links.addResult(block, scanned.id);
      this.table.addFlags(row, scanned.isCall ? RowFlag.HasCall : RowFlag.HasResult);
      if (this.table.firstBlock(row) === 0) this.table.setFirstBlock(row, record + 1);
    });
  }

  private resultFlags(block: ScannedBlock, place: FramePlace): number {
    if (block.isError === Tri.True) {
      this.table.addFlags(place.row, RowFlag.Error);
      return LinkFlag.Error;
    }
    if (block.isError !== Tri.Other) return 0;
    this.warnings.oddIsError(place);
    return LinkFlag.OddError;
  }

  /** Number + 1 in the pool of tool names; 0 when the block states none. */
  private toolName(scan: FrameScanner, block: ScannedBlock): number {
    if (block.name === null) return 0;
    const known = this.toolNames.find(block.name);
    if (known >= 0) return known + 1;
    if (this.toolNames.size >= MAX_TOOL_NAMES) return this.toolNames.add(OTHER_TOOLS) + 1;
    return this.toolNames.addHashed(block.name, scan.decode(block.nameStart, block.nameEnd)) + 1;
  }
}
