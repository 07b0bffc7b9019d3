import { afterEach, describe, expect, it } from 'vitest';
import { listHearing } from '../../../src/renderer/live/use-following';
import { followingOf, NOT_FOLLOWING, newFrames, useFollowing } from '../../../src/renderer/stores/following';
import { useSelection } from '../../../src/renderer/stores/selection';

const SESSION = 5;
const { stick, unstick, saw, settled, forget } = useFollowing.getState();
const now = () => followingOf(SESSION);

describe('following the end of a session', () => {
  afterEach(() => {
    forget(SESSION);
    useSelection.getState().forget(SESSION);
  });

  it('counts what came after what was there, and after what was seen', () => {
    expect(newFrames(500, NOT_FOLLOWING)).toBe(0);
    // While the file is read the list shows its rows one after the other: none of them is new.
    saw(SESSION, 10);
    settled(SESSION, 100);
    expect(newFrames(112, now())).toBe(12);
    saw(SESSION, 110);
    expect(newFrames(112, now())).toBe(2);
    saw(SESSION, 105);
    expect(newFrames(112, now())).toBe(2);
  });

  it('counts nothing beyond the end of a file that became shorter', () => {
    settled(SESSION, 100);
    settled(SESSION, 4);
    expect(newFrames(5, now())).toBe(1);
  });

  it('ends when another frame is selected, and only then', () => {
    const { step, jump } = useSelection.getState();
    jump(SESSION, 40);
    stick(SESSION, true);
    step(SESSION, 40);
    step(6, 3);
    expect(now()).toMatchObject({ sticks: true, asked: true });
    step(SESSION, 39);
    expect(now()).toMatchObject({ sticks: false, asked: false });
  });

  it('begins where the reader scrolls down to the end, and ends where they scroll up', () => {
    const { onScrolled } = listHearing(SESSION);
    onScrolled('down');
    expect(now().sticks).toBe(false);
    onScrolled('end');
    expect(now()).toMatchObject({ sticks: true, asked: false });
    stick(SESSION, true);
    onScrolled('end');
    expect(now().asked).toBe(true);
    onScrolled('up');
    expect(now().sticks).toBe(false);
  });

  it('keeps what was seen over both', () => {
    settled(SESSION, 10);
    stick(SESSION, true);
    saw(SESSION, 30);
    unstick(SESSION);
    expect(newFrames(33, now())).toBe(3);
  });
});
