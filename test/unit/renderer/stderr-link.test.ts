import { describe, expect, it } from 'vitest';
import type { Report } from '../../../src/ipc/engine-contract';
import { syntheticRow } from '../../../src/renderer/bench/synthetic-rows';
import { endedBadly } from '../../../src/renderer/inspect/process-end';
import { lastStderr } from '../../../src/renderer/inspect/stderr-link';

describe('the last line on stderr', () => {
  it('is found among the last rows, whatever came after it', () => {
    const rows = [1, 2, 3, 4].map(syntheticRow);
    expect(lastStderr(rows)).toBeUndefined();
    const streams = ['stderr', 'stderr', 'stdin', null] as const;
    expect(lastStderr(rows.map((row, i) => ({ ...row, stream: streams[i] ?? null })))?.frame).toBe(2);
  });

  it('matters when the process did not do its work, or does not say so', () => {
    const end = { stderrLines: 2, exitCode: 0, signal: null, endedAt: 5, error: null };
    const bad = (outcome: Report['outcome'], part: Partial<typeof end> | { signal: string } = {}) =>
      endedBadly({ outcome, capture: { ...end, ...part } } as Report);
    expect(bad('success')).toBe(false);
    expect(bad('success', { exitCode: 1 })).toBe(true);
    expect(bad('error')).toBe(true);
    expect(bad('incomplete', { signal: 'SIGKILL' })).toBe(true);
    expect(bad('incomplete', { stderrLines: 0 })).toBe(false);
    expect(endedBadly({ outcome: 'error', capture: null } as Report)).toBe(false);
    expect(endedBadly(null)).toBe(false);
  });
});
