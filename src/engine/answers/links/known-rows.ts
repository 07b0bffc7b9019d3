import { setImmediate as nextTurn } from 'node:timers/promises';
import { CancelledError } from '../../../protocol/errors';
import { fieldOf, stringOf } from '../../../protocol/json-values';
import { RowFlag } from '../../frames/frame-table';
import { hashOfId } from '../../frames/id-hash';
import type { Session } from '../../session/session';
import { parsedOrNot, parseFrame } from '../frame/parsed-frame';

/** Longer frames are not parsed for the sake of one id: their bytes are looked at. */
const MAX_PARSED = 1024 * 1024;

/** The rows with exactly this uuid, oldest first; the index keeps at most nine of one uuid. */
export function rowsWithUuid(session: Session, uuid: string): number[] {
  const { table, replays } = session.index;
  const { a } = hashOfId(uuid);
  if (a === 0) return [];
  return replays.rowsWithHash(a).filter((row) => rowStates(session, row, 'uuid', uuid, table.length(row)));
}

/** Whether a row states this text under the key: hashes of 32 bits only say that it may. */
function rowStates(session: Session, row: number, key: string, text: string, bytes: number): boolean {
  if (bytes > MAX_PARSED) return session.jsonText(row).includes(JSON.stringify(text));
  return stringOf(parsedOrNot(parseFrame, session, row), key) === text;
}

/** Rows of one relation: how many, the ends, and those nearest to the frame that asks. */
export class RowList {
  count = 0;
  first = -1;
  last = -1;
  readonly near: number[] = [];

  constructor(
    private readonly around: number,
    private readonly keep: number,
  ) {}

  /** Rows have to come in the order of the file. */
  add(row: number): void {
    if (this.count++ === 0) this.first = row;
    this.last = row;
    if (this.near.length < this.keep) this.near.push(row);
    else if (row - this.around < this.around - (this.near[0] as number)) {
      this.near.shift();
      this.near.push(row);
    }
  }
}

const ROWS_A_TURN = 500_000;

/** What one pass over the rows is to find. */
export interface RowsWanted {
  /** Ordinal + 1 of a parent tool id, and where its rows go. */
  lanes: Map<number, RowList>;
  /** Children of this uuid. */
  uuid: string | null;
  children: RowList;
}

/** One pass over the table of rows, giving way to other requests in between. */
export async function collectRows(session: Session, wanted: RowsWanted, signal?: AbortSignal): Promise<void> {
  const { table } = session.index;
  const hash = wanted.uuid === null ? 0 : hashOfId(wanted.uuid).a;
  for (let row = 0; row < table.rows; row++) {
    if (row % ROWS_A_TURN === ROWS_A_TURN - 1) {
      await nextTurn();
      if (signal?.aborted) throw new CancelledError();
    }
    const lane = table.parent(row);
    if (lane !== 0) wanted.lanes.get(lane)?.add(row);
    if (hash !== 0 && table.parentUuidHash(row) === hash && isChild(session, row, wanted.uuid as string))
      wanted.children.add(row);
  }
}

function isChild(session: Session, row: number, uuid: string): boolean {
  const { table } = session.index;
  if ((table.flags(row) & RowFlag.Replay) !== 0) return false;
  return rowStates(session, row, 'parentUuid', uuid, table.length(row));
}

/** The text of a message id that events of one lane belong to, which only their message_start states. */
export function startedMessageId(session: Session, row: number): { id: string; startRow: number } | null {
  const { table, messages } = session.index;
  const message = table.message(row);
  if (message === 0) return null;
  const startRow = messages.firstRow(message - 1);
  const frame = parsedOrNot(parseFrame, session, startRow);
  const id =
    stringOf(fieldOf(fieldOf(frame, 'event'), 'message'), 'id') ?? stringOf(fieldOf(frame, 'message'), 'id');
  return id === null || id.trim() === '' ? null : { id, startRow };
}
