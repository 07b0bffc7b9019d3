import { parseHead } from '../../protocol/json-head';
import { stringOf } from '../../protocol/json-values';
import type { ByteSource } from '../sources/file-source';
import type { SessionIndex } from './session-index';

const CHUNK = 64 * 1024;
/** Type and subtype of a frame that was sent stand near its beginning. */
const HEAD_BYTES = 16 * 1024;
const LF = 10;

/** Reads a capture's stderr or stdin file: each of its lines is a row. */
export class SideFile {
  /** Bytes that are rows. */
  consumed = 0;
  private lines = 0;
  /** Bytes behind the last row that are known to have no line end. */
  private searched = 0;

  constructor(
    private readonly source: ByteSource,
    private readonly side: 'stderr' | 'stdin',
  ) {}

  /** Bytes that were looked at: rows, and the beginning of a line. */
  get seen(): number {
    return this.consumed + this.searched;
  }

  /** Whole lines below `limit`, as rows that came at `time` (NaN: not known). With `final` also a line without an end. */
  read(index: SessionIndex, limit: number, time: number, final: boolean): void {
    const end = Math.min(limit, this.source.size());
    while (this.consumed + this.searched < end) {
      const from = this.consumed + this.searched;
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK, end - from));
      const got = chunk.subarray(0, this.source.read(chunk, 0, chunk.length, from));
      if (got.length === 0) break;
      let at = 0;
      for (let lf = got.indexOf(LF); lf >= 0; lf = got.indexOf(LF, at)) {
        this.add(index, from + lf + 1 - this.consumed, time);
        at = lf + 1;
      }
      this.searched = at === 0 ? this.searched + got.length : got.length - at;
    }
    if (final && this.consumed < end) this.add(index, end - this.consumed, time);
  }

  private add(index: SessionIndex, bytes: number, time: number): void {
    const kind = this.side === 'stderr' ? index.kinds.stderr : this.sentKind(index, bytes);
    index.addSideRow(kind, bytes, ++this.lines, time);
    this.consumed += bytes;
    this.searched = 0;
  }

  private sentKind(index: SessionIndex, bytes: number): number {
    const head = Buffer.alloc(Math.min(bytes, HEAD_BYTES));
    const text = head.toString('utf8', 0, this.source.read(head, 0, head.length, this.consumed));
    const frame = parseHead(text);
    return index.kindOfWords(stringOf(frame, 'type'), stringOf(frame, 'subtype'));
  }
}
