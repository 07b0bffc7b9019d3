import { useCallback, useState } from 'react';
import { changeFind, type Direction, goToHit } from '../bridge/find-feed';
import { addFilterTerm } from '../bridge/list-filter';
import { useCommands } from '../commands/use-commands';
import { wrapNote } from '../inspect/use-inspect-commands';
import { findOf, useFind, useMarkedExpression } from '../stores/find';
import { useNotices } from '../stores/notices';

/** The find bar of a session and its commands. `leave`: where the focus goes when the bar closes. */
export function useFindBar(session: number, jumpTo: (frame: number) => void, leave: () => void) {
  const open = useFind((state) => state.finds[session]?.open ?? false);
  const marked = useMarkedExpression(session);
  const [asked, setAsked] = useState(0);
  const go = useCallback(
    async (direction: Direction) => {
      // What was looked for last is looked for again.
      if (!findOf(session).open) changeFind(session, { open: true });
      const gone = await goToHit(session, direction, jumpTo);
      const { show, dismiss } = useNotices.getState();
      const text = gone === null ? null : wrapNote(gone.from, gone.frame, direction);
      if (text === null) dismiss('find');
      else show({ id: 'find', tone: 'info', text, dismissible: true, brief: true });
    },
    [session, jumpTo],
  );
  /** The search becomes a term of the filter, and the list shows its hits alone. */
  const onlyThese = () => {
    if (marked === null) return;
    void addFilterTerm(session, marked);
    close();
  };
  const close = () => {
    changeFind(session, { open: false });
    leave();
  };
  const hasText = () => findOf(session).text !== '';
  useCommands({
    'find.open': {
      run: () => {
        changeFind(session, { open: true });
        setAsked((times) => times + 1);
      },
    },
    'find.next': { run: () => void go('forward'), enabled: hasText },
    'find.nextInApp': { run: () => void go('forward'), enabled: hasText },
    'find.previous': { run: () => void go('backward'), enabled: hasText },
    'find.onlyThese': { run: onlyThese, enabled: () => marked !== null },
    'find.close': { run: close, enabled: () => findOf(session).open },
  });
  return { open, asked, marked, go: (direction: Direction) => void go(direction), close, onlyThese };
}
