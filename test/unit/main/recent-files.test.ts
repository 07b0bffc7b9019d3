import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAX_RECENT_FILES, RecentFiles } from '../../../src/main/sessions/recent-files';

let folder: string;
let storage: string;
let changes = 0;
const make = () =>
  new RecentFiles(storage, () => {
    changes++;
  });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'framescope-recent-'));
  storage = join(folder, 'recent.json');
  changes = 0;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('RecentFiles', () => {
  it('keeps the newest first, each once, over restarts', () => {
    const recent = make();
    for (const path of ['/a/1.jsonl', '/a/2.jsonl', '/a/1.jsonl']) recent.add(path);
    expect(make().list()).toEqual(recent.list());
    expect(recent.list().map((file) => [file.name, file.folder])).toEqual([
      ['1.jsonl', '/a'],
      ['2.jsonl', '/a'],
    ]);
  });

  it('says nothing when nothing changed', () => {
    const recent = make();
    recent.add('/a/1.jsonl');
    recent.add('/a/1.jsonl');
    expect(changes).toBe(1);
  });

  it('forgets the oldest', () => {
    const recent = make();
    for (let i = 0; i < MAX_RECENT_FILES + 3; i++) recent.add(`/a/${i}`);
    expect(recent.list()).toHaveLength(MAX_RECENT_FILES);
    expect(recent.list()[0]?.name).toBe(`${MAX_RECENT_FILES + 2}`);
  });

  it('finds the path by id only as long as it is listed', () => {
    const recent = make();
    recent.add('/a/1.jsonl');
    const { id } = recent.list()[0]!;
    expect(id).not.toContain('jsonl');
    expect(make().pathOf(id)).toBe('/a/1.jsonl');
    recent.clear();
    expect(recent.pathOf(id)).toBeUndefined();
    expect(make().list()).toEqual([]);
  });

  it.each(['', '{', '[]', '{"version":2,"files":[{"path":"/x"}]}', '{"version":1,"files":[{"path":7}]}'])(
    'starts empty from a damaged or foreign file: %s',
    (text) => {
      writeFileSync(storage, text);
      const recent = make();
      expect(recent.list()).toEqual([]);
      recent.add('/a');
      expect(JSON.parse(readFileSync(storage, 'utf8'))).toEqual({ version: 1, files: [{ path: '/a' }] });
    },
  );

  it('works without a place to write to', () => {
    storage = join(folder, 'file', 'recent.json');
    writeFileSync(join(folder, 'file'), '');
    const recent = make();
    recent.add('/a');
    expect(recent.list()).toHaveLength(1);
  });
});
