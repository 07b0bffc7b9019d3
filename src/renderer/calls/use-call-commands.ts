import type { RefObject } from 'react';
import { useCommands } from '../commands/use-commands';
import type { VirtualTableHandle } from '../components/table/virtual-table';
import { isFiltered, useCallView, useCallViews } from '../stores/call-views';
import type { SelectedCall } from './use-call-selection';

interface Calls {
  session: number;
  selected: SelectedCall;
  table: RefObject<VirtualTableHandle | null>;
  input: RefObject<HTMLInputElement | null>;
  select(position: number): void;
  /** Shows a frame in Inspect. */
  open(frame: number): void;
}

/** The commands that the table answers while it is on screen: the keys of the frame list, and its own. */
export function useCallCommands({ session, selected, table, input, select, open }: Calls): void {
  const view = useCallView(session);
  const { filter, clear, order } = useCallViews.getState();
  const at = selected.position;
  const moveTo = (position: number) => select(Math.max(0, position));
  const move = (by: number) => ({ run: () => moveTo(at === null ? 0 : at + by) });
  const screen = (sign: number) => ({
    run: () => moveTo((at ?? 0) + sign * (table.current?.pageRows() ?? 1)),
  });
  const first = { run: () => moveTo(0) };
  const last = { run: () => moveTo(Number.MAX_SAFE_INTEGER) };
  const { row } = selected;
  const ownFrame = row?.callFrame ?? row?.resultFrame ?? null;
  const resultFrame = row?.resultFrame ?? null;
  const { statuses, repeatedOnly } = view.filter;
  useCommands({
    'go.down': move(1),
    'go.up': move(-1),
    'go.downInList': move(1),
    'go.upInList': move(-1),
    'go.pageDown': screen(1),
    'go.pageUp': screen(-1),
    'go.first': first,
    'go.firstInList': first,
    'go.last': last,
    'go.lastInList': last,
    'go.list': { run: () => table.current?.focus() },
    'go.detail': { run: () => ownFrame !== null && open(ownFrame), enabled: () => ownFrame !== null },
    'go.otherEnd': {
      run: () => resultFrame !== null && open(resultFrame),
      enabled: () => resultFrame !== null,
    },
    'filter.focus': { run: () => input.current?.focus() },
    'calls.filterText': { run: () => input.current?.focus() },
    'calls.clearFilter': { run: () => clear(session), enabled: () => isFiltered(view) },
    'calls.failed': {
      run: () =>
        filter(session, { statuses: statuses?.length === 1 && statuses[0] === 'failed' ? [] : ['failed'] }),
    },
    'calls.repeated': { run: () => filter(session, { repeatedOnly: !repeatedOnly }) },
    'calls.slowest': { run: () => order(session, 'duration') },
    'calls.inOrder': { run: () => order(session, 'order') },
  });
}
