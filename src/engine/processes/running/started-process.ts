import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, writeSync } from 'node:fs';
import { InvalidRequestError } from '../../../protocol/errors';
import { writeCaptureRecord } from '../../captures/capture-files';
import type { CaptureRecord } from '../../captures/capture-record';
import type { Launch } from '../command/process-plan';
import { captureName, discardCapture, makeCapture, type NewCapture } from './new-capture';
import { guardGroup, type OrphanGuard } from './orphan-guard';
import { CAPTURE_VARIABLE, livingTree, signalTree, type TreeRoot } from './process-tree';
import { captureProblem, startProblem } from './start-problem';

export interface ProcessStatus {
  state: 'running' | 'stopping' | 'ended';
  pid: number;
  startedAt: number;
  endedAt: number | null;
  exitCode: number | null;
  signal: string | null;
  error: string | null;
  takesInput: boolean;
}

export type StartOutcome = { process: StartedProcess; problem: null } | { process: null; problem: string };

export type StopStep = 'interrupt' | 'terminate' | 'kill';
const SIGNALS = { interrupt: 'SIGINT', terminate: 'SIGTERM', kill: 'SIGKILL' } as const;

/** How often those are looked for who outlive what they were started by. */
const REST_POLL_MS = 25;
const REST_WATCH_MS = 2000;
/** After a stop, whoever is left is killed when this has passed. */
const REST_GRACE_MS = 1000;
/** Input that the process has not taken yet; more is refused. */
const MAX_WAITING_INPUT = 64 * 1024 * 1024;

/**
 * A running process and its capture. Standard output and error are the capture's own files, with nothing in between
 * that could lose a byte; standard input is a pipe whose every line is kept before it is sent.
 */
export class StartedProcess {
  readonly launch: Launch;
  readonly #capture: NewCapture;
  readonly #child: ChildProcess;
  readonly #pid: number;
  readonly #guard: OrphanGuard;
  readonly #onChange: () => void;
  readonly #startedAt: number;
  #inputLog: number | null;
  #stopping = false;
  #ended: { at: number; exitCode: number | null; signal: string | null } | null = null;
  #error: string | null = null;
  #inputOpen: boolean;
  #restWatch: NodeJS.Timeout | null = null;
  /** Nobody of the tree is left, and the number may belong to somebody else. */
  #gone = false;

  /** Starts it and its capture in this folder. Every failure is a sentence, and then no file is left. */
  static async start(launch: Launch, folder: string, onChange: () => void): Promise<StartOutcome> {
    const startedAt = Date.now();
    let capture: NewCapture;
    try {
      capture = makeCapture(folder, captureName(launch.title, new Date(startedAt)), launch.conversation);
    } catch (error) {
      return { process: null, problem: captureProblem(error, folder) };
    }
    const closeOutputs = () => {
      closeSync(capture.stdout);
      closeSync(capture.stderr);
    };
    let path = capture.files.record;
    try {
      writeCaptureRecord(path, recordOf(launch, startedAt));
    } catch (error) {
      closeOutputs();
      discardCapture(capture);
      return { process: null, problem: captureProblem(error, path) };
    }
    path = capture.files.stdout;
    try {
      const child = spawn(launch.executable, launch.args, {
        cwd: launch.folder,
        env: { ...launch.environment, [CAPTURE_VARIABLE]: path },
        // A group and a session of its own. On Windows it would get a console window instead.
        detached: process.platform !== 'win32',
        windowsHide: true,
        stdio: [launch.conversation ? 'pipe' : 'ignore', capture.stdout, capture.stderr],
      });
      await new Promise<void>((resolve, reject) => {
        child.once('spawn', resolve);
        child.once('error', reject);
      });
      return { process: new StartedProcess(launch, capture, child, startedAt, onChange), problem: null };
    } catch (error) {
      discardCapture(capture);
      return { process: null, problem: startProblem(error, launch) };
    } finally {
      closeOutputs();
    }
  }

  private constructor(
    launch: Launch,
    capture: NewCapture,
    child: ChildProcess,
    startedAt: number,
    onChange: () => void,
  ) {
    this.launch = launch;
    this.#capture = capture;
    this.#child = child;
    this.#pid = child.pid as number;
    this.#startedAt = startedAt;
    this.#onChange = onChange;
    this.#inputLog = capture.stdin;
    this.#inputOpen = child.stdin !== null;
    this.#guard = guardGroup(this.#pid, `${CAPTURE_VARIABLE}=${this.capture}`);
    child.on('error', () => {
      // It is about signals that could not be sent; what became of it is told when it ends.
    });
    child.stdin?.on('error', () => this.#closeInput());
    child.on('exit', (code, signal) => this.#exited(code, signal));
    this.#writeRecord();
    for (const line of launch.opening) this.send(line).catch(() => {});
  }

  get capture(): string {
    return this.#capture.files.stdout;
  }

  get status(): ProcessStatus {
    return {
      state: this.#ended ? 'ended' : this.#stopping ? 'stopping' : 'running',
      pid: this.#pid,
      startedAt: this.#startedAt,
      endedAt: this.#ended?.at ?? null,
      exitCode: this.#ended?.exitCode ?? null,
      signal: this.#ended?.signal ?? null,
      error: this.#error,
      takesInput: this.#inputOpen && !this.#ended,
    };
  }

  /** Keeps the line and sends it. Rejects with a sentence when it could not be kept, or nobody takes it. */
  async send(line: string): Promise<void> {
    const { stdin } = this.#child;
    if (!stdin || this.#inputLog === null || !this.status.takesInput) {
      throw new InvalidRequestError('The input of this process is closed.');
    }
    if (stdin.writableLength > MAX_WAITING_INPUT) {
      throw new InvalidRequestError('The process does not read what was sent to it before.');
    }
    const bytes = Buffer.from(`${line}\n`);
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(this.#inputLog, bytes, at);
    } catch (error) {
      const sentence = captureProblem(error, this.#capture.files.stdin);
      this.#fail(sentence);
      throw new InvalidRequestError(`${sentence} Nothing was sent.`);
    }
    await new Promise<void>((resolve, reject) => {
      stdin.write(bytes, (error) => {
        if (!error) return resolve();
        reject(new InvalidRequestError('The process no longer reads its input.'));
      });
    });
  }

  /** Closes its standard input, after what was sent. */
  endInput(): void {
    this.#child.stdin?.end();
    this.#closeInput();
  }

  /** Signals the whole tree; also what is left of it when the process itself has ended. */
  stop(how: StopStep): void {
    if (this.#gone) return;
    if (!this.#ended) this.#stopping = true;
    signalTree(this.#root, SIGNALS[how]);
    if (this.#ended) void this.#sweep();
    this.#onChange();
  }

  /** Ends the whole tree: terminate, and kill who is left after the grace. Resolves when nobody is left. */
  async end(graceMs: number): Promise<void> {
    if (this.#gone) return;
    if (!this.#ended) this.#stopping = true;
    signalTree(this.#root, 'SIGTERM');
    await this.#sweep(graceMs);
  }

  /** The last resort when the app is about to be gone: kills the tree at once. */
  killNow(): void {
    if (this.#gone) return;
    signalTree(this.#root, 'SIGKILL');
    this.#guard.release();
  }

  get #root(): TreeRoot {
    return { pid: this.#pid, alive: this.#ended === null, capture: this.capture };
  }

  /** Whether anybody of the tree is left. */
  get lives(): boolean {
    return !this.#gone && this.#lives();
  }

  #lives(): boolean {
    if (process.platform === 'win32') return this.#ended === null;
    return this.#ended === null || livingTree(this.#root).length > 0;
  }

  /** Kills who is still there after the grace. */
  async #sweep(graceMs = REST_GRACE_MS): Promise<void> {
    const deadline = Date.now() + graceMs;
    while (this.#lives() && Date.now() < deadline) await pause(REST_POLL_MS);
    if (this.#gone) return;
    if (this.#lives()) signalTree(this.#root, 'SIGKILL');
    // What the system cannot end (a program of another user, a disk that hangs) is not waited for.
    const patience = Date.now() + REST_GRACE_MS;
    while (this.#lives() && Date.now() < patience) await pause(REST_POLL_MS);
    if (!this.#lives()) this.#leave();
  }

  #exited(exitCode: number | null, signal: string | null): void {
    this.#ended = { at: Date.now(), exitCode, signal };
    this.#inputOpen = false;
    this.#child.stdin?.destroy();
    if (this.#inputLog !== null) closeSync(this.#inputLog);
    this.#inputLog = null;
    this.#writeRecord();
    if (!this.#lives()) this.#leave();
    else if (this.#stopping) {
      signalTree(this.#root, 'SIGTERM');
      void this.#sweep();
    } else this.#watchRest();
    this.#onChange();
  }

  /** What it left running in the background may go on, as in a terminal, until the app ends. */
  #watchRest(): void {
    this.#restWatch = setInterval(() => {
      if (!this.#lives()) this.#leave();
    }, REST_WATCH_MS);
    this.#restWatch.unref();
  }

  #leave(): void {
    if (this.#gone) return;
    if (this.#restWatch) clearInterval(this.#restWatch);
    this.#gone = true;
    this.#guard.release();
  }

  #closeInput(): void {
    if (!this.#inputOpen) return;
    this.#inputOpen = false;
    this.#onChange();
  }

  #fail(sentence: string): void {
    this.#error = sentence;
    this.#onChange();
  }

  #writeRecord(): void {
    const { record } = this.#capture.files;
    try {
      writeCaptureRecord(record, recordOf(this.launch, this.#startedAt, this.status));
    } catch (error) {
      this.#error ??= captureProblem(error, record);
    }
  }
}

function recordOf(launch: Launch, startedAt: number, status?: ProcessStatus): CaptureRecord {
  return {
    framescope: 'capture',
    version: 1,
    source: 'process',
    commandLine: launch.commandLine,
    folder: launch.folder,
    environment: launch.environmentNames,
    startedAt,
    pid: status?.pid ?? null,
    endedAt: status?.endedAt ?? null,
    exitCode: status?.exitCode ?? null,
    signal: status?.signal ?? null,
    error: status?.error ?? null,
  };
}

const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));
