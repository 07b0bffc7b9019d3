import type { NextClass, Row } from '../../ipc/engine-contract';
import { CancelledError, EngineStoppedError } from '../../protocol/errors';
import { findFrame, frameAt, showFrame } from '../bridge/list-places';
import { useCommands } from '../commands/use-commands';
import type { ListView } from '../list/list-view';
import type { RowSource } from '../list/row-source';
import { canFollow } from '../live/use-following';
import { useFollowing } from '../stores/following';
import { useNotices } from '../stores/notices';
import { selectedFrame, useSelection } from '../stores/selection';
import { useSessions } from '../stores/sessions';
import { tellFolding } from './use-fold-commands';

interface Inspect {
  session: number;
  source: RowSource;
  view: ListView | null;
  row: Row | undefined;
  jumpTo(frame: number): void;
  openDetail(): void;
}

const NONE_FOUND: Record<NextClass, string> = {
  error: 'No frame of this session is marked as an error.',
  unparsed: 'Every piece of this file could be parsed.',
  unlinked: 'Every call has its result and every result its call.',
  diagnostic: 'No diagnostic of this session names a frame.',
};

/** What is said of a jump that went on at the other end, or found only where the reader is; null for any other. */
export function wrapNote(from: number, frame: number, direction: 'forward' | 'backward'): string | null {
  if (frame === from) return 'There is no other one in this file.';
  if (from === 0) return null;
  if (direction === 'forward') return frame < from ? 'Went on from the first frame.' : null;
  return frame > from ? 'Went on from the last frame.' : null;
}

/** Asks the engine for the next frame of a class and goes there. */
async function goNext(inspect: Inspect, what: NextClass, direction: 'forward' | 'backward'): Promise<void> {
  const { client } = useSessions.getState();
  const { session } = inspect;
  if (!client) return;
  try {
    const from = selectedFrame(session) ?? 0;
    const { frame } = await client.request('next', { session, from, direction, what });
    if (useSessions.getState().active !== session) return;
    if (frame !== null) inspect.jumpTo(frame);
    const text = frame === null ? NONE_FOUND[what] : wrapNote(from, frame, direction);
    const { show, dismiss } = useNotices.getState();
    if (text === null) dismiss('next');
    else show({ id: 'next', tone: 'info', text, dismissible: true, brief: true });
  } catch (error) {
    if (error instanceof CancelledError || error instanceof EngineStoppedError) return;
    const text = error instanceof Error ? error.message : String(error);
    useNotices.getState().show({ id: 'next', tone: 'err', text, dismissible: true });
  }
}

export function useInspectCommands(inspect: Inspect): void {
  const { session, source, view, row, jumpTo, openDetail } = inspect;
  const { step, jump, back, forward } = useSelection.getState();

  const goTo = (position: number, go: (session: number, frame: number) => void, after = () => {}) => {
    const target = Math.min(source.total, Math.max(1, position));
    const arrive = (frame: number | null) => {
      if (frame !== null) go(session, frame);
      view?.reveal(target);
      after();
    };
    const known = source.frameAt(target);
    if (known !== null) arrive(known);
    else void frameAt(session, target).then(arrive, tellFolding);
  };
  const move = (by: number) => {
    const now = selectedFrame(session);
    if (now === null) return goTo(1, step);
    const position = source.positionOf(now);
    if (position !== null) goTo(position + by, step);
    else {
      // A hidden frame stands between two rows: the one above is already one step up.
      const go = ({ position: at, hidden }: { position: number; hidden: boolean }) =>
        goTo(hidden && by < 0 ? at + by + 1 : at + by, step);
      void findFrame(session, now).then(go, tellFolding);
    }
  };
  const moveTo = (position: number, after?: () => void) => position >= 1 && goTo(position, jump, after);
  /** At the end the reader sees what comes, as in a terminal. */
  const followOn = () => {
    const progress = useSessions.getState().facts[session]?.progress ?? null;
    if (canFollow(progress)) useFollowing.getState().stick(session, false);
  };
  const travel = (how: (session: number) => void) => {
    how(session);
    const frame = selectedFrame(session);
    if (frame === null) return;
    void showFrame(session, frame).then((position) => view?.reveal(position, 'center'), tellFolding);
  };
  const next = (what: NextClass, direction: 'forward' | 'backward' = 'forward') => ({
    run: () => void goNext(inspect, what, direction),
  });
  const trail = () => useSelection.getState().trails[session];
  const down = { run: () => move(1) };
  const up = { run: () => move(-1) };
  const first = { run: () => moveTo(1) };
  const last = { run: () => moveTo(source.total, followOn) };

  useCommands({
    'go.down': down,
    'go.up': up,
    'go.downInList': down,
    'go.upInList': up,
    'go.pageDown': { run: () => move(view?.pageRows() ?? 1) },
    'go.pageUp': { run: () => move(-(view?.pageRows() ?? 1)) },
    'go.first': first,
    'go.firstInList': first,
    'go.last': last,
    'go.lastInList': last,
    'go.nextError': next('error'),
    'go.previousError': next('error', 'backward'),
    'go.nextUnparsed': next('unparsed'),
    'go.previousUnparsed': next('unparsed', 'backward'),
    'go.nextUnlinked': next('unlinked'),
    'go.previousUnlinked': next('unlinked', 'backward'),
    'go.nextDiagnostic': next('diagnostic'),
    'go.previousDiagnostic': next('diagnostic', 'backward'),
    'go.otherEnd': {
      run: () => row?.links[0] !== undefined && jumpTo(row.links[0]),
      enabled: () => (row?.links.length ?? 0) > 0,
    },
    'go.back': { run: () => travel(back), enabled: () => (trail()?.back.length ?? 0) > 0 },
    'go.forward': { run: () => travel(forward), enabled: () => (trail()?.forward.length ?? 0) > 0 },
    'go.list': { run: () => view?.focus() },
    'go.detail': { run: openDetail },
  });
}
