import { describe, expect, it } from 'vitest';
import {
  formatBytes,
  formatCost,
  formatCount,
  formatDuration,
  formatPercent,
  formatRelative,
  isStated,
  plural,
  shortId,
  stated,
} from '../../../src/renderer/text/format';

describe('numbers in words', () => {
  it('counts and plurals', () => {
    expect(formatCount(28032)).toBe('28,032');
    expect(plural(1, 'frame')).toBe('1 frame');
    expect(plural(0, 'frame')).toBe('0 frames');
    expect(plural(2, 'entry', 'entries')).toBe('2 entries');
  });

  it('bytes: exact while short, rounded when long', () => {
    expect(formatBytes(0)).toBe('0 bytes');
    expect(formatBytes(28032)).toBe('28,032 bytes');
    expect(formatBytes(100_000)).toBe('100 KB');
    expect(formatBytes(1_234_567)).toBe('1.2 MB');
    expect(formatBytes(999_999)).toBe('1.0 MB');
    expect(formatBytes(5_000_000_000)).toBe('5.0 GB');
  });

  it('durations', () => {
    expect(formatDuration(0)).toBe('0 ms');
    expect(formatDuration(0.4)).toBe('< 1 ms');
    expect(formatDuration(312.4)).toBe('312 ms');
    expect(formatDuration(999.7)).toBe('1.0 s');
    expect(formatDuration(4900)).toBe('4.9 s');
    expect(formatDuration(59_960)).toBe('1 min 00 s');
    expect(formatDuration(125_000)).toBe('2 min 05 s');
    expect(formatDuration(3_840_000)).toBe('1 h 04 min');
    expect(formatDuration(-200)).toBe('-200 ms');
  });

  it('times since the first one', () => {
    expect(formatRelative(0)).toBe('+0.000');
    expect(formatRelative(439)).toBe('+0.439');
    expect(formatRelative(62_120)).toBe('+1:02.120');
    expect(formatRelative(7_384_000)).toBe('+2:03:04');
    expect(formatRelative(-200)).toBe('-0.200');
  });

  it('takes no absurd figure for a stated one', () => {
    for (const value of [null, undefined, -5, Number.NaN, Infinity, -Infinity, Number.MAX_SAFE_INTEGER]) {
      expect(isStated(value)).toBe(false);
      expect(stated(value, formatCost)).toBe('not stated');
    }
    expect(stated(0, formatCost)).toBe('$0');
    expect(stated(4900, formatDuration)).toBe('4.9 s');
  });

  it('cost, share and ids', () => {
    expect(formatCost(0)).toBe('$0');
    expect(formatCost(0.02645)).toBe('$0.0265');
    expect(formatCost(4602.734)).toBe('$4,602.73');
    expect(formatPercent(1, 3)).toBe('33 %');
    expect(formatPercent(5, 0)).toBe('0 %');
    expect(shortId('toolu_018547efddd382fe3aec3994')).toBe('toolu…ec3994');
    expect(shortId('short')).toBe('short');
  });
});
