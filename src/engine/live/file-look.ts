import { type Stats, statSync } from 'node:fs';
import type { SessionFile } from '../session/session-parts';

/** What became of a followed file since the last look. */
export type FileNews =
  | 'same'
  /** There are more bytes. */
  | 'more'
  | 'missing'
  /** It has fewer bytes than were read. */
  | 'cut'
  /** What was read is not in it any more. */
  | 'rewritten'
  /** Another file stands at the path. */
  | 'replaced'
  /** A file came that was waited for. */
  | 'came';

/** A file that was touched without growing is read anew if it is no larger than this: what was read may be changed anywhere. */
const SMALL_BYTES = 32 * 1024 * 1024;
/** An append sets the time before the size: the size is looked at again so much later. */
const SETTLE_MS = 40;
/**
 * File systems tell times in steps of some milliseconds, so that a change right after a look may leave the time as it is:
 * for so long after a change the content itself is compared.
 */
const UNSURE_MS = 600;

/** Looks at the path of a followed file: size, time, which file it is, and samples of its content. */
export class FileLook {
  private size: number;
  private changedAt = 0;
  private seenAt: number;
  /** When the file was seen to be touched without growing; 0: it was not. */
  private touchedAt = 0;

  constructor(private readonly file: SessionFile) {
    const stats = this.stats();
    this.size = file.indexing?.bytesRead ?? 0;
    this.changedAt = stats?.mtimeMs ?? 0;
    this.seenAt = Date.now();
  }

  /** Costs one stat when nothing happened. `now` in milliseconds since the Unix epoch. */
  look(now: number): FileNews {
    const { file } = this;
    const stats = this.stats();
    const identity = file.source.identity();
    if (stats === undefined) return identity === '' ? 'same' : 'missing';
    if (identity === '') return 'came';
    if (`${stats.dev} ${stats.ino}` !== identity) return 'replaced';
    const read = file.indexing?.bytesRead ?? 0;
    if (stats.size < read) return 'cut';
    const grew = stats.size > this.size;
    const touched = stats.mtimeMs !== this.changedAt;
    if (touched || grew) this.seenAt = now;
    this.size = stats.size;
    this.changedAt = stats.mtimeMs;
    if (touched || grew || now - this.seenAt < UNSURE_MS) {
      file.guard.verify(true);
      if (file.guard.changed) return 'rewritten';
    }
    if (stats.size > read) {
      this.touchedAt = 0;
      return 'more';
    }
    return this.wasTouched(touched && !grew, now, stats.size) ? 'rewritten' : 'same';
  }

  private wasTouched(touched: boolean, now: number, size: number): boolean {
    if (touched && size > 0) this.touchedAt = now;
    if (this.touchedAt === 0 || now - this.touchedAt < SETTLE_MS) return false;
    this.touchedAt = 0;
    return size <= SMALL_BYTES;
  }

  /** Milliseconds after which it should be looked at again soon; null when the next poll is soon enough. */
  get lookAgainIn(): number | null {
    return this.touchedAt === 0 ? null : SETTLE_MS;
  }

  /** The bytes that are there were read. */
  caughtUp(): void {
    const stats = this.stats();
    if (stats === undefined) return;
    this.size = this.file.indexing?.bytesRead ?? 0;
    this.changedAt = stats.mtimeMs;
  }

  private stats(): Stats | undefined {
    try {
      return statSync(this.file.source.path, { throwIfNoEntry: false });
    } catch {
      return undefined;
    }
  }
}
