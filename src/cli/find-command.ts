import { performance } from 'node:perf_hooks';
import { rowOf } from '../engine/answers/rows/row-page';
import type { Session } from '../engine/session/session';
import { FramescopeError } from '../protocol/errors';
import { jsonText } from '../protocol/json-text';

const SLICE_MS = 20;
const WRITE_UNITS = 64 * 1024;

/**
 * Prints the rows of a session that match an expression, one a line, as they are found: what is held does not grow with
 * the file. Returns how many there are. Throws FramescopeError where the search has to stop before the end.
 */
export async function printFound(
  session: Session,
  expression: string,
  json: boolean,
  out: (chunk: string) => void,
): Promise<number> {
  const match = session.matches.of(expression);
  let pending = '';
  let found = 0;
  let printed = 0;
  // The stream lets go of what is written, or says that nobody reads on.
  const flush = async () => {
    if (pending !== '') out(pending);
    pending = '';
    await new Promise((resolve) => setImmediate(resolve));
  };
  for (;;) {
    match.work(performance.now() + SLICE_MS);
    const { scanned, isDone, stopped } = match;
    for (const row of match.rowsFrom(printed)) {
      if (row >= scanned) break;
      pending += lineOf(session, row, json);
      found++;
      if (pending.length >= WRITE_UNITS) await flush();
    }
    printed = scanned;
    await flush();
    if (stopped !== null) throw new FramescopeError('source', stopped);
    if (isDone) return found;
  }
}

function lineOf(session: Session, row: number, json: boolean): string {
  const { frame, line, file, kind, detail, strong, summary, time } = rowOf(session, row);
  if (json) return `${jsonText({ frame, line, file, kind, detail, time, tool: strong, summary })}\n`;
  const place = file === null ? `line ${line}` : `line ${line} of ${file}`;
  const words = [[kind, detail].filter((word) => word !== '').join('/'), strong, summary];
  return `${[frame, place, ...words.filter((word) => word !== '')].join('\t')}\n`;
}
