import { useEffect, useState } from 'react';
import type { StreamedMessage } from '../../../ipc/engine-contract';
import type { EngineClient } from '../../bridge/engine-port';
import { type Problem, problemOf } from '../problem-note';

interface Loaded {
  of: string;
  message: StreamedMessage | null;
  problem: Problem | null;
}

/** The message that a frame's events tell, put together; null until it is there. */
export function useStreamedMessage(
  client: EngineClient | null,
  session: number,
  frame: number,
  revision: number,
): Loaded | null {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const of = `${session} ${frame}`;
  // What was told of the message stays while it is asked for again: it may still be written.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision means asking again
  useEffect(() => {
    if (!client) return;
    const controller = new AbortController();
    client.request('message', { session, frame }, { signal: controller.signal }).then(
      (message) => !controller.signal.aborted && setLoaded({ of, message, problem: null }),
      (error: unknown) => {
        const problem = problemOf(error);
        if (problem && !controller.signal.aborted) setLoaded({ of, message: null, problem });
      },
    );
    return () => controller.abort();
  }, [client, session, frame, of, revision]);
  return loaded?.of === of ? loaded : null;
}
