import { basename, resolve } from 'node:path';
import type { OpenSession } from '../../ipc/shell-contract';
import { InvalidRequestError, type SourceError } from '../../protocol/errors';

export interface SessionListParts {
  engine: { open(session: number, path: string): void; close(session: number): void };
  /** Why the path cannot be opened, or null. */
  check(path: string): Promise<SourceError | null>;
  /** The session is there (again), or its error changed. */
  onOpened(session: OpenSession): void;
  onClosed(session: number): void;
  /** The file exists and may be read: worth remembering. */
  onReadable(path: string): void;
}

interface Entry {
  session: number;
  path: string;
  error: string | null;
  /**
   * Not announced yet: the window hears of a session when the engine has it, because its requests travel on
   * another line than our command to open and could be there first.
   */
  opening: boolean;
  /** The user asked for it and has not seen it come to the front yet. */
  asked: boolean;
  /** Counts tries to open it, so that only the last one goes on. */
  attempt: number;
}

/** The files that are open, by the ids that the window and the engine use for them. */
export class SessionList {
  readonly #parts: SessionListParts;
  readonly #entries = new Map<number, Entry>();
  #nextId = 1;
  #active: number | null = null;
  readonly #watchers = new Set<() => void>();

  constructor(parts: SessionListParts) {
    this.#parts = parts;
  }

  /** What the window should show: everything that was announced. */
  list(): OpenSession[] {
    return [...this.#entries.values()].filter((entry) => !entry.opening).map(sessionOf);
  }

  /**
   * Resolves when every file is there or has failed, at the latest after `patienceMs`. A window that starts
   * with a file should show it at once, without an empty state before.
   */
  settled(patienceMs: number): Promise<void> {
    return new Promise((resolvePromise) => {
      const done = () => {
        clearTimeout(timer);
        this.#watchers.delete(look);
        resolvePromise();
      };
      const look = () => {
        if (![...this.#entries.values()].some((entry) => entry.opening)) done();
      };
      const timer = setTimeout(done, patienceMs);
      this.#watchers.add(look);
      look();
    });
  }

  /** The session that was opened or asked for last. */
  get active(): number | null {
    return this.#active;
  }

  /** Opens each file in a session of its own; a file that is open already comes to the front. */
  async open(paths: readonly string[]): Promise<void> {
    for (const path of paths) await this.#openOne(resolve(path));
  }

  close(session: number): void {
    this.#entry(session);
    this.#entries.delete(session);
    this.#parts.engine.close(session);
    if (this.#active === session) this.#active = this.list().at(-1)?.session ?? null;
    this.#parts.onClosed(session);
    for (const look of this.#watchers) look();
  }

  /** Reads the file again from the start, under the same id. */
  async reopen(session: number): Promise<void> {
    const entry = this.#entry(session);
    this.#parts.engine.close(session);
    await this.#start(entry);
  }

  /** The session of this file; null when it is not open, or was not opened without an error. */
  sessionOf(path: string): number | null {
    const entry = [...this.#entries.values()].find((known) => known.path === path);
    return entry && entry.error === null ? entry.session : null;
  }

  pathOf(session: number): string {
    return this.#entry(session).path;
  }

  /** The engine has the file. After a restart of the engine nothing changed for the window. */
  engineOpened(session: number): void {
    this.#settle(session, null);
  }

  engineFailed(session: number, message: string): void {
    this.#settle(session, message);
  }

  #settle(session: number, error: string | null): void {
    const entry = this.#entries.get(session);
    if (!entry || (!entry.opening && entry.error === error)) return;
    entry.opening = false;
    entry.error = error;
    this.#announce(entry);
  }

  async #openOne(path: string): Promise<void> {
    const known = [...this.#entries.values()].find((entry) => entry.path === path);
    if (known?.error) return this.reopen(known.session);
    if (known) {
      known.asked = true;
      if (!known.opening) this.#announce(known);
      return;
    }
    const entry: Entry = {
      session: this.#nextId++,
      path,
      error: null,
      opening: true,
      asked: true,
      attempt: 0,
    };
    this.#entries.set(entry.session, entry);
    await this.#start(entry);
  }

  async #start(entry: Entry): Promise<void> {
    entry.opening = true;
    entry.asked = true;
    const attempt = ++entry.attempt;
    const problem = await this.#parts.check(entry.path);
    // It may have been closed, or asked for again, while the disk was answering.
    if (this.#entries.get(entry.session) !== entry || entry.attempt !== attempt) return;
    if (problem) {
      this.#settle(entry.session, problem.message);
      return;
    }
    this.#parts.engine.open(entry.session, entry.path);
    this.#parts.onReadable(entry.path);
  }

  #announce(entry: Entry): void {
    if (entry.asked) this.#active = entry.session;
    this.#parts.onOpened(sessionOf(entry));
    entry.asked = false;
    for (const look of this.#watchers) look();
  }

  #entry(session: number): Entry {
    const entry = this.#entries.get(session);
    if (!entry) throw new InvalidRequestError(`There is no open session ${session}.`);
    return entry;
  }
}

function sessionOf({ session, path, error, asked }: Entry): OpenSession {
  return { session, path, name: basename(path) || path, error, activate: asked };
}
