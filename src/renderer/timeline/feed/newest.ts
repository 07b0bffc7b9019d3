/** Asks one question at a time. What is asked for meanwhile waits, and only the newest of it is asked then. */
export interface Newest<Q> {
  ask(question: Q): void;
  /** Something is being asked. */
  readonly busy: boolean;
  /** Forgets what was asked: its answer is not told any more. */
  drop(): void;
}

export function createNewest<Q, A>(
  run: (question: Q, signal: AbortSignal) => Promise<A>,
  answered: (answer: A, question: Q) => void,
  failed: (error: unknown) => void,
): Newest<Q> {
  let current: AbortController | null = null;
  let waiting: { question: Q } | null = null;

  function start(question: Q): void {
    const controller = new AbortController();
    current = controller;
    const end = (tell: () => void) => {
      if (current !== controller) return;
      current = null;
      const next = waiting;
      waiting = null;
      tell();
      if (next && current === null) start(next.question);
    };
    run(question, controller.signal).then(
      (answer) => end(() => answered(answer, question)),
      (error: unknown) => end(() => failed(error)),
    );
  }

  return {
    get busy() {
      return current !== null;
    },
    ask(question) {
      if (current) waiting = { question };
      else start(question);
    },
    drop() {
      current?.abort();
      current = null;
      waiting = null;
    },
  };
}
