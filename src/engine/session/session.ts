import { basename } from 'node:path';
import { performance } from 'node:perf_hooks';
import { SourceError } from '../../protocol/errors';
import type { IndexState, Progress } from '../answer-types';
import { RowFlag } from '../frames/frame-table';
import type { RowScannerOptions } from '../frames/row-scanner';
import { Listings } from '../listing/listings';
import type { LiveFile } from '../live/live-types';
import { SessionMatches } from '../matching/session-matches';
import { type ByteSource, FileSource } from '../sources/file-source';
import { type TextEncoding, transcode } from '../sources/text-encoding';
import { SessionFiles } from './session-files';
import { SessionIndex } from './session-index';
import type { Part, SessionFile, SessionParts } from './session-parts';

/** Between two slices of indexing, requests are answered; a chunk takes about as long. */
const SLICE_MS = 0.2;
const PROGRESS_EVERY_MS = 50;
const SKIP_BYTES = 64 * 1024;
const MAX_AT_HAND = 512 * 1024;
const MAX_WINDOW_AT_REST = 4 * 1024 * 1024;

let generations = 0;

/**
 * One opened session: its bytes, its index, and how far the index is. A session is the file that was opened and, when
 * they are asked for, the files of its subagents and what a capture holds beside its output. Rows tile the files one after
 * another, as if they were put together.
 */
export class Session {
  readonly index: SessionIndex;
  readonly files: SessionFiles;
  /** The expressions that are looked for in it. */
  readonly matches: SessionMatches;
  /** The lists that are shown of it. */
  readonly listings: Listings;
  /** What is remembered of its rows is kept by this object, which is another one when rows were taken back. */
  epoch: object = {};
  state: IndexState = 'indexing';
  private readonly generation = ++generations;
  error: string | null = null;
  /** When its index was written that was kept, in milliseconds since the Unix epoch; null: all of it was read now. */
  restoredFrom: number | null = null;
  /** Set while the file is followed. */
  live: (() => LiveFile) | null = null;
  private startedAt = performance.now();
  private finishedAt = 0;
  private lastProgress = 0;
  private nextProgress: NodeJS.Timeout | undefined;
  private closed = false;
  /** Counts the questions, so that a file is looked at once for each. */
  private questions = 0;
  /** All files are read to their ends. */
  private ended = false;
  private atHand: { offset: number; bytes: Buffer } | null = null;

  private constructor(
    readonly id: number,
    private readonly source: ByteSource,
    private readonly onProgress: (progress: Progress) => void,
    readonly options: SessionOptions,
    expectedBytes: number,
  ) {
    this.index = new SessionIndex((row, limit) => this.jsonText(row, limit), expectedBytes, options);
    this.files = new SessionFiles(source, this.index, options);
    this.matches = new SessionMatches(this);
    this.listings = new Listings(this.index, this.matches);
  }

  /** Opens the file and indexes its first chunk. Throws SourceError. */
  static open(
    id: number,
    path: string,
    onProgress: (progress: Progress) => void = () => {},
    options: SessionOptions = {},
  ): Session {
    const startedAt = performance.now();
    const source = options.follow ? FileSource.openOrMissing(path) : FileSource.open(path);
    const create = (expectedBytes: number) => new Session(id, source, onProgress, options, expectedBytes);
    const kept = options.keptIndexes?.restore(source, options, () => create(0));
    const session = kept ?? create(source.size());
    session.startedAt = startedAt;
    if (session.restoredFrom === null) session.step();
    if (!options.follow) session.finishAtEnd();
    return session;
  }

  get parts(): SessionParts {
    return this.files.parts;
  }

  get path(): string {
    return this.source.path;
  }

  get name(): string {
    return basename(this.source.path);
  }

  /** Of the file that was opened. */
  get encoding(): TextEncoding {
    return this.files.main.indexing?.encoding ?? 'utf-8';
  }

  /** Of the file that the row stands in. */
  encodingOf(row: number): TextEncoding {
    return this.parts.fileOf(row).indexing?.encoding ?? 'utf-8';
  }

  /** The file that a row stands in. */
  fileOf(row: number): SessionFile {
    return this.parts.fileOf(row);
  }

  /** Where the row begins in its file. */
  offsetInFile(row: number): number {
    return this.index.table.offset(row) - (this.parts.list[this.parts.ofRow(row)] as Part).base;
  }

  get progress(): Progress {
    return {
      session: this.id,
      generation: this.generation,
      state: this.state,
      rows: this.index.table.rows,
      bytes: this.files.bytesRead,
      totalBytes: this.totalBytes(),
      elapsedMs: (this.finishedAt || performance.now()) - this.startedAt,
      error: this.error,
      firstTime: Number.isNaN(this.index.firstTime) ? null : this.index.firstTime,
      folded: this.index.foldedRows,
      ...(this.restoredFrom !== null && { restoredFrom: this.restoredFrom }),
      live: this.live?.() ?? null,
    };
  }

  private totalBytes(): number {
    if (this.state === 'done') return this.files.bytesRead;
    return this.closed ? 0 : this.files.bytesThere;
  }

  /** Indexes the rest of the file, giving way to requests in between. Resolves when done or cancelled. */
  async indexAll(): Promise<void> {
    await this.inSlices(() => {
      if (this.state !== 'indexing' || this.ended) return false;
      this.step();
      return true;
    });
    try {
      if (this.state === 'indexing') await this.options.whenIndexed?.(this);
    } catch (error) {
      this.fail(error);
    }
    this.finishAtEnd();
    this.tellNow();
  }

  /** Takes steps until one returns false, giving way to requests in between. */
  private async inSlices(step: () => boolean): Promise<void> {
    let sliceStart = performance.now();
    while (step()) {
      const now = performance.now();
      if (now - sliceStart < SLICE_MS) continue;
      this.tellProgress();
      await new Promise((resolve) => setImmediate(resolve));
      sliceStart = performance.now();
    }
  }

  /** Indexes the whole file without giving way: for the CLI and for tests. */
  indexAllNow(): void {
    while (this.state === 'indexing' && !this.ended) this.step();
    this.finishAtEnd();
  }

  private finishAtEnd(): void {
    if (this.state === 'indexing' && this.ended) this.finish('done');
  }

  private step(): void {
    try {
      if (!this.files.step()) this.ended = true;
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
    if (state !== 'done') for (const file of this.parts.files) this.files.remember(file);
    this.index.release();
    this.finishedAt = performance.now();
  }

  /** Tells how far it is, at most every 50 ms; what is new meanwhile is told then. */
  tellProgress(): void {
    // A file that was closed, and perhaps opened again, has nothing more to say.
    if (this.closed || this.nextProgress !== undefined) return;
    const wait = this.lastProgress + PROGRESS_EVERY_MS - performance.now();
    if (wait <= 0) this.tellNow();
    else this.nextProgress = setTimeout(() => this.tellNow(), wait);
  }

  tellNow(): void {
    clearTimeout(this.nextProgress);
    this.nextProgress = undefined;
    if (this.closed) return;
    this.lastProgress = performance.now();
    this.matches.wake();
    this.onProgress(this.progress);
  }

  // ---- growing ------------------------------------------------------------------------------------------

  /**
   * Indexes what came since, giving way to requests in between; without `all` the files of subagents are left for the next
   * time. False when the session has to be read anew.
   */
  async grow(now: number, all = true): Promise<boolean> {
    const { files } = this;
    const { capture } = files;
    if (all && files.isAgentFileCut) return false;
    if (files.grown(all).length === 0 && !files.findNext() && !capture?.hasMore) return true;
    const kept = this.unsettle();
    if (kept === null) return false;
    capture?.sentCame(now);
    // What was taken back is read again, in whichever file it stands.
    for (const file of files.grown(all || kept >= 0)) {
      const end = file === files.main ? file.source.size() : undefined;
      if (end !== undefined) this.outputCame(end, now);
      await this.inSlices(() => !this.closed && files.stepGrown(file, end));
      if (this.closed) return true;
    }
    capture?.errorsCame(now);
    await this.inSlices(() => !this.closed && files.step());
    return true;
  }

  private outputCame(end: number, now: number): void {
    const { capture } = this.files;
    if (capture !== null) capture.outputCame(end, now);
    else this.index.arrivals?.add(end, now);
  }

  /** Gives back the memory that a large growth took, until there is more to read. */
  rest(): void {
    if (this.index.windowBytes > MAX_WINDOW_AT_REST) this.index.release();
  }

  /** Reading what comes failed: what was read stays, and nothing more is read. */
  stop(error: unknown): void {
    this.fail(error);
    this.state = 'failed';
    this.live = null;
    this.tellNow();
  }

  /** Takes back what was told of unfinished lines; see SessionFiles.unsettle. */
  private unsettle(): number | null {
    const rows = this.files.unsettle();
    if (rows === null || rows < 0) return rows;
    this.listings.truncate(rows);
    this.matches.truncate(rows);
    this.epoch = {};
    this.options.onRowsTakenBack?.();
    return rows;
  }

  /** Tells unfinished lines as if nothing more came. True when rows came of it. */
  settle(): boolean {
    return this.files.settle();
  }

  /**
   * Looks whether the file still holds what was indexed; call it once for every question. When it does not, reading
   * rows throws SourceError from now on. The files of subagents are looked at when rows of theirs are read.
   */
  get changed(): boolean {
    this.questions++;
    const { guard } = this.files.main;
    if (!this.closed) guard.verify();
    return guard.changed;
  }

  /** Stops indexing; rows that are indexed stay. */
  cancel(): void {
    if (this.state === 'indexing') this.finish('cancelled');
  }

  /** Nothing more can be read of it. */
  get isClosed(): boolean {
    return this.closed;
  }

  close(): void {
    if (this.closed) return;
    this.cancel();
    this.closed = true;
    clearTimeout(this.nextProgress);
    this.matches.close();
    this.files.close();
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
    if (length <= 0 || length > MAX_AT_HAND) return use();
    const bytes = Buffer.allocUnsafe(length);
    this.atHand = { offset, bytes: bytes.subarray(0, this.read(bytes, offset)) };
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
    if (this.read(target, offset) < target.length) {
      const { name, source } = this.fileOf(row);
      const sentence = `The bytes of frame ${row + 1} are gone: ${name || this.name} changed after it was read. Read it again.`;
      throw new SourceError('changed-while-reading', source.path, sentence);
    }
  }

  /**
   * Fills `target` from this offset of all parts put together on. Returns how many bytes there are before one that its
   * file no longer has.
   */
  private read(target: Buffer, offset: number): number {
    const { list } = this.parts;
    let done = 0;
    for (let at = this.parts.ofOffset(offset); at < list.length && done < target.length; at++) {
      const { of, base } = list[at] as Part;
      const end = list[at + 1]?.start ?? Number.POSITIVE_INFINITY;
      const length = Math.min(target.length - done, end - offset - done);
      const got = length <= 0 ? 0 : this.readFile(of, target, done, length, offset + done - base);
      done += got;
      if (got < length) return done;
    }
    return done;
  }

  private readFile(file: SessionFile, target: Buffer, at: number, length: number, offset: number): number {
    if (file.verifiedFor !== this.questions && file !== this.files.main) {
      file.verifiedFor = this.questions;
      file.guard.verify();
    }
    if (file.guard.changed) return 0;
    try {
      return file.source.read(target, at, length, offset);
    } catch (error) {
      // An agent file is opened for reading again and again: it may be gone by now.
      if (error instanceof SourceError) return 0;
      throw error;
    }
  }

  /** Fills `target` with bytes of all parts put together, from `offset` on; returns how many there were. */
  rawRange(offset: number, target: Buffer): number {
    return this.read(target, offset);
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
    return transcode(this.rawBytes(row, limit), this.encodingOf(row));
  }

  /** The row's value as UTF-8, without white space, byte order mark, array brackets and commas around it. */
  jsonText(row: number, limit?: number): Buffer {
    const bytes = this.utf8Bytes(row, limit);
    const text = this.withoutAround(row, bytes);
    const { table } = this.index;
    if (text.length > 0 || limit === undefined || table.length(row) <= limit) return text;
    // Kilobytes of blanks stand before the value.
    for (let from = limit; from < table.length(row); from += SKIP_BYTES) {
      const more = transcode(this.rawSlice(row, from, SKIP_BYTES + limit), this.encodingOf(row));
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

/** Indexes that were kept when their files were read before. */
export interface KeptIndexes {
  /** The session over this file as it was when its index was kept; null when there is none that is right. */
  restore(source: ByteSource, options: SessionOptions, create: () => Session): Session | null;
}

export interface SessionOptions extends RowScannerOptions {
  /** Reads the files of a session file's subagents as well. */
  agentFiles?: boolean;
  /** Reads what stands beside a capture of Framescope: its record, stderr, stdin and arrivals. */
  captures?: boolean;
  /** More may come: what is unfinished is kept open. A file that does not exist yet is waited for. */
  follow?: boolean;
  /** Rows were taken back: what is remembered of rows is void. */
  onRowsTakenBack?(): void;
  /** Where indexes of earlier times are looked for; absent: nowhere. */
  keptIndexes?: KeptIndexes | undefined;
  chunkBytes?: number;
  firstChunkBytes?: number;
  /** What is made of the index as a whole, before the session says that it is done. Has to stop when the state changes. */
  whenIndexed?(session: Session): Promise<void>;
}

/** White space, and in an array file also brackets and commas. */
function isAround(c: number, inArray: boolean): boolean {
  return c === 32 || c === 10 || c === 13 || c === 9 || (inArray && (c === 44 || c === 91 || c === 93));
}
