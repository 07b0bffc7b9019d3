import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GraphWriter, NotSavedError } from '../../../../src/engine/index-cache/graph-writer';
import { IndexCache } from '../../../../src/engine/index-cache/index-cache';
import { SAVED_CLASSES } from '../../../../src/engine/index-cache/saved-classes';
import { caseFiles, fixtureFiles } from '../../recordings';
import { answers } from '../live/growing-session';
import { fileOf } from '../session-of';
import { keep, newCache, newFolder, openAll } from './kept-session';

const FOLLOWED = { agentFiles: true, captures: true, follow: true };
const files = [...fixtureFiles(), ...caseFiles()].filter(({ bytes }) => bytes > 0);
const bytesOf = (name: string): Buffer => {
  const found = files.find((file) => file.name.startsWith(name));
  if (found === undefined) throw new Error(`There is no recording ${name}.`);
  return readFileSync(found.path);
};
const sidecarsIn = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.index'));

/** Opens the file with the cache; null when no kept index was used. */
async function answersFromKept(path: string, cache: IndexCache, options = {}) {
  const session = await openAll(path, cache, options);
  const answer = session.restoredFrom === null ? null : answers(session);
  session.close();
  return answer;
}

async function freshAnswers(path: string, options = {}) {
  const session = await openAll(path, undefined, options);
  const answer = answers(session);
  session.close();
  return answer;
}

describe('an index that was kept answers as a fresh one', () => {
  for (const options of [{}, FOLLOWED]) {
    test(`each thing that a recording or a case can show, ${JSON.stringify(options)}`, {
      timeout: 240_000,
    }, async () => {
      const cache = newCache();
      // The large ones once.
      for (const { name, path } of options === FOLLOWED
        ? files
        : files.filter(({ bytes }) => bytes < 100_000)) {
        expect(await keep(path, cache, options), `${name} is kept`).toBe(true);
        expect(await answersFromKept(path, cache, options), name).toEqual(await freshAnswers(path, options));
      }
    });
  }

  test('a file that was moved is the same file', async () => {
    const cache = newCache();
    const path = fileOf(bytesOf('2.1.332/08-task'));
    await keep(path, cache);
    renameSync(path, `${path}.moved`);
    expect(await answersFromKept(`${path}.moved`, cache)).toEqual(await freshAnswers(`${path}.moved`));
  });
});

describe('what a sidecar is not used for', () => {
  const path = () => fileOf(bytesOf('2.1.332/08-task'));

  test('a copy, a file that was touched, cut or written anew', async () => {
    const cache = newCache();
    const same = path();
    await keep(same, cache);
    copyFileSync(same, `${same}.copy`);
    expect(await answersFromKept(`${same}.copy`, cache)).toBeNull();
    expect(await answersFromKept(same, cache)).not.toBeNull();
    const { size, mtime } = statSync(same);
    utimesSync(same, mtime, new Date(mtime.getTime() + 5000));
    expect(await answersFromKept(same, cache)).toBeNull();

    const cut = path();
    await keep(cut, cache, FOLLOWED);
    truncateSync(cut, size - 100);
    expect(await answersFromKept(cut, cache, FOLLOWED)).toBeNull();

    // Its time is what it was: only the content tells.
    const written = path();
    utimesSync(written, mtime, mtime);
    await keep(written, cache);
    const bytes = readFileSync(written);
    bytes[bytes.length - 3] = 120;
    writeFileSync(written, bytes);
    utimesSync(written, mtime, mtime);
    expect(await answersFromKept(written, cache)).toBeNull();

    // Written to far from both ends, and more came behind it.
    const middle = fileOf('{"type":"user","n":1}\n'.repeat(20_000));
    await keep(middle, cache, FOLLOWED);
    const changed = readFileSync(middle, 'utf8').split('\n');
    for (let line = 9_000; line < 9_400; line++) changed[line] = '{"type":"xser","n":1}';
    writeFileSync(middle, `${changed.join('\n')}{"type":"user","n":2}\n`);
    expect(await answersFromKept(middle, cache, FOLLOWED)).toBeNull();
  });

  test('other options, another secret, another build', async () => {
    const folder = newFolder();
    const cache = newCache(folder);
    const file = path();
    await keep(file, cache, FOLLOWED);
    expect(await answersFromKept(file, cache)).toBeNull();
    expect(await answersFromKept(file, cache, { ...FOLLOWED, maxValueBytes: 1000 })).toBeNull();
    expect(await answersFromKept(file, cache, FOLLOWED)).not.toBeNull();
    const other = newFolder();
    const [name = ''] = sidecarsIn(folder);
    newCache(other);
    copyFileSync(join(folder, name), join(other, name));
    expect(await answersFromKept(file, newCache(other), FOLLOWED)).toBeNull();
  });

  test('a session that is not indexed to its end is not kept', async () => {
    const cache = newCache();
    const session = await openAll(path(), cache);
    const grown = session.path;
    appendFileSync(grown, '{"type":"a"}\n');
    expect(await cache.save(session)).toBe(false);
    session.close();
  });

  test('a file that is indexed as fast as a sidecar is read', async () => {
    const folder = newFolder();
    const session = await openAll(path());
    expect(await new IndexCache(folder).save(session)).toBe(false);
    expect(readdirSync(folder)).toEqual(['secret']);
    session.close();
  });
});

describe('a folder', () => {
  test('that cannot be made, or that goes, keeps nothing and says nothing', async () => {
    const file = fileOf('{"type":"a"}\n');
    const blocked = newCache(join(file, 'folder'));
    expect(await keep(file, blocked)).toBe(false);
    expect(await answersFromKept(file, blocked)).toBeNull();
    const folder = newFolder();
    const cache = newCache(folder);
    rmSync(folder, { recursive: true });
    expect(await keep(file, cache)).toBe(false);
  });

  test('keeps what was used last, within its limits', async () => {
    const folder = newFolder();
    const cache = new IndexCache(folder, { files: 3, bytes: 1e9 }, 1);
    const paths = ['a', 'b', 'c', 'd'].map((type) => fileOf(`{"type":"${type}"}\n`));
    let at = Date.now() / 1000 - 1000;
    for (const path of paths.slice(0, 3)) {
      await keep(path, cache);
      for (const name of sidecarsIn(folder))
        if (statSync(join(folder, name)).mtimeMs > (at + 500) * 1000) utimesSync(join(folder, name), at, at);
      at += 10;
    }
    expect(sidecarsIn(folder)).toHaveLength(3);
    // The oldest one is used: the second is the one that goes.
    expect(await answersFromKept(paths[0]!, cache)).not.toBeNull();
    await expect
      .poll(() =>
        sidecarsIn(folder).some((name) => Date.now() - statSync(join(folder, name)).mtimeMs < 60_000),
      )
      .toBe(true);
    await keep(paths[3]!, cache);
    expect(sidecarsIn(folder)).toHaveLength(3);
    const used = await Promise.all(paths.map(async (path) => (await answersFromKept(path, cache)) !== null));
    expect(used).toEqual([true, false, true, true]);

    const small = new IndexCache(folder, { files: 100, bytes: 1 }, 1);
    await keep(paths[1]!, small);
    expect(sidecarsIn(folder)).toEqual([]);
  });

  test('what a process left unfinished goes, what another one is writing stays', async () => {
    const folder = newFolder();
    const cache = newCache(folder);
    for (const name of ['1-0-left.part', '2-0-now.part']) writeFileSync(join(folder, name), 'x');
    const long = new Date(Date.now() - 2 * 3_600_000);
    utimesSync(join(folder, '1-0-left.part'), long, long);
    mkdirSync(join(folder, 'other'));
    await keep(fileOf('{"type":"a"}\n'), cache);
    expect(
      readdirSync(folder)
        .filter((name) => !name.endsWith('.index'))
        .sort(),
    ).toEqual(['2-0-now.part', 'other', 'secret']);
  });

  test('two engines that write at once leave one whole sidecar', async () => {
    const folder = newFolder();
    const path = fileOf(bytesOf('2.1.332/16-two-turns'));
    const caches = [newCache(folder), newCache(folder)];
    const sessions = await Promise.all(caches.map(() => openAll(path)));
    const kept = await Promise.all(caches.map((cache, at) => cache.save(sessions[at]!)));
    expect(kept).toEqual([true, true]);
    for (const session of sessions) session.close();
    expect(readdirSync(folder)).toHaveLength(2);
    expect(await answersFromKept(path, caches[0]!)).toEqual(await freshAnswers(path));
  });
});

describe('a sidecar that is damaged', () => {
  test('is dropped without a word, wherever bytes are other ones or missing', {
    timeout: 120_000,
  }, async () => {
    const folder = newFolder();
    const cache = newCache(folder);
    const path = fileOf(bytesOf('2.1.332/16-two-turns'));
    await keep(path, cache);
    const [name = ''] = sidecarsIn(folder);
    const sidecar = join(folder, name);
    const whole = readFileSync(sidecar);
    const fresh = await freshAnswers(path);
    const damage = fc.record({
      flips: fc.array(
        fc.tuple(
          fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
          fc.integer({ min: 1, max: 255 }),
        ),
        {
          maxLength: 4,
        },
      ),
      cut: fc.option(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })),
      added: fc.uint8Array({ maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(damage, async ({ flips, cut, added }) => {
        let bytes: Buffer = Buffer.from(whole);
        for (const [place, flip] of flips) {
          const at = Math.floor(place * bytes.length);
          bytes[at] = bytes[at]! ^ flip;
        }
        if (cut !== null) bytes = bytes.subarray(0, Math.floor(cut * bytes.length));
        bytes = Buffer.concat([bytes, added]);
        writeFileSync(sidecar, bytes);
        const session = await openAll(path, cache);
        expect(session.restoredFrom !== null).toBe(bytes.equals(whole));
        expect(session.index.table.rows).toBe(fresh.table.length);
        expect(session.state).toBe('done');
        session.close();
      }),
      { numRuns: 400, seed: 20261201 },
    );
    writeFileSync(sidecar, whole);
    expect(await answersFromKept(path, cache)).toEqual(fresh);
  });
});

describe('what an index is made of', () => {
  test('a field that cannot be kept is told with its place', () => {
    expect(() => new GraphWriter().write({ a: [{ b: () => 0 }] }, 'x')).toThrow(
      new NotSavedError('x.a[0].b is a function.'),
    );
    expect(() => new GraphWriter().write({ a: new WeakMap() }, 'x')).toThrow('x.a is a WeakMap.');
  });

  test('fields that are not kept are there', async () => {
    const session = await openAll(files[0]!.path, undefined, FOLLOWED);
    const seen = new Map<unknown, Set<string>>();
    const walk = (value: unknown): void => {
      if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return;
      const entry = Object.values(SAVED_CLASSES).find(({ type }) => value.constructor === type);
      if (seen.has(value)) return;
      seen.set(value, new Set(Object.keys(value)));
      for (const name of entry?.skip ?? [])
        expect(Object.keys(value), value.constructor.name).toContain(name);
      for (const field of Object.values(value)) walk(field);
      if (Array.isArray(value) || value instanceof Map || value instanceof Set)
        for (const item of value) walk(item);
    };
    walk(session.index);
    walk(session.files.main.indexing);
    expect(seen.size).toBeGreaterThan(100);
    session.close();
  });
});
