import { useEffect } from 'react';
import type { FieldEntry, FieldList } from '../../../ipc/engine-contract';
import type { EngineClient } from '../../bridge/engine-port';
import type { RawText } from '../raw/raw-text';
import { type LineMarks, readLineMarks } from './field-marks';

interface Marked {
  client: EngineClient | null;
  session: number;
  frame: number;
  /** The text that the editor holds now; null while it holds another one. */
  shown: Omit<RawText, 'text'> | null;
  /** The list that marks point into; null: nothing is to be marked. */
  list: FieldList | null;
}

/** Reads the marks for the text that is shown and hands them over, whenever one of them changed. */
export function useLineMarks(
  { client, session, frame, shown, list }: Marked,
  use: (marks: LineMarks | null, entries: readonly FieldEntry[]) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is done with the marks never changes
  useEffect(() => {
    if (!client || !shown || !list) {
      use(null, []);
      return;
    }
    const controller = new AbortController();
    readLineMarks(client, { session, frame, shown }, controller.signal).then(
      (marks) => {
        if (!controller.signal.aborted) use(marks, list.entries);
      },
      // The text is there all the same, and tells of what went wrong; it stays without marks.
      () => {},
    );
    return () => controller.abort();
  }, [client, session, frame, shown, list]);
}
