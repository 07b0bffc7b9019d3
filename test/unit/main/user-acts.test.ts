import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it } from 'vitest';
import { ACT_COUNTS_MS, UserActs } from '../../../src/main/processes/user-acts';

let now: number;
let acts: UserActs;
let contents: EventEmitter;

beforeEach(() => {
  now = 1000;
  acts = new UserActs(() => now);
  contents = new EventEmitter();
  acts.watch(contents as unknown as Electron.WebContents);
});

const happens = (type: string) => contents.emit('input-event', {}, { type });

describe('UserActs', () => {
  it.each(['mouseDown', 'rawKeyDown', 'keyDown', 'touchStart'])('counts %s', (type) => {
    expect(acts.recent).toBe(false);
    happens(type);
    expect(acts.recent).toBe(true);
  });

  it.each(['mouseMove', 'mouseUp', 'keyUp', 'mouseWheel', 'mouseEnter', ''])('does not count %s', (type) => {
    happens(type);
    expect(acts.recent).toBe(false);
  });

  it('forgets an act after a while', () => {
    happens('keyDown');
    now += ACT_COUNTS_MS;
    expect(acts.recent).toBe(true);
    now += 1;
    expect(acts.recent).toBe(false);
  });

  it('lets one act have one effect', () => {
    happens('mouseDown');
    acts.use();
    expect(acts.recent).toBe(false);
    acts.note();
    expect(acts.recent).toBe(true);
  });
});
