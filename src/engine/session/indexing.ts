import type { ByteSource } from '../sources/file-source';
import { detectEncoding, type TextEncoding, Utf16Decoder, utf16Length } from '../sources/text-encoding';
import type { IndexStream } from './index-stream';
import type { SessionIndex } from './session-index';

/**
 * The first read is small, so that the first rows are there at once. Larger chunks than a quarter of a megabyte are no faster,
 * and a request that comes meanwhile waits for one.
 */
export const FIRST_CHUNK = 64 * 1024;
export const CHUNK = 256 * 1024;
/** The encoding shows in so many bytes. */
const ENCODING_BYTES = 4;

/**
 * Feeds a file to an index, a chunk a step. The window of bytes keeps what the index has not consumed; it grows
 * only for a value longer than a chunk. The window is shared: a file that is read after another one takes it over, and
 * reads what was not consumed again.
 */
export class Indexing {
  encoding: TextEncoding = 'utf-8';
  /** Bytes of the file that were read so far. */
  bytesRead = 0;
  /** The end was told as if nothing more came. */
  settled = false;
  /** Its rows at the end are frames that more input may make others. */
  mixed = false;
  private window: Buffer = Buffer.alloc(0);
  private pos = 0;
  private length = 0;
  /** File offset of window[0]. */
  private base = 0;
  /** File offset of what is no row yet. */
  private tail = 0;
  /** Where the bytes of the last read begin. */
  private fresh = 0;
  private decoder: Utf16Decoder | null = null;

  constructor(
    private readonly source: ByteSource,
    private readonly index: SessionIndex,
    readonly stream: IndexStream,
    private readonly chunkBytes = CHUNK,
    private readonly firstChunkBytes = FIRST_CHUNK,
  ) {}

  /** Bytes that were read and are no row yet. */
  get pendingBytes(): number {
    return this.settled ? 0 : this.bytesRead - this.tail;
  }

  /**
   * Reads and indexes one chunk, of which no byte lies behind `limit`. Returns false when there was no more for now, or
   * the limit is reached.
   */
  step(limit = Number.POSITIVE_INFINITY): boolean {
    this.takeWindow();
    this.compact();
    if (this.bytesRead < ENCODING_BYTES) this.rewind();
    const first = this.bytesRead === 0;
    const chunk = first ? Math.max(this.firstChunkBytes, ENCODING_BYTES) : this.chunkBytes;
    const want = Math.min(chunk, limit - this.bytesRead);
    const got = this.fill(want);
    if (first) this.setEncoding(got);
    this.fresh = this.length;
    if (this.decoder !== null) this.decodeTail(got, false);
    else this.length += got;
    this.bytesRead += got;
    this.ensureRoom(1);
    this.consumed(this.index.consume(this.pos, this.length, false, this.offsetOf));
    return got === chunk;
  }

  /** Nothing more comes: the rest is told. */
  finish(): void {
    this.takeWindow();
    if (this.decoder !== null) this.decodeTail(0, true);
    this.ensureRoom(1);
    this.consumed(this.index.consume(this.pos, this.length, true, this.offsetOf));
    this.index.endStream(this.bytesRead);
    this.tail = this.bytesRead;
    this.window = Buffer.alloc(0);
  }

  /** More may come, but not now: tells what needs no more. */
  pause(): void {
    // Too little to know the encoding: it is read again when there is more.
    if (this.bytesRead < ENCODING_BYTES) return;
    this.takeWindow();
    this.ensureRoom(1);
    this.consumed(this.index.pause(this.pos, this.length, this.fresh, this.offsetOf));
    this.fresh = this.length;
  }

  /** Tells the rest as if nothing more came. It is taken back by `SessionIndex.retract` and `resume`. */
  settle(): void {
    if (this.settled || this.pendingBytes === 0) return;
    const { tail } = this;
    if (this.takeWindow()) while (this.readRest());
    if (this.decoder !== null) this.decodeTail(0, true);
    this.ensureRoom(1);
    this.mixed = !this.index.settle(this.pos, this.length, this.offsetOf, this.bytesRead);
    this.tail = tail;
    this.settled = true;
  }

  /** What was settled was taken back: it is read again. */
  resume(): void {
    if (!this.settled) return;
    this.settled = false;
    this.rewind();
  }

  /** What is no row yet is read again by the next steps. */
  readAgain(): void {
    this.takeWindow();
    this.rewind();
  }

  private readRest(): boolean {
    const got = this.fill(this.chunkBytes);
    if (this.decoder !== null) this.decodeTail(got, false);
    else this.length += got;
    this.bytesRead += got;
    return got === this.chunkBytes;
  }

  private consumed(rest: number): void {
    this.pos = rest;
    this.tail = this.offsetOf(rest);
  }

  /** Takes the shared window over; true when what is no row yet has to be read again. */
  private takeWindow(): boolean {
    const { index } = this;
    if (index.windowOwner === this) return false;
    index.windowOwner = this;
    this.window = index.reserve(0);
    this.rewind();
    return true;
  }

  /** Reads on from what is no row yet. */
  private rewind(): void {
    this.base = this.tail;
    this.bytesRead = this.tail;
    this.pos = 0;
    this.length = 0;
    this.fresh = 0;
    this.mapped = 0;
    this.mappedOffset = this.tail;
    if (this.encoding !== 'utf-8') this.decoder = new Utf16Decoder(this.encoding);
  }

  private setEncoding(got: number): void {
    this.encoding = detectEncoding(this.window.subarray(0, Math.min(ENCODING_BYTES, got)));
    this.decoder = this.encoding === 'utf-8' ? null : new Utf16Decoder(this.encoding);
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
