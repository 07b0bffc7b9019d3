import { describe, expect, it } from 'vitest';
import {
  EMPTY_TRAIL,
  goBack,
  goForward,
  jump,
  step,
  type Trail,
} from '../../../src/renderer/stores/selection-history';

const walk = (...moves: ((trail: Trail) => Trail)[]) =>
  moves.reduce((trail, move) => move(trail), EMPTY_TRAIL);
const to = (frame: number) => (trail: Trail) => jump(trail, frame);
const by = (frame: number) => (trail: Trail) => step(trail, frame);

describe('the trail of a session', () => {
  it('comes back from a jump and goes forward again', () => {
    const there = walk(by(1), to(32), to(3));
    expect(goBack(there).frame).toBe(32);
    expect(goBack(goBack(there)).frame).toBe(1);
    expect(goForward(goBack(there))).toEqual(there);
  });

  it('comes back to where a walk by steps ended', () => {
    expect(goBack(walk(by(1), by(2), by(3), to(90))).frame).toBe(3);
  });

  it('forgets what was ahead after another jump, but not after a step', () => {
    const back = goBack(walk(by(1), to(10), to(20)));
    expect(jump(back, 50).forward).toEqual([]);
    expect(step(back, 11).forward).toEqual([20]);
  });

  it('does nothing at its ends, for a jump to the same frame, and from nowhere', () => {
    const trail = walk(by(5));
    expect(goBack(trail)).toBe(trail);
    expect(goForward(trail)).toBe(trail);
    expect(jump(trail, 5)).toBe(trail);
    expect(step(trail, 5)).toBe(trail);
    expect(jump(EMPTY_TRAIL, 7)).toEqual({ frame: 7, back: [], forward: [] });
  });

  it('keeps a bounded number of steps', () => {
    let trail = walk(by(1));
    for (let frame = 2; frame < 500; frame++) trail = jump(trail, frame);
    expect(trail.back).toHaveLength(100);
    expect(trail.back.at(-1)).toBe(498);
  });
});
