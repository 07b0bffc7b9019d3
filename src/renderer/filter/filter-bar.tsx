import { type RefObject, useRef } from 'react';
import type { Progress, Row } from '../../ipc/engine-contract';
import type { EngineClient } from '../bridge/engine-port';
import { setFilter } from '../bridge/list-filter';
import { FilterBox } from './box/filter-box';
import './filter.css';
import { FilterChips } from './chips/filter-chips';
import { useFacets } from './chips/use-facets';
import { useFilterCommands } from './use-filter-commands';

interface Props {
  session: number;
  client: EngineClient | null;
  progress: Progress | null;
  row: Row | undefined;
  /** To the list. */
  onLeave(): void;
}

/** What the list is filtered by: the box, and the kinds and tools of the session beside it. */
export function FilterBar({ session, client, progress, row, onLeave }: Props) {
  const bar = useRef<HTMLDivElement>(null);
  const input: RefObject<HTMLInputElement | null> = useRef(null);
  const facets = useFacets(client, session, progress);
  useFilterCommands({ session, row, input });
  return (
    <div className="filter-bar" data-testid="filter-bar" ref={bar}>
      <FilterBox
        key={session}
        session={session}
        facets={facets}
        rows={progress?.rows ?? 0}
        input={input}
        onLeave={onLeave}
      />
      {facets && (
        <FilterChips
          session={session}
          facets={facets}
          bar={bar}
          onText={(text) => void setFilter(session, text)}
        />
      )}
    </div>
  );
}
