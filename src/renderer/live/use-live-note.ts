import { useEffect } from 'react';
import type { Progress } from '../../ipc/engine-contract';
import { useNotices } from '../stores/notices';

const NOTICE = 'live';

/** What was told of each session, so that a note which the reader dismissed does not come again with its tab. */
const told = new Map<number, string>();

/** Says quietly why the file was read again from its start, or that it is gone; for the session on screen. */
export function useLiveNote(session: number, progress: Progress | null): void {
  const note = progress?.live?.note ?? null;
  const of = note === null ? '' : `${progress?.generation} ${note}`;
  useEffect(() => {
    const { show, dismiss } = useNotices.getState();
    if (note === null) dismiss(NOTICE);
    else if (told.get(session) !== of) show({ id: NOTICE, tone: 'info', text: note, dismissible: true });
    told.set(session, of);
  }, [session, note, of]);
  useEffect(() => () => useNotices.getState().dismiss(NOTICE), []);
}
