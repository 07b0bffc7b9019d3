import { describe, expect, it } from 'vitest';
import type { Scene } from '../../../../src/renderer/timeline/draw/scene';
import { layOutLanes } from '../../../../src/renderer/timeline/model/lane-layout';
import {
  fitted,
  panBy,
  type Stretch,
  within,
  zoomAt,
} from '../../../../src/renderer/timeline/model/view-window';
import { createTimelineActs } from '../../../../src/renderer/timeline/timeline-acts';
import type { TimelineView } from '../../../../src/renderer/timeline/timeline-view';
import { outline, point, slice, span } from './timeline-parts';

const whole = { from: 0, to: 1000 };

/** The view without its canvas: what it is told to do, done to its scene. */
function fakeView(part: Partial<Scene> = {}) {
  const selected: number[] = [];
  const said: string[] = [];
  const shape = outline();
  const scene: Scene = {
    size: { width: 1118, height: 200, controls: 150 },
    axis: 'time',
    view: whole,
    whole,
    zero: 0,
    outline: shape,
    slice: slice({
      spans: [
        span({ from: 100, to: 200, frame: 2, endFrame: 5 }),
        span({ lane: 'agent 1', from: 150, to: 400, frame: 3, endFrame: 7, label: 'Bash', state: 'failed' }),
      ],
      points: [point({ at: 50, frame: 1 }), point({ at: 600, frame: 8 })],
    }),
    first: new Map(),
    overview: null,
    density: null,
    boxes: layOutLanes(shape.lanes, new Map()),
    scroll: 0,
    marked: { selected: { frame: 1, at: 50, lane: 'main' }, others: [] },
    range: null,
    cursor: null,
    focusLane: null,
    ...part,
  };
  const move = (view: Stretch) => {
    scene.view = within(view, whole, 1);
  };
  const fake = {
    scene,
    change: (changed: Partial<Scene>) => Object.assign(scene, changed),
    moveTo: move,
    zoom: (factor: number, at: number) => move(zoomAt(scene.view, at, factor, whole, 1)),
    pan: (by: number) => move(panBy(scene.view, by, whole, 1)),
    fit: (stretch: Stretch) => move(fitted(stretch, whole, 1)),
    scrollLanes: () => {},
    walkLane: () => scene.focusLane ?? scene.marked.selected?.lane ?? 'main',
    say: ({ lane, title }: { lane: string; title: string }) => said.push(`${lane}: ${title}`),
    sayWords: (words: string) => said.push(words),
    enterBin: async ({ from }: { from: number }) => void said.push(`bin at ${from}`),
    select(frame: number) {
      selected.push(frame);
      const at = { 1: 50, 2: 100, 3: 150, 4: 900, 8: 600 }[frame] ?? 0;
      scene.marked = { selected: { frame, at, lane: scene.focusLane }, others: [] };
    },
  };
  return { acts: createTimelineActs(fake as unknown as TimelineView), scene, selected, said };
}

describe('the keys of the timeline', () => {
  it('go along a lane and say what is there', () => {
    const { acts, selected, said } = fakeView();
    acts.nextEvent();
    acts.nextEvent();
    acts.nextEvent();
    acts.previousEvent();
    expect(selected).toEqual([2, 8, 2]);
    expect(said).toEqual(['main: Read', 'main: assistant', 'The last event of this lane.', 'main: Read']);
  });

  it('go to the nearest event of the lane below and back', () => {
    const { acts, selected, said, scene } = fakeView();
    acts.laneDown();
    expect(scene.focusLane).toBe('agent 1');
    acts.laneDown();
    expect(scene.focusLane).toBe('tools');
    acts.laneDown();
    acts.laneUp();
    expect(selected).toEqual([3, 3]);
    expect(said).toEqual(['agent 1: Bash', 'tools: nothing in view.', 'agent 1: Bash']);
  });

  it('zoom at the selected frame, pan, and fit the call it belongs to', () => {
    const { acts, scene } = fakeView();
    acts.zoomIn();
    expect(scene.view.from).toBeLessThan(50);
    expect(scene.view.to).toBeCloseTo(scene.view.from + 600);
    acts.panRight();
    expect(scene.view.from).toBeGreaterThan(50);
    acts.fitAll();
    expect(scene.view).toEqual(whole);
    acts.nextEvent();
    acts.fitSelection();
    expect(scene.view).toEqual({ from: 92, to: 208 });
  });

  it('mark a range from one frame to another', () => {
    const { acts, scene } = fakeView();
    acts.rangeFrom();
    expect(scene.range).toEqual({ from: 50, to: 1000 });
    acts.nextEvent();
    acts.rangeTo();
    expect(scene.range).toEqual({ from: 50, to: 100 });
    acts.zoomToRange();
    expect(scene.view).toEqual({ from: 50, to: 100 });
    acts.clearRange();
    expect(scene.range).toBeNull();
  });

  it('skip silences', () => {
    const gaps = [{ from: 620, to: 900, before: 8, after: 4 }];
    const { acts, scene, selected, said } = fakeView({ outline: outline({ gaps }) });
    acts.zoomIn();
    acts.nextGap();
    expect(selected).toEqual([4]);
    expect(scene.view.to).toBe(1000);
    acts.nextGap();
    expect(said.at(-1)).toBe('No silence after this.');
  });

  it('go from one full stretch to the next where events cannot be told apart', () => {
    const bins = {
      lane: 'main',
      counts: Uint32Array.from([0, 4, 0, 9]),
      errors: new Uint32Array(4),
      families: Uint8Array.from([255, 1, 255, 1]),
      hits: null,
    };
    const { acts, said } = fakeView({ slice: slice({ spans: null, points: null, bins: [bins] }) });
    acts.nextEvent();
    expect(said).toEqual(['main: 4 events', 'bin at 250']);
  });
});
