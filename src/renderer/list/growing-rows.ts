import type { RowSource } from './row-source';

/** Longer than this no new row waits for what it says. */
const HOLD_MS = 250;
/** More than this at once are no news but a flood. */
const MAX_FRESH = 60;
const FRESH_MS = 900;

export interface Rows {
  first: number;
  last: number;
}

/** Rows that are asked for before the list has them; null when it has all. */
export type Held = Rows | null;

/**
 * How a list takes in the rows of a file that is being written. A row that would be in view comes when it can be drawn,
 * not blank at first; and for a moment it is marked as new.
 */
export function createGrowingRows(later: () => void, now: () => number = () => performance.now()) {
  let target = 0;
  let until = 0;
  let held: Held = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let frames = 0;
  let wasSettled = false;
  let fresh: { from: number; to: number; until: number }[] = [];

  function isThere(source: RowSource, { first, last }: Rows): boolean {
    for (let row = first; row <= last; row++) if (!source.get(row + 1)) return false;
    return true;
  }

  function release(rows: number): number {
    clearTimeout(timer);
    target = 0;
    held = null;
    return rows;
  }

  return {
    get held(): Held {
      return held;
    },
    /**
     * How many rows to show. `visible` says which ones are in view when there are so many. `atOnce`: all, because the reader
     * goes to one of them. A list that is longer because a message was opened has all at once as well.
     */
    take(source: RowSource, shown: number, visible: (rows: number) => Rows, atOnce = false): number {
      const { total } = source;
      const grows = target > 0 || source.frames !== frames;
      if (atOnce || !grows || shown <= 0 || total <= shown) return release(total);
      if (target <= shown || target > total) {
        target = total;
        until = now() + HOLD_MS;
        clearTimeout(timer);
        timer = setTimeout(later, HOLD_MS + 1);
      }
      const wanted = visible(target);
      if (isThere(source, wanted) || now() >= until) return release(target);
      held = wanted;
      return shown;
    },
    /** Called once a draw: notes which frames have come since the last one. */
    note(source: RowSource): void {
      const come = source.frames - frames;
      if (wasSettled && source.settled && come > 0 && come <= MAX_FRESH) {
        fresh = fresh.filter((batch) => batch.until > now());
        fresh.push({ from: frames + 1, to: source.frames, until: now() + FRESH_MS });
      } else if (come !== 0) fresh = [];
      frames = source.frames;
      wasSettled = source.settled;
    },
    isFresh(frame: number): boolean {
      return fresh.some(({ from, to, until: end }) => frame >= from && frame <= to && end > now());
    },
    /** Another source: nothing of it is new. */
    reset(source: RowSource): void {
      release(0);
      fresh = [];
      frames = source.frames;
      wasSettled = source.settled;
    },
  };
}
