import { describe, expect, it } from 'vitest';
import { WindowLink } from '../../../src/main/window/window-link';
import { defaultPlacement, fitPlacement, placementSchema } from '../../../src/main/window/window-placement';

describe('fitPlacement', () => {
  const screen = { x: 0, y: 0, width: 1920, height: 1080 };
  const at = (x: number, y: number) => ({ ...defaultPlacement, x, y });

  it('keeps a window that can be grabbed', () => {
    expect(fitPlacement(at(100, 100), [screen])).toEqual(at(100, 100));
    expect(fitPlacement(at(-1100, 0), [screen])).toEqual(at(-1100, 0));
    expect(fitPlacement(defaultPlacement, [])).toEqual(defaultPlacement);
  });

  it('gives up the place of a window whose screen is gone, not its size', () => {
    expect(fitPlacement(at(2500, 100), [screen])).toEqual(defaultPlacement);
    expect(fitPlacement(at(100, 2000), [screen])).toEqual(defaultPlacement);
    expect(fitPlacement(at(100, -500), [screen])).toEqual(defaultPlacement);
  });

  it('does not accept a size that no window can have', () => {
    expect(placementSchema.safeParse({ ...defaultPlacement, width: 1 }).success).toBe(false);
    expect(placementSchema.safeParse({ ...defaultPlacement, height: 1e9 }).success).toBe(false);
  });
});

describe('WindowLink', () => {
  function linked() {
    const sent: unknown[] = [];
    return { sent, link: new WindowLink((event, data) => sent.push([event, data])) };
  }

  it('keeps commands until the page listens, and leaves out what the answer to ready says', () => {
    const { sent, link } = linked();
    link.send('command', { id: 'palette.open' });
    link.send('sessionClosed', { session: 1 });
    link.snapshotTaken();
    expect(sent).toEqual([]);
    expect(link.open()).toBe(true);
    link.send('sessionClosed', { session: 2 });
    link.reset();
    link.send('sessionClosed', { session: 3 });
    link.snapshotTaken();
    link.open();
    expect(sent).toEqual([
      ['command', { id: 'palette.open' }],
      ['sessionClosed', { session: 2 }],
    ]);
  });

  it('keeps everything that happens while the answer to ready is on its way, in order', () => {
    const { sent, link } = linked();
    link.snapshotTaken();
    expect(link.ready).toBe(false);
    link.send('sessionClosed', { session: 1 });
    link.send('engineState', { state: 'ready', message: '' });
    expect(sent).toEqual([]);
    link.open();
    expect(sent).toEqual([
      ['sessionClosed', { session: 1 }],
      ['engineState', { state: 'ready', message: '' }],
    ]);
  });

  it('gives nothing to a page that took the place of the one that asked', () => {
    const { sent, link } = linked();
    link.snapshotTaken();
    link.send('sessionClosed', { session: 1 });
    link.send('command', { id: 'palette.open' });
    link.reset();
    expect(link.open()).toBe(false);
    expect([sent, link.ready]).toEqual([[], false]);
    link.snapshotTaken();
    link.open();
    expect(sent).toEqual([['command', { id: 'palette.open' }]]);
  });
});
