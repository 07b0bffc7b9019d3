import type { ByteSource } from '../sources/file-source';
import { detectEncoding, type TextEncoding, Utf16Decoder, utf16Length } from '../sources/text-encoding';
import type { SessionIndex } from './session-index';

/**
 * The first read is small, so that the first rows are there at once. Larger chunks than a quarter of a megabyte are no faster,
 * and a request that comes meanwhile waits for one.
 */
export const FIRST_CHUNK = 64 * 1024;
export const CHUNK = 256 * 1024;

/**
 * Feeds a file to an index, a chunk a step. The window of bytes keeps what the index has not consumed; it grows
 * only for a value longer than a chunk.
 */
export class Indexing {
  encoding: TextEncoding = 'utf-8';
  /** Bytes of the file that were read so far. */
  bytesRead = 0;
  done = false;
  private window: Buffer = Buffer.alloc(0);
  private pos = 0;
  private length = 0;
  /** File offset of window[0]. */
  private base = 0;
  private decoder: Utf16Decoder | null = null;

  constructor(
    private readonly source: ByteSource,
    private readonly index: SessionIndex,
    private readonly chunkBytes = CHUNK,
    private readonly firstChunkBytes = FIRST_CHUNK,
  ) {}

  /** Reads and indexes one chunk. Returns false once the end of the file is indexed. */
  step(): boolean {
    if (this.done) return false;
    this.compact();
    const first = this.bytesRead === 0;
    // The encoding shows in the first four bytes.
    const want = first ? Math.max(this.firstChunkBytes, 4) : this.chunkBytes;
    const got = this.fill(want);
    if (first) this.setEncoding();
    const final = got < want;
    if (this.decoder !== null) this.decodeTail(got, final);
    else this.length += got;
    this.bytesRead += got;
    this.ensureRoom(1);
    this.pos = this.index.consume(this.pos, this.length, final, this.offsetOf);
    if (final) {
      this.index.endPart(this.bytesRead);
      this.done = true;
      this.window = Buffer.alloc(0);
    }
    return !this.done;
  }

  private setEncoding(): void {
    this.encoding = detectEncoding(this.window.subarray(0, 4));
    if (this.encoding !== 'utf-8') this.decoder = new Utf16Decoder(this.encoding);
  }

  private compact(): void {
    if (this.pos === 0) return;
    this.base = this.offsetOf(this.pos);
    this.window.copyWithin(0, this.pos, this.length);
    this.length -= this.pos;
    this.pos = 0;
    this.mapped = 0;
    this.mappedOffset = this.base;
  }

  private fill(want: number): number {
    this.ensureRoom(want + 1);
    return this.source.read(this.window, this.length, want, this.bytesRead);
  }

  /** Replaces the bytes just read with their UTF-8. */
  private decodeTail(got: number, final: boolean): void {
    const text = (this.decoder as Utf16Decoder).decode(
      Buffer.from(this.window.subarray(this.length, this.length + got)),
      final,
    );
    this.ensureRoom(text.length + 1);
    text.copy(this.window, this.length);
    this.length += text.length;
  }

  private ensureRoom(bytes: number): void {
    const need = this.length + bytes;
    if (need <= this.window.length) return;
    this.window = this.index.reserve(need);
  }

  // Offsets are asked for in rising order, so the UTF-16 count goes on from the last answer.
  private mapped = 0;
  private mappedOffset = 0;

  private readonly offsetOf = (position: number): number => {
    if (this.decoder === null) return this.base + position;
    if (position < this.mapped) {
      this.mapped = 0;
      this.mappedOffset = this.base;
    }
    this.mappedOffset += utf16Length(this.window, this.mapped, position);
    this.mapped = position;
    return this.mappedOffset;
  };
}
