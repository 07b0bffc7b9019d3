import { performance } from 'node:perf_hooks';
import type { Session } from '../session/session';
import type { MatchState } from './match-types';
import { RowMatch } from './row-match';

/** A filter, a search, what the timeline marks, and the one before. */
const MAX_KEPT = 4;
/** Between two slices other requests are answered. */
const SLICE_MS = 4;
/** An expression that columns tell is answered at once. */
const FIRST_SLICE_MS = 16;
const PROGRESS_EVERY_MS = 50;

/** The expressions that are looked for in one session; the one that was asked for longest ago is given up. */
export class SessionMatches {
  /** Told how far they are, at most every 50 ms. */
  onProgress: ((states: MatchState[]) => void) | null = null;
  private readonly kept = new Map<string, RowMatch>();
  private readonly told = new Map<RowMatch, string>();
  private isPlanned = false;
  private timer: NodeJS.Timeout | undefined;
  private nextTold: NodeJS.Timeout | undefined;
  private lastTold = 0;
  private closed = false;

  constructor(private readonly session: Session) {}

  /** What matches an expression; it is looked for from now on. Throws FilterError, and InvalidRequestError. */
  of(expression: string): RowMatch {
    const found = this.kept.get(expression);
    const match = found ?? new RowMatch(this.session, expression);
    this.kept.delete(expression);
    this.kept.set(expression, match);
    for (const [old] of this.kept) {
      if (this.kept.size <= MAX_KEPT) break;
      this.stop(old);
    }
    if (found === undefined) match.work(performance.now() + FIRST_SLICE_MS);
    this.wake();
    return match;
  }

  stop(expression: string): void {
    const match = this.kept.get(expression);
    if (match !== undefined) this.told.delete(match);
    this.kept.delete(expression);
  }

  /** Rows came, or something else that may matter. */
  wake(): void {
    if (this.closed || this.isPlanned || this.kept.size === 0) return;
    this.isPlanned = true;
    clearTimeout(this.timer);
    this.timer = undefined;
    setImmediate(() => this.slice());
  }

  /** Rows from this one on were taken back. */
  truncate(rows: number): void {
    for (const match of this.kept.values()) match.truncate(rows);
    this.wake();
  }

  close(): void {
    this.closed = true;
    this.kept.clear();
    this.told.clear();
    clearTimeout(this.timer);
    clearTimeout(this.nextTold);
  }

  private slice(): void {
    this.isPlanned = false;
    if (this.closed) return;
    let wait = Number.POSITIVE_INFINITY;
    // Each of them gets on: a search through a gigabyte does not hold up a filter.
    const share = SLICE_MS / Math.max(1, this.kept.size);
    for (const match of this.kept.values()) wait = Math.min(wait, match.work(performance.now() + share));
    this.tell();
    if (wait === 0) this.wake();
    else if (wait < Number.POSITIVE_INFINITY) this.timer ??= setTimeout(() => this.later(), wait);
  }

  private later(): void {
    this.timer = undefined;
    this.wake();
  }

  private tell(): void {
    if (this.closed || this.nextTold !== undefined || this.onProgress === null) return;
    const wait = this.lastTold + PROGRESS_EVERY_MS - performance.now();
    if (wait > 0) {
      this.nextTold = setTimeout(() => {
        this.nextTold = undefined;
        this.tell();
      }, wait);
      return;
    }
    const fresh: MatchState[] = [];
    for (const match of this.kept.values()) {
      const { state } = match;
      const text = `${state.scanned} ${state.matched} ${state.done} ${state.stopped}`;
      if (this.told.get(match) === text) continue;
      this.told.set(match, text);
      fresh.push(state);
    }
    if (fresh.length === 0) return;
    this.lastTold = performance.now();
    this.onProgress(fresh);
  }
}
