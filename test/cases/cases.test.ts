import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parsedCli } from '../unit/cli/cli-run';
import { caseFiles } from '../unit/recordings';

// Every case states the numbers that must be told of it; this is what `framescope inspect --json` tells.

/** Words for people; the numbers beside them decide. */
const NOTES = new Set(['outcomeNote', 'usageNote']);

function expectedOf(path: string): Record<string, unknown> {
  const sheet: Record<string, unknown> = JSON.parse(
    readFileSync(path.replace(/\.jsonl$/, '.expect.json'), 'utf8'),
  );
  return Object.fromEntries(Object.entries(sheet).filter(([key]) => !NOTES.has(key)));
}

describe('inspect --json', () => {
  it('has 66 cases to tell of', () => {
    expect(caseFiles()).toHaveLength(66);
  });

  it('has numbers for all of them but three, which the must lines judge', () => {
    const without = caseFiles().filter(({ path }) => Object.keys(expectedOf(path)).length === 0);
    expect(without.map(({ name }) => name.slice(0, 3))).toEqual(['020', '025', '098']);
  });

  it.each(caseFiles())('of case $name tells its numbers', async ({ path, bytes }) => {
    const report = await parsedCli(['inspect', path, '--json']);
    const expected = expectedOf(path);
    const told = Object.fromEntries(Object.keys(expected).map((key) => [key, report[key]]));
    expect(told).toEqual(expected);
    expect(report.bytes).toBe(bytes);
  });
});
