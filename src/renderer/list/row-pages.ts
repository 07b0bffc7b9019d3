import type { Row } from '../../ipc/engine-contract';
import type { RowSource } from './row-source';
import { sameRow } from './same-row';

export type RequestRows = (
  from: number,
  count: number,
  signal: AbortSignal,
) => Promise<{ total: number; rows: Row[] }>;

export interface RowPages extends RowSource {
  /**
   * How many rows the engine has, and the first time that a frame states. `settled`: it stays so. While a file
   * is read again (not settled), the rows from before stay until the engine has come as far. `whole`: every row is
   * listed. `frames`: with those that are folded away.
   */
  setTotal(
    rows: number,
    firstTime?: number | null,
    settled?: boolean,
    whole?: boolean,
    frames?: number,
  ): void;
  /**
   * The file went on: rows from this position on may be others now, such as a line that had no end. They are loaded
   * again when they are next on screen, and stay until then.
   */
  touch(from: number): void;
  /** Other rows are listed from now on: what is there is stale. */
  relist(total: number, whole: boolean): void;
  /** Shows what is there but loads it again when it is next on screen. */
  markStale(): void;
  /** Another index: what is there is stale, and newer rows are asked for through this function from now on. */
  reset(request: RequestRows | null): void;
}

/** Hears why rows cannot be had, once for each index. */
export type OnTrouble = (error: unknown) => void;

interface Page {
  rows: Row[];
  stale: boolean;
  /** Of another listing: its rows stand at other positions now. */
  misplaced: boolean;
}

interface Asked {
  controller: AbortController;
  /** The file went on while they were on their way: they may be of before. */
  stale: boolean;
}

const PAGE_ROWS = 100;
const MAX_PAGES = 60;
const MAX_IN_FLIGHT = 2;
const FIRST_RETRY_MS = 300;
const LAST_RETRY_MS = 10_000;

/**
 * Keeps pages of rows around the place on screen. Only what was asked last is wanted: at most two requests
 * run, one that is wanted no more is cancelled, and the pages used longest ago are dropped.
 */
export function createRowPages(initial: RequestRows | null, onTrouble: OnTrouble = () => {}): RowPages {
  let request = initial;
  let total = 0;
  /** Rows that the engine has: fewer than `total` while the file is read again. */
  let indexed = 0;
  let frames = 0;
  let settled = false;
  let firstTime: number | null = null;
  /** Every row is listed: positions are frame numbers. */
  let whole = true;
  let wanted: number[] = [];
  let retryAt = 0;
  let retryMs = FIRST_RETRY_MS;
  let told = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const pages = new Map<number, Page>();
  const inFlight = new Map<number, Asked>();
  const listeners = new Set<() => void>();

  const pageOf = (position: number) => Math.floor((position - 1) / PAGE_ROWS);
  const changed = () => {
    for (const listener of listeners) listener();
  };

  function isMissing(index: number): boolean {
    const available = Math.min(PAGE_ROWS, indexed - index * PAGE_ROWS);
    if (available <= 0) return false;
    const page = pages.get(index);
    if (!page) return true;
    // The page of a list that has become shorter is asked for again as well.
    return page.stale
      ? available >= Math.min(page.rows.length, total - index * PAGE_ROWS)
      : available > page.rows.length;
  }

  function pump(): void {
    const ask = request;
    if (!ask || Date.now() < retryAt) return;
    const missing = wanted.filter((index) => isMissing(index) && !inFlight.has(index));
    if (missing.length === 0) return;
    for (const [index, { controller }] of inFlight) {
      if (!wanted.includes(index)) {
        inFlight.delete(index);
        controller.abort();
      }
    }
    for (const index of missing) {
      if (inFlight.size >= MAX_IN_FLIGHT) break;
      void load(ask, index);
    }
  }

  async function load(ask: RequestRows, index: number): Promise<void> {
    const asked: Asked = { controller: new AbortController(), stale: false };
    inFlight.set(index, asked);
    try {
      const answer = await ask(index * PAGE_ROWS + 1, PAGE_ROWS, asked.controller.signal);
      if (inFlight.get(index) !== asked) return;
      const before = pages.get(index)?.rows ?? [];
      const rows = answer.rows.map((row, at) => {
        const known = before[at];
        return known && sameRow(known, row) ? known : row;
      });
      pages.delete(index);
      pages.set(index, { rows, stale: asked.stale, misplaced: false });
      // The engine may have gone on since the last progress; it never shrinks within one life of the pages.
      if (answer.total > indexed) indexed = answer.total;
      if (indexed > total) total = indexed;
      calm();
      trim();
      changed();
    } catch (error) {
      // Failed, not cancelled: ask again a little later, and later each time.
      if (inFlight.get(index) === asked) backOff(error);
    } finally {
      if (inFlight.get(index) === asked) inFlight.delete(index);
      pump();
    }
  }

  function backOff(error: unknown): void {
    // Of two requests that fail together the second one says nothing new.
    if (Date.now() < retryAt) return;
    if (!told) onTrouble(error);
    told = true;
    retryAt = Date.now() + retryMs;
    retry = setTimeout(pump, retryMs + 1);
    retryMs = Math.min(LAST_RETRY_MS, retryMs * 2);
  }

  function calm(): void {
    clearTimeout(retry);
    retryAt = 0;
    retryMs = FIRST_RETRY_MS;
  }

  function trim(): void {
    for (const index of pages.keys()) {
      if (pages.size <= MAX_PAGES) return;
      if (!wanted.includes(index)) pages.delete(index);
    }
  }

  /** The list ends here now. What is left of it stays; its last page is asked for again when it is on screen. */
  function cut(rows: number): void {
    for (const [index, page] of pages) {
      const left = rows - index * PAGE_ROWS;
      if (left <= 0) pages.delete(index);
      else if (left < page.rows.length) {
        page.rows.length = left;
        page.stale = true;
      }
    }
  }

  function rowAt(position: number): Row | undefined {
    const index = pageOf(position);
    return pages.get(index)?.rows[position - 1 - index * PAGE_ROWS];
  }

  function dropRequests(): void {
    for (const { controller } of inFlight.values()) controller.abort();
    inFlight.clear();
  }

  return {
    get total() {
      return total;
    },
    get frames() {
      return frames;
    },
    get settled() {
      return settled;
    },
    get firstTime() {
      return firstTime;
    },
    get: rowAt,
    frameAt: (position) => (whole ? position : (rowAt(position)?.frame ?? null)),
    positionOf(frame) {
      if (whole) return frame;
      for (const [index, page] of pages) {
        const at = page.misplaced ? -1 : page.rows.findIndex((row) => row.frame === frame);
        if (at >= 0) return index * PAGE_ROWS + at + 1;
      }
      return null;
    },
    ensure(from, to, selected = null) {
      const first = pageOf(Math.max(1, from));
      const last = pageOf(Math.min(total, to));
      const next: number[] = [];
      for (let index = first; index <= last; index++) next.push(index);
      const other = selected === null ? first : pageOf(selected);
      if (other < first || other > last) next.push(other);
      for (const index of next) {
        const page = pages.get(index);
        if (page) {
          pages.delete(index);
          pages.set(index, page);
        }
      }
      wanted = next;
      pump();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setTotal(rows, time = firstTime, isSettled = true, all = true, allFrames = rows) {
      whole = all;
      const next = isSettled ? rows : Math.max(rows, total);
      const same = next === total && time === firstTime && rows <= indexed && allFrames === frames;
      indexed = rows;
      frames = allFrames;
      settled = isSettled;
      if (same) return;
      firstTime = time;
      if (next < total) {
        cut(next);
        dropRequests();
      }
      total = next;
      changed();
    },
    touch(from) {
      const first = pageOf(Math.max(1, from));
      for (const [index, page] of pages) if (index >= first) page.stale = true;
      for (const [index, asked] of inFlight) if (index >= first) asked.stale = true;
      changed();
    },
    relist(rows, all) {
      dropRequests();
      for (const page of pages.values()) page.stale = page.misplaced = true;
      whole = all;
      total = rows;
      indexed = rows;
      changed();
    },
    markStale() {
      for (const page of pages.values()) page.stale = true;
      changed();
    },
    reset(next) {
      dropRequests();
      for (const page of pages.values()) page.stale = true;
      indexed = 0;
      request = next;
      told = false;
      calm();
    },
  };
}
