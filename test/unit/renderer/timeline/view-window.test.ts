import { describe, expect, it } from 'vitest';
import {
  fitted,
  grownView,
  lengthOf,
  panBy,
  panToShow,
  wholeOf,
  within,
  zoomAt,
} from '../../../../src/renderer/timeline/model/view-window';

const whole = { from: 0, to: 1000 };

describe('the view of the timeline', () => {
  it('keeps the place under the cursor where it is while zooming', () => {
    const view = { from: 200, to: 600 };
    const near = zoomAt(view, 300, 0.5, whole, 1);
    expect(near).toEqual({ from: 250, to: 450 });
    expect((300 - near.from) / lengthOf(near)).toBeCloseTo((300 - view.from) / lengthOf(view));
    expect(zoomAt(near, 300, 2, whole, 1)).toEqual(view);
  });

  it('never leaves the whole and never comes closer than it may', () => {
    expect(zoomAt({ from: 0, to: 1000 }, 500, 3, whole, 1)).toEqual(whole);
    expect(lengthOf(zoomAt({ from: 10, to: 12 }, 11, 0.001, whole, 1))).toBe(1);
    expect(panBy({ from: 900, to: 1000 }, 50, whole, 1)).toEqual({ from: 900, to: 1000 });
    expect(panBy({ from: 0, to: 100 }, -50, whole, 1)).toEqual({ from: 0, to: 100 });
    expect(within({ from: -50, to: 2000 }, whole, 1)).toEqual(whole);
  });

  it('leaves room beside the first and the last event, also of a single one', () => {
    expect(wholeOf([0, 1000], 'time')).toEqual({ from: -20, to: 1020 });
    expect(wholeOf([500, 501], 'time')).toEqual({ from: 480, to: 1520 });
    const { from, to } = fitted({ from: 400, to: 500 }, whole, 1);
    expect(from).toBeLessThan(400);
    expect(to).toBeGreaterThan(500);
  });

  it('pans, and does not zoom, to show what is outside of it', () => {
    const view = { from: 0, to: 100 };
    expect(panToShow(view, 50, whole, 1)).toBe(view);
    const right = panToShow(view, 700, whole, 1);
    expect(lengthOf(right)).toBe(100);
    expect(right.from).toBeLessThan(700);
    expect(right.to).toBeGreaterThan(700);
    expect(panToShow({ from: 800, to: 900 }, 3, whole, 1)).toEqual({ from: 0, to: 100 });
  });

  it('follows the end of a growing file only from the end', () => {
    const now = { from: 0, to: 1500 };
    expect(grownView(whole, whole, now, 1)).toEqual(now);
    expect(grownView({ from: 900, to: 1000 }, whole, now, 1)).toEqual({ from: 1400, to: 1500 });
    const middle = { from: 300, to: 400 };
    expect(grownView(middle, whole, now, 1)).toBe(middle);
    // The file was rewritten and is shorter now.
    expect(grownView({ from: 900, to: 1000 }, whole, { from: 0, to: 500 }, 1)).toEqual({
      from: 400,
      to: 500,
    });
  });
});
