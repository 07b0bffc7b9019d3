import { basename } from 'node:path';
import { performance } from 'node:perf_hooks';
import { SourceError } from '../../protocol/errors';
import type { IndexState, Progress } from '../answer-types';
import { RowFlag } from '../frames/frame-table';
import type { RowScannerOptions } from '../frames/row-scanner';
import { Listings } from '../listing/listings';
import { FileSource } from '../sources/file-source';
import { transcode } from '../sources/text-encoding';
import { ContentGuard } from './content-guard';
import { Indexing } from './indexing';
import { SessionIndex } from './session-index';

/** Between two slices of indexing, requests are answered; a chunk takes about as long. */
const SLICE_MS = 0.2;
const PROGRESS_EVERY_MS = 50;
const SKIP_BYTES = 64 * 1024;
const MAX_AT_HAND = 512 * 1024;

let generations = 0;

/** One opened file: its bytes, its index, and how far the index is. */
export class Session {
  readonly index: SessionIndex;
  /** The lists that are shown of it. */
  readonly listings: Listings;
  state: IndexState = 'indexing';
  private readonly generation = ++generations;
  error: string | null = null;
  private readonly indexing: Indexing;
  private readonly guard: ContentGuard;
  private readonly startedAt = performance.now();
  private finishedAt = 0;
  private lastProgress = 0;
  private closed = false;
  private atHand: { offset: number; bytes: Buffer } | null = null;

  private constructor(
    readonly id: number,
    private readonly source: FileSource,
    private readonly onProgress: (progress: Progress) => void,
    private readonly options: SessionOptions,
  ) {
    this.guard = new ContentGuard(source);
    this.index = new SessionIndex((row, limit) => this.jsonText(row, limit), source.size(), options);
    this.listings = new Listings(this.index);
    this.indexing = new Indexing(source, this.index, options.chunkBytes, options.firstChunkBytes);
  }

  /** Opens the file and indexes its first chunk. Throws SourceError. */
  static open(
    id: number,
    path: string,
    onProgress: (progress: Progress) => void = () => {},
    options: SessionOptions = {},
  ): Session {
    const session = new Session(id, FileSource.open(path), onProgress, options);
    session.step();
    session.finishAtEnd();
    return session;
  }

  get path(): string {
    return this.source.path;
  }

  get name(): string {
    return basename(this.source.path);
  }

  get encoding(): string {
    return this.indexing.encoding;
  }

  get progress(): Progress {
    return {
      session: this.id,
      generation: this.generation,
      state: this.state,
      rows: this.index.table.rows,
      bytes: this.indexing.bytesRead,
      totalBytes: this.state === 'done' ? this.indexing.bytesRead : this.closed ? 0 : this.source.size(),
      elapsedMs: (this.finishedAt || performance.now()) - this.startedAt,
      error: this.error,
      firstTime: Number.isNaN(this.index.firstTime) ? null : this.index.firstTime,
      folded: this.index.foldedRows,
    };
  }

  /** Indexes the rest of the file, giving way to requests in between. Resolves when done or cancelled. */
  async indexAll(): Promise<void> {
    let sliceStart = performance.now();
    while (this.state === 'indexing' && !this.indexing.done) {
      this.step();
      const now = performance.now();
      if (now - sliceStart < SLICE_MS || this.state !== 'indexing') continue;
      this.tellProgress(now);
      await new Promise((resolve) => setImmediate(resolve));
      sliceStart = performance.now();
    }
    try {
      if (this.state === 'indexing') await this.options.whenIndexed?.(this);
    } catch (error) {
      this.fail(error);
    }
    this.finishAtEnd();
    this.tellProgress(Number.POSITIVE_INFINITY);
  }

  /** Indexes the whole file without giving way: for the CLI and for tests. */
  indexAllNow(): void {
    while (this.state === 'indexing' && !this.indexing.done) this.step();
    this.finishAtEnd();
  }

  private finishAtEnd(): void {
    if (this.state === 'indexing' && this.indexing.done) this.finish('done');
  }

  private step(): void {
    try {
      this.indexing.step();
    } catch (error) {
      this.fail(error);
    }
  }

  private fail(error: unknown): void {
    this.error = `Reading ${this.path} stopped: ${error instanceof Error ? error.message : String(error)}`;
    if (this.state === 'indexing') this.finish('failed');
  }

  private finish(state: IndexState): void {
    this.state = state;
    this.guard.remember(this.indexing.bytesRead);
    this.finishedAt = performance.now();
  }

  private tellProgress(now: number): void {
    // A file that was closed, and perhaps opened again, has nothing more to say.
    if (this.closed) return;
    if (now - this.lastProgress < PROGRESS_EVERY_MS) return;
    this.lastProgress = now;
    this.onProgress(this.progress);
  }

  /**
   * Looks whether the file still holds what was indexed; call it once for every question. When it does not, reading
   * rows throws SourceError from now on.
   */
  get changed(): boolean {
    if (!this.closed) this.guard.verify();
    return this.guard.changed;
  }

  /** Stops indexing; rows that are indexed stay. */
  cancel(): void {
    if (this.state === 'indexing') this.finish('cancelled');
  }

  close(): void {
    if (this.closed) return;
    this.cancel();
    this.closed = true;
    this.source.close();
  }

  /** The bytes of a row exactly as they stand in the file. `limit` reads only the first bytes. */
  rawBytes(row: number, limit = Number.POSITIVE_INFINITY): Buffer {
    const { table } = this.index;
    const bytes = Buffer.allocUnsafe(Math.min(table.length(row), limit));
    this.readRow(row, 0, bytes);
    return bytes;
  }

  /** Runs `use` with the bytes of these rows at hand, if they are few: one read instead of one a row. */
  withRows<T>(first: number, count: number, use: () => T): T {
    const { table } = this.index;
    const offset = table.offset(first);
    const length = table.offset(Math.min(first + count, table.rows)) - offset;
    if (this.guard.changed || length <= 0 || length > MAX_AT_HAND) return use();
    const bytes = Buffer.allocUnsafe(length);
    this.atHand = { offset, bytes: bytes.subarray(0, this.source.read(bytes, 0, length, offset)) };
    try {
      return use();
    } finally {
      this.atHand = null;
    }
  }

  /** Fills `target` from byte `from` of the row on. Throws SourceError when the file no longer has these bytes. */
  private readRow(row: number, from: number, target: Buffer): void {
    const offset = this.index.table.offset(row) + from;
    const { atHand } = this;
    if (atHand !== null && offset >= atHand.offset) {
      const at = offset - atHand.offset;
      if (at + target.length <= atHand.bytes.length) {
        atHand.bytes.copy(target, 0, at, at + target.length);
        return;
      }
    }
    const got = this.guard.changed ? -1 : this.source.read(target, 0, target.length, offset);
    if (got < target.length) {
      const sentence = `The bytes of frame ${row + 1} are gone: ${this.name} changed after it was read. Read it again.`;
      throw new SourceError('changed-while-reading', this.path, sentence);
    }
  }

  /** Fills `target` with the file's bytes from `offset` on; returns how many there were. Throws SourceError as rows do. */
  rawRange(offset: number, target: Buffer): number {
    if (this.guard.changed) {
      throw new SourceError(
        'changed-while-reading',
        this.path,
        `${this.name} changed after it was read. Read it again.`,
      );
    }
    return this.source.read(target, 0, target.length, offset);
  }

  /** `length` bytes of a row from its byte `from` on. */
  rawSlice(row: number, from: number, length: number): Buffer {
    const { table } = this.index;
    const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, table.length(row) - from)));
    this.readRow(row, from, bytes);
    return bytes;
  }

  /** The row as UTF-8, line end and separators included. */
  utf8Bytes(row: number, limit?: number): Buffer {
    return transcode(this.rawBytes(row, limit), this.indexing.encoding);
  }

  /** The row's value as UTF-8, without white space, byte order mark, array brackets and commas around it. */
  jsonText(row: number, limit?: number): Buffer {
    const bytes = this.utf8Bytes(row, limit);
    const text = this.withoutAround(row, bytes);
    const { table } = this.index;
    if (text.length > 0 || limit === undefined || table.length(row) <= limit) return text;
    // Kilobytes of blanks stand before the value.
    for (let from = limit; from < table.length(row); from += SKIP_BYTES) {
      const more = transcode(this.rawSlice(row, from, SKIP_BYTES + limit), this.indexing.encoding);
      const value = this.withoutAround(row, more);
      if (value.length > 0) return value.subarray(0, limit);
    }
    return text;
  }

  private withoutAround(row: number, bytes: Buffer): Buffer {
    const inArray = (this.index.table.flags(row) & RowFlag.InArray) !== 0;
    let start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
    let end = bytes.length;
    while (start < end && isAround(bytes[start] as number, inArray)) start++;
    while (end > start && isAround(bytes[end - 1] as number, inArray)) end--;
    return bytes.subarray(start, end);
  }
}

export interface SessionOptions extends RowScannerOptions {
  chunkBytes?: number;
  firstChunkBytes?: number;
  /** What is made of the index as a whole, before the session says that it is done. Has to stop when the state changes. */
  whenIndexed?(session: Session): Promise<void>;
}

/** White space, and in an array file also brackets and commas. */
function isAround(c: number, inArray: boolean): boolean {
  return c === 32 || c === 10 || c === 13 || c === 9 || (inArray && (c === 44 || c === 91 || c === 93));
}
