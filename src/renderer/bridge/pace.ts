/** Does something at most once in so many milliseconds for each session. What is asked for in between is done at the end. */
export interface Pace {
  run(session: number, everyMs: number, what: () => void): void;
  /** Does it now, in place of what was still to be done. */
  now(session: number, what: () => void): void;
  forget(session: number): void;
}

export function createPace(): Pace {
  const last = new Map<number, number>();
  const waiting = new Map<number, { what(): void; timer: ReturnType<typeof setTimeout> }>();

  function now(session: number, what: () => void): void {
    clearTimeout(waiting.get(session)?.timer);
    waiting.delete(session);
    last.set(session, Date.now());
    what();
  }

  return {
    now,
    run(session, everyMs, what) {
      const known = waiting.get(session);
      if (known) {
        known.what = what;
        return;
      }
      const due = (last.get(session) ?? 0) + everyMs - Date.now();
      if (due <= 0) return now(session, what);
      const timer = setTimeout(() => now(session, waiting.get(session)?.what ?? what), due);
      waiting.set(session, { what, timer });
    },
    forget(session) {
      clearTimeout(waiting.get(session)?.timer);
      waiting.delete(session);
      last.delete(session);
    },
  };
}
