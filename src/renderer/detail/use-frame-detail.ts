import { useEffect, useRef, useState } from 'react';
import type { Call, FrameDetail, Row } from '../../ipc/engine-contract';
import type { EngineClient } from '../bridge/engine-port';
import { type Problem, problemOf } from './problem-note';

export interface LoadedFrame {
  session: number;
  frame: number;
  detail: FrameDetail;
  calls: Call[];
}

export interface FrameLoad {
  /** What was loaded last: until the next one is there it may be of another frame. */
  loaded: LoadedFrame | null;
  loading: boolean;
  problem: Problem | null;
}

/** While the selection moves faster than this (a key is held), only where it stops is asked for. */
const SETTLE_MS = 60;

async function load(
  client: EngineClient,
  session: number,
  frame: number,
  signal: AbortSignal,
): Promise<LoadedFrame> {
  const detail = await client.request('frame', { session, frame }, { signal });
  const { calls, results } = detail.row satisfies Row;
  const held = calls + results > 0 ? await client.request('calls', { session, frame }, { signal }) : [];
  return { session, frame, detail, calls: held };
}

export function useFrameDetail(
  client: EngineClient | null,
  session: number,
  frame: number | null,
  revision: number,
): FrameLoad {
  const [state, setState] = useState<FrameLoad & { of?: string }>({
    loaded: null,
    loading: false,
    problem: null,
  });
  const asked = `${session} ${frame}`;
  const lastChange = useRef(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision means asking again
  useEffect(() => {
    if (!client || frame === null) return;
    const controller = new AbortController();
    const now = performance.now();
    const delay = now - lastChange.current < SETTLE_MS ? SETTLE_MS : 0;
    lastChange.current = now;
    const start = () => {
      setState((before) => ({ ...before, loading: true, problem: null }));
      load(client, session, frame, controller.signal).then(
        (loaded) => {
          if (!controller.signal.aborted) setState({ loaded, loading: false, problem: null });
        },
        (error: unknown) => {
          const problem = problemOf(error);
          if (controller.signal.aborted || !problem) return;
          setState((before) => ({ ...before, loading: false, problem, of: asked }));
        },
      );
    };
    const timer = delay > 0 ? setTimeout(start, delay) : undefined;
    if (delay === 0) start();
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [client, session, frame, revision]);

  // Without an engine the next frame is not asked for: a problem of the last one says nothing of it.
  return state.of === asked ? state : { ...state, problem: null };
}
