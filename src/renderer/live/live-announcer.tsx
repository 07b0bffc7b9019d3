import { useEffect, useRef, useState } from 'react';
import type { Progress } from '../../ipc/engine-contract';
import { NOT_FOLLOWING, useFollowing } from '../stores/following';
import { plural } from '../text/format';
import { liveStateOf } from './live-state';

const EVERY_MS = 4000;

/** What there is to say: what the session is doing when that changed, and while the list follows how much came. */
export function announcement(state: string, stateBefore: string, come: number): string {
  const parts = [
    state !== stateBefore && state !== '' && `${state}.`,
    come > 0 && `${plural(come, 'new frame')}.`,
  ];
  return parts.filter(Boolean).join(' ');
}

interface Props {
  session: number;
  progress: Progress | null;
}

/** Tells a screen reader of a session that is written, at most every few seconds. */
export function LiveAnnouncer({ session, progress }: Props) {
  const { sticks } = useFollowing(({ sessions }) => sessions[session] ?? NOT_FOLLOWING);
  const [said, setSaid] = useState('');
  const state = liveStateOf(progress)?.title ?? (progress?.live?.state === 'ended' ? 'Ended' : '');
  const rows = progress?.state === 'done' ? progress.rows : null;
  const told = useRef({ session, state, rows, at: 0 });

  useEffect(() => {
    const before = told.current;
    // Another session, or a list that does not follow: nothing has come that is worth a word.
    if (before.session !== session || before.rows === null) {
      told.current = { session, state, rows, at: 0 };
      return;
    }
    const tell = () => {
      const come = sticks && rows !== null ? rows - (before.rows ?? rows) : 0;
      const words = announcement(state, before.state, come);
      told.current = { session, state, rows, at: words === '' ? before.at : Date.now() };
      if (words !== '') setSaid(words);
    };
    const timer = setTimeout(tell, Math.max(0, before.at + EVERY_MS - Date.now()));
    return () => clearTimeout(timer);
  }, [session, state, rows, sticks]);

  return (
    <div className="unseen" role="status" aria-live="polite" data-testid="live-announcer">
      {said}
    </div>
  );
}
