import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildIsCurrent } from '../../../build/freshness.mjs';
import { resolveArguments } from '../../../build/start-arguments.mjs';

describe('the arguments of npm start', () => {
  it('are resolved against the folder that the user was in', () => {
    expect(resolveArguments(['a.jsonl', '../b.jsonl'], '/home/me/traces')).toEqual([
      resolve('/home/me/traces/a.jsonl'),
      resolve('/home/me/b.jsonl'),
    ]);
  });

  it('stay as they are when they are absolute or switches', () => {
    expect(resolveArguments(['--', '/x/a.jsonl', '-', '--inspect'], '/home')).toEqual([
      '/x/a.jsonl',
      '-',
      '--inspect',
    ]);
  });
});

describe('buildIsCurrent', () => {
  let root = '';
  const outputs = [
    'main/index.js',
    'main/engine-host.js',
    'main/cli.js',
    'preload/index.cjs',
    'renderer/index.html',
  ];
  const write = (path: string, seconds: number) => {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '');
    utimesSync(file, seconds, seconds);
    for (let folder = dirname(file); folder !== root; folder = dirname(folder))
      utimesSync(folder, seconds, seconds);
  };
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'framescope-build-'));
    write('src/engine/scanner.ts', 1000);
    for (const output of outputs) write(`out/${output}`, 2000);
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('is true for a build that is younger than its sources', () => {
    expect(buildIsCurrent(root)).toBe(true);
  });

  it('is false when a source is younger', () => {
    write('src/renderer/app.tsx', 3000);
    expect(buildIsCurrent(root)).toBe(false);
  });

  it('is false when an output is missing', () => {
    rmSync(join(root, 'out/main/cli.js'));
    expect(buildIsCurrent(root)).toBe(false);
  });
});
