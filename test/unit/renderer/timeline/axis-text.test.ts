import { describe, expect, it } from 'vitest';
import { deltaText, lengthText, placeText, ticksOf } from '../../../../src/renderer/timeline/model/axis-text';
import { rangeTerm } from '../../../../src/renderer/timeline/model/range-term';

const HOUR = 3_600_000;
const texts = (...args: Parameters<typeof ticksOf>) => ticksOf(...args).map(({ text }) => text);

describe('ticks', () => {
  it('stand at round times from the beginning of the session on', () => {
    const zero = 1_796_054_000_123;
    const ticks = ticksOf('time', { from: zero - 60, to: zero + 2700 }, zero, 6);
    expect(ticks.map(({ text }) => text)).toEqual(['0.0 s', '0.5 s', '1.0 s', '1.5 s', '2.0 s', '2.5 s']);
    expect(ticks[1]?.at).toBe(zero + 500);
  });

  it('tell neighbours apart at every zoom', () => {
    for (const length of [1, 7, 90, 800, 20_000, 400_000, 3 * HOUR, 50 * HOUR, 9000 * HOUR]) {
      for (const from of [-length / 3, 0, 12_345, 61_000]) {
        const all = texts('time', { from, to: from + length }, 0, 8);
        expect(all.length).toBeGreaterThan(1);
        expect(all.length).toBeLessThan(30);
        expect(new Set(all).size).toBe(all.length);
      }
    }
  });

  it('use the steps of a clock for minutes, hours and days', () => {
    expect(texts('time', { from: 0, to: 10 * 60_000 }, 0, 5)).toEqual([
      '0 s',
      '2:00',
      '4:00',
      '6:00',
      '8:00',
      '10:00',
    ]);
    expect(texts('time', { from: 0, to: 3 * HOUR }, 0, 3)).toEqual(['0 s', '1:00:00', '2:00:00', '3:00:00']);
    expect(texts('time', { from: 0, to: 72 * HOUR }, 0, 3)).toEqual(['0 s', '1 d', '2 d', '3 d']);
  });

  it('name frames by their numbers and bytes by their places', () => {
    expect(ticksOf('order', { from: -1, to: 34 }, 0, 4)).toEqual([
      { at: -1, text: '#0' },
      { at: 9, text: '#10' },
      { at: 19, text: '#20' },
      { at: 29, text: '#30' },
    ]);
    expect(texts('bytes', { from: 0, to: 20_000 }, 0, 4)).toEqual([
      '0',
      '5,000 B',
      '10,000 B',
      '15,000 B',
      '20,000 B',
    ]);
  });
});

describe('places', () => {
  it('are said as in the list', () => {
    expect(placeText('time', 1439, 1000)).toBe('+0.439');
    expect(placeText('order', 11, 0)).toBe('#12');
    expect(placeText('bytes', 25_903, 0)).toBe('25,903 bytes');
    expect(lengthText('order', 12)).toBe('12 frames');
    expect(deltaText('time', -1240)).toBe('-1.2 s');
  });
});

describe('the term of a range', () => {
  it('keeps what was marked', () => {
    expect(rangeTerm('time', { from: 2500.4, to: 4000.2 }, 1000)).toBe('time:+1.5s..+3.001s');
    expect(rangeTerm('time', { from: 500, to: 1000 }, 1000)).toBe('time:-0.5s..+0s');
    expect(rangeTerm('order', { from: 9, to: 50 }, 0)).toBe('frame:10..50');
    expect(rangeTerm('order', { from: 9.2, to: 9.4 }, 0)).toBe('frame:10..10');
    expect(rangeTerm('order', { from: -3, to: 0.5 }, 0)).toBe('frame:1..1');
    expect(rangeTerm('bytes', { from: -20, to: 99.5 }, 0)).toBe('offset:0..100');
  });
});
