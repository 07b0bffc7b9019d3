import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPace } from '../../../src/renderer/bridge/pace';

describe('a pace', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('does the first at once and the last of many at the end', () => {
    const pace = createPace();
    const done: number[] = [];
    for (let n = 1; n <= 5; n++) pace.run(1, 100, () => done.push(n));
    expect(done).toEqual([1]);
    vi.advanceTimersByTime(99);
    expect(done).toEqual([1]);
    vi.advanceTimersByTime(1);
    expect(done).toEqual([1, 5]);
    vi.advanceTimersByTime(1000);
    expect(done).toEqual([1, 5]);
  });

  it('holds back each session by itself', () => {
    const pace = createPace();
    const done: string[] = [];
    pace.run(1, 100, () => done.push('a'));
    pace.run(2, 100, () => done.push('b'));
    expect(done).toEqual(['a', 'b']);
  });

  it('does what is urgent now, and nothing after it that was waiting', () => {
    const pace = createPace();
    const done: string[] = [];
    pace.run(1, 100, () => done.push('first'));
    pace.run(1, 100, () => done.push('waiting'));
    pace.now(1, () => done.push('urgent'));
    vi.advanceTimersByTime(1000);
    expect(done).toEqual(['first', 'urgent']);
  });

  it('forgets what was waiting', () => {
    const pace = createPace();
    const done: string[] = [];
    pace.run(1, 100, () => done.push('first'));
    pace.run(1, 100, () => done.push('waiting'));
    pace.forget(1);
    vi.advanceTimersByTime(1000);
    expect(done).toEqual(['first']);
  });
});
