import { useEffect } from 'react';
import type { EngineClient } from '../../bridge/engine-port';
import { useMarkedExpression } from '../../stores/find';
import type { RawForm } from '../../stores/layout';
import { type RawText, SLICE_UNITS } from './raw-text';

interface Of {
  client: EngineClient | null;
  session: number;
  frame: number;
  form: RawForm;
  /** The text that the editor shows; null while it does not. */
  shown: Pick<RawText, 'page' | 'pages'> | null;
}

/** Tells where the shown text has what is looked for: from, to, from, to, … of what the editor holds. */
export function useMatchMarks(
  { client, session, frame, form, shown }: Of,
  tell: (ranges: number[]) => void,
): void {
  const expression = useMarkedExpression(session);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the one who is told may be another at every render
  useEffect(() => {
    if (client === null || shown === null) return;
    if (expression === null || form === 'hex') {
      tell([]);
      return;
    }
    const controller = new AbortController();
    const { signal } = controller;
    client.request('frameMatches', { session, frame, form, expression }, { signal }).then(
      ({ ranges }) => {
        if (!signal.aborted) tell(shown.pages === 1 ? ranges : onPage(ranges, shown.page * SLICE_UNITS));
      },
      () => {
        if (!signal.aborted) tell([]);
      },
    );
    return () => controller.abort();
  }, [client, session, frame, form, shown, expression]);
}

/** The ranges that begin on the page whose first unit this is. */
function onPage(ranges: readonly number[], from: number): number[] {
  const found: number[] = [];
  for (let k = 0; k < ranges.length; k += 2) {
    const start = (ranges[k] as number) - from;
    if (start >= 0 && start < SLICE_UNITS) found.push(start, (ranges[k + 1] as number) - from);
  }
  return found;
}
