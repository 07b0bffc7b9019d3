import { type HostCommand, hostNoticeSchema } from '../ipc/host-contract';
import type { EngineState } from '../ipc/shell-contract';
import { CrashGuard } from './crash-guard';

/** The part of Electron's UtilityProcess that is needed here. */
export interface HostProcess<Port> {
  postMessage(message: HostCommand, transfer?: Port[]): void;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'exit', listener: (code: number) => void): unknown;
  kill(): boolean;
}

export interface EngineProcessParts<Port> {
  fork(): HostProcess<Port>;
  onState(state: EngineState, message: string): void;
  onOpened(session: number): void;
  onOpenFailed(session: number, message: string): void;
  /** The engine was started again: the window needs a new line to it. */
  reconnect(): void;
  now?(): number;
}

/** More than three crashes within a minute are a loop. */
const CRASH_LIMIT = 3;
const CRASH_SPAN_MS = 60_000;

/**
 * Owns the engine's process: starts it, starts it again when it ends by itself, and opens everything again
 * under the same ids. Running out of memory there must never take the window down.
 */
export class EngineProcess<Port extends { close(): void }> {
  readonly #parts: EngineProcessParts<Port>;
  readonly #guard = new CrashGuard(CRASH_LIMIT, CRASH_SPAN_MS);
  /** What has to be open, by session. */
  readonly #paths = new Map<number, string>();
  /** Sessions that a new process has not answered for yet; null while it is not up. */
  #unanswered: Set<number> | null = null;
  #child: HostProcess<Port> | null = null;
  #state: EngineState = 'starting';
  #message = '';
  #heldPort: Port | null = null;
  /** Why it is being started again; null for the first start. */
  #comingBack: 'crash' | 'asked' | null = null;

  constructor(parts: EngineProcessParts<Port>) {
    this.#parts = parts;
  }

  get state(): { state: EngineState; message: string } {
    return { state: this.#state, message: this.#message };
  }

  start(): void {
    this.#unanswered = null;
    this.#enter(this.#comingBack ? 'restarting' : 'starting', this.#message);
    const child = this.#parts.fork();
    this.#child = child;
    child.on('message', (message) => {
      if (this.#child === child) this.#hear(message);
    });
    child.on('exit', (code) => {
      if (this.#child === child) this.#exited(code);
    });
  }

  /** Ends the process for good. */
  stop(): void {
    const child = this.#child;
    this.#child = null;
    child?.kill();
  }

  /** Opens a file. After a crash loop this is also the way back: it starts the engine again. */
  open(session: number, path: string): void {
    if (this.#state === 'failed') this.#leaveOthers(session);
    this.#paths.set(session, path);
    if (this.#state === 'failed') {
      this.#guard.reset();
      this.#comingBack = 'asked';
      this.#message = 'The engine is being started again.';
      this.start();
    } else if (this.#unanswered) this.#child?.postMessage({ t: 'open', session, path });
  }

  /** One of the open files may be what ended the engine: the others come back one by one, when asked for. */
  #leaveOthers(session: number): void {
    for (const other of [...this.#paths.keys()]) {
      if (other === session) continue;
      this.#paths.delete(other);
      this.#parts.onOpenFailed(other, 'This file was not re-opened when the engine was started again.');
    }
  }

  close(session: number): void {
    if (!this.#paths.delete(session)) return;
    if (this.#unanswered) this.#child?.postMessage({ t: 'close', session });
    this.#answered(session);
  }

  /** Hands over one end of a window's line; kept until the engine can answer on it. */
  connect(port: Port): void {
    if (this.#state === 'ready') this.#child?.postMessage({ t: 'port' }, [port]);
    else {
      this.#heldPort?.close();
      this.#heldPort = port;
    }
  }

  #hear(message: unknown): void {
    const parsed = hostNoticeSchema.safeParse(message);
    if (!parsed.success) return;
    const notice = parsed.data;
    if (notice.t === 'ready') {
      this.#unanswered = new Set(this.#paths.keys());
      for (const [session, path] of this.#paths) this.#child?.postMessage({ t: 'open', session, path });
      this.#settleWhenAnswered();
      return;
    }
    if (this.#paths.has(notice.session)) {
      if (notice.t === 'opened') this.#parts.onOpened(notice.session);
      else {
        // Nothing to open again after a restart, until the user asks for it.
        this.#paths.delete(notice.session);
        this.#parts.onOpenFailed(notice.session, notice.message);
      }
    }
    this.#answered(notice.session);
  }

  #answered(session: number): void {
    if (this.#unanswered?.delete(session)) this.#settleWhenAnswered();
  }

  /** Ready means: every request about an open file will be understood. */
  #settleWhenAnswered(): void {
    if (this.#state === 'ready' || this.#unanswered?.size !== 0) return;
    const comingBack = this.#comingBack;
    this.#comingBack = null;
    const files = comingBack === 'crash' && this.#paths.size > 0 ? ' Your files were re-opened.' : '';
    const sentence = this.#message.replace('is being started again', 'was started again') + files;
    this.#enter('ready', comingBack ? sentence : '', () => {
      const port = this.#heldPort;
      this.#heldPort = null;
      if (port) this.#child?.postMessage({ t: 'port' }, [port]);
      else if (comingBack) this.#parts.reconnect();
    });
  }

  #exited(code: number): void {
    this.#child = null;
    this.#unanswered = null;
    if (this.#guard.record(this.#parts.now?.() ?? Date.now())) {
      this.#message = `The engine stopped (exit code ${code}) and is being started again.`;
      this.#comingBack = 'crash';
      this.start();
      return;
    }
    const times = `${this.#guard.count} times within a minute`;
    this.#enter(
      'failed',
      `The engine stopped ${times} (exit code ${code}) and was not started again. Re-open a file to start it.`,
    );
  }

  #enter(state: EngineState, message: string, before?: () => void): void {
    this.#state = state;
    this.#message = message;
    before?.();
    this.#parts.onState(state, message);
  }
}
