import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { SourceError } from '../../../protocol/errors';
import { type CaptureFiles, writeCaptureRecord } from '../../captures/capture-files';
import type { CaptureRecord } from '../../captures/capture-record';
import { captureName, underNewName } from '../running/new-capture';
import { captureProblem } from '../running/start-problem';

/**
 * A stream that can be read only once (standard input), copied byte for byte into a capture as it comes. Every piece is
 * written before the next one is taken, so that nothing is lost with this process, and the writer waits for a slow disk.
 */
export class PipedCapture {
  /** Where the bytes go. */
  readonly path: string;
  /** Resolves when the copy has ended: null, or in one plain sentence why it ended early. */
  readonly ended: Promise<string | null>;
  private readonly startedAt = Date.now();
  private done = false;
  private tellEnd: (problem: string | null) => void = () => {};

  /** Begins to copy into a new capture of this folder. Throws SourceError when it cannot be made. */
  static start(input: Readable, folder: string): PipedCapture {
    try {
      return underNewName(folder, captureName('piped', new Date()), (files) => {
        const file = openSync(files.stdout, 'ax', 0o600);
        try {
          return new PipedCapture(input, files, file);
        } catch (error) {
          closeSync(file);
          rmSync(files.stdout, { force: true });
          throw error;
        }
      });
    } catch (error) {
      throw new SourceError('unreadable', folder, captureProblem(error, folder), { cause: error });
    }
  }

  private constructor(
    private readonly input: Readable,
    private readonly files: CaptureFiles,
    private readonly file: number,
  ) {
    this.path = files.stdout;
    this.ended = new Promise((resolve) => {
      this.tellEnd = resolve;
    });
    this.writeRecord(null, null);
    input.on('data', (piece: Buffer) => this.write(piece));
    input.on('end', () => this.finish(null));
    input.on('error', (error) => this.finish(`Standard input could not be read: ${error.message}.`));
    // A stream that was destroyed tells neither.
    input.on('close', () => this.finish(null));
  }

  private write(piece: Buffer): void {
    if (this.done) return;
    try {
      for (let at = 0; at < piece.length; ) at += writeSync(this.file, piece, at);
    } catch (error) {
      this.finish(captureProblem(error, this.path));
    }
  }

  /** Ends the copy before the input ends. What came is kept, and the record is whole when this returns. */
  stop(): void {
    this.finish(null);
  }

  private finish(problem: string | null): void {
    if (this.done) return;
    this.done = true;
    // A writer that goes on is told by the system that nobody reads.
    this.input.destroy();
    let sentence = problem;
    try {
      closeSync(this.file);
      this.writeRecord(Date.now(), problem);
    } catch (error) {
      sentence ??= captureProblem(error, this.files.record);
    }
    this.tellEnd(sentence);
  }

  private writeRecord(endedAt: number | null, error: string | null): void {
    const record: CaptureRecord = {
      framescope: 'capture',
      version: 1,
      source: 'pipe',
      commandLine: null,
      folder: null,
      environment: [],
      startedAt: this.startedAt,
      pid: null,
      endedAt,
      exitCode: null,
      signal: null,
      error,
    };
    writeCaptureRecord(this.files.record, record);
  }
}
