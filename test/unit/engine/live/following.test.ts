import {
  appendFileSync,
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Progress, Row } from '../../../../src/engine/answer-types';
import { createEngine, type Engine } from '../../../../src/engine/engine';
import { FileSource } from '../../../../src/engine/sources/file-source';
import { said } from './growing-capture';
import { readOnce } from './growing-session';

const folder = mkdtempSync(join(tmpdir(), 'framescope-following-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let path: string;
let files = 0;
let engine: Engine;
let progress: Progress[];
beforeEach(() => {
  path = join(folder, `followed-${files++}.jsonl`);
  begin();
});
afterEach(() => {
  engine.close(1);
  vi.restoreAllMocks();
});

function begin(): void {
  engine = createEngine({ follow: true, captures: true, agentFiles: true });
  progress = [];
  engine.onProgress((told) => progress.push(told));
}

const rows = (): Row[] => engine.handlers.rows({ session: 1, from: 1, count: 1000 }).rows;
const summaries = () => rows().map(({ summary }) => summary);
const now = () => engine.handlers.progress({ session: 1 });

/** A file that was written long ago: how it ends is told at once. */
function writeLongAgo(content: string | Uint8Array): void {
  writeFileSync(path, content);
  utimesSync(path, 1_700_000_000, 1_700_000_000);
}

/** Waits until the engine follows the file and this holds. */
async function until(holds: (progress: Progress) => void): Promise<Progress> {
  return await vi.waitFor(
    () => {
      const told = now();
      expect(told.live).not.toBeNull();
      holds(told);
      return told;
    },
    { timeout: 10_000, interval: 10 },
  );
}

const untilRows = (count: number) => until((told) => expect(told.rows).toBe(count));

describe('a file that grows', () => {
  test('a file that is waited for, and comes', async () => {
    await engine.open(1, path);
    await untilRows(0);
    writeFileSync(path, said('one'));
    const { live } = await untilRows(1);
    expect(live).toMatchObject({ state: 'watching', note: null });
    appendFileSync(path, said('two'));
    await untilRows(2);
    expect(rows()[1]).toMatchObject({ summary: 'two', timeSource: 'arrival' });
  });

  test('keeps its generation and says so to those who listen', async () => {
    writeFileSync(path, said('one'));
    await engine.open(1, path);
    const { generation } = await untilRows(1);
    for (let n = 2; n < 6; n++) {
      appendFileSync(path, said(`line ${n}`));
      await untilRows(n);
    }
    expect(now().generation).toBe(generation);
    await vi.waitFor(() =>
      expect(progress.at(-1)).toMatchObject({ rows: 5, state: 'done', bytes: statSync(path).size }),
    );
    expect(progress.at(-1)?.live?.grewAt).not.toBeNull();
  });

  test('an unfinished line is waited for, told when nothing comes, and taken back when it goes on', async () => {
    writeFileSync(path, said('one'));
    await engine.open(1, path);
    await untilRows(1);
    appendFileSync(path, said('two').slice(0, 30));
    await until(({ live, rows }) => expect([live?.pendingBytes, rows]).toEqual([30, 1]));
    await until(({ live, rows }) => expect([live?.pendingBytes, rows]).toEqual([0, 2]));
    expect(rows()[1]).toMatchObject({ unparsed: true, bytes: 30 });
    expect(engine.handlers.report({ session: 1 })).toMatchObject({ unparsed: 1, frames: 1 });
    const { generation } = now();
    appendFileSync(path, said('two').slice(30));
    await until(() => expect(summaries()).toEqual(['one', 'two']));
    expect(engine.handlers.report({ session: 1 })).toMatchObject({ unparsed: 0, frames: 2, diagnostics: [] });
    expect(now().generation).toBe(generation);
  });

  test('a file that was just written ends with a torn line: it is told although nothing more comes', async () => {
    writeFileSync(path, said('one') + said('two').slice(0, 30));
    await engine.open(1, path);
    await untilRows(2);
    expect(rows()[1]?.unparsed).toBe(true);
  });

  test('the last value of a pretty-printed file is read anew when the file goes on', async () => {
    writeLongAgo('{\n  "type": "a"\n}');
    await engine.open(1, path);
    const { generation } = await untilRows(1);
    appendFileSync(path, '\n{\n  "type": "b"\n}\n');
    const told = await untilRows(2);
    expect(told.generation).not.toBe(generation);
    expect(told.live?.note).toMatch(/read again from the start/);
    expect(rows().map(({ kind }) => kind)).toEqual(['a', 'b']);
  });

  test('a file that is one array grows by its elements', async () => {
    writeLongAgo('[\n{"type":"a"}');
    await engine.open(1, path);
    await untilRows(1);
    appendFileSync(path, ',\n{"type":"b"}\n]\n');
    await until(() => expect(rows().map(({ kind }) => kind)).toEqual(['a', 'b']));
  });

  test('UTF-16, a byte order mark and fewer bytes than show the encoding', async () => {
    const bytes = Buffer.from(`\ufeff${said('é漢𝄞')}${said('two')}`, 'utf16le');
    await engine.open(1, path);
    await untilRows(0);
    for (const [from, to] of [
      [0, 1],
      [1, 3],
      [3, 7],
      [7, 101],
      [101, bytes.length],
    ] as const) {
      appendFileSync(path, bytes.subarray(from, to));
      await until(({ bytes }) => expect(bytes).toBe(to));
    }
    await until(() => expect(summaries()).toEqual(['é漢𝄞', 'two']));
  });

  test('CRLF, and a value that is there before its line end', async () => {
    writeFileSync(path, '');
    await engine.open(1, path);
    await untilRows(0);
    appendFileSync(path, said('one').trimEnd());
    await untilRows(1);
    appendFileSync(path, '\r');
    await until(({ bytes }) => expect(bytes).toBe(statSync(path).size));
    appendFileSync(path, `\n${said('two').trimEnd()}\r\n`);
    await untilRows(2);
    expect(rows().map(({ line, unparsed }) => [line, unparsed])).toEqual([
      [1, false],
      [2, false],
    ]);
  });

  test('a binary file stays one row however it grows', async () => {
    writeLongAgo(Buffer.from([0x1f, 0x8b, 8, 1, 2, 3, 4, 5, 6, 14, 15, 16]));
    await engine.open(1, path);
    await untilRows(1);
    const grown = statSync(path).size + 100;
    appendFileSync(path, Buffer.alloc(100, 3));
    await until(({ bytes, rows }) => expect([bytes, rows]).toEqual([grown, 1]));
    await until(() => expect(rows()).toMatchObject([{ detail: 'binary', bytes: grown }]));
  });
});

describe('another file', () => {
  beforeEach(async () => {
    writeFileSync(path, said('one') + said('two'));
    await engine.open(1, path);
    await untilRows(2);
  });

  /** The file as it is by now is read, and a sentence says why. */
  async function readAnew(told: string[], note: RegExp): Promise<void> {
    const { generation } = progress[0] as Progress;
    const { live, generation: next } = await until(() => expect(summaries()).toEqual(told));
    expect(next).not.toBe(generation);
    expect(live).toMatchObject({ state: 'watching' });
    expect(live?.note).toMatch(note);
  }

  test('cut short', async () => {
    truncateSync(path, said('one').length);
    await readAnew(['one'], /cut short/);
  });

  test('written anew in place, with the same size', async () => {
    const file = openSync(path, 'r+');
    writeSync(file, said('eno'), 0);
    closeSync(file);
    await readAnew(['eno', 'two'], /written anew/);
  });

  test('replaced by another file', async () => {
    writeFileSync(`${path}.new`, said('three'));
    renameSync(`${path}.new`, path);
    await readAnew(['three'], /Another file/);
    appendFileSync(path, said('four'));
    await untilRows(2);
  });

  test('missing: its frames stay; back: it is read again', async () => {
    rmSync(path);
    const { live } = await until(({ live }) => expect(live?.state).toBe('missing'));
    expect(live?.note).toContain(path);
    expect(summaries()).toEqual(['one', 'two']);
    writeFileSync(path, said('back'));
    await readAnew(['back'], /Another file/);
  });

  test('a folder in its place: what was read stays, until there is a file again', async () => {
    rmSync(path);
    mkdirSync(path);
    await until(({ live }) => expect(live?.note).toMatch(/is a folder/));
    expect(summaries()).toEqual(['one', 'two']);
    rmdirSync(path);
    writeFileSync(path, said('back'));
    await readAnew(['back'], /Another file/);
  });
});

describe('what goes wrong', () => {
  test('a read error is one sentence, and the engine goes on', async () => {
    writeFileSync(path, said('one'));
    await engine.open(1, path);
    await untilRows(1);
    vi.spyOn(FileSource.prototype, 'read').mockImplementation(() => {
      throw Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' });
    });
    appendFileSync(path, said('two'));
    await vi.waitFor(() => expect(progress.at(-1)).toMatchObject({ state: 'failed', rows: 1 }), {
      timeout: 5000,
    });
    expect(progress.at(-1)?.error).toMatch(/^Reading .* stopped: .*$/);
    vi.restoreAllMocks();
    expect(summaries()).toEqual(['one']);
    await engine.open(1, path);
    await untilRows(2);
  });

  test('a path that may not be read any more', async () => {
    if (process.getuid?.() === 0) return;
    writeFileSync(path, said('one'));
    await engine.open(1, path);
    await untilRows(1);
    writeFileSync(`${path}.new`, said('two'));
    chmodSync(`${path}.new`, 0);
    renameSync(`${path}.new`, path);
    await until(({ live }) => expect(live?.note).toMatch(/denies access/));
    expect(summaries()).toEqual(['one']);
  });

  test('closed in the middle: nothing more is told, and no timer stays', async () => {
    writeFileSync(path, said('one'));
    await engine.open(1, path);
    await untilRows(1);
    appendFileSync(path, said('two'));
    engine.close(1);
    const told = progress.length;
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    await engine.open(1, path);
    await untilRows(2);
    engine.close(1);
    await vi.waitFor(() => expect(timers()).toBeLessThanOrEqual(before + 1));
    expect(progress.slice(told).every(({ rows }) => rows <= 2)).toBe(true);
    expect(() => now()).toThrow(/no open session/);
  });
});

test('whatever happens to the file, its rows are those of the file as it is', {
  timeout: 120_000,
}, async () => {
  const piece = fc.constantFrom(
    said('one'),
    said('two'),
    said('three').slice(0, 40),
    said('three').slice(40),
    'noise\n',
    '\n',
    '{"type":"a"}',
    '{\n "type":"p"\n}\n',
    '\0\0\n',
    'é漢𝄞',
  );
  const change = fc.oneof(
    { weight: 6, arbitrary: piece.map((text) => () => appendFileSync(path, text)) },
    {
      weight: 1,
      arbitrary: fc.double({ min: 0, max: 1, noNaN: true }).map((part) => () => {
        if (statSync(path, { throwIfNoEntry: false }))
          truncateSync(path, Math.floor(statSync(path).size * part));
      }),
    },
    { weight: 1, arbitrary: piece.map((text) => () => writeFileSync(path, text)) },
    {
      weight: 1,
      arbitrary: fc.double({ min: 0, max: 0.99, noNaN: true }).map((part) => () => {
        const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
        if (size === 0) return;
        const file = openSync(path, 'r+');
        writeSync(file, '#', Math.floor(size * part));
        closeSync(file);
      }),
    },
    {
      weight: 1,
      arbitrary: piece.map((text) => () => {
        writeFileSync(`${path}.new`, text);
        renameSync(`${path}.new`, path);
      }),
    },
    { weight: 1, arbitrary: fc.constant(() => rmSync(path, { force: true })) },
    {
      weight: 1,
      arbitrary: fc.constant(() => {
        engine.close(1);
        begin();
        void engine.open(1, path);
      }),
    },
  );
  /** What is told of each row but its time: only a followed file knows when its bytes came. */
  const plain = (told: Row[]) => told.map(({ time: _, timeSource: __, ...row }) => row);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(change, fc.nat(3)), { maxLength: 15 }), async (changes) => {
      engine.close(1);
      path = join(folder, `followed-${files++}.jsonl`);
      writeFileSync(path, said('begin'));
      begin();
      await engine.open(1, path);
      for (const [apply, turns] of changes) {
        apply();
        for (let i = 0; i < turns * 3; i++) await new Promise((resolve) => setImmediate(resolve));
      }
      appendFileSync(path, said('end'));
      await until(({ bytes, live }) => {
        expect(bytes).toBe(statSync(path).size);
        expect(live).toMatchObject({ state: 'watching', pendingBytes: 0 });
        expect(plain(rows())).toEqual(plain(readOnce(path).rows));
      });
    }),
    { numRuns: 60, seed: Number(process.env.SEED ?? 20261205), interruptAfterTimeLimit: 15_000 },
  );
});
