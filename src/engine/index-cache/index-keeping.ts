import type { Session } from '../session/session';
import type { IndexCache } from './index-cache';

/** A file that was written to this short a time ago is being written. */
const QUIET_MS = 2000;

/**
 * Has the index of a session written once it is indexed and its file is quiet, and again when it is closed, if it grew
 * meanwhile.
 */
export class IndexKeeping {
  private timer: NodeJS.Timeout | undefined;
  /** Bytes that the kept index tells of; -1: none is kept. */
  private keptBytes: number;

  constructor(
    private readonly cache: IndexCache,
    private readonly session: Session,
  ) {
    this.keptBytes = session.restoredFrom === null ? -1 : session.files.bytesRead;
    this.wait();
  }

  private wait(): void {
    this.timer = setTimeout(() => {
      if (this.isQuiet) this.save();
      else this.wait();
    }, QUIET_MS);
    this.timer.unref();
  }

  private get isQuiet(): boolean {
    try {
      return Date.now() - this.session.files.main.source.writtenAt() >= QUIET_MS;
    } catch {
      return false;
    }
  }

  private save(): void {
    const { bytesRead } = this.session.files;
    if (this.session.state !== 'done' || bytesRead === this.keptBytes) return;
    this.keptBytes = bytesRead;
    void this.cache.save(this.session).then((isKept) => {
      // It grew meanwhile, or could not be written: the next quiet moment is another chance.
      if (!isKept && this.keptBytes === bytesRead) this.keptBytes = -1;
    });
  }

  /** To be called before the session is closed. `isRight`: its file still holds what is indexed. */
  close(isRight: boolean): void {
    clearTimeout(this.timer);
    if (isRight && this.isQuiet) this.save();
  }
}
