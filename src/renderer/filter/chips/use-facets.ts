import { useEffect, useRef, useState } from 'react';
import type { Facets, Progress } from '../../../ipc/engine-contract';
import type { EngineClient } from '../../bridge/engine-port';
import { useFilters } from '../../stores/filters';
import { useListings } from '../../stores/listings';

/** Counts on chips need not be of this very moment. */
const EVERY_MS = 500;

/** How often each kind and tool occurs; asked for again as the file and its filter go on. */
export function useFacets(
  client: EngineClient | null,
  session: number,
  progress: Progress | null,
): Facets | null {
  const [facets, setFacets] = useState<{ session: number; facets: Facets } | null>(null);
  const filter = useListings(({ shown }) => shown[session]?.listing.filter ?? null);
  const scanned = useFilters(({ sessions }) => sessions[session]?.match?.matched ?? 0);
  const asked = useRef({ at: 0, filter: '' as string | null });
  const { rows = 0, generation = 0, state = 'none' } = progress ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: what makes other counts is not read here
  useEffect(() => {
    if (!client || rows === 0) return;
    let isLate = false;
    const ask = async () => {
      asked.current = { at: Date.now(), filter };
      try {
        const answer = await client.request('facets', { session, expression: filter });
        if (!isLate) setFacets({ session, facets: answer });
      } catch {
        // The next growth asks again; what is wrong with a filter is said in its box.
      }
    };
    const wait = asked.current.filter === filter ? asked.current.at + EVERY_MS - Date.now() : 0;
    const timer = setTimeout(() => void ask(), Math.max(0, wait));
    return () => {
      isLate = true;
      clearTimeout(timer);
    };
  }, [client, session, filter, scanned, rows, generation, state]);
  return facets?.session === session ? facets.facets : null;
}
