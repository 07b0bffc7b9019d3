import { describe, expect, it } from 'vitest';
import { frameOf } from '../../../../src/renderer/timeline/gestures';
import {
  eventsOf,
  nearestEvent,
  nextEvent,
  placeInSlice,
} from '../../../../src/renderer/timeline/model/events';
import { type Drawn, gapAt, hitAt } from '../../../../src/renderer/timeline/model/hit-test';
import { layOutLanes } from '../../../../src/renderer/timeline/model/lane-layout';
import { lane, point, slice, span } from './timeline-parts';

const lanes = [lane('main'), lane('agent 1', 'agent'), lane('tools', 'tools')];

/** One pixel for one millisecond, from pixel 100 on. */
function drawn(part: Partial<Drawn>): Drawn {
  return {
    slice: slice({}),
    boxes: layOutLanes(lanes, new Map()),
    first: new Map(),
    view: { from: 0, to: 1000 },
    plot: { left: 100, right: 1100 },
    ...part,
  };
}

describe('what lies under the cursor', () => {
  const call = span({ from: 100, to: 200 });
  const agent = span({ lane: 'agent 1', kind: 'agent', from: 50, to: 900, label: 'agent 1' });
  const inside = span({ lane: 'agent 1', from: 300, to: 400, frame: 7, label: 'Bash' });
  const one = point({ at: 600, frame: 9 });
  const scene = drawn({ slice: slice({ spans: [call, agent, inside], points: [one] }) });

  it('is a span, a frame, or the lane', () => {
    expect(hitAt(scene, 250, 10)).toMatchObject({ kind: 'span', span: call });
    expect(hitAt(scene, 703, 10)).toMatchObject({ kind: 'point', point: one });
    expect(hitAt(scene, 720, 10)).toMatchObject({ kind: 'lane' });
    expect(hitAt(scene, 40, 10)).toMatchObject({ kind: 'lane' });
    expect(hitAt(scene, 250, 900)).toBeNull();
  });

  it('is what a subagent does before the subagent', () => {
    expect(hitAt(scene, 450, 30)).toMatchObject({ kind: 'span', span: inside });
    expect(hitAt(scene, 700, 30)).toMatchObject({ kind: 'span', span: agent });
  });

  it('is a marked frame before a plain one at the same place', () => {
    const failed = point({ at: 600, frame: 10, mark: 'error' });
    const both = drawn({ slice: slice({ points: [one, failed] }) });
    expect(hitAt(both, 700, 10)).toMatchObject({ point: failed });
  });

  it('is a count where events cannot be told apart', () => {
    const bins = {
      lane: 'main',
      counts: Uint32Array.from([0, 7, 0, 0]),
      errors: Uint32Array.from([0, 2, 0, 0]),
      families: Uint8Array.from([255, 1, 255, 255]),
      hits: null,
    };
    const dense = drawn({ slice: slice({ spans: null, points: null, bins: [bins] }) });
    expect(hitAt(dense, 400, 10)).toMatchObject({ kind: 'bin', count: 7, errors: 2, from: 250, to: 500 });
    // The neighbour of an empty one is as near to the cursor.
    expect(hitAt(dense, 150, 10)).toMatchObject({ kind: 'bin', count: 7 });
    expect(hitAt(dense, 1050, 10)).toMatchObject({ kind: 'lane' });
  });

  it('goes to the call, and to its result when clicked again or with Alt', () => {
    const hit = hitAt(scene, 250, 10)!;
    expect(frameOf(hit, false, null)).toBe(2);
    expect(frameOf(hit, false, 2)).toBe(5);
    expect(frameOf(hit, true, null)).toBe(5);
    const open = drawn({ slice: slice({ spans: [span({ endFrame: null, state: 'open' })] }) });
    expect(frameOf(hitAt(open, 250, 10)!, true, 2)).toBe(2);
  });

  it('knows the silence at a place', () => {
    const gap = { from: 100, to: 500, before: 3, after: 4 };
    expect(gapAt([gap], 300)).toBe(gap);
    expect(gapAt([gap], 600)).toBeNull();
  });
});

describe('the events of a lane', () => {
  const spans = [span({ from: 100, frame: 2 }), span({ lane: 'agent 1', from: 120, frame: 3 })];
  const points = [point({ at: 50, frame: 1 }), point({ at: 100, frame: 2 }), point({ at: 300, frame: 8 })];
  const here = slice({ spans, points });

  it('are there once, in order', () => {
    expect(eventsOf(here, 'main').map(({ frame }) => frame)).toEqual([1, 2, 8]);
    expect(eventsOf(here, 'agent 1').map(({ frame }) => frame)).toEqual([3]);
    expect(eventsOf(here, 'nothing')).toEqual([]);
  });

  it('are walked from wherever the selection is', () => {
    const events = eventsOf(here, 'main');
    expect(nextEvent(events, { at: 100, frame: 2 }, 1)?.frame).toBe(8);
    expect(nextEvent(events, { at: 100, frame: 2 }, -1)?.frame).toBe(1);
    expect(nextEvent(events, { at: 120, frame: 3 }, 1)?.frame).toBe(8);
    expect(nextEvent(events, { at: 300, frame: 8 }, 1)).toBeNull();
    expect(nearestEvent(events, 260)?.frame).toBe(8);
    expect(nearestEvent([], 260)).toBeNull();
  });

  it('say where a frame stands: on its thread first, and at the end of its span', () => {
    expect(placeInSlice(here, 8)).toEqual({ frame: 8, at: 300, lane: 'main' });
    expect(placeInSlice(slice({ spans: [span({})] }), 5)).toEqual({ frame: 5, at: 200, lane: 'main' });
    const twice = slice({ points: [point({ lane: 'tools', frame: 4, at: 9 }), point({ frame: 4, at: 9 })] });
    expect(placeInSlice(twice, 4)?.lane).toBe('main');
    expect(placeInSlice(here, 99)).toBeNull();
    // Its end is only the end of what is known.
    expect(placeInSlice(slice({ spans: [span({ endFrame: null, state: 'open' })] }), 5)).toBeNull();
  });
});
