import { type RefObject, useEffect, useRef, useState } from 'react';
import type { CallRow, CallTableView } from '../../ipc/engine-contract';
import type { EngineClient } from '../bridge/engine-port';
import type { VirtualTableHandle } from '../components/table/virtual-table';
import { problemOf } from '../detail/problem-note';
import { tellFailure } from '../stores/notices';
import { useSelection } from '../stores/selection';
import type { CallTableData } from './use-call-table';

export interface SelectedCall {
  /** Where it stands; null when the table is empty. */
  position: number | null;
  row: CallRow | null;
}

export interface CallSelection {
  selected: SelectedCall;
  /** Selects the row at a place that is told from the one where it is; the last one when there are fewer. */
  move(to: (at: number | null) => number): void;
  /** Takes the selected call once the moves before have arrived: keys may come faster than rows. */
  withSelected(use: (row: CallRow) => void): void;
}

const NOTHING: SelectedCall = { position: null, row: null };
export const frameOf = (row: CallRow) => row.callFrame ?? row.resultFrame;

/**
 * The selected call, in step with the selected frame of the session: choosing a row selects its frame, and a frame that was
 * selected elsewhere selects its call. It is known by its number, so it stays while rows come and go above it. While the
 * selected frame has no call in the table the first row, or the one that was shown, stands in for it, so that there is something to read; the
 * selection elsewhere is left as it is.
 */
export function useCallSelection(
  client: EngineClient | null,
  session: number,
  view: CallTableView,
  data: CallTableData,
  table: RefObject<VirtualTableHandle | null>,
): CallSelection {
  const [selected, setSelected] = useState<SelectedCall>(NOTHING);
  const latest = useRef(selected);
  const frame = useSelection(({ trails }) => trails[session]?.frame ?? null);
  const key = JSON.stringify(view);
  /** What was scrolled to; nothing while the table still has the rows of another view. */
  const shown = useRef('');
  /** The view that `selected` was found in. */
  const shownView = useRef('');
  const moves = useRef(0);
  /** Moves, one after the other, and the search for the selected frame that a move in a new view waits for. */
  const steps = useRef<Promise<unknown>>(Promise.resolve());
  const finding = useRef<Promise<unknown>>(Promise.resolve());

  const put = (found: SelectedCall, of: number | null) => {
    latest.current = found;
    setSelected(found);
    shownView.current = key;
    shown.current = data.isOld ? '' : `${of} ${key}`;
  };

  const rowOf = async (engine: EngineClient, position: number, signal?: AbortSignal) => {
    const known = data.isOld ? null : data.rowAt(position);
    if (known !== null) return known;
    const input = { session, ...view, from: position, count: 1 };
    const page = await engine.request('callTable', input, signal ? { signal } : {});
    return page.rows[0] ?? null;
  };

  /** Rows of the view that is wanted, of which the page on screen may know nothing yet. */
  const totalOf = async (engine: EngineClient) => {
    if (data.page !== null && !data.isOld) return data.page.total;
    return (await engine.request('callTable', { session, ...view, from: 0, count: 1 })).total;
  };

  /** Where the call of the selected frame stands; without one, the row that is shown already, or the first. */
  const placeOf = async (engine: EngineClient, signal: AbortSignal): Promise<number> => {
    const { row } = latest.current;
    const ask = async (of: number | null) =>
      of === null
        ? null
        : (await engine.request('callPlace', { session, ...view, frame: of, call: row?.call }, { signal }))
            .position;
    const own = await ask(frame);
    if (own !== null) return own;
    const kept = row !== null && shownView.current === key ? await ask(frameOf(row)) : null;
    return kept ?? 0;
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page means that places may have changed
  useEffect(() => {
    if (!client || data.page === null) return;
    const controller = new AbortController();
    const { signal } = controller;
    const find = async () => {
      const move = moves.current;
      const position = await placeOf(client, signal);
      const row = await rowOf(client, position, signal);
      if (signal.aborted || move !== moves.current) return;
      if (row !== null && shown.current !== `${frame} ${key}`) table.current?.reveal(position);
      put(row === null ? NOTHING : { position, row }, frame);
    };
    finding.current = find().catch((error: unknown) => {
      if (!signal.aborted && problemOf(error)) tellFailure('calls', error);
    });
    return () => controller.abort();
  }, [client, session, frame, key, data.page]);

  const then = (step: () => unknown) => {
    steps.current = steps.current.then(step).then(undefined, (error: unknown) => tellFailure('calls', error));
  };

  const move = (to: (at: number | null) => number) => {
    if (!client) return;
    const step = async () => {
      // A search that a newer one replaced has found nothing.
      for (let waited: unknown; shownView.current !== key && waited !== finding.current; ) {
        waited = finding.current;
        await waited;
      }
      const now = ++moves.current;
      const position = Math.min(Math.max(0, to(latest.current.position)), (await totalOf(client)) - 1);
      const row = position < 0 ? null : await rowOf(client, position);
      if (row === null || now !== moves.current) return;
      table.current?.reveal(position);
      const target = frameOf(row);
      put({ position, row }, target);
      if (target !== null) useSelection.getState().step(session, target);
    };
    then(step);
  };
  const withSelected = (use: (row: CallRow) => void) =>
    then(() => latest.current.row !== null && use(latest.current.row));
  return { selected, move, withSelected };
}
