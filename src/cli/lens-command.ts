import { rowFrame } from '../engine/lenses/row-frame';
import type { Session } from '../engine/session/session';
import { jsonText } from '../protocol/json-text';
import type { JsonObject } from '../protocol/json-values';
import type { LensName, LensStep, Reading } from '../protocol/lenses/lens';
import { createLens } from '../protocol/lenses/lenses';

const WRITE_UNITS = 64 * 1024;
const BATCH_ROWS = 64;

export interface LensOptions {
  lens: LensName;
  reading: Reading;
  /** Print also what was dropped, and why. */
  dropped: boolean;
}

/**
 * Prints what a lens derives from a session as JSON lines, each with the number of the frame that produced it. Written as it
 * goes, with a breath after every piece, in which the stream lets go of what is written or says that nobody reads on: what
 * is held does not grow with the file.
 */
export async function printLens(
  session: Session,
  options: LensOptions,
  out: (chunk: string) => void,
): Promise<void> {
  const { rows } = session.index.table;
  const lens = createLens(options.lens, options.reading);
  let pending = '';
  const write = (step: LensStep, frame: number) => {
    for (const line of linesOf(step, frame, options.dropped)) pending += `${line}\n`;
  };
  const flush = async () => {
    out(pending);
    pending = '';
    await new Promise((resolve) => setImmediate(resolve));
  };
  for (let row = 0; row < rows; ) {
    const from = row;
    const to = Math.min(rows, from + BATCH_ROWS);
    session.withRows(from, to - from, () => {
      for (; row < to && pending.length < WRITE_UNITS; row++)
        write(lens.feed(rowFrame(session, row)), row + 1);
    });
    if (pending.length >= WRITE_UNITS) await flush();
  }
  if (rows > 0) write(lens.end(), rows);
  if (pending !== '') await flush();
}

function linesOf({ events, dropped }: LensStep, frame: number, withDropped: boolean): string[] {
  const lines = events.map(({ event, from, fromLeftOff, corrected }) =>
    written({
      frame,
      event,
      ...(from.length > 0 ? { from } : {}),
      ...(fromLeftOff > 0 ? { fromLeftOff } : {}),
      ...(corrected.length > 0 ? { corrected } : {}),
    }),
  );
  return withDropped ? [...lines, ...dropped.map((part) => written({ frame, dropped: part }))] : lines;
}

/** JSON.stringify is the faster one; it cannot write what is nested deeper than the stack. */
function written(line: JsonObject): string {
  try {
    return JSON.stringify(line);
  } catch (error) {
    if (error instanceof RangeError) return jsonText(line);
    throw error;
  }
}
