import { describe, expect, it } from 'vitest';
import { callIndex, nextFailed } from '../../../src/renderer/detail/call/call-index';

const calls = (['ok', 'failed', 'unanswered', 'failed'] as const).map((status) => ({ status }));

describe('the index of the calls of a frame', () => {
  it('lists the failed ones first, each part as in the file', () => {
    expect(callIndex(calls)).toEqual({ order: [1, 3, 0, 2], failed: [1, 3] });
  });

  it('goes from one failed call to the next, and on from the first', () => {
    const index = callIndex(calls);
    expect([-1, 0, 1, 2, 3].map((place) => nextFailed(index, place))).toEqual([1, 1, 3, 3, 1]);
    expect(nextFailed(callIndex([{ status: 'ok' }]), 0)).toBeNull();
  });
});
