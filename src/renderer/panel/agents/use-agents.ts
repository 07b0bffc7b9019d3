import { useCallback, useEffect, useState } from 'react';
import type { AgentEntry, Report } from '../../../ipc/engine-contract';
import { CancelledError, EngineStoppedError } from '../../../protocol/errors';
import type { EngineClient } from '../../bridge/engine-port';

const AT_ONCE = 200;

export interface AgentLoad {
  agents: AgentEntry[];
  /** Of the whole tree; null until the first answer. */
  total: number | null;
  leftOff: number;
  problem: string | null;
  more(): void;
}

type Loaded = Omit<AgentLoad, 'more'>;

const NOTHING: Loaded = { agents: [], total: null, leftOff: 0, problem: null };

/** The tree of subagents, a page at a time. It is asked for again with a new revision, and as the report goes on. */
export function useAgents(
  client: EngineClient | null,
  session: number,
  revision: number,
  report: Report | null,
): AgentLoad {
  const [loaded, setLoaded] = useState<Loaded>(NOTHING);
  const [wanted, setWanted] = useState(AT_ONCE);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision means asking again
  useEffect(() => {
    if (!client) return;
    const controller = new AbortController();
    const load = async () => {
      const agents: AgentEntry[] = [];
      while (true) {
        const input = { session, from: agents.length, count: AT_ONCE };
        const page = await client.request('agents', input, { signal: controller.signal });
        agents.push(...page.agents);
        if (agents.length < Math.min(wanted, page.total) && page.agents.length > 0) continue;
        setLoaded({ agents, total: page.total, leftOff: page.leftOff, problem: null });
        return;
      }
    };
    load().catch((error: unknown) => {
      if (controller.signal.aborted || error instanceof CancelledError) return;
      const problem =
        error instanceof EngineStoppedError
          ? 'The engine stopped before it answered.'
          : error instanceof Error
            ? error.message
            : String(error);
      setLoaded((before) => ({ ...before, problem }));
    });
    return () => controller.abort();
  }, [client, session, revision, report, wanted]);

  return { ...loaded, more: useCallback(() => setWanted((count) => count + AT_ONCE), []) };
}
