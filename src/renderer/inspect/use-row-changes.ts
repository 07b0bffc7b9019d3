import { useState } from 'react';
import type { Row } from '../../ipc/engine-contract';
import { sameRow } from '../list/same-row';

/** How often the selected frame became another while its file went on. */
export interface RowChanges {
  /** What is known of it: a call has its result now. */
  facts: number;
  /** Its bytes: a line that had no end was written on. */
  bytes: number;
  /** Its message has more events. */
  events: number;
}

const NONE: RowChanges = { facts: 0, bytes: 0, events: 0 };

export function changesOf(before: Row, now: Row, { facts, bytes, events }: RowChanges): RowChanges {
  if (before.frame !== now.frame) return { facts, bytes, events };
  const otherBytes =
    before.bytes !== now.bytes || before.offset !== now.offset || before.unparsed !== now.unparsed;
  // Folding and the place of others in the list say nothing of the frame itself.
  const known = { ...before, events: now.events, fold: now.fold };
  return {
    facts: facts + (sameRow(known, now) ? 0 : 1),
    bytes: bytes + (otherBytes ? 1 : 0),
    events: events + (before.events !== now.events && before.fold === now.fold ? 1 : 0),
  };
}

/** Says when the detail of the selected frame has to be asked for again, and nothing more often than that. */
export function useRowChanges(row: Row | undefined): RowChanges {
  const [state, setState] = useState<{ row: Row | undefined; changes: RowChanges }>({ row, changes: NONE });
  if (row === undefined || row === state.row) return state.changes;
  const changes = state.row ? changesOf(state.row, row, state.changes) : state.changes;
  setState({ row, changes });
  return changes;
}
