import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { syntheticRow } from '../../../src/renderer/bench/synthetic-rows';
import { createGrowingRows } from '../../../src/renderer/list/growing-rows';
import type { RowSource } from '../../../src/renderer/list/row-source';

/** A source of which the first `there` rows can be drawn. */
function sourceOf(total: number, there: number) {
  const source = {
    total,
    there,
    frames: total,
    settled: true,
    firstTime: null,
    get: (position: number) => (position <= source.there ? syntheticRow(position) : undefined),
    frameAt: (position: number) => position,
    positionOf: (frame: number) => frame,
    ensure: () => {},
    onChange: () => () => {},
  };
  return source satisfies RowSource;
}

/** The list shows ten rows, from the top or down to the end. */
const top = (rows: number) => ({ first: 0, last: Math.min(rows, 10) - 1 });
const end = (rows: number) => ({ first: Math.max(0, rows - 10), last: rows - 1 });

describe('the rows that a list takes in', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const make = (later = () => {}) => createGrowingRows(later, () => Date.now());

  it('come at once when nothing is shown yet, and when they are out of view', () => {
    const growing = make();
    expect(growing.take(sourceOf(50, 0), 0, top)).toBe(50);
    expect(growing.take(sourceOf(80, 50), 50, top)).toBe(80);
    expect(growing.held).toBeNull();
  });

  it('wait at the end of the list until they can be drawn', () => {
    const growing = make();
    const source = sourceOf(52, 50);
    expect(growing.take(source, 50, end)).toBe(50);
    expect(growing.held).toEqual({ first: 42, last: 51 });
    source.there = 52;
    expect(growing.take(source, 50, end)).toBe(52);
    expect(growing.held).toBeNull();
  });

  it('are not put off by more that come while they wait', () => {
    const growing = make();
    const source = sourceOf(60, 50);
    growing.take(source, 50, end);
    source.total = 90;
    expect(growing.take(source, 50, end)).toBe(50);
    source.there = 60;
    expect(growing.take(source, 50, end)).toBe(60);
  });

  it('come blank when they take long, and the list is drawn for it', () => {
    const later = vi.fn();
    const growing = make(later);
    const source = sourceOf(52, 50);
    growing.take(source, 50, end);
    vi.advanceTimersByTime(249);
    expect(growing.take(source, 50, end)).toBe(50);
    vi.advanceTimersByTime(2);
    expect(later).toHaveBeenCalledTimes(1);
    expect(growing.take(source, 50, end)).toBe(52);
  });

  it('come at once where the reader goes to one of them, and where only a message was opened', () => {
    const growing = make();
    const source = sourceOf(52, 50);
    growing.take(source, 50, end);
    expect(growing.take(source, 50, end, true)).toBe(52);
    expect(growing.held).toBeNull();
    growing.note(source);
    expect(growing.take({ ...source, total: 60 }, 52, end)).toBe(60);
  });

  it('may become fewer at any time', () => {
    const growing = make();
    const source = sourceOf(52, 50);
    growing.take(source, 50, end);
    source.total = 49;
    expect(growing.take(source, 50, end)).toBe(49);
    expect(growing.held).toBeNull();
  });

  it('are new for a moment, but not those that were there, and not a flood', () => {
    const growing = make();
    const source = sourceOf(50, 50);
    growing.reset(source);
    growing.note(source);
    source.frames = 53;
    growing.note(source);
    expect([50, 51, 53, 54].map(growing.isFresh)).toEqual([false, true, true, false]);
    vi.advanceTimersByTime(901);
    expect(growing.isFresh(51)).toBe(false);
    source.frames = 5000;
    growing.note(source);
    expect(growing.isFresh(4999)).toBe(false);
  });

  it('are not new while the file is read', () => {
    const growing = make();
    const source = sourceOf(50, 50);
    source.settled = false;
    growing.reset(source);
    growing.note(source);
    Object.assign(source, { frames: 55, settled: true });
    growing.note(source);
    expect(growing.isFresh(55)).toBe(false);
  });
});
