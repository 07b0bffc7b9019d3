import { LinkFlag } from '../../../links/link-table';
import type { Session } from '../../../session/session';
import { forEachRecord, holdsCalls, readFrame } from './call-frames';
import { CallPermissions } from './call-permissions';
import { callKey, IdenticalCalls, nameOf } from './identical-calls';

/** Rows that are passed over before the clock is looked at. */
const ROWS_A_STEP = 4096;

/**
 * Reads the bytes of calls, results and permission requests once, row by row, for what no column tells. It goes on where it
 * was when the file has grown. What it keeps is by record, and records are never taken back: only rows at the end that are no
 * frames are, so it does not go beyond the last frame.
 */
export class CallFactsReading {
  readonly identical = new IdenticalCalls();
  readonly permissions: CallPermissions;
  row = 0;
  skipped = 0;
  private readonly isControl: boolean[] = [];

  constructor(private readonly session: Session) {
    this.permissions = new CallPermissions(session, this.identical);
  }

  /** Looks at the next rows; false when there are no more now. Throws SourceError. */
  step(): boolean {
    const { kinds, table } = this.session.index;
    const end = Math.min(this.row + ROWS_A_STEP, table.rows);
    for (let row = this.row; row < end; row++) {
      if (!kinds.isFrame(table.kind(row))) continue;
      this.row = row + 1;
      if (this.read(row)) return true;
    }
    if (end === table.rows) return false;
    this.row = end;
    return true;
  }

  /** False for a row that was not looked into. */
  private read(row: number): boolean {
    const { kinds, table } = this.session.index;
    const kind = table.kind(row);
    this.isControl[kind] ??= /^control_(request|response)$/.test(kinds.type(kind));
    const isControl = this.isControl[kind];
    if (!isControl && !kinds.traits(kind).isResult && !holdsCalls(this.session, row)) return false;
    const frame = readFrame(this.session, row);
    if (frame === null) {
      this.skipped++;
      return true;
    }
    if (isControl) {
      if (kinds.type(kind) === 'control_request') this.permissions.request(frame);
      else this.permissions.response(frame);
    } else if (kinds.traits(kind).isResult) this.permissions.runResult(frame);
    const { links } = this.session.index;
    forEachRecord(this.session, row, frame, (record, block) => {
      const flags = links.flags(record);
      if ((flags & LinkFlag.Result) !== 0) {
        if ((flags & LinkFlag.Error) !== 0) this.permissions.result(record, block);
        // The input of a delta is not there yet; its whole frame has it.
      } else if ((flags & (LinkFlag.Delta | LinkFlag.Repeat)) === 0 && block !== undefined) {
        this.identical.add(record, callKey(nameOf(block), block));
      }
    });
    return true;
  }
}
