import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TimelineOutline, TimelineSlice } from '../../../../src/ipc/engine-contract';
import { createNewest } from '../../../../src/renderer/timeline/feed/newest';
import { createTimelineData, queryOf, serves } from '../../../../src/renderer/timeline/feed/timeline-data';
import type { SliceQuery } from '../../../../src/renderer/timeline/feed/timeline-source';
import { outline, slice } from './timeline-parts';

const settle = () => vi.advanceTimersByTimeAsync(0);

describe('asking for the newest', () => {
  it('asks one question at a time and leaves out what is outdated', async () => {
    const asked: number[] = [];
    const answers: number[] = [];
    const open: (() => void)[] = [];
    const newest = createNewest<number, number>(
      (question) => {
        asked.push(question);
        return new Promise((resolve) => open.push(() => resolve(question)));
      },
      (answer) => answers.push(answer),
      () => {},
    );
    newest.ask(1);
    newest.ask(2);
    newest.ask(3);
    expect(asked).toEqual([1]);
    open[0]?.();
    await Promise.resolve();
    await Promise.resolve();
    expect(asked).toEqual([1, 3]);
    expect(newest.busy).toBe(true);
    open[1]?.();
    await Promise.resolve();
    await Promise.resolve();
    expect(answers).toEqual([1, 3]);
    expect(newest.busy).toBe(false);
  });

  it('tells nothing of what was dropped, and of a failure once', async () => {
    const told: unknown[] = [];
    const newest = createNewest<boolean, string>(
      (fails) => (fails ? Promise.reject(new Error('no')) : Promise.resolve('yes')),
      (answer) => told.push(answer),
      (error) => told.push(error),
    );
    newest.ask(false);
    newest.drop();
    await Promise.resolve();
    expect(told).toEqual([]);
    newest.ask(true);
    await Promise.resolve();
    await Promise.resolve();
    expect(told).toEqual([new Error('no')]);
    expect(newest.busy).toBe(false);
  });
});

const wanted = {
  axis: 'time' as const,
  view: { from: 400, to: 600 },
  whole: { from: 0, to: 1000 },
  widthPx: 900,
  lanes: ['main'],
};

describe('what is asked for', () => {
  it('is the view and as much beside it as makes small moves free', () => {
    const query = queryOf(wanted);
    expect(query).toMatchObject({ axis: 'time', from: 300, to: 700, lanes: ['main'] });
    expect(query.bins).toBe(450);
    expect(queryOf({ ...wanted, view: { from: 0, to: 1000 } })).toMatchObject({ from: 0, to: 1000 });
    expect(queryOf({ ...wanted, widthPx: 90_000 }).bins).toBe(2048);
  });

  it('is asked for again only when the slice does not serve', () => {
    const query = queryOf(wanted);
    const dense = slice({ spans: null, points: null });
    expect(serves(dense, query, wanted)).toBe(true);
    expect(serves(dense, query, { ...wanted, view: { from: 450, to: 650 } })).toBe(true);
    expect(serves(dense, query, { ...wanted, view: { from: 550, to: 750 } })).toBe(false);
    // Closer: the bins would be coarse. With every event in hand they are not drawn.
    expect(serves(dense, query, { ...wanted, view: { from: 480, to: 500 } })).toBe(false);
    expect(serves(slice({}), query, { ...wanted, view: { from: 480, to: 500 } })).toBe(true);
    expect(serves(dense, query, { ...wanted, axis: 'order' })).toBe(false);
    expect(serves(dense, query, { ...wanted, lanes: ['main', 'agent 1'] })).toBe(false);
  });
});

describe('the data of the timeline', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function start() {
    const asked: SliceQuery[] = [];
    const outlines: TimelineOutline[] = [];
    const slices: TimelineSlice[] = [];
    const failures: unknown[] = [];
    let outlinesAsked = 0;
    let broken = false;
    const data = createTimelineData(
      {
        outline: async () => {
          outlinesAsked++;
          if (broken) throw new Error('gone');
          return outline();
        },
        slice: async (query) => {
          asked.push(query);
          return slice({ bins: query.lanes.map((id) => emptyBins(id, query.bins)) });
        },
      },
      {
        outlineCame: (one) => outlines.push(one),
        sliceCame: (one) => slices.push(one),
        overviewCame: (one) => slices.push(one),
        failed: (error) => failures.push(error),
      },
    );
    return {
      data,
      asked,
      outlines,
      slices,
      failures,
      asks: () => outlinesAsked,
      break: () => (broken = true),
    };
  }

  it('asks for the outline of a growing file at a pace', async () => {
    const { data, asks, outlines } = start();
    for (let n = 0; n < 20; n++) data.touch();
    await settle();
    expect(asks()).toBe(1);
    for (let n = 0; n < 20; n++) data.touch();
    await vi.advanceTimersByTimeAsync(1000);
    expect(asks()).toBe(2);
    expect(outlines).toHaveLength(2);
  });

  it('asks anew for what is in view when the file has grown or another thing is searched for', async () => {
    const { data, asked } = start();
    data.touch();
    await settle();
    data.want(wanted);
    await settle();
    data.want(wanted);
    await settle();
    expect(asked).toHaveLength(1);
    data.search('tool:Bash');
    data.want(wanted);
    await settle();
    expect(asked.at(-1)?.expression).toBe('tool:Bash');
    data.touch();
    await vi.advanceTimersByTimeAsync(1000);
    data.want(wanted);
    await settle();
    expect(asked).toHaveLength(3);
  });

  it('puts the overview of many lanes together', async () => {
    const { data, asked, slices } = start();
    const lanes = Array.from({ length: 130 }, (_, n) => ({ ...outline().lanes[0]!, id: `agent ${n}` }));
    data.overview('time', wanted.whole, lanes);
    await settle();
    expect(asked.map(({ lanes: { length } }) => length)).toEqual([64, 64, 3]);
    expect(slices.at(-1)?.bins).toHaveLength(131);
  });

  it('tells of a failure', async () => {
    const started = start();
    started.break();
    started.data.touch();
    await settle();
    expect(started.failures).toEqual([new Error('gone')]);
  });
});

function emptyBins(lane: string, bins: number) {
  const zeros = () => new Uint32Array(bins);
  return { lane, counts: zeros(), errors: zeros(), families: new Uint8Array(bins).fill(255), hits: null };
}
