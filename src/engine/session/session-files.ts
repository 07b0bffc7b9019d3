import { SourceError } from '../../protocol/errors';
import type { JsonObject } from '../../protocol/json-values';
import { AgentForm } from '../agents/agent-table';
import { formatOf } from '../runs/run-format';
import { type AgentFile, readAgentMeta } from '../sources/agent-files';
import type { ByteSource } from '../sources/file-source';
import { OpenFiles, PooledFile } from '../sources/open-files';
import { AgentFileQueue } from './agent-file-queue';
import { CaptureReading } from './capture-reading';
import { Indexing } from './indexing';
import type { SessionOptions } from './session';
import type { SessionIndex } from './session-index';
import { newFile, type Part, type SessionFile, SessionParts } from './session-parts';
import type { SideFile } from './side-file';

/** How far the files are read, without what is found out when they are opened: see index-cache. */
export interface SavedFiles {
  firstRows: number[];
  indexing: (Indexing | null)[];
  sides: (SideFile | null)[];
  /** For each part the number of its file, and its base, start and first row. */
  parts: number[];
  partsSettled: number;
  /** Number of the file whose bytes come next; -1 when it has to be entered first. */
  current: number;
}

/**
 * The files of a session, and how far they are read: the one that was opened, what a capture holds beside it, and the
 * files of its subagents. They may all grow; each of their rows stands where it came.
 */
export class SessionFiles {
  readonly parts = new SessionParts();
  /** Agent files that are not read, because there are more than a session reads. */
  agentFilesLeftOff = 0;
  /** Set for the capture of a process. */
  readonly capture: CaptureReading | null;
  private readonly open = new OpenFiles();
  private readonly agentFiles: AgentFileQueue | null;
  /** The file whose bytes come next in the index; null when it has to be entered first. */
  private current: SessionFile | null;
  /** The file that the next step reads; null while the next one is looked for. */
  private reading: SessionFile | null;
  /** Parts before the end was told as if nothing more came; -1 when it was not. */
  private partsSettled = -1;
  /** Files of an index that was kept that have more bytes by now. */
  private behind: SessionFile[] = [];

  constructor(
    source: ByteSource,
    private readonly index: SessionIndex,
    private readonly options: SessionOptions,
  ) {
    const main = newFile(source, { name: '', agent: 0, file: null, meta: null, side: null });
    main.stream = index.streams[0] ?? null;
    main.indexing = this.indexingOf(main);
    this.parts.addFile(main);
    this.parts.begin(main, 0, 0, 0);
    this.current = main;
    this.reading = main;
    this.agentFiles = options.agentFiles ? new AgentFileQueue(source.path) : null;
    this.capture = options.captures
      ? CaptureReading.of(source.path, this, index, options.follow === true)
      : null;
    if (this.capture !== null) index.arrivals = this.capture.arrivals;
  }

  get main(): SessionFile {
    return this.parts.main;
  }

  private indexingOf(file: SessionFile): Indexing {
    const { options } = this;
    const stream = file.stream ?? this.index.beginStream(file.agent);
    file.stream = stream;
    return new Indexing(file.source, this.index, stream, options.chunkBytes, options.firstChunkBytes);
  }

  /** Bytes that were read: of frames, not of what stands beside them. */
  get bytesRead(): number {
    return this.parts.files.reduce((sum, { indexing }) => sum + (indexing?.bytesRead ?? 0), 0);
  }

  /** Bytes that are there to be read. */
  get bytesThere(): number {
    const there = this.parts.files.reduce(
      (sum, { indexing, source }) => sum + Math.max(indexing?.bytesRead ?? 0, indexing ? sizeOf(source) : 0),
      0,
    );
    return there + (this.agentFiles?.bytesWaiting ?? 0);
  }

  /** Bytes at the end that are no row yet. */
  get pendingBytes(): number {
    return this.parts.files.reduce((sum, { indexing }) => sum + (indexing?.pendingBytes ?? 0), 0);
  }

  /** Reads and indexes one chunk. Returns false once everything there is was read. Throws when the main file cannot be read. */
  step(): boolean {
    const file = this.reading;
    if (file === null) return this.nextAgentFile();
    try {
      if (file === this.main && this.capture?.isReplaying) {
        this.capture.step();
        return true;
      } else if (this.stepFile(file)) return true;
      this.endFile(file);
    } catch (error) {
      this.tellError(file, error);
    }
    this.reading = null;
    this.remember(file);
    return this.nextAgentFile();
  }

  /** Reads one chunk of this file, none of it behind `limit`; false when there was no more. */
  stepFile(file: SessionFile, limit?: number): boolean {
    this.enter(file);
    return (file.indexing as Indexing).step(limit);
  }

  /** Like `stepFile`, for a file that grew; at its end what needs no more is told. */
  stepGrown(file: SessionFile, limit?: number): boolean {
    try {
      if (this.stepFile(file, limit)) return true;
      this.pause(file);
    } catch (error) {
      this.tellError(file, error);
    }
    return false;
  }

  /** A file of a subagent that cannot be read costs its own frames only. */
  private tellError(file: SessionFile, error: unknown): void {
    if (file === this.main) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    file.error = error instanceof SourceError ? reason : `Reading ${file.name} stopped: ${reason}`;
  }

  private endFile(file: SessionFile): void {
    if (this.options.follow) (file.indexing as Indexing).pause();
    else {
      (file.indexing as Indexing).finish();
      // One that is followed tells the rest when it begins to follow.
      if (file === this.main) this.capture?.caughtUp(Date.now(), true);
    }
  }

  /** The rows that come next are of this file. */
  enter(file: SessionFile): void {
    if (this.current === file || file.stream === null) return;
    const { index, parts } = this;
    const { last } = parts;
    const goesOn = last.of === file && index.table.rows > last.firstRow;
    const base = index.enter(file.stream, goesOn);
    if (!goesOn) parts.begin(file, base, index.partStart, index.table.rows);
    this.current = file;
  }

  /** The rows that `add` appends stand in this file, whose first `consumed` bytes are rows already. */
  besideFrames(file: SessionFile, consumed: number, add: () => void): void {
    const { index, parts } = this;
    const { bytes, rows } = index.table;
    add();
    if (index.table.rows === rows) return;
    if (parts.last.of !== file) parts.begin(file, bytes - consumed, bytes, rows);
    this.current = null;
  }

  /** Keeps what the file looks like now, so that a change of it is noticed. */
  remember(file: SessionFile): void {
    try {
      file.guard.remember(file.indexing?.bytesRead ?? 0);
    } catch {
      // It is gone: reading it later tells so.
    }
  }

  /** Begins the next agent file of this session. Returns false when there is none. */
  private nextAgentFile(): boolean {
    const behind = this.behind.shift();
    if (behind !== undefined) {
      this.reading = behind;
      return true;
    }
    const { agentFiles, index } = this;
    if (agentFiles === null || formatOf(index.runs.runs) !== 'session') return false;
    const next = agentFiles.next((id) => index.runs.runs.some((run) => run.sessionId === id));
    this.agentFilesLeftOff = agentFiles.leftOff;
    if (next === null) return false;
    if (next.file !== null) this.addAgentFile(next.file, readAgentMeta(next.file));
    return true;
  }

  private addAgentFile(file: AgentFile, meta: JsonObject | null): SessionFile {
    const agent = this.index.agents.add(AgentForm.File);
    const source = new PooledFile(file.path, this.open);
    const added = newFile(source, { name: file.name, agent, file, meta, side: null });
    added.indexing = this.indexingOf(added);
    this.parts.addFile(added);
    this.reading = added;
    return added;
  }

  /** Agent files that are new since they were looked for last; they are read by the next steps. */
  lookForAgentFiles(): void {
    this.agentFiles?.lookAgain();
  }

  /** Whether there is an agent file that was not read. */
  findNext(): boolean {
    while (this.reading === null && this.nextAgentFile());
    return this.reading !== null;
  }

  // ---- growing ------------------------------------------------------------------------------------------

  /** The files that have bytes which were not read; of those that a session has many of, only with `all`. */
  grown(all = true): SessionFile[] {
    const asked = all ? this.parts.files : [this.main];
    return asked.filter(({ indexing, source }) => indexing !== null && sizeOf(source) > indexing.bytesRead);
  }

  /** A subagent's file has fewer bytes than were read of it. One that is gone keeps its frames. */
  get isAgentFileCut(): boolean {
    return this.parts.files.some(
      ({ file, indexing, source }) =>
        file !== null && indexing !== null && sizeOf(source, Number.POSITIVE_INFINITY) < indexing.bytesRead,
    );
  }

  /** Tells unfinished lines as if nothing more came. True when rows came of it. */
  settle(): boolean {
    const { index, parts } = this;
    const rows = index.table.rows;
    for (const file of parts.files) {
      if (file.indexing === null || file.indexing.pendingBytes === 0) continue;
      if (this.partsSettled < 0) this.partsSettled = parts.list.length;
      this.enter(file);
      file.indexing.settle();
    }
    return index.table.rows > rows;
  }

  /** Takes back what was told of unfinished lines. Returns the rows that stay, -1 for no change, null when it cannot be. */
  unsettle(): number | null {
    if (this.partsSettled < 0) return -1;
    if (this.parts.files.some(({ indexing }) => indexing?.mixed)) return null;
    const rows = this.index.retract();
    this.parts.truncate(this.partsSettled);
    this.partsSettled = -1;
    this.current = null;
    for (const { indexing } of this.parts.files) indexing?.resume();
    return rows;
  }

  /** The input pauses: what needs no more is told. */
  pause(file: SessionFile): void {
    this.enter(file);
    file.indexing?.pause();
    this.remember(file);
  }

  // ---- an index that was kept ---------------------------------------------------------------------------

  /** A file of a subagent that was read before. */
  addKnownAgentFile(file: AgentFile): SessionFile {
    this.agentFiles?.wasGiven(file);
    return this.addAgentFile(file, readAgentMeta(file));
  }

  /** What an index cache keeps of them, and fills in again. */
  saved(): SavedFiles {
    const { files, list } = this.parts;
    return {
      firstRows: files.map(({ firstRow }) => firstRow),
      indexing: files.map(({ indexing }) => indexing),
      sides: files.map((file) => this.capture?.linesOf(file) ?? null),
      parts: list.flatMap(({ of, base, start, firstRow }) => [files.indexOf(of), base, start, firstRow]),
      partsSettled: this.partsSettled,
      current: this.current === null ? -1 : files.indexOf(this.current),
    };
  }

  /** The index, and what `saved` gave, were filled in. Throws when they are not of the files that are open. */
  restored({ firstRows, parts, partsSettled, current }: SavedFiles): void {
    const { files, list } = this.parts;
    list.length = 0;
    for (let at = 0; at + 3 < parts.length; at += 4) {
      const [number, base, start, firstRow] = parts.slice(at, at + 4) as [number, number, number, number];
      list.push({ of: fileAt(files, number), base, start, firstRow } satisfies Part);
    }
    for (const [at, file] of files.entries()) {
      file.firstRow = firstRows[at] ?? -1;
      file.agent = file.stream?.agent ?? 0;
    }
    this.partsSettled = partsSettled;
    this.current = current < 0 ? null : fileAt(files, current);
    this.reading = null;
    this.index.windowOwner = null;
    for (const file of files)
      file.guard.remember(file.indexing?.bytesRead ?? this.capture?.linesOf(file)?.consumed ?? 0);
  }

  /**
   * Takes up reading after an index that was kept; `grown`: there is more to read. False when what was told last may be
   * another thing by now.
   */
  resume(grown: boolean): boolean {
    if (!this.options.follow) return !grown;
    // What stands at the end as if nothing more came is told anew.
    if (this.parts.files.some(({ indexing }) => indexing?.mixed)) return !grown;
    this.unsettle();
    this.behind = this.grown();
    return true;
  }

  /** Lets go of everything but the file that was opened. */
  discard(): void {
    this.capture?.close();
    this.open.closeAll();
  }

  close(): void {
    this.main.source.close();
    this.capture?.close();
    this.open.closeAll();
  }
}

function fileAt(files: readonly SessionFile[], number: number): SessionFile {
  const file = files[number];
  if (file === undefined) throw new RangeError(`There is no file ${number}.`);
  return file;
}

/** Bytes that are there now; `otherwise` when it cannot be looked at. */
export function sizeOf(source: ByteSource, otherwise = 0): number {
  try {
    return source.size();
  } catch {
    return otherwise;
  }
}
