import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach } from 'vitest';
import { RowFlag } from '../../../src/engine/frames/frame-table';
import { Session, type SessionOptions } from '../../../src/engine/session/session';
import { caseFiles } from '../recordings';

const folder = mkdtempSync(join(tmpdir(), 'framescope-test-'));
const open: Session[] = [];
let files = 0;

afterEach(closeSessions);
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Closes what `sessionOf` opened so far; a property test calls it for every run. */
export function closeSessions(): void {
  for (const session of open) session.close();
  open.length = 0;
}

/** Writes bytes to a file of its own and returns its path. */
export function fileOf(bytes: Uint8Array | string): string {
  const path = join(folder, `input-${files++}.jsonl`);
  writeFileSync(path, bytes);
  return path;
}

/** A wholly indexed session over bytes in a real file. */
export function sessionOf(bytes: Uint8Array | string, options?: SessionOptions): Session {
  return sessionAt(fileOf(bytes), options);
}

/** A wholly indexed session over a file that is there. */
export function sessionAt(path: string, options?: SessionOptions): Session {
  const session = Session.open(0, path, undefined, options);
  session.indexAllNow();
  open.push(session);
  // A failure of indexing is an answer, so without this a test of what was read until then might pass.
  if (session.state === 'failed') throw new Error(`Indexing failed: ${session.error}`);
  return session;
}

/** A session over JSON values, one a line. */
export function sessionOfFrames(...frames: unknown[]): Session {
  return sessionOf(frames.map((frame) => `${JSON.stringify(frame)}\n`).join(''));
}

/** The path of a case by its number, such as "001". */
export function casePath(number: string): string {
  const found = caseFiles().find(({ name }) => name.startsWith(`${number}-`));
  if (found === undefined) throw new Error(`There is no case ${number}.`);
  return found.path;
}

export interface PlainRow {
  offset: number;
  length: number;
  line: number;
  kind: string;
  flags: number;
}

/** Everything the table says of the rows, to compare two indexes of the same bytes. */
export function plainRows(session: Session): PlainRow[] {
  const { table, kinds } = session.index;
  return Array.from({ length: table.rows }, (_, row) => ({
    offset: table.offset(row),
    length: table.length(row),
    line: table.line(row),
    kind: kinds.text(table.kind(row)),
    flags: table.flags(row),
  }));
}

export function isFrame(session: Session, row: number): boolean {
  return (session.index.table.flags(row) & RowFlag.Unparsed) === 0;
}
