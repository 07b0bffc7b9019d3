import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ensureClaudeCli, findClaudeCli, whyNoClaudeCli } from '../../../build/bootstrap/claude-cli.mjs';

let cache = '';
beforeEach(() => {
  cache = mkdtempSync(join(tmpdir(), 'framescope-cli-cache-'));
  vi.stubEnv('XDG_CACHE_HOME', cache);
  vi.stubEnv('FRAMESCOPE_TEST_CLAUDE', '');
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(cache, { recursive: true, force: true });
});

function spoken(): string[] {
  const lines: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  return lines;
}

describe('the CLI for tests', () => {
  it('is none before it was downloaded', () => {
    expect(findClaudeCli()).toBeNull();
    expect(whyNoClaudeCli()).toMatch(/not downloaded|no CLI is pinned/);
  });

  it('can be another executable, which has to be there', () => {
    vi.stubEnv('FRAMESCOPE_TEST_CLAUDE', process.execPath);
    expect(findClaudeCli()).toEqual({ version: 'chosen', executable: process.execPath });
    vi.stubEnv('FRAMESCOPE_TEST_CLAUDE', join(cache, 'claude'));
    expect(findClaudeCli()).toBeNull();
    expect(whyNoClaudeCli()).toBe(`there is no ${join(cache, 'claude')}`);
  });

  it('cannot be had without a registry: one line says so, and the next set-up does not try again', async () => {
    vi.stubEnv('npm_config_registry', 'http://127.0.0.1:1');
    const lines = spoken();
    await ensureClaudeCli();
    expect(lines.at(-1)).toMatch(/^framescope: the tests with the real CLI are skipped: [^\n]+\.\n$/);
    expect(findClaudeCli()).toBeNull();
    const told = lines.length;
    await ensureClaudeCli();
    expect(lines.slice(told)).toEqual([lines[told - 1]]);
    expect(lines.at(-1)).toContain(whyNoClaudeCli());
    const left = readdirSync(cache, { recursive: true, encoding: 'utf8' });
    expect(left.filter((name) => name.includes('.partial'))).toEqual([]);
  });
});
