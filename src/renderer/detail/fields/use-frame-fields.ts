import { useEffect, useState } from 'react';
import type { FieldList } from '../../../ipc/engine-contract';
import type { EngineClient } from '../../bridge/engine-port';
import { type Problem, problemOf } from '../problem-note';

export interface FieldsLoad {
  /** null until it is there. */
  list: FieldList | null;
  problem: Problem | null;
}

const NOTHING: FieldsLoad = { list: null, problem: null };

/** The fields of the frame whose detail is on screen; null: of none. */
export function useFrameFields(
  client: EngineClient | null,
  session: number,
  frame: number | null,
  revision: number,
): FieldsLoad {
  const asked = `${session} ${frame}`;
  const [state, setState] = useState<FieldsLoad & { of: string }>({ ...NOTHING, of: '' });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision means asking again
  useEffect(() => {
    if (!client || frame === null) return;
    const controller = new AbortController();
    const of = `${session} ${frame}`;
    client.request('fields', { session, frame }, { signal: controller.signal }).then(
      (list) => {
        if (!controller.signal.aborted) setState({ list, problem: null, of });
      },
      (error: unknown) => {
        const problem = problemOf(error);
        if (!controller.signal.aborted && problem) setState({ list: null, problem, of });
      },
    );
    return () => controller.abort();
  }, [client, session, frame, revision]);

  return state.of === asked ? state : NOTHING;
}
