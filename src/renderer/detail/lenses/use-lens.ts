import { useEffect, useRef, useState } from 'react';
import type { LensAnswer } from '../../../ipc/engine-contract';
import type { LensName, Reading } from '../../../protocol/lenses/lens';
import type { EngineClient } from '../../bridge/engine-port';
import { type Problem, problemOf } from '../problem-note';

export interface LensLoad {
  /** Of the frame that is asked for, or of the one before for the blink of an eye; see `current`. */
  answer: LensAnswer | null;
  current: boolean;
  problem: Problem | null;
}

export interface LensQuestion {
  session: number;
  frame: number;
  lens: LensName;
  reading: Reading;
}

/** While the selection moves faster than this (a key is held), only where it stops is asked for. */
const SETTLE_MS = 60;

/** Asks until the lens has come to the frame; every answer on the way says how far it is. */
async function ask(
  client: EngineClient,
  question: LensQuestion,
  signal: AbortSignal,
  tell: (answer: LensAnswer) => void,
): Promise<void> {
  for (;;) {
    const answer = await client.request('lens', question, { signal });
    if (signal.aborted) return;
    tell(answer);
    if (answer.state === 'ready') return;
  }
}

export function useLens(client: EngineClient | null, question: LensQuestion, revision: number): LensLoad {
  const { session, frame, lens, reading } = question;
  const key = `${session} ${frame} ${lens} ${reading}`;
  const [state, setState] = useState<{ key: string; answer: LensAnswer | null; problem: Problem | null }>({
    key: '',
    answer: null,
    problem: null,
  });
  const lastChange = useRef(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision means asking again
  useEffect(() => {
    if (!client) return;
    const controller = new AbortController();
    const now = performance.now();
    const delay = now - lastChange.current < SETTLE_MS ? SETTLE_MS : 0;
    lastChange.current = now;
    const timer = setTimeout(() => {
      const tell = (answer: LensAnswer) => setState({ key, answer, problem: null });
      ask(client, { session, frame, lens, reading }, controller.signal, tell).catch((error: unknown) => {
        const problem = problemOf(error);
        if (!controller.signal.aborted && problem) setState({ key, answer: null, problem });
      });
    }, delay);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [client, key, revision]);

  const current = state.key === key;
  return { answer: state.answer, current, problem: current ? state.problem : null };
}
