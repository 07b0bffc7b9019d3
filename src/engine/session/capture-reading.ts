import { existsSync, type Stats, statSync } from 'node:fs';
import type { SideStream } from '../answer-types';
import { type CaptureFiles, captureFiles, readCaptureRecord } from '../captures/capture-files';
import type { CaptureRecord } from '../captures/capture-record';
import { ArrivalLog, type ArrivalRecord, readArrivals } from '../live/arrival-log';
import { Arrivals } from '../live/arrivals';
import { FileSource } from '../sources/file-source';
import { type SessionFiles, sizeOf } from './session-files';
import type { SessionIndex } from './session-index';
import { newFile, type SessionFile } from './session-parts';
import { SideFile } from './side-file';

/** Bytes that are there when a capture is opened this soon after its process started have just come. */
const JUST_STARTED_MS = 2000;
/** A record is written at once when its process ends: so much later nobody is there to write it. */
const LEFT_MS = 2000;

const SIDES: readonly SideStream[] = ['stdin', 'stderr'];

interface Side {
  file: SessionFile;
  lines: SideFile;
}

/**
 * A capture of a process: its record, the lines of stderr and stdin between the frames, and when all of it came. The
 * sidecar of arrivals gives the order back when a capture is opened again.
 */
export class CaptureReading {
  readonly arrivals = new Arrivals(0);
  private replay: readonly ArrivalRecord[];
  private replayed = 0;
  /** null: another reader keeps the arrivals, or the capture has ended. */
  private readonly log: ArrivalLog | null;
  /** null: it is no file that can be read. */
  private readonly sides = new Map<SideStream, Side | null>();
  private recordStamp = '';
  private ended = false;
  /** When the process was seen to be gone; null: it was not. */
  private goneSince: number | null = null;

  /** The capture that this file is the output of; null when no record of Framescope says so. */
  static of(
    path: string,
    files: SessionFiles,
    index: SessionIndex,
    keepsArrivals: boolean,
  ): CaptureReading | null {
    const names = captureFiles(path);
    const record = names === null ? null : readCaptureRecord(names.record);
    return names === null || record === null
      ? null
      : new CaptureReading(names, record, files, index, keepsArrivals);
  }

  private constructor(
    private readonly names: CaptureFiles,
    public record: CaptureRecord,
    private readonly files: SessionFiles,
    private readonly index: SessionIndex,
    keepsArrivals: boolean,
  ) {
    const told = readArrivals(names.arrivals);
    this.replay = this.stillThere(told);
    for (const { stream, end, time } of this.replay) if (stream === 'stdout') this.arrivals.add(end, time);
    const live = keepsArrivals && record.endedAt === null;
    this.log = live ? new ArrivalLog(names.arrivals, existsSync(names.arrivals)) : null;
    if (this.replay.length < told.length) this.log?.restart(this.replay);
  }

  /** A stream that is shorter than the sidecar says was cut: what is in it now came at another time. */
  private stillThere(told: readonly ArrivalRecord[]): readonly ArrivalRecord[] {
    const sizeAt = (path: string) => statsOf(path)?.size ?? 0;
    const { names } = this;
    const sizes = {
      stdout: sizeOf(this.files.main.source),
      stderr: sizeAt(names.stderr),
      stdin: sizeAt(names.stdin),
    };
    return told.filter(({ stream, end }) => end <= sizes[stream]);
  }

  get isReplaying(): boolean {
    return this.replayed < this.replay.length;
  }

  /** Reads one chunk in the order in which it came. */
  step(): void {
    const { files, replay } = this;
    let stop = this.replayed;
    while (replay[stop]?.stream === 'stdout') stop++;
    const limit = stop > this.replayed ? (replay[stop - 1] as ArrivalRecord).end : 0;
    const before = files.main.indexing?.bytesRead ?? 0;
    if (before < limit) {
      const more = files.stepFile(files.main, limit);
      const { bytesRead } = files.main.indexing ?? { bytesRead: limit };
      // The file may be shorter than the sidecar says: it was cut.
      if (more || (bytesRead < limit && bytesRead > before)) return;
    }
    this.replayed = stop + 1;
    const side = replay[stop];
    if (side === undefined || side.stream === 'stdout') {
      this.replay = [];
      return;
    }
    // The frames before it are rows before it, as they were when it came.
    this.pauseAsBefore(replay, stop);
    files.pause(files.main);
    // A batch ends with a row, if only with the last line of a process that has ended.
    this.readSide(side.stream, side.end, side.time, true);
  }

  /** Between the batches of an unfinished line there were pauses as well, at which a value may have been whole. */
  private pauseAsBefore(replay: readonly ArrivalRecord[], stop: number): void {
    const { files } = this;
    const { indexing } = files.main;
    if (indexing === null || indexing.pendingBytes === 0) return;
    const tail = indexing.bytesRead - indexing.pendingBytes;
    let first = stop;
    while (replay[first - 1]?.stream === 'stdout' && (replay[first - 1] as ArrivalRecord).end > tail) first--;
    if (stop - first < 2) return;
    indexing.readAgain();
    for (const { end } of replay.slice(first, stop)) {
      while (files.stepFile(files.main, end));
      files.pause(files.main);
    }
  }

  /** Everything that is there was read for the first time: what the sidecar does not tell of came at an unknown time. */
  caughtUp(now: number, final = this.record.endedAt !== null): void {
    const end = this.files.main.indexing?.bytesRead ?? 0;
    const { startedAt, endedAt } = this.record;
    const time = endedAt === null && now - startedAt < JUST_STARTED_MS ? now : Number.NaN;
    const isNew = end > this.arrivals.end;
    if (isNew) this.arrivals.add(end, time);
    const records: ArrivalRecord[] = isNew ? [{ stream: 'stdout', end, time }] : [];
    // Sides are read whether or not somebody keeps when they came.
    records.push(...this.growSides(time, final));
    this.log?.add(records);
  }

  /** Bytes of the output up to `end` came now. To be called before they are read. */
  outputCame(end: number, now: number): void {
    if (end <= this.arrivals.end) return;
    this.arrivals.add(end, now);
    this.log?.add([{ stream: 'stdout', end, time: now }]);
  }

  /** Whether stderr or stdin have bytes that were not looked at. */
  get hasMore(): boolean {
    return SIDES.some((stream) => {
      const side = this.sides.get(stream);
      if (side === null) return false;
      if (side !== undefined) {
        const size = sizeOf(side.file.source);
        return size > side.lines.seen || (this.hasEnded && size > side.lines.consumed);
      }
      return (statsOf(this.names[stream])?.size ?? 0) > 0;
    });
  }

  /** Rows of stdin that are new. What is sent stands before what answers it. */
  sentCame(now: number): void {
    this.sideCame('stdin', now);
  }

  /** Rows of stderr that are new. */
  errorsCame(now: number): void {
    this.sideCame('stderr', now);
  }

  private sideCame(stream: SideStream, now: number): void {
    const records = this.growSides(now, this.hasEnded, [stream]);
    this.log?.add(records);
  }

  private growSides(time: number, final: boolean, streams: readonly SideStream[] = SIDES): ArrivalRecord[] {
    const records: ArrivalRecord[] = [];
    for (const stream of streams) {
      const before = this.sides.get(stream)?.lines.consumed ?? 0;
      this.readSide(stream, Number.POSITIVE_INFINITY, time, final);
      const end = this.sides.get(stream)?.lines.consumed ?? 0;
      if (end > before) records.push({ stream, end, time });
    }
    return records;
  }

  private readSide(stream: SideStream, limit: number, time: number, final: boolean): void {
    const known = this.sides.get(stream);
    const side = known === undefined ? this.openSide(stream) : known;
    if (side === null) return;
    const { file, lines } = side;
    if (sizeOf(file.source) <= lines.consumed) return;
    this.files.besideFrames(file, lines.consumed, () => lines.read(this.index, limit, time, final));
    file.guard.remember(lines.consumed);
  }

  /** Everything was read before: goes on with these files, which have been opened in this order. False when one is missing. */
  readOn(streams: readonly SideStream[]): boolean {
    this.replay = [];
    return streams.every((stream) => this.openSide(stream) !== null);
  }

  /** The lines of a side file; null for any other file. */
  linesOf(file: SessionFile): SideFile | null {
    return file.side === null ? null : (this.sides.get(file.side)?.lines ?? null);
  }

  /** The files that stand beside the output and are a part of what is shown. */
  get beside(): Readonly<Record<SideStream | 'arrivals', string>> {
    const { stdin, stderr, arrivals } = this.names;
    return { stdin, stderr, arrivals };
  }

  /** Everything of it was read, and nothing more is to come. */
  get isComplete(): boolean {
    return this.record.endedAt !== null && !this.isReplaying && !this.hasMore;
  }

  private openSide(stream: SideStream): Side | null {
    const path = this.names[stream];
    if (!existsSync(path)) return null;
    try {
      const source = FileSource.open(path, true);
      const file = newFile(source, { name: '', agent: 0, file: null, meta: null, side: stream });
      this.files.parts.addFile(file);
      const side = { file, lines: new SideFile(source, stream) };
      this.sides.set(stream, side);
      return side;
    } catch {
      this.sides.set(stream, null);
      return null;
    }
  }

  /**
   * Looks at the record again. True when the process is known for the first time to have ended: the record says so, or
   * it is gone and nobody has written the record for a while, because its writer was killed as well.
   */
  refresh(now: number): boolean {
    if (this.record.endedAt !== null && this.ended) return false;
    const stats = statsOf(this.names.record);
    const stamp = stats === undefined ? '' : `${stats.ino} ${stats.mtimeMs} ${stats.size}`;
    if (stamp !== this.recordStamp) {
      this.recordStamp = stamp;
      this.record = readCaptureRecord(this.names.record) ?? this.record;
    }
    const before = this.ended;
    this.ended = this.record.endedAt !== null || this.isLeft(now);
    return this.ended && !before;
  }

  private get hasEnded(): boolean {
    return this.ended || this.record.endedAt !== null;
  }

  private isLeft(now: number): boolean {
    const { pid, source } = this.record;
    if (pid === null || source !== 'process' || isAlive(pid)) return false;
    this.goneSince ??= now;
    return now - this.goneSince >= LEFT_MS;
  }

  /** What has to be watched beside the output. */
  get watched(): string[] {
    return [this.names.record, this.names.stderr, this.names.stdin];
  }

  close(): void {
    for (const side of this.sides.values()) side?.file.source.close();
  }
}

/** Undefined when there is no such file, or none that can be looked at. */
function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of somebody else may not be signalled, but lives.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
