import { RowFlag } from '../../frames/frame-table';
import { LinkFlag } from '../../links/link-table';
import type { Session } from '../../session/session';
import { CALL_STATUSES, type CallStatus } from './call-table-types';

const [FAILED, UNANSWERED, ORPHAN, DUPLICATE, OK] = [0, 1, 2, 3, 4];

/** Every row of the call table as columns, in the order of the frames: nothing is parsed for them. */
export class CallColumns {
  readonly count: number;
  /** Records of the link table; -1 where there is none. */
  readonly call: Int32Array;
  readonly result: Int32Array;
  readonly status: Uint8Array;
  /** Number + 1 of the tool's name; 0 when it states none. */
  readonly name: Uint16Array;
  readonly agent: Uint32Array;
  readonly run: Uint32Array;
  /** NaN where it is not known. */
  readonly time: Float64Array;
  readonly duration: Float64Array;
  readonly callBytes: Float64Array;
  readonly resultBytes: Float64Array;

  constructor(private readonly session: Session) {
    const { links } = session.index;
    const rows = listedRecords(session);
    const count = rows.length;
    this.count = count;
    this.call = new Int32Array(count);
    this.result = new Int32Array(count);
    this.status = new Uint8Array(count);
    this.name = new Uint16Array(count);
    this.agent = new Uint32Array(count);
    this.run = new Uint32Array(count);
    this.time = new Float64Array(count);
    this.duration = new Float64Array(count);
    this.callBytes = new Float64Array(count);
    this.resultBytes = new Float64Array(count);
    for (let at = 0; at < count; at++) {
      const record = rows[at] as number;
      const isResult = links.isResult(record);
      this.fill(at, isResult ? -1 : record, isResult ? record : links.other(record));
    }
  }

  private fill(at: number, call: number, result: number): void {
    const { links, table } = this.session.index;
    const first = links.row(call >= 0 ? call : result);
    this.call[at] = call;
    this.result[at] = result;
    this.name[at] = call >= 0 ? links.name(call) : 0;
    this.agent[at] = table.parent(first);
    this.run[at] = table.run(first);
    this.time[at] = table.time(first);
    this.callBytes[at] = call >= 0 ? table.length(first) : Number.NaN;
    this.duration[at] = Number.NaN;
    this.resultBytes[at] = Number.NaN;
    this.status[at] = call >= 0 ? UNANSWERED! : links.idHasCall(result) ? DUPLICATE! : ORPHAN!;
    if (result < 0) return;
    const last = links.row(result);
    this.resultBytes[at] = table.length(last);
    if (call < 0) return;
    this.duration[at] = table.time(last) - table.time(first);
    this.status[at] = (links.flags(result) & LinkFlag.Error) !== 0 ? FAILED! : OK!;
  }

  /** The record that stands for the row, and that keeps its number while the file grows. */
  record(at: number): number {
    const call = this.call[at] as number;
    return call >= 0 ? call : (this.result[at] as number);
  }

  statusOf(at: number): CallStatus {
    return CALL_STATUSES[this.status[at] as number] as CallStatus;
  }

  /** Whether the time, or one of the two that a duration is made of, is not stated by its own frame. */
  timeInferred(at: number): boolean {
    const { links, table } = this.session.index;
    return (table.flags(links.row(this.record(at))) & RowFlag.OwnTime) === 0;
  }

  durationInferred(at: number): boolean {
    const { links, table } = this.session.index;
    if (Number.isNaN(this.duration[at])) return false;
    return (
      this.timeInferred(at) || (table.flags(links.row(this.result[at] as number)) & RowFlag.OwnTime) === 0
    );
  }

  /** The row of a record, whichever end of a call it is; -1 when it is a repeat of nothing listed. */
  rowOf(record: number): number {
    const { links } = this.session.index;
    const primary = links.primary(record);
    const other = links.other(primary);
    const wanted = links.isResult(primary) && other >= 0 ? other : primary;
    let low = 0;
    let high = this.count;
    while (low < high) {
      const mid = (low + high) >>> 1;
      if (this.record(mid) < wanted) low = mid + 1;
      else high = mid;
    }
    return low < this.count && this.record(low) === wanted ? low : -1;
  }
}

/** Every call, and every result that answers none: repeats of either are no rows of their own. */
function listedRecords({ index: { links } }: Session): Uint32Array {
  const found = new Uint32Array(links.count);
  let count = 0;
  for (let record = 0; record < links.count; record++) {
    const flags = links.flags(record);
    if ((flags & LinkFlag.Repeat) !== 0) continue;
    if ((flags & LinkFlag.Result) !== 0 && links.other(record) >= 0) continue;
    found[count++] = record;
  }
  return found.subarray(0, count);
}
