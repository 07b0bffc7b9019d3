import { expect, it } from 'vitest';
import { wrapNote } from '../../../src/renderer/inspect/use-inspect-commands';

it('a jump that goes on at the other end says so, and only that one', () => {
  expect(wrapNote(20, 3, 'forward')).toBe('Went on from the first frame.');
  expect(wrapNote(3, 20, 'forward')).toBeNull();
  expect(wrapNote(3, 20, 'backward')).toBe('Went on from the last frame.');
  expect(wrapNote(20, 3, 'backward')).toBeNull();
  expect(wrapNote(3, 3, 'forward')).toBe('There is no other one in this file.');
  expect(wrapNote(0, 20, 'backward')).toBeNull();
});
