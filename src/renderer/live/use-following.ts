import { useEffect } from 'react';
import type { Progress } from '../../ipc/engine-contract';
import { useCommands } from '../commands/use-commands';
import type { ListView } from '../list/list-view';
import { followingOf, NOT_FOLLOWING, newFrames, useFollowing } from '../stores/following';
import { useSelection } from '../stores/selection';

/** Only a file that may go on can be followed. */
export const canFollow = (progress: Pick<Progress, 'live'> | null): boolean =>
  progress?.live != null && progress.live.state !== 'ended';

/** Selecting another frame means to read it: the list stays with it. What selects and still follows sticks again after. */
useSelection.subscribe(({ trails }, before) => {
  for (const [session, trail] of Object.entries(trails)) {
    if (trail.frame !== before.trails[Number(session)]?.frame)
      useFollowing.getState().unstick(Number(session));
  }
});

/** Keeps the list at the end of its file while the reader wants it there. */
export function useListFollows(session: number, view: ListView | null, progress: Progress | null): void {
  const sticks = useFollowing(({ sessions }) => sessions[session]?.sticks ?? false);
  // Of a file that ended while it was followed the end stays in view. Another session's list begins without it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the view is the same for all sessions
  useEffect(() => view?.stick(sticks), [session, view, sticks]);
  const { stick, unstick } = useFollowing.getState();
  useCommands({
    'list.follow': {
      run: () => (followingOf(session).sticks ? unstick(session) : stick(session, true)),
      enabled: () => canFollow(progress),
    },
  });
}

/** What the list tells of the reader's own scrolling, and of what they have seen. */
export const listHearing = (session: number) => ({
  onScrolled(where: 'up' | 'down' | 'end') {
    if (where === 'up') useFollowing.getState().unstick(session);
    else if (where === 'end') useFollowing.getState().stick(session, false);
  },
  onSeen: (frames: number) => useFollowing.getState().saw(session, frames),
});

/** Which pill the list wears: none, how many frames came that are not seen yet, or that it follows. */
export function usePill(session: number, progress: Progress | null): { follows: boolean; fresh: number } {
  const { sticks, asked, seen } = useFollowing(({ sessions }) => sessions[session] ?? NOT_FOLLOWING);
  const fresh = sticks || progress?.state !== 'done' ? 0 : newFrames(progress.rows, { sticks, asked, seen });
  const hasGrown = progress?.live?.grewAt != null;
  return { follows: sticks && canFollow(progress) && (asked || hasGrown), fresh };
}
