import type { FieldEntry } from '../../../ipc/engine-contract';
import type { EngineClient } from '../../bridge/engine-port';
import { type RawText, SLICE_UNITS } from '../raw/raw-text';

/** For every line of the shown text the number of its entry in the list of fields, or -1. */
export type LineMarks = readonly number[];

type Client = Pick<EngineClient, 'request'>;

interface Query {
  session: number;
  frame: number;
  shown: Omit<RawText, 'text' | 'longLine'>;
}

/** Reads the marks for the pretty text that is shown, slice by slice as the text itself was read. */
export async function readLineMarks(
  client: Client,
  { session, frame, shown }: Query,
  signal: AbortSignal,
): Promise<LineMarks> {
  const { total, page, pages } = shown;
  const slice = (from: number) =>
    client.request('fieldMarks', { session, frame, from, count: SLICE_UNITS }, { signal });
  if (pages > 1) return Array.from((await slice(page * SLICE_UNITS)).lines);
  const parts: number[][] = [];
  for (let from = 0; from < total; from += SLICE_UNITS) {
    const { lines, beginsWithin } = await slice(from);
    // The line that a slice begins within is the last one of the slice before.
    parts.push(Array.from(beginsWithin ? lines.subarray(1) : lines));
  }
  return parts.flat();
}

/** The marks of the lines from `first` to `last`, both counted from 1 as the editor does. */
export function marksBetween(
  marks: LineMarks,
  entries: readonly FieldEntry[],
  first: number,
  last: number,
): { line: number; entry: FieldEntry }[] {
  const found: { line: number; entry: FieldEntry }[] = [];
  for (let line = Math.max(1, first); line <= Math.min(last, marks.length); line++) {
    const entry = entries[marks[line - 1] ?? -1];
    if (entry) found.push({ line, entry });
  }
  return found;
}
