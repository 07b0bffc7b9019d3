import { existsSync, statSync } from 'node:fs';
import type { SideStream } from '../answer-types';
import { type CaptureFiles, captureFiles, readCaptureRecord } from '../captures/capture-files';
import type { CaptureRecord } from '../captures/capture-record';
import { ArrivalLog, type ArrivalRecord, readArrivals } from '../live/arrival-log';
import { Arrivals } from '../live/arrivals';
import { FileSource } from '../sources/file-source';
import type { SessionFiles } from './session-files';
import type { SessionIndex } from './session-index';
import { newFile, type SessionFile } from './session-parts';
import { SideFile } from './side-file';

/** Bytes that are there when a capture is opened this soon after its process started have just come. */
const JUST_STARTED_MS = 2000;

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
  private readonly replay: ArrivalRecord[];
  private replayed = 0;
  /** null: another reader keeps the arrivals, or the capture has ended. */
  private readonly log: ArrivalLog | null;
  private readonly sides = new Map<SideStream, Side>();
  private recordStamp = '';
  private ended = false;

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
    this.replay = readArrivals(names.arrivals);
    for (const { stream, end, time } of this.replay) if (stream === 'stdout') this.arrivals.add(end, time);
    const live = keepsArrivals && record.endedAt === null;
    this.log = live ? new ArrivalLog(names.arrivals, existsSync(names.arrivals)) : null;
  }

  get isReplaying(): boolean {
    return this.replayed < this.replay.length;
  }

  /** Reads one chunk in the order in which it came. False when the sidecar tells no more. */
  step(): boolean {
    const { files, replay } = this;
    const sideAt = replay.findIndex(({ stream }, at) => at >= this.replayed && stream !== 'stdout');
    const stop = sideAt < 0 ? replay.length : sideAt;
    const limit = stop > this.replayed ? (replay[stop - 1] as ArrivalRecord).end : 0;
    const before = files.main.indexing?.bytesRead ?? 0;
    if (before < limit) {
      const more = files.stepFile(files.main, limit);
      const { bytesRead } = files.main.indexing ?? { bytesRead: limit };
      // The file may be shorter than the sidecar says: it was cut.
      if (more || (bytesRead < limit && bytesRead > before)) return true;
    }
    this.replayed = stop;
    const side = replay[stop];
    if (side === undefined || side.stream === 'stdout') return false;
    this.replayed++;
    // The frames before it are rows before it, as they were when it came.
    files.pause(files.main);
    this.readSide(side.stream, side.end, side.time, false);
    return this.isReplaying;
  }

  /** Everything that is there was read for the first time: what the sidecar does not tell of came at an unknown time. */
  caughtUp(now: number): void {
    const end = this.files.main.indexing?.bytesRead ?? 0;
    const { startedAt, endedAt } = this.record;
    const time = endedAt === null && now - startedAt < JUST_STARTED_MS ? now : Number.NaN;
    const isNew = end > this.arrivals.end;
    if (isNew) this.arrivals.add(end, time);
    const records: ArrivalRecord[] = isNew ? [{ stream: 'stdout', end, time }] : [];
    // Sides are read whether or not somebody keeps when they came.
    records.push(...this.growSides(time));
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
      if (side !== undefined) return side.file.source.size() > side.lines.seen;
      return (statSync(this.names[stream], { throwIfNoEntry: false })?.size ?? 0) > 0;
    });
  }

  /** Rows of stdin that are new. What is sent stands before what answers it. */
  sentCame(now: number): boolean {
    return this.sideCame(['stdin'], now);
  }

  /** Rows of stderr that are new. */
  errorsCame(now: number): boolean {
    return this.sideCame(['stderr'], now);
  }

  private sideCame(streams: readonly SideStream[], now: number): boolean {
    const records = this.growSides(now, streams);
    this.log?.add(records);
    return records.length > 0;
  }

  private growSides(time: number, streams: readonly SideStream[] = SIDES): ArrivalRecord[] {
    const records: ArrivalRecord[] = [];
    for (const stream of streams) {
      const before = this.sides.get(stream)?.lines.consumed ?? 0;
      this.readSide(stream, Number.POSITIVE_INFINITY, time, this.record.endedAt !== null);
      const end = this.sides.get(stream)?.lines.consumed ?? 0;
      if (end > before) records.push({ stream, end, time });
    }
    return records;
  }

  private readSide(stream: SideStream, limit: number, time: number, final: boolean): void {
    const side = this.sides.get(stream) ?? this.openSide(stream);
    if (side === null) return;
    const { file, lines } = side;
    if (file.source.size() <= lines.consumed) return;
    this.files.besideFrames(file, lines.consumed, () => lines.read(this.index, limit, time, final));
    file.guard.remember(lines.consumed);
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
      return null;
    }
  }

  /** Looks at the record again. True when it says for the first time that the process has ended. */
  refresh(): boolean {
    if (this.ended) return false;
    const stats = statSync(this.names.record, { throwIfNoEntry: false });
    const stamp = stats === undefined ? '' : `${stats.ino} ${stats.mtimeMs} ${stats.size}`;
    if (stamp !== this.recordStamp) {
      this.recordStamp = stamp;
      this.record = readCaptureRecord(this.names.record) ?? this.record;
    }
    this.ended = this.record.endedAt !== null;
    return this.ended;
  }

  /** What has to be watched beside the output. */
  get watched(): string[] {
    return [this.names.record, this.names.stderr, this.names.stdin];
  }

  close(): void {
    for (const { file } of this.sides.values()) file.source.close();
  }
}
