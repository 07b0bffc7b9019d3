import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  addCounts,
  readPlaywrightCounts,
  readVitestCounts,
  summaryLine,
} from '../../../build/test-counts.mjs';

describe('the last line of npm test', () => {
  let folder = '';
  const report = (name: string, content: object) => {
    const file = join(folder, name);
    writeFileSync(file, JSON.stringify(content));
    return file;
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'framescope-counts-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('adds up both runners', () => {
    const unit = readVitestCounts(
      report('v.json', { numPassedTests: 40, numFailedTests: 1, numPendingTests: 2, numTodoTests: 0 }),
    );
    const e2e = readPlaywrightCounts(
      report('p.json', { stats: { expected: 5, unexpected: 2, flaky: 1, skipped: 1 } }),
    );
    const sum = addCounts(unit, e2e);
    expect(sum).toEqual({ passed: 45, failed: 4, skipped: 3 });
    expect(summaryLine(sum)).toBe('45 passed, 4 failed');
  });

  it('counts nothing when a runner left no report', () => {
    expect(readVitestCounts(join(folder, 'none.json'))).toEqual({ passed: 0, failed: 0, skipped: 0 });
    expect(readPlaywrightCounts(join(folder, 'none.json'))).toEqual({ passed: 0, failed: 0, skipped: 0 });
  });
});
