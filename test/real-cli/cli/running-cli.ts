// A CLI that runs: its output goes straight into files, as Framescope itself has it, and is read from there.
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { type Frame, GrowingFrames } from './growing-frames';

export interface Start {
  /** The program, and arguments that stand before those of the CLI. */
  command: readonly [string, ...string[]];
  args: string[];
  folder: string;
  environment: Record<string, string>;
  /** The files that its standard output and standard error become. */
  stdout: string;
  stderr: string;
  /** Its output goes through a pipe that nobody reads any more after so many bytes. */
  stallAfter?: number;
}

export interface Ended {
  exitCode: number | null;
  signal: string | null;
  durationMs: number;
}

const POLL_MS = 10;

/** The CLI as a scenario sees it. */
export class RunningCli {
  readonly #child: ChildProcess;
  readonly #output: GrowingFrames;
  readonly #stderr: string;
  readonly ended: Promise<Ended>;
  #over = false;
  #looked = 0;
  #requests = 0;

  private constructor(child: ChildProcess, start: Start, ended: Promise<Ended>) {
    this.#child = child;
    this.#output = new GrowingFrames(start.stdout);
    this.#stderr = start.stderr;
    this.ended = ended.finally(() => {
      this.#over = true;
    });
    // Writing to a CLI that has ended is for `ended` to tell, not an error of its own.
    child.stdin?.on('error', () => {});
  }

  static start(start: Start): RunningCli {
    const { command, args, folder, environment, stallAfter } = start;
    const [program, ...before] = command;
    const stdout = openSync(start.stdout, 'w');
    const stderr = openSync(start.stderr, 'w');
    const began = performance.now();
    const child = spawn(program, [...before, ...args], {
      cwd: folder,
      env: environment,
      stdio: ['pipe', stallAfter === undefined ? stdout : 'pipe', stderr],
    });
    if (stallAfter !== undefined) copyUntilStalled(child, stdout, stallAfter);
    const ended = new Promise<Ended>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (exitCode, signal) => {
        resolve({ exitCode, signal, durationMs: Math.round(performance.now() - began) });
      });
    }).finally(() => {
      closeSync(stdout);
      closeSync(stderr);
    });
    return new RunningCli(child, start, ended);
  }

  /** It has ended. */
  get over(): boolean {
    return this.#over;
  }

  /** The session that its frames state last; null before they do. */
  get session(): string | null {
    this.#output.readMore();
    return this.#output.frames.findLast(({ session_id }) => session_id)?.session_id ?? null;
  }

  /** The next frame that matches, among those that `next` has not passed yet. Throws when the CLI ends without it. */
  async next(matches: (frame: Frame) => boolean, limitMs = 30_000): Promise<Frame> {
    const deadline = performance.now() + limitMs;
    for (;;) {
      const over = this.#over;
      this.#output.readMore();
      for (
        let frame = this.#output.frames[this.#looked++];
        frame;
        frame = this.#output.frames[this.#looked++]
      ) {
        if (matches(frame)) return frame;
      }
      this.#looked = this.#output.frames.length;
      if (over || performance.now() > deadline) throw new Error(this.#told(over));
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  /** Writes a line of stream-json to its input. */
  send(value: unknown): void {
    this.sendLine(JSON.stringify(value));
  }

  sendTurn(words: string): void {
    const content = [{ type: 'text', text: words }];
    this.send({ type: 'user', message: { role: 'user', content }, parent_tool_use_id: null, session_id: '' });
  }

  /** Writes a line that need not be JSON. */
  sendLine(line: string): void {
    if (!this.#over) this.#child.stdin?.write(`${line}\n`);
  }

  /** Sends a control request and waits for its response. */
  async control(request: { subtype: string; [key: string]: unknown }): Promise<Frame> {
    const request_id = `req_${++this.#requests}`;
    this.send({ type: 'control_request', request_id, request });
    const answers = ({ type, response }: Frame) =>
      type === 'control_response' && (response as { request_id?: string })?.request_id === request_id;
    return this.next(answers);
  }

  /** Answers a control request of the CLI. */
  respond(request: Frame, response: Record<string, unknown>): void {
    const { request_id } = request;
    this.send({ type: 'control_response', response: { subtype: 'success', request_id, response } });
  }

  endInput(): void {
    this.#child.stdin?.end();
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Lets go of its files after the end. */
  close(): void {
    this.#output.close();
  }

  #told(over: boolean): string {
    const kinds = this.#output.frames.map(({ type, subtype }) => (subtype ? `${type}/${subtype}` : type));
    const state = over ? 'The CLI ended' : 'The CLI went on';
    return `${state} without the frame that was waited for; it wrote ${kinds.join(' ') || 'nothing'}. ${readFileSync(this.#stderr, 'utf8')}`;
  }
}

/** Copies the pipe to a file until so many bytes came; the rest follows when the CLI has ended. */
function copyUntilStalled(child: ChildProcess, file: number, stallAfter: number): void {
  const { stdout } = child;
  let bytes = 0;
  stdout?.on('data', (chunk: Buffer) => {
    writeSync(file, chunk);
    bytes += chunk.length;
    if (bytes > stallAfter && child.exitCode === null && child.signalCode === null) stdout.pause();
  });
  child.once('exit', () => stdout?.resume());
}
