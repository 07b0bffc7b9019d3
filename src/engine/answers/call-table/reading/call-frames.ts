import { placedBlocks } from '../../../../protocol/content-blocks';
import type { JsonObject } from '../../../../protocol/json-values';
import { RowFlag } from '../../../frames/frame-table';
import type { Session } from '../../../session/session';
import { parseFrame } from '../../frame/parsed-frame';

/** Parsing a frame of this length takes about 100 ms, and requests wait for it. */
export const MAX_READ_BYTES = 16 * 1024 * 1024;

/** Whether the row holds a call or a result. */
export function holdsCalls({ index: { table } }: Session, row: number): boolean {
  return (table.flags(row) & (RowFlag.HasCall | RowFlag.HasResult)) !== 0;
}

/** The frame of a row; null when it is too long to be read for the table. */
export function readFrame(session: Session, row: number): JsonObject | undefined | null {
  return session.index.table.length(row) > MAX_READ_BYTES ? null : parseFrame(session, row);
}

/** The records of a row with their blocks. */
export function forEachRecord(
  { index: { links, table } }: Session,
  row: number,
  frame: JsonObject | undefined,
  use: (record: number, block: JsonObject | undefined) => void,
): void {
  const blocks = frame === undefined ? [] : placedBlocks(frame);
  for (let at = table.firstBlock(row) - 1; at >= 0 && at < links.count && links.row(at) === row; at++)
    use(at, blocks[links.block(at)]?.block);
}
