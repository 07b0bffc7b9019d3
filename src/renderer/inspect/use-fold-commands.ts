import type { Row } from '../../ipc/engine-contract';
import { CancelledError, EngineStoppedError } from '../../protocol/errors';
import { foldAround, setOpen, setUnfolded } from '../bridge/list-places';
import { useCommands } from '../commands/use-commands';
import type { ListView } from '../list/list-view';
import { listingOf } from '../stores/listings';
import { tellFailure } from '../stores/notices';
import { selectedFrame, useSelection } from '../stores/selection';
import { useSessions } from '../stores/sessions';

/** A list that could not be shown in another way stays as it is; a stopped engine is told of by the shell. */
export function tellFolding(error: unknown): void {
  if (error instanceof CancelledError || error instanceof EngineStoppedError) return;
  tellFailure('folding', error);
}

/** Folding by keyboard. `row` is the selected one. */
export function useFoldCommands(session: number, view: ListView | null, row: Row | undefined): void {
  const reveal = (position: number | null) => position !== null && view?.reveal(position);
  const unfold = () => row && void setOpen(session, row.frame, true).then(reveal, tellFolding);
  const fold = async () => {
    if (!row) return;
    const head = await foldAround(session, row.frame);
    if (head !== null && head !== row.frame) useSelection.getState().step(session, head);
  };
  const foldNow = () => void fold().catch(tellFolding);
  const isOpen = () => row?.fold === 'open' || row?.fold === 'inside';
  const hasFolded = () => (useSessions.getState().facts[session]?.progress?.folded ?? 0) > 0;

  useCommands({
    'list.unfold': { run: unfold, enabled: () => row?.fold === 'closed' },
    'list.fold': { run: foldNow, enabled: isOpen },
    'list.toggleFold': {
      run: () => (isOpen() ? foldNow() : unfold()),
      enabled: () => row !== undefined && row.fold !== 'none',
    },
    'list.toggleAllFolds': {
      run: () => {
        const { unfolded } = listingOf(session);
        const frame = selectedFrame(session) ?? 1;
        void setUnfolded(session, !unfolded, frame).then(
          (position) => position !== null && view?.reveal(position, 'center'),
          tellFolding,
        );
      },
      enabled: hasFolded,
    },
  });
}
