import { appendFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { caseFiles, fixtureFiles } from '../../recordings';
import { answers, readOnce } from '../live/growing-session';
import { fileOf } from '../session-of';
import { keep, newCache, newFolder, openAll } from './kept-session';

const FOLLOWED = { follow: true };
/** Every second one: each is opened five times. */
const recorded = [...fixtureFiles(), ...caseFiles()]
  .filter(({ bytes }) => bytes > 0 && bytes <= 50_000)
  .filter((_, at) => at % 2 === 0);

/** Cut points are the same in every run. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 0x100000000;
  };
}

/** Opens the file as far as it is, keeps its index (also of what was told of an unfinished line), and closes it. */
async function openAndKeep(
  path: string,
  cache: ReturnType<typeof newCache>,
  settles: boolean,
): Promise<boolean> {
  const session = await openAll(path, cache, FOLLOWED);
  const restored = session.restoredFrom !== null;
  if (settles) session.settle();
  expect(await cache.save(session)).toBe(true);
  session.close();
  return restored;
}

describe('a kept index of a file that has grown', () => {
  test('is read on: short recordings and cases, cut anywhere', { timeout: 240_000 }, async () => {
    expect(recorded.length).toBeGreaterThan(50);
    const cache = newCache();
    let resumed = 0;
    let anew = 0;
    for (const [at, { name, path: from }] of recorded.entries()) {
      const random = randomOf(at + 1);
      const bytes = readFileSync(from);
      const cuts = Array.from({ length: 3 }, () => 1 + Math.floor(random() * (bytes.length - 1)));
      const ends = [...new Set(cuts), bytes.length].sort((a, b) => a - b);
      const path = fileOf('');
      let start = 0;
      for (const [step, end] of ends.entries()) {
        appendFileSync(path, bytes.subarray(start, end));
        start = end;
        const restored = await openAndKeep(path, cache, random() < 0.5);
        if (restored) resumed++;
        else if (step > 0) anew++;
      }
      const session = await openAll(path, cache, FOLLOWED);
      expect(session.restoredFrom, name).not.toBeNull();
      session.settle();
      expect(answers(session), name).toEqual(readOnce(path));
      session.close();
    }
    // Only where what was told last was a frame by itself is a file read anew.
    expect(resumed).toBeGreaterThan(recorded.length * 2);
    expect(anew).toBeLessThan(resumed / 5);
  });

  test('is not used when the file is read once only', async () => {
    const cache = newCache();
    const path = fileOf('{"type":"a"}\n');
    expect(await keep(path, cache)).toBe(true);
    appendFileSync(path, '{"type":"b"}\n');
    const session = await openAll(path, cache);
    expect(session.restoredFrom).toBeNull();
    expect(session.index.table.rows).toBe(2);
    session.close();
  });

  test('is followed on', async () => {
    const cache = newCache();
    const path = fileOf('{"type":"a","uuid":"1"}\n{"type":"b","te');
    await openAndKeep(path, cache, true);
    const session = await openAll(path, cache, FOLLOWED);
    expect(session.restoredFrom).not.toBeNull();
    session.settle();
    expect(session.index.table.rows).toBe(2);
    expect(session.index.unparsedRows).toBe(1);
    appendFileSync(path, 'xt":"x"}\n{"type":"a","uuid":"1"}\n');
    expect(await session.grow(0)).toBe(true);
    session.settle();
    expect(answers(session)).toEqual(readOnce(path));
    expect(session.index.replays.count).toBe(1);
    session.close();
  });
});

describe('files of subagents', () => {
  const line = (value: object) => `${JSON.stringify(value)}\n`;
  const own = (uuid: string) =>
    line({ type: 'user', uuid, sessionId: 's', parentUuid: null, message: { role: 'user', content: uuid } });
  const withAgents = { follow: true, agentFiles: true };

  function session() {
    const path = join(newFolder(), 's.jsonl');
    writeFileSync(path, own('m1'));
    const folder = join(dirname(path), 's', 'subagents');
    mkdirSync(folder, { recursive: true });
    for (const name of ['x', 'y'])
      writeFileSync(
        join(folder, `agent-${name}.jsonl`),
        own(`${name}1`).replace('"uuid"', '"isSidechain":true,"uuid"'),
      );
    return { path, agent: (name: string) => join(folder, `agent-${name}.jsonl`) };
  }

  test('are a part of what is kept, and read on when they have grown', async () => {
    const cache = newCache();
    const { path, agent } = session();
    await keep(path, cache, withAgents);
    const same = await openAll(path, cache, withAgents);
    expect(same.restoredFrom).not.toBeNull();
    expect(answers(same)).toEqual(readOnce(path, withAgents));
    expect(same.parts.files.map(({ name }) => name)).toEqual([
      '',
      's/subagents/agent-x.jsonl',
      's/subagents/agent-y.jsonl',
    ]);
    same.close();

    appendFileSync(agent('y'), own('y2'));
    writeFileSync(agent('z'), own('z1'));
    appendFileSync(path, own('m2'));
    const grown = await openAll(path, cache, withAgents);
    expect(grown.restoredFrom).not.toBeNull();
    expect(grown.index.table.rows).toBe(6);
    expect([...new Set(grown.parts.list.map(({ of }) => of.name))]).toEqual([
      '',
      's/subagents/agent-x.jsonl',
      's/subagents/agent-y.jsonl',
      's/subagents/agent-z.jsonl',
    ]);
    expect(grown.jsonText(3).toString()).toContain('"m2"');
    expect(grown.jsonText(4).toString()).toContain('"y2"');
    expect(grown.jsonText(5).toString()).toContain('"z1"');
    grown.close();
  });

  test('one that was written anew, or is gone, drops all of it', async () => {
    const cache = newCache();
    const { path, agent } = session();
    await keep(path, cache, withAgents);
    writeFileSync(agent('x'), own('other').repeat(3));
    const anew = await openAll(path, cache, withAgents);
    expect(anew.restoredFrom).toBeNull();
    expect(anew.index.table.rows).toBe(5);
    anew.close();
  });
});

test('the size of a sidecar grows with the rows that are used, not with the room for them', async () => {
  const folder = newFolder();
  const path = fileOf('{"type":"a"}\n');
  await keep(path, newCache(folder));
  const [name = ''] = readdirSync(folder).filter((file) => file.endsWith('.index'));
  expect(statSync(join(folder, name)).size).toBeLessThan(30_000);
});
