import {
  appendFileSync,
  closeSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { FileLook } from '../../../../src/engine/live/file-look';
import { Session } from '../../../../src/engine/session/session';

const folder = mkdtempSync(join(tmpdir(), 'framescope-look-'));
const path = join(folder, 'a.jsonl');
const content = '{"type":"a","n":1}\n{"type":"b","n":2}\n';
let session: Session;
let look: FileLook;
let now: number;

beforeEach(() => {
  writeFileSync(path, content);
  begin();
});
afterEach(() => {
  session.close();
  rmSync(path, { force: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function begin(): void {
  session = Session.open(0, path, undefined, { follow: true });
  session.indexAllNow();
  look = new FileLook(session.files.main);
  // Long after the file was written: only what is seen from now on counts.
  now = Date.now() + 60_000;
}

/** Writes into the file as it is, and leaves the time of change as it was if that is given. */
function overwrite(text: string, at: number, time?: Date): void {
  const file = openSync(path, 'r+');
  writeSync(file, text, at);
  closeSync(file);
  if (time !== undefined) utimesSync(path, time, time);
}

const later = () => utimesSync(path, new Date(now), new Date(now));

test('the same', () => {
  expect(look.look(now)).toBe('same');
  expect(look.lookAgainIn).toBeNull();
});

test('more, until it was read', async () => {
  appendFileSync(path, '{"type":"c"}\n');
  expect(look.look(now)).toBe('more');
  expect(look.look(now)).toBe('more');
  await session.grow(now);
  look.caughtUp();
  expect(look.look(now)).toBe('same');
});

test('cut', () => {
  truncateSync(path, 5);
  expect(look.look(now)).toBe('cut');
});

test('cut to nothing', () => {
  truncateSync(path, 0);
  expect(look.look(now)).toBe('cut');
});

test('written anew with the same size', () => {
  overwrite('{"type":"X"', 0);
  later();
  expect(look.look(now)).toBe('rewritten');
});

test('written anew with the same size and time, right after a change was seen', () => {
  later();
  expect(look.look(now)).toBe('same');
  overwrite('{"type":"X"', 0, new Date(now));
  expect(look.look(now + 100)).toBe('rewritten');
});

test('written anew and longer', () => {
  writeFileSync(path, `{"type":"X","n":1}\n${content}`);
  expect(look.look(now)).toBe('rewritten');
});

test('touched: it may be changed where no sample is, so it is read anew, but only when it does not grow at once', () => {
  later();
  expect(look.look(now)).toBe('same');
  expect(look.lookAgainIn).toBeGreaterThan(0);
  expect(look.look(now + 1000)).toBe('rewritten');
});

test('touched by an append whose bytes come a moment later', async () => {
  later();
  expect(look.look(now)).toBe('same');
  appendFileSync(path, '{"type":"c"}\n');
  expect(look.look(now + 10)).toBe('more');
  await session.grow(now);
  look.caughtUp();
  expect(look.look(now + 1000)).toBe('same');
});

test('replaced by another file of the same content', () => {
  writeFileSync(`${path}.new`, content);
  renameSync(`${path}.new`, path);
  expect(look.look(now)).toBe('replaced');
});

test('missing, and back as another file', () => {
  rmSync(path);
  expect(look.look(now)).toBe('missing');
  writeFileSync(path, content);
  expect(look.look(now)).toBe('replaced');
});

test('moved away and back', () => {
  renameSync(path, `${path}.away`);
  expect(look.look(now)).toBe('missing');
  renameSync(`${path}.away`, path);
  expect(look.look(now)).toBe('same');
});

test('came', () => {
  session.close();
  rmSync(path);
  begin();
  expect(look.look(now)).toBe('same');
  writeFileSync(path, '');
  expect(look.look(now)).toBe('came');
});
