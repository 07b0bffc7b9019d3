import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clamp,
  contentHeight,
  fromTrack,
  type Geometry,
  MAX_TRACK_PX,
  maxScroll,
  moveBy,
  type Place,
  reveal,
  TOP,
  toTrack,
  trackHeight,
  visibleRows,
} from '../../../src/renderer/list/scroll-map';

const geometry = fc.record({
  rows: fc.integer({ min: 1, max: 20_000_000 }),
  rowHeight: fc.constant(24),
  viewport: fc.integer({ min: 30, max: 3000 }),
});
const pixels = (place: Place, g: Geometry) => place.row * g.rowHeight + place.offset;
const maxTrack = (g: Geometry) => trackHeight(g) - g.viewport;
const FIVE_MILLION: Geometry = { rows: 5_000_000, rowHeight: 24, viewport: 800 };

describe('the scroll map', () => {
  it('never makes an element higher than the cap or lower than the viewport', () => {
    fc.assert(
      fc.property(geometry, (g) => {
        expect(trackHeight(g)).toBeLessThanOrEqual(MAX_TRACK_PX);
        expect(trackHeight(g)).toBeGreaterThanOrEqual(g.viewport);
      }),
    );
  });

  it('reaches the last row exactly by the thumb and by the keyboard', () => {
    fc.assert(
      fc.property(geometry, (g) => {
        for (const place of [fromTrack(maxTrack(g), g), reveal(g.rows - 1, TOP, g)]) {
          expect(visibleRows(place, g).last).toBe(g.rows - 1);
          if (maxScroll(g) > 0) expect(pixels(place, g) + g.viewport).toBe(contentHeight(g));
        }
      }),
    );
  });

  it('is the identity while the content is below the cap', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 400_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (rows, part) => {
          const g = { rows, rowHeight: 24, viewport: 800 };
          const track = Math.floor(part * (maxTrack(g) - 1.01));
          expect(pixels(fromTrack(track, g), g)).toBeCloseTo(track, 3);
        },
      ),
    );
  });

  it('is monotone: a thumb further down never shows an earlier place', () => {
    const parts = fc.tuple(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
    );
    fc.assert(
      fc.property(geometry, parts, (g, [a, b]) => {
        const low = fromTrack(Math.min(a, b) * maxTrack(g), g);
        const high = fromTrack(Math.max(a, b) * maxTrack(g), g);
        expect(pixels(low, g)).toBeLessThanOrEqual(pixels(high, g));
        expect(toTrack(low, g)).toBeLessThanOrEqual(toTrack(high, g));
      }),
    );
  });

  it('moves by exactly the pixels of the wheel, at any number of rows', () => {
    fc.assert(
      fc.property(
        geometry,
        fc.array(fc.integer({ min: -4000, max: 4000 }), { maxLength: 30 }),
        (g, deltas) => {
          let place = reveal(Math.floor(g.rows / 2), TOP, g, 'center');
          for (const delta of deltas) {
            const before = pixels(place, g);
            place = moveBy(place, delta, g);
            expect(pixels(place, g)).toBe(Math.min(maxScroll(g), Math.max(0, before + delta)));
            expect(place.offset).toBeGreaterThanOrEqual(0);
            expect(place.offset).toBeLessThan(g.rowHeight);
          }
        },
      ),
    );
  });

  it('shows a revealed row whole, and does not move when it is whole already', () => {
    const row = fc.double({ min: 0, max: 0.999999, noNaN: true });
    fc.assert(
      fc.property(geometry, row, row, (g, at, from) => {
        const target = Math.floor(at * g.rows);
        const start = clamp({ row: Math.floor(from * g.rows), offset: 7 }, g);
        const place = reveal(target, start, g);
        const top = target * g.rowHeight - pixels(place, g);
        expect(top).toBeGreaterThanOrEqual(0);
        expect(top + g.rowHeight).toBeLessThanOrEqual(g.viewport);
        expect(reveal(target, place, g)).toEqual(place);
      }),
    );
  });

  it('comes back to the same place within one track pixel at five million rows', () => {
    const pixelsPerTrack = maxScroll(FIVE_MILLION) / maxTrack(FIVE_MILLION);
    for (const row of [0, 1, 2_499_999, 4_999_000]) {
      const place = reveal(row, TOP, FIVE_MILLION);
      const back = fromTrack(toTrack(place, FIVE_MILLION), FIVE_MILLION);
      expect(Math.abs(pixels(back, FIVE_MILLION) - pixels(place, FIVE_MILLION))).toBeLessThan(pixelsPerTrack);
    }
  });

  it('keeps a short list at the top', () => {
    const g = { rows: 3, rowHeight: 24, viewport: 800 };
    expect(moveBy(TOP, 500, g)).toEqual(TOP);
    expect(fromTrack(10, g)).toEqual(TOP);
    expect(visibleRows(TOP, g)).toEqual({ first: 0, last: 2 });
  });
});
