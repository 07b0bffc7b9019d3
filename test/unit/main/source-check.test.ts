import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileSource } from '../../../src/engine/sources/file-source';
import { checkSource } from '../../../src/main/sessions/source-check';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'framescope-check-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('checkSource', () => {
  it('has nothing against a file, empty or not, also behind a link', async () => {
    const file = join(folder, 'a.jsonl');
    writeFileSync(file, '');
    symlinkSync(file, join(folder, 'link'));
    expect(await checkSource(file)).toBeNull();
    expect(await checkSource(join(folder, 'link'))).toBeNull();
  });

  it('names what is missing', async () => {
    const file = join(folder, 'none.jsonl');
    const problem = await checkSource(file);
    expect(problem?.problem).toBe('not-found');
    expect(problem?.message).toBe(`There is no file at ${file}. Check the path and try again.`);
    writeFileSync(file, '');
    expect((await checkSource(join(file, 'below')))?.problem).toBe('not-found');
  });

  it('tells a folder from a recording', async () => {
    mkdirSync(join(folder, 'runs'));
    const problem = await checkSource(join(folder, 'runs'));
    expect(problem?.problem).toBe('is-folder');
    expect(problem?.message).toBe(
      `${join(folder, 'runs')} is a folder, not a recording. Open one of the files in it.`,
    );
  });

  it('says what the engine says of the same path', async () => {
    const paths = [join(folder, 'none.jsonl'), folder, join(folder, 'x'.repeat(300))];
    for (const path of paths) {
      const problem = await checkSource(path);
      expect(problem).not.toBeNull();
      expect(() => FileSource.open(path)).toThrow(problem?.message);
    }
  });

  it('explains other failures in a sentence', async () => {
    const long = join(folder, 'x'.repeat(300));
    expect((await checkSource(long))?.message).toBe(`${long} cannot be read (ENAMETOOLONG).`);
  });

  it.skipIf(process.platform === 'win32')('does not wait for a pipe or a device', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    expect((await checkSource(pipe))?.message).toContain('is no regular file');
    expect((await checkSource('/dev/null'))?.message).toContain('is no regular file');
  });
});
