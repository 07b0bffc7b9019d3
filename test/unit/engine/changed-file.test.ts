import { appendFileSync, truncateSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../src/engine/engine';
import { SourceError } from '../../../src/protocol/errors';
import { fileOf } from './session-of';

const line = (n: number) =>
  `{"type":"user","message":{"role":"user","content":"line ${n}"},"session_id":"s"}\n`;
const lines = Array.from({ length: 400 }, (_, n) => line(n)).join('');

async function opened(path: string) {
  const engine = createEngine();
  await engine.open(1, path);
  await expect.poll(() => engine.handlers.progress({ session: 1 }).state).toBe('done');
  return engine;
}

const ask =
  (engine: Awaited<ReturnType<typeof opened>>, frame = 300) =>
  () =>
    engine.handlers.text({ session: 1, frame, form: 'exact', from: 0, count: 100 });

describe('a file that is not what was read any more', () => {
  it.each([
    { how: 'is cut', change: (path: string) => truncateSync(path, 1000) },
    {
      how: 'is written anew in place',
      change: (path: string) => writeFileSync(path, 'garbage '.repeat(lines.length / 8)),
    },
    { how: 'is written anew and shorter', change: (path: string) => writeFileSync(path, line(7)) },
  ])('$how: says so instead of showing other bytes', async ({ change }) => {
    const path = fileOf(lines);
    const engine = await opened(path);
    expect(ask(engine)().text).toBe(line(299));
    change(path);
    expect(ask(engine, 310)).toThrow(SourceError);
    expect(ask(engine, 310)).toThrow(/changed after it was read. Read it again.$/);
    const { rows } = engine.handlers.rows({ session: 1, from: 300, count: 5 });
    expect(rows.map((row) => row.summary)).toEqual(
      Array(5).fill('These bytes are gone: the file changed after it was read.'),
    );
    expect(engine.handlers.report({ session: 1 }).diagnostics[0]?.code).toBe('file-changed');
    await engine.open(1, path);
    expect(engine.handlers.progress({ session: 1 }).state).toMatch(/indexing|done/);
    engine.close(1);
  });

  it('may grow: what was read is still there', async () => {
    const path = fileOf(lines);
    const engine = await opened(path);
    appendFileSync(path, line(400));
    expect(ask(engine)().text).toBe(line(299));
    expect(engine.handlers.report({ session: 1 }).diagnostics).toEqual([]);
    engine.close(1);
  });

  it('tells nothing more once it is closed', async () => {
    const engine = createEngine();
    const told: string[] = [];
    engine.onProgress(({ generation, state }) => told.push(`${generation} ${state}`));
    await engine.open(1, fileOf(lines.repeat(300)));
    engine.close(1);
    const before = told.length;
    await engine.open(1, fileOf(lines));
    await expect.poll(() => engine.handlers.progress({ session: 1 }).state).toBe('done');
    expect(new Set(told.slice(before).map((entry) => entry.split(' ')[0])).size).toBe(1);
    expect(told.some((entry) => entry.endsWith('cancelled'))).toBe(false);
    engine.close(1);
  });
});
