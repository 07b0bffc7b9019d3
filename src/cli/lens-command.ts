import { rowFrame } from '../engine/lenses/row-frame';
import type { Session } from '../engine/session/session';
import { jsonText } from '../protocol/json-text';
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
 * goes: what is held does not grow with the file.
 */
export function printLens(session: Session, options: LensOptions, out: (chunk: string) => void): void {
  const { rows } = session.index.table;
  const lens = createLens(options.lens, options.reading);
  let pending = '';
  const write = (step: LensStep, frame: number) => {
    for (const line of linesOf(step, frame, options.dropped)) {
      pending += `${line}\n`;
      if (pending.length < WRITE_UNITS) continue;
      out(pending);
      pending = '';
    }
  };
  for (let from = 0; from < rows; from += BATCH_ROWS) {
    const to = Math.min(rows, from + BATCH_ROWS);
    session.withRows(from, to - from, () => {
      for (let row = from; row < to; row++) write(lens.feed(rowFrame(session, row)), row + 1);
    });
  }
  if (rows > 0) write(lens.end(), rows);
  if (pending !== '') out(pending);
}

function linesOf({ events, dropped }: LensStep, frame: number, withDropped: boolean): string[] {
  const lines = events.map(({ event, from, fromLeftOff, corrected }) =>
    jsonText({
      frame,
      event,
      ...(from.length > 0 ? { from } : {}),
      ...(fromLeftOff > 0 ? { fromLeftOff } : {}),
      ...(corrected.length > 0 ? { corrected } : {}),
    }),
  );
  return withDropped ? [...lines, ...dropped.map((part) => jsonText({ frame, dropped: part }))] : lines;
}
