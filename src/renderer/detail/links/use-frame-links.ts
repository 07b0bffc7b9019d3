import { useEffect, useState } from 'react';
import type { FrameLinks } from '../../../ipc/engine-contract';
import type { EngineClient } from '../../bridge/engine-port';
import { useDelayed } from '../../components/use-delayed';
import { type Problem, problemOf } from '../problem-note';

export interface LinksLoad {
  /** Of the frame that was asked for; null until it is there. */
  links: FrameLinks | null;
  /** They take longer than a blink of an eye. */
  late: boolean;
  /** The file is still being searched: what is there is what the index knew at once. */
  searching: boolean;
  problem: Problem | null;
}

interface State {
  of: string;
  links: FrameLinks | null;
  searched: boolean;
  problem: Problem | null;
}

/** A frame that is only passed by is not worth a question. */
const SETTLE_MS = 80;
const LATE_MS = 300;

/**
 * The links of a frame: first what the index knows, for the count on the tab; the file is searched only while the tab is
 * open (`search`).
 */
export function useFrameLinks(
  client: EngineClient | null,
  session: number,
  frame: number | null,
  revision: number,
  search: boolean,
): LinksLoad {
  const of = `${session} ${frame} ${revision}`;
  const [state, setState] = useState<State>({ of: '', links: null, searched: false, problem: null });

  useEffect(() => {
    if (!client || frame === null) return;
    const controller = new AbortController();
    const ask = async (whole: boolean) => {
      const links = await client.request('links', { session, frame, search: whole }, controller);
      if (!controller.signal.aborted) setState({ of, links, searched: whole, problem: null });
    };
    const timer = setTimeout(() => {
      const asked = search ? ask(false).then(() => ask(true)) : ask(false);
      asked.catch((error: unknown) => {
        const problem = problemOf(error);
        if (!controller.signal.aborted && problem) {
          setState((before) => ({ ...before, links: before.of === of ? before.links : null, of, problem }));
        }
      });
    }, SETTLE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [client, session, frame, of, search]);

  const current = state.of === of;
  const late = useDelayed(frame !== null && !current, LATE_MS);
  // The links of the frame before stay on screen for the blink of an eye that the next ones take.
  const sameSession = state.of.startsWith(`${session} `);
  return {
    links: current || (!late && sameSession) ? state.links : null,
    late,
    searching: search && current && !state.searched && state.problem === null,
    problem: current ? state.problem : null,
  };
}
