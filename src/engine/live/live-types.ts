import type { LiveStatus } from '../../protocol/live/live-status';

/** How a session that is followed stands to its file. */
export interface LiveFile {
  /**
   * "watching": more may come; "missing": there is no file at the path now (what was read stays); "ended": the writer is
   * known to be gone, as the capture's record says.
   */
  state: 'watching' | 'missing' | 'ended';
  /** When bytes came last, in milliseconds since the Unix epoch; null: none came since the file was opened. */
  grewAt: number | null;
  /** Bytes at the end that are no row yet: a line that has no end. */
  pendingBytes: number;
  /** Why it was read again from the start, or that the file is gone: one plain sentence; null when nothing happened. */
  note: string | null;
  /** What the session is doing; null while nothing has come since it was opened. */
  status: LiveStatus | null;
}
