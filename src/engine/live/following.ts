import type { Session } from '../session/session';
import { FileWatch } from '../sources/file-watch';
import { Arrivals } from './arrivals';
import { FileLook, type FileNews } from './file-look';
import type { LiveFile } from './live-types';
import { SessionStatus } from './session-status';

/** The safety net below the system's hints: growth is seen within a quarter of a second without any. */
const POLL_MS = 250;
/** The files of a session's subagents, and new ones of them, are looked at so often. */
const AGENTS_MS = 1000;
/** An unfinished line is told as a row when nothing came for so long. */
const QUIET_MS = 2000;

export interface FollowingParts {
  /** The session has to be read anew from the start; `note` says why. */
  startAnew(note: string | null): void;
}

/**
 * Follows a session whose file may grow: reads what comes, tells what the session is doing, and notices when the file is
 * another one by now. Begins when the file was read for the first time, and ends with `close`.
 */
export class Following {
  private readonly look: FileLook;
  private readonly status: SessionStatus;
  private readonly watches: FileWatch[];
  private poll: NodeJS.Timeout | undefined;
  private wake: NodeJS.Timeout | undefined;
  private soon: NodeJS.Timeout | undefined;
  private closed = false;
  /** A look goes on; another one is wanted after it. */
  private busy = false;
  private again = false;
  private grewAt: number | null = null;
  /** When the file that was there was written to last. */
  private readonly wroteAt: number;
  /** The memory that the last growth took was given back. */
  private rested = true;
  private lastAgents = 0;
  /** Rows before those that are told as if nothing more came; -1 when there are none of these. */
  private settledAt = -1;
  private missing = false;
  private ended = false;
  private gone: string | null = null;
  private statusText = '';

  /** `note`: why the session was read anew, if it was. */
  constructor(
    private readonly session: Session,
    private readonly parts: FollowingParts,
    private readonly note: string | null,
  ) {
    const { files } = session;
    const now = Date.now();
    // What was just written anew is being written.
    if (note !== null) this.grewAt = now;
    this.look = new FileLook(files.main);
    this.status = new SessionStatus(session);
    files.capture?.caughtUp(now);
    session.index.arrivals ??= new Arrivals(files.main.indexing?.bytesRead ?? 0);
    this.ended = files.capture?.refresh(now) ?? false;
    this.wroteAt = Math.min(now, files.main.source.writtenAt());
    this.observe(0, this.wroteAt);
    // A file may have been left with half a line long ago: that is shown. One that is being written is waited for.
    if (this.ended || files.main.source.identity() === '' || this.isQuiet(now)) this.settle();
    const hint = () => void this.check();
    const paths = [session.path, ...(this.ended ? [] : (files.capture?.watched ?? []))];
    this.watches = paths.map((path) => new FileWatch(path, hint));
    session.live = () => this.liveFile();
    this.poll = setTimeout(() => this.onPoll(), POLL_MS);
    this.setWake(now);
  }

  private liveFile(): LiveFile {
    const { session } = this;
    const { capture } = session.files;
    const isLive = this.grewAt !== null || (capture !== null && !this.ended);
    const state = this.missing ? 'missing' : this.ended ? 'ended' : 'watching';
    return {
      state,
      grewAt: this.grewAt,
      pendingBytes: session.files.pendingBytes,
      note: this.gone ?? this.note,
      status: isLive || this.ended ? this.status.statusAt(Date.now(), this.ended) : null,
    };
  }

  private onPoll(): void {
    if (this.closed) return;
    void this.check().then(() => {
      if (!this.closed) this.poll = setTimeout(() => this.onPoll(), POLL_MS);
    });
  }

  /** Looks at the files now, and reads what is new. Resolves when that is done. */
  async check(): Promise<void> {
    if (this.busy) {
      this.again = true;
      return;
    }
    this.busy = true;
    try {
      do {
        this.again = false;
        await this.checkOnce();
      } while (this.again && !this.closed);
    } catch (error) {
      this.stop(error);
    } finally {
      this.busy = false;
    }
  }

  private async checkOnce(): Promise<void> {
    if (this.closed || this.session.state === 'failed') return;
    const now = Date.now();
    const news = this.look.look(now);
    if (news === 'cut' || news === 'rewritten' || news === 'replaced' || news === 'came') {
      this.startAnew(NOTES[news]);
      return;
    }
    this.tellMissing(news);
    const { capture } = this.session.files;
    const endsNow = capture?.refresh(now) === true;
    const agentsDue = now - this.lastAgents >= AGENTS_MS;
    if (agentsDue) {
      this.lastAgents = now;
      if (capture === null) this.session.files.lookForAgentFiles();
    }
    if (news === 'more' || news === 'missing' || endsNow || agentsDue || capture !== null)
      await this.grow(now, agentsDue);
    if (this.closed) return;
    if (endsNow) this.end();
    else this.settleWhenQuiet(now);
    if (this.closed) return;
    for (const watch of this.watches) if (!watch.isArmed) watch.arm();
    const soon = this.look.lookAgainIn;
    clearTimeout(this.soon);
    if (soon !== null) this.soon = setTimeout(() => void this.check(), soon);
  }

  /** A look failed: at a file that became another one in this moment, or at one that cannot be read any more. */
  private stop(error: unknown): void {
    if (this.closed) return;
    this.session.files.main.guard.verify(true);
    if (this.session.files.main.guard.changed) {
      this.startAnew(NOTES.rewritten);
      return;
    }
    this.close();
    this.session.stop(error);
  }

  private tellMissing(news: FileNews): void {
    const missing = news === 'missing';
    if (missing === this.missing) return;
    this.missing = missing;
    this.gone = missing ? `There is no file at ${this.session.path} any more. Its frames stay.` : null;
    this.session.tellNow();
  }

  private async grow(now: number, all: boolean): Promise<void> {
    const { session } = this;
    const { files, index } = session;
    const { epoch } = session;
    let { rows } = index.table;
    const before = files.bytesRead;
    const pending = files.pendingBytes;
    const goesOn = await session.grow(now, all);
    if (this.closed) return;
    if (!goesOn) {
      this.startAnew('What was read last became something else; the file was read again from the start.');
      return;
    }
    const grew = files.bytesRead > before;
    if (grew) {
      this.look.caughtUp();
      this.grewAt = Date.now();
      this.rested = false;
    }
    const tookBack = session.epoch !== epoch;
    if (tookBack && this.settledAt >= 0) {
      rows = this.settledAt;
      this.settledAt = -1;
      this.status.takenBack(rows);
    }
    if (!grew && !tookBack && index.table.rows === rows && files.pendingBytes === pending) return;
    this.observe(rows, Date.now());
    this.setWake(Date.now());
    session.tellProgress();
  }

  /** The process has ended: nothing more comes. */
  private end(): void {
    this.ended = true;
    this.settle();
    this.session.tellNow();
  }

  private settleWhenQuiet(now: number): void {
    if (!this.ended && !this.isQuiet(now)) return;
    if (this.session.files.pendingBytes > 0) {
      this.settle();
      this.session.tellNow();
    }
    if (this.rested || !this.isQuiet(now)) return;
    this.rested = true;
    this.session.rest();
  }

  private isQuiet(now: number): boolean {
    return now - (this.grewAt ?? this.wroteAt) >= QUIET_MS;
  }

  private settle(): void {
    const from = this.session.index.table.rows;
    if (!this.session.settle()) return;
    this.settledAt = from;
    this.observe(from, null);
  }

  private observe(from: number, arrivedAt: number | null): void {
    this.status.observe(from, this.session.index.table.rows, arrivedAt);
  }

  /** Tells the status when it changes by itself. */
  private setWake(now: number): void {
    clearTimeout(this.wake);
    if (this.closed || (this.grewAt === null && (this.session.files.capture === null || this.ended))) return;
    const at = this.status.nextChangeAt(now, this.ended);
    if (at === null) return;
    this.wake = setTimeout(
      () => {
        const text = JSON.stringify(this.status.statusAt(Date.now(), this.ended));
        if (text !== this.statusText) this.session.tellProgress();
        this.statusText = text;
        this.setWake(Date.now());
      },
      Math.max(1, at - now),
    );
  }

  private startAnew(note: string | null): void {
    this.close();
    this.parts.startAnew(note);
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.poll);
    clearTimeout(this.wake);
    clearTimeout(this.soon);
    for (const watch of this.watches) watch.close();
  }
}

const NOTES: Record<'cut' | 'rewritten' | 'replaced' | 'came', string | null> = {
  cut: 'The file was cut short; it was read again from the start.',
  rewritten: 'The file was written anew; it was read again from the start.',
  replaced: 'Another file stands at this path now; it was read from the start.',
  came: null,
};
