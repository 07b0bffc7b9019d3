import { basename } from 'node:path';
import { performance } from 'node:perf_hooks';
import { SourceError } from '../../protocol/errors';
import type { JsonObject } from '../../protocol/json-values';
import { AgentForm } from '../agents/agent-table';
import type { IndexState, Progress } from '../answer-types';
import { RowFlag } from '../frames/frame-table';
import type { RowScannerOptions } from '../frames/row-scanner';
import { Listings } from '../listing/listings';
import { formatOf } from '../runs/run-format';
import { type AgentFile, readAgentMeta } from '../sources/agent-files';
import { type ByteSource, FileSource } from '../sources/file-source';
import { OpenFiles, PooledFile } from '../sources/open-files';
import { type TextEncoding, transcode } from '../sources/text-encoding';
import { AgentFileQueue } from './agent-file-queue';
import { Indexing } from './indexing';
import { SessionIndex } from './session-index';
import { newPart, type Part, SessionParts } from './session-parts';

/** Between two slices of indexing, requests are answered; a chunk takes about as long. */
const SLICE_MS = 0.2;
const PROGRESS_EVERY_MS = 50;
const SKIP_BYTES = 64 * 1024;
const MAX_AT_HAND = 512 * 1024;

let generations = 0;

/**
 * One opened session: its bytes, its index, and how far the index is. A session is the file that was opened and, when
 * they are asked for, the files of its subagents. Rows tile the files one after another, as if they were put together.
 */
export class Session {
  readonly index: SessionIndex;
  readonly parts = new SessionParts();
  /** The lists that are shown of it. */
  readonly listings: Listings;
  state: IndexState = 'indexing';
  private readonly generation = ++generations;
  error: string | null = null;
  /** Agent files that are not read, because there are more than a session reads. */
  agentFilesLeftOff = 0;
  private readonly agentFiles: AgentFileQueue | null;
  private readonly openFiles = new OpenFiles();
  private readonly startedAt = performance.now();
  private finishedAt = 0;
  private lastProgress = 0;
  private closed = false;
  /** Counts the questions, so that a file is looked at once for each. */
  private questions = 0;
  /** The last part is indexed to its end. */
  private ended = false;
  private atHand: { offset: number; bytes: Buffer } | null = null;

  private constructor(
    readonly id: number,
    private readonly source: FileSource,
    private readonly onProgress: (progress: Progress) => void,
    private readonly options: SessionOptions,
  ) {
    this.index = new SessionIndex((row, limit) => this.jsonText(row, limit), source.size(), options);
    this.agentFiles = options.agentFiles ? new AgentFileQueue(source.path) : null;
    this.beginPart(source, null, null);
    this.listings = new Listings(this.index);
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

  /** Of the file that was opened. */
  get encoding(): TextEncoding {
    return (this.parts.main.indexing as Indexing).encoding;
  }

  /** Of the file that the row stands in. */
  encodingOf(row: number): TextEncoding {
    return this.partOf(row).indexing?.encoding ?? 'utf-8';
  }

  partOf(row: number): Part {
    return this.parts.list[this.parts.ofRow(row)] as Part;
  }

  /** Where the row begins in its file. */
  offsetInFile(row: number): number {
    return this.index.table.offset(row) - this.partOf(row).base;
  }

  get progress(): Progress {
    const bytes = this.index.table.bytes;
    return {
      session: this.id,
      generation: this.generation,
      state: this.state,
      rows: this.index.table.rows,
      bytes: this.bytesRead,
      totalBytes: this.state === 'done' ? bytes : this.closed ? 0 : this.totalBytes(),
      elapsedMs: (this.finishedAt || performance.now()) - this.startedAt,
      error: this.error,
      firstTime: Number.isNaN(this.index.firstTime) ? null : this.index.firstTime,
      folded: this.index.foldedRows,
      live: null,
    };
  }

  private get bytesRead(): number {
    const { base, indexing } = this.parts.last;
    return base + (indexing?.bytesRead ?? 0);
  }

  private totalBytes(): number {
    const { last, main } = this.parts;
    const waiting = this.agentFiles?.bytesWaiting ?? 0;
    if (last === main) return this.source.size() + waiting;
    return Math.max(this.bytesRead, last.base + sizeOf(last.source)) + waiting;
  }

  /** Indexes the rest of the file, giving way to requests in between. Resolves when done or cancelled. */
  async indexAll(): Promise<void> {
    let sliceStart = performance.now();
    while (this.state === 'indexing' && !this.ended) {
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
    while (this.state === 'indexing' && !this.ended) this.step();
    this.finishAtEnd();
  }

  private finishAtEnd(): void {
    if (this.state === 'indexing' && this.ended) this.finish('done');
  }

  private step(): void {
    const part = this.parts.last;
    try {
      if (part.indexing?.step()) return;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (part === this.parts.main) {
        this.error = `Reading ${this.path} stopped: ${reason}`;
        this.finish('failed');
        return;
      }
      part.error = error instanceof SourceError ? reason : `Reading ${part.name} stopped: ${reason}`;
    }
    this.endPart(part);
    if (!this.nextPart()) this.ended = true;
  }

  private beginPart(source: ByteSource, file: AgentFile | null, meta: JsonObject | null): void {
    const { index, options } = this;
    const agent = file === null ? 0 : index.agents.add(AgentForm.File);
    if (file !== null) index.beginPart(agent);
    const place = {
      base: index.table.bytes,
      firstRow: index.table.rows,
      linesBefore: index.physicalLines,
      unparsedBefore: index.unparsedRows,
    };
    const part = newPart(source, { ...place, agent }, file, meta);
    part.indexing = new Indexing(source, index, options.chunkBytes, options.firstChunkBytes);
    this.parts.list.push(part);
  }

  private endPart(part: Part): void {
    try {
      part.guard.remember(this.index.table.bytes - part.base);
    } catch {
      // It is gone: reading it later tells so.
    }
  }

  /** Begins the next agent file of this session. Returns false when there is none. */
  private nextPart(): boolean {
    const { agentFiles, index } = this;
    if (agentFiles === null || formatOf(index.runs.runs) !== 'session') return false;
    const next = agentFiles.next((id) => index.runs.runs.some((run) => run.sessionId === id));
    this.agentFilesLeftOff = agentFiles.leftOff;
    if (next === null) return false;
    if (next.file === null) return true;
    this.beginPart(new PooledFile(next.file.path, this.openFiles), next.file, readAgentMeta(next.file));
    return true;
  }

  private fail(error: unknown): void {
    this.error = `Reading ${this.path} stopped: ${error instanceof Error ? error.message : String(error)}`;
    if (this.state === 'indexing') this.finish('failed');
  }

  private finish(state: IndexState): void {
    this.state = state;
    if (state !== 'done') this.endPart(this.parts.last);
    this.index.release();
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
   * rows throws SourceError from now on. The files of subagents are looked at when rows of theirs are read.
   */
  get changed(): boolean {
    this.questions++;
    if (!this.closed) this.parts.main.guard.verify();
    return this.parts.main.guard.changed;
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
    this.openFiles.closeAll();
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
      const { name, source } = this.partOf(row);
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
      const part = list[at] as Part;
      const end = list[at + 1]?.base ?? Number.POSITIVE_INFINITY;
      const length = Math.min(target.length - done, end - offset - done);
      const got = length <= 0 ? 0 : this.readPart(part, target, done, length, offset + done - part.base);
      done += got;
      if (got < length) return done;
    }
    return done;
  }

  private readPart(part: Part, target: Buffer, at: number, length: number, offset: number): number {
    if (part.verifiedFor !== this.questions && part !== this.parts.main) {
      part.verifiedFor = this.questions;
      part.guard.verify();
    }
    if (part.guard.changed) return 0;
    try {
      return part.source.read(target, at, length, offset);
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

export interface SessionOptions extends RowScannerOptions {
  /** Reads the files of a session file's subagents as well. */
  agentFiles?: boolean;
  chunkBytes?: number;
  firstChunkBytes?: number;
  /** What is made of the index as a whole, before the session says that it is done. Has to stop when the state changes. */
  whenIndexed?(session: Session): Promise<void>;
}

function sizeOf(source: ByteSource): number {
  try {
    return source.size();
  } catch {
    return 0;
  }
}

/** White space, and in an array file also brackets and commas. */
function isAround(c: number, inArray: boolean): boolean {
  return c === 32 || c === 10 || c === 13 || c === 9 || (inArray && (c === 44 || c === 91 || c === 93));
}
