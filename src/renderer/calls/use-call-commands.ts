import type { RefObject } from 'react';
import type { CallRow } from '../../ipc/engine-contract';
import { useCommands } from '../commands/use-commands';
import type { VirtualTableHandle } from '../components/table/virtual-table';
import { isFiltered, useCallView, useCallViews } from '../stores/call-views';
import { type CallSelection, frameOf } from './use-call-selection';

interface Calls extends CallSelection {
  session: number;
  table: RefObject<VirtualTableHandle | null>;
  input: RefObject<HTMLInputElement | null>;
  /** Shows a frame in Inspect. */
  open(frame: number): void;
}

/** The commands that the table answers while it is on screen: the keys of the frame list, and its own. */
export function useCallCommands({ session, selected, move, withSelected, table, input, open }: Calls): void {
  const view = useCallView(session);
  const { filter, clear, order } = useCallViews.getState();
  const by = (rows: () => number) => ({
    run: () => move((at) => (at === null ? 0 : at + rows())),
  });
  const pageRows = () => table.current?.pageRows() ?? 1;
  const [down, up] = [by(() => 1), by(() => -1)];
  const first = { run: () => move(() => 0) };
  const last = { run: () => move(() => Number.MAX_SAFE_INTEGER) };
  const opening = (of: (row: CallRow) => number | null) => ({
    run: () =>
      withSelected((row) => {
        const frame = of(row);
        if (frame !== null) open(frame);
      }),
    enabled: () => selected.row !== null,
  });
  const { statuses, repeatedOnly } = view.filter;
  useCommands({
    'go.down': down,
    'go.up': up,
    'go.downInList': down,
    'go.upInList': up,
    'go.pageDown': by(pageRows),
    'go.pageUp': by(() => -pageRows()),
    'go.first': first,
    'go.firstInList': first,
    'go.last': last,
    'go.lastInList': last,
    'go.list': { run: () => table.current?.focus() },
    'go.detail': opening(frameOf),
    'go.otherEnd': opening((row) => row.resultFrame),
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
