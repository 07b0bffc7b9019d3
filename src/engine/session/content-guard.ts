import { SourceError } from '../../protocol/errors';
import type { ByteSource } from '../sources/file-source';

const SAMPLE_BYTES = 4096;

/**
 * Notices that a file no longer holds what was indexed: it was cut, or written anew in place. Growing is no change of
 * what was read. The beginning and the end of the indexed part are compared, and only when size or time say so.
 */
export class ContentGuard {
  /** Once true it stays so: the rows are of another file. */
  changed = false;
  private stamp = '';
  /** The stamp of the moment when it was remembered. */
  private firstStamp = '';
  private bytes = 0;
  private head: Buffer = Buffer.alloc(0);
  private tail: Buffer = Buffer.alloc(0);

  constructor(private readonly source: ByteSource) {}

  /** Remembers the first `bytes` bytes of the file as they are now. */
  remember(bytes: number): void {
    this.bytes = bytes;
    this.stamp = this.source.stamp();
    this.firstStamp = this.stamp;
    this.head = this.sample(0);
    this.tail = this.sample(Math.max(0, bytes - SAMPLE_BYTES));
  }

  /** Nobody has written to the file since it was remembered. Throws SourceError when it cannot be looked at. */
  get isUntouched(): boolean {
    return !this.changed && this.firstStamp !== '' && this.source.stamp() === this.firstStamp;
  }

  /** Looks at the file again. Costs one stat when nothing happened; `anyway` compares the content whatever that says. */
  verify(anyway = false): void {
    if (this.changed || this.stamp === '') return;
    try {
      this.compare(anyway);
    } catch (error) {
      // A file that is opened for each look may be gone by now. One that cannot be read may be the same: reading it tells.
      if (error instanceof SourceError) this.changed = true;
    }
  }

  private compare(anyway: boolean): void {
    const stamp = this.source.stamp();
    if (stamp === this.stamp && !anyway) return;
    const sameHead = this.sample(0).equals(this.head);
    if (!sameHead || !this.sample(Math.max(0, this.bytes - SAMPLE_BYTES)).equals(this.tail))
      this.changed = true;
    this.stamp = stamp;
  }

  private sample(offset: number): Buffer {
    const length = Math.min(SAMPLE_BYTES, this.bytes - offset);
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, this.source.read(bytes, 0, length, offset));
  }
}
