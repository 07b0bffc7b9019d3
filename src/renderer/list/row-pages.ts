import type { Row } from '../../ipc/engine-contract';
import type { RowSource } from './row-source';

export type RequestRows = (
  from: number,
  count: number,
  signal: AbortSignal,
) => Promise<{ total: number; rows: Row[] }>;

export interface RowPages extends RowSource {
  /** How many rows there are, and the first time that a frame states. */
  setTotal(total: number, firstTime?: number | null): void;
  /** Shows what is there but loads it again when it is next on screen. */
  markStale(): void;
  /** Forgets everything (the file was read again) and asks through another function from now on. */
  reset(request: RequestRows | null): void;
}

interface Page {
  rows: Row[];
  stale: boolean;
}

const PAGE_ROWS = 100;
const MAX_PAGES = 60;
const MAX_IN_FLIGHT = 2;
const RETRY_MS = 300;

/**
 * Keeps pages of rows around the place on screen. Only what was asked last is wanted: at most two requests
 * run, one that is wanted no more is cancelled, and the pages used longest ago are dropped.
 */
export function createRowPages(initial: RequestRows | null): RowPages {
  let request = initial;
  let total = 0;
  let firstTime: number | null = null;
  let wanted: number[] = [];
  let retryAt = 0;
  const pages = new Map<number, Page>();
  const inFlight = new Map<number, AbortController>();
  const listeners = new Set<() => void>();

  const pageOf = (frame: number) => Math.floor((frame - 1) / PAGE_ROWS);
  const changed = () => {
    for (const listener of listeners) listener();
  };

  function isMissing(index: number): boolean {
    const page = pages.get(index);
    if (!page || page.stale) return true;
    const expected = Math.min(PAGE_ROWS, total - index * PAGE_ROWS);
    return page.rows.length < expected;
  }

  function pump(): void {
    const ask = request;
    if (!ask || Date.now() < retryAt) return;
    const missing = wanted.filter((index) => isMissing(index) && !inFlight.has(index));
    if (missing.length === 0) return;
    for (const [index, controller] of inFlight) {
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
    const controller = new AbortController();
    inFlight.set(index, controller);
    try {
      const answer = await ask(index * PAGE_ROWS + 1, PAGE_ROWS, controller.signal);
      if (inFlight.get(index) !== controller) return;
      pages.delete(index);
      pages.set(index, { rows: answer.rows, stale: false });
      // The engine may have gone on since the last progress; it never shrinks within one life of the pages.
      if (answer.total > total) total = answer.total;
      trim();
      changed();
    } catch {
      if (inFlight.get(index) !== controller) return;
      // Failed, not cancelled: ask again a little later, never in a loop.
      retryAt = Date.now() + RETRY_MS;
      setTimeout(pump, RETRY_MS + 1);
    } finally {
      if (inFlight.get(index) === controller) inFlight.delete(index);
      pump();
    }
  }

  function trim(): void {
    for (const index of pages.keys()) {
      if (pages.size <= MAX_PAGES) return;
      if (!wanted.includes(index)) pages.delete(index);
    }
  }

  return {
    get total() {
      return total;
    },
    get firstTime() {
      return firstTime;
    },
    get(frame) {
      const index = pageOf(frame);
      return pages.get(index)?.rows[frame - 1 - index * PAGE_ROWS];
    },
    ensure(from, to) {
      const first = pageOf(Math.max(1, from));
      const last = pageOf(Math.min(total, to));
      const next: number[] = [];
      for (let index = first; index <= last; index++) {
        next.push(index);
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
    setTotal(next, time = firstTime) {
      if (next === total && time === firstTime) return;
      firstTime = time;
      if (next < total) {
        pages.clear();
        for (const controller of inFlight.values()) controller.abort();
        inFlight.clear();
      }
      total = next;
      changed();
    },
    markStale() {
      for (const page of pages.values()) page.stale = true;
      changed();
    },
    reset(next) {
      for (const controller of inFlight.values()) controller.abort();
      inFlight.clear();
      for (const page of pages.values()) page.stale = true;
      request = next;
      retryAt = 0;
      if (next) pump();
    },
  };
}
