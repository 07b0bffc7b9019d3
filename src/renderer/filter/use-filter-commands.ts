import type { RefObject } from 'react';
import type { Row } from '../../ipc/engine-contract';
import { setWordState } from '../../protocol/filter/filter-edit';
import { addFilterTerm, setFilter, toggleFilterTerm } from '../bridge/list-filter';
import { useCommands } from '../commands/use-commands';
import { filterTextOf } from '../stores/filters';

interface Filtering {
  session: number;
  /** The selected one. */
  row: Row | undefined;
  input: RefObject<HTMLInputElement | null>;
}

export function useFilterCommands({ session, row, input }: Filtering): void {
  const toggle = (term: string) => ({ run: () => void toggleFilterTerm(session, term) });
  const isKind = () => row !== undefined && row.kind !== '' && !row.unparsed;
  useCommands({
    'filter.focus': {
      run: () => {
        input.current?.focus();
        input.current?.select();
      },
    },
    'filter.clear': {
      run: () => void setFilter(session, ''),
      enabled: () => filterTextOf(session) !== '',
    },
    'filter.byKind': {
      run: () =>
        row && void setFilter(session, setWordState(filterTextOf(session), 'kind', row.kind, 'only')),
      enabled: isKind,
    },
    'filter.withoutKind': {
      run: () =>
        row && void setFilter(session, setWordState(filterTextOf(session), 'kind', row.kind, 'exclude')),
      enabled: isKind,
    },
    'filter.byLane': {
      run: () => row && void addFilterTerm(session, `agent:${row.agent}`),
      enabled: () => row !== undefined && !row.unparsed,
    },
    'filter.errors': toggle('is:error'),
    'filter.failed': toggle('is:failed'),
    'filter.unparsed': toggle('is:unparsed'),
    'filter.unlinked': toggle('is:unlinked'),
    'filter.new': toggle('is:new'),
  });
}
