import { useCallback, useEffect, useState } from 'react';
import type { CallGroups, CallPage, CallRow, CallTableView } from '../../ipc/engine-contract';
import type { EngineClient } from '../bridge/engine-port';
import { type Problem, problemOf } from '../detail/problem-note';

const PAGE = 200;
const MARGIN = 60;
/** How soon it is asked again while the engine reads on. */
const AGAIN_MS = 300;

export interface CallTableData {
  page: CallPage | null;
  groups: CallGroups | null;
  problem: Problem | null;
  /** The page is of another sort or filter than the one that is wanted. */
  isOld: boolean;
  rowAt(position: number): CallRow | null;
  /** Tells which rows are on screen. */
  onRange(first: number, last: number): void;
}

interface State {
  page: CallPage | null;
  groups: CallGroups | null;
  problem: Problem | null;
  key: string;
}

/** The rows around what is on screen, asked for again when `facts` change and while the engine still reads. */
export function useCallTable(
  client: EngineClient | null,
  session: number,
  view: CallTableView,
  facts: string,
): CallTableData {
  const key = JSON.stringify(view);
  const [from, setFrom] = useState(0);
  const [again, setAgain] = useState(0);
  const [state, setState] = useState<State>({ page: null, groups: null, problem: null, key: '' });

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` is the view, the others mean asking again
  useEffect(() => {
    if (!client) return;
    const controller = new AbortController();
    const { signal } = controller;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      const page = await client.request('callTable', { session, ...view, from, count: PAGE }, { signal });
      const groups = await client.request('callGroups', { session }, { signal });
      if (signal.aborted) return;
      setState({ page, groups, problem: null, key });
      if (page.reading.stopped === null && !(page.reading.whole && groups.reading.whole))
        timer = setTimeout(() => setAgain((count) => count + 1), AGAIN_MS);
    };
    ask().catch((error: unknown) => {
      const problem = problemOf(error);
      if (!signal.aborted && problem) setState((before) => ({ ...before, problem, key }));
    });
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [client, session, key, from, again, facts]);

  const { page } = state;
  const total = page?.total ?? 0;
  const onRange = useCallback(
    (first: number, last: number) => {
      setFrom((before) => {
        if (first >= before && (last < before + PAGE || before + PAGE >= total)) return before;
        return Math.max(0, first - MARGIN);
      });
    },
    [total],
  );
  const rowAt = useCallback((position: number) => page?.rows[position - page.from] ?? null, [page]);
  return { ...state, isOld: state.key !== key, rowAt, onRange };
}
