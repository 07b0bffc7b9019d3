import { useEffect, useState } from 'react';
import type { EngineClient } from '../bridge/engine-port';
import { type Problem, problemOf } from '../detail/problem-note';

export interface Answered<T> {
  answer: T | null;
  problem: Problem | null;
}

/**
 * Asks the engine anew whenever `question` or `facts` (what the engine said of the session last) changes. Until the new
 * answer is there, that of the same question before stays.
 */
export function useAnswer<T>(
  client: EngineClient | null,
  question: string,
  facts: unknown,
  ask: (client: EngineClient, signal: AbortSignal) => Promise<T>,
): Answered<T> {
  const [state, setState] = useState<Answered<T> & { question: string }>({
    answer: null,
    problem: null,
    question: '',
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the question stands for what `ask` closes over
  useEffect(() => {
    if (!client) return;
    const controller = new AbortController();
    ask(client, controller.signal).then(
      (answer) => {
        if (!controller.signal.aborted) setState({ answer, problem: null, question });
      },
      (error: unknown) => {
        const problem = problemOf(error);
        if (!controller.signal.aborted && problem) setState({ answer: null, problem, question });
      },
    );
    return () => controller.abort();
  }, [client, question, facts]);
  return state.question === question ? state : { answer: null, problem: null };
}
