import { useEffect, useRef } from 'react';
import { showFrame } from '../bridge/list-places';
import type { ListView } from '../list/list-view';
import { selectedFrame } from '../stores/selection';
import { tellFolding } from './use-fold-commands';

/** When the reader comes back from another view that selected another frame, the list shows that one. */
export function useReturn(session: number, view: ListView | null): void {
  const left = useRef<{ session: number; frame: number | null } | null>(null);
  useEffect(() => {
    const frame = selectedFrame(session);
    const before = left.current;
    if (!view || frame === null || before?.session !== session || before.frame === frame) return;
    void showFrame(session, frame).then((position) => view.reveal(position, 'center'), tellFolding);
  }, [session, view]);
  useEffect(() => {
    return () => {
      left.current = { session, frame: selectedFrame(session) };
    };
  }, [session]);
}
