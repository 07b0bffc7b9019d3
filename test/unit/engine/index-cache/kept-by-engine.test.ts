import { appendFileSync, existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { writeCaptureRecord } from '../../../../src/engine/captures/capture-files';
import { createEngine, type Engine } from '../../../../src/engine/engine';
import { MIN_BYTES } from '../../../../src/engine/index-cache/index-cache';
import { captureFiles } from '../../recordings';
import { newCapture, prompt, STARTED, said } from '../live/growing-capture';
import { answers } from '../live/growing-session';
import { fileOf } from '../session-of';
import { keep, newCache, newFolder, openAll } from './kept-session';

const LONG_AGO = 1_700_000_000;
const engines: Engine[] = [];
afterEach(() => {
  for (const engine of engines.splice(0)) engine.close(1);
});

function begin(folder: string): Engine {
  const engine = createEngine({ follow: true, captures: true, agentFiles: true, indexCache: folder });
  engines.push(engine);
  return engine;
}

/** A recording that is long enough to be kept, and was written long ago. */
function longFile(): string {
  const [found] = captureFiles().filter(({ name }) => name.startsWith('2.1.332/16-two-turns'));
  const recording = readFileSync(found!.path);
  const path = fileOf(Buffer.concat(Array(Math.ceil(MIN_BYTES / recording.length)).fill(recording)));
  utimesSync(path, LONG_AGO, LONG_AGO);
  return path;
}

const now = (engine: Engine) => engine.handlers.progress({ session: 1 });
const untilFollowed = (engine: Engine) =>
  vi.waitFor(() => expect(now(engine).live).not.toBeNull(), { timeout: 10_000, interval: 5 });
const untilKept = (folder: string) =>
  vi.waitFor(() => expect(readdirSync(folder).filter((name) => name.endsWith('.index'))).toHaveLength(1), {
    timeout: 10_000,
    interval: 10,
  });
const plain = (engine: Engine) => ({
  report: engine.handlers.report({ session: 1 }),
  rows: engine.handlers.rows({ session: 1, from: 1, count: 200 }).rows,
  folded: engine.handlers.rows({ session: 1, from: 1, count: 200, listing: { unfolded: false, open: [] } }),
  turns: engine.handlers.turns({ session: 1, from: 1, count: 100 }),
  diagnostics: engine.handlers.diagnostics({ session: 1 }),
});

describe('the engine keeps indexes where it is told to', () => {
  test('a file that is closed and opened again has all its rows at once, and is followed', {
    timeout: 30_000,
  }, async () => {
    const folder = newFolder();
    const path = longFile();
    const first = begin(folder);
    await first.open(1, path);
    await untilFollowed(first);
    const { rows } = now(first);
    const fresh = plain(first);
    expect(now(first).restoredFrom).toBeUndefined();
    first.close(1);
    await untilKept(folder);

    const second = begin(folder);
    await second.open(1, path);
    // Nothing was waited for: these are the first rows.
    expect(now(second).rows).toBe(rows);
    expect(now(second).restoredFrom).toBeGreaterThan(Date.now() - 60_000);
    expect(plain(second)).toEqual(fresh);
    await untilFollowed(second);
    expect(now(second)).toMatchObject({ state: 'done', rows, bytes: now(second).totalBytes });
    expect(now(second).live).toMatchObject({ state: 'watching', grewAt: null, status: null });
    appendFileSync(path, said('more'));
    await vi.waitFor(() => expect(now(second).rows).toBe(rows + 1), { timeout: 10_000, interval: 10 });
    expect(now(second).live?.grewAt).not.toBeNull();
  });

  test('it is kept while it is open, once it is quiet', { timeout: 30_000 }, async () => {
    const folder = newFolder();
    const engine = begin(folder);
    await engine.open(1, longFile());
    await untilKept(folder);
    expect(now(engine).state).toBe('done');
  });

  test('a file that is written anew is read anew, whatever was kept', { timeout: 30_000 }, async () => {
    const folder = newFolder();
    const path = longFile();
    const first = begin(folder);
    await first.open(1, path);
    await untilFollowed(first);
    first.close(1);
    await untilKept(folder);
    const second = begin(folder);
    await second.open(1, path);
    await untilFollowed(second);
    writeFileSync(path, said('another'));
    await vi.waitFor(() => expect(now(second).rows).toBe(1), { timeout: 10_000, interval: 10 });
    expect(now(second).restoredFrom).toBeUndefined();
  });

  test('nothing is kept without a folder', async () => {
    const engine = createEngine({ follow: true });
    engines.push(engine);
    await engine.open(1, longFile());
    await untilFollowed(engine);
    engine.close(1);
    const again = createEngine({ follow: true });
    engines.push(again);
    await again.open(1, longFile());
    expect(now(again).restoredFrom).toBeUndefined();
  });
});

describe('a capture of a process', () => {
  const options = { follow: true, captures: true };

  function capture(ended: boolean) {
    const { names, record } = newCapture();
    writeFileSync(names.stdout, said('one') + said('two'));
    writeFileSync(names.stderr, 'warning: 1\nwarning: 2\n');
    writeFileSync(names.stdin, prompt('go'));
    const header = '# framescope arrivals 1\n';
    const end = said('one').length;
    writeFileSync(
      names.arrivals,
      `${header}i ${prompt('go').length} ${STARTED + 1}\no ${end} ${STARTED + 2}\ne 11 ${STARTED + 3}\no ${end * 2} ${STARTED + 4}\ne 22 ${STARTED + 5}\n`,
    );
    if (ended) writeCaptureRecord(names.record, { ...record, endedAt: STARTED + 9000, exitCode: 0 });
    return names;
  }

  async function opened(path: string, cache?: ReturnType<typeof newCache>) {
    const session = await openAll(path, cache, options);
    session.files.capture?.caughtUp(STARTED + 60_000);
    session.files.capture?.refresh(STARTED + 60_000);
    session.settle();
    const told = { answers: answers(session), restored: session.restoredFrom !== null };
    session.close();
    return told;
  }

  test('with stderr, stdin and when all of it came, is kept once the process has ended', async () => {
    const cache = newCache();
    const { stdout, stderr, arrivals } = capture(true);
    const fresh = await opened(stdout);
    expect(fresh.answers.rows.map(({ stream }) => stream)).toEqual(['stdin', null, 'stderr', null, 'stderr']);
    expect(await keep(stdout, cache, options)).toBe(true);
    expect(await opened(stdout, cache)).toEqual({ answers: fresh.answers, restored: true });

    appendFileSync(stderr, 'warning: 3\n');
    const longer = await opened(stdout, cache);
    expect(longer.restored).toBe(false);
    expect(longer.answers.rows).toHaveLength(6);

    // Of the last line nobody said when it came: it is read when the capture begins to be followed.
    expect(await keep(stdout, cache, options)).toBe(false);
    const session = await openAll(stdout, cache, options);
    session.files.capture?.caughtUp(STARTED + 60_000);
    expect(await cache.save(session)).toBe(true);
    session.close();
    expect(await opened(stdout, cache)).toEqual({ answers: longer.answers, restored: true });
    appendFileSync(arrivals, `e 33 ${STARTED + 7}\n`);
    expect((await opened(stdout, cache)).restored).toBe(false);
  });

  test('of a process that runs is not', async () => {
    const folder = newFolder();
    const { stdout, record } = capture(false);
    expect(existsSync(record)).toBe(true);
    expect(await keep(stdout, newCache(folder), options)).toBe(false);
    expect(readdirSync(join(folder))).toEqual(['secret']);
  });
});
