import { describe, expect, it } from 'vitest';
import type { MessageUsage, UsageSeries } from '../../../../src/ipc/engine-contract';
import {
  axesOf,
  columnsOf,
  costAt,
  costLine,
  differencesOf,
  endsOf,
  nearest,
  shareText,
} from '../../../../src/renderer/usage/usage-data';
import { differenceText } from '../../../../src/renderer/usage/usage-words';

function message(frame: number, more: Partial<MessageUsage> = {}): MessageUsage {
  const counters = { input: 1, output: 2, cacheRead: 10, cacheCreation: 5, context: 16 };
  return { frame, time: null, inferred: false, agent: 0, ...counters, ...more };
}

const empty: UsageSeries = {
  settled: true,
  messages: [],
  messagesLeftOff: 0,
  costs: [],
  costsLeftOff: 0,
  compactions: [],
  compactionsLeftOff: 0,
  usage: null,
  costUsd: null,
  peak: null,
  largest: [],
  agents: [],
  agentsLeftOff: 0,
  models: { models: [] } as unknown as UsageSeries['models'],
  contextWindow: null,
};

const counts = (input: number, output: number) => ({ input, output, cacheRead: 0, cacheCreation: 0 });

describe('the axis', () => {
  it('is time only where a time is stated', () => {
    expect(axesOf({ ...empty, messages: [message(1)] })).toEqual(['order']);
    expect(axesOf({ ...empty, messages: [message(1), message(2, { time: 5 })] })).toEqual(['time', 'order']);
  });

  it('has room on both sides of everything that is drawn, and an extent when nothing is', () => {
    const cost = { frame: 30, time: null, inferred: false, stated: 1, total: 1 };
    expect(endsOf({ ...empty, messages: [message(10)], costs: [cost] }, 'order', 0)).toEqual([9.5, 30.5]);
    expect(endsOf({ ...empty, messages: [message(10)] }, 'order', 0)).toEqual([9.5, 10.5]);
    expect(endsOf(empty, 'time', 0)).toEqual([0, 1]);
  });
});

describe('columns', () => {
  const messages = [
    message(1, { time: 3000 }),
    message(2, { time: 1000, agent: 1, output: null }),
    message(3, { time: 2000, context: null }),
  ];
  it('follow the axis, and hold sums one over another', () => {
    const { messages: sorted, tokens, context } = columnsOf({ ...empty, messages }, 'time', 1000);
    expect(sorted.map(({ frame }) => frame)).toEqual([2, 3, 1]);
    expect(tokens).toEqual([
      [0, 1, 2],
      [10, 10, 10],
      [15, 15, 15],
      [16, 16, 16],
      [16, 18, 18],
    ]);
    expect(context.slice(1)).toEqual([
      [null, null, 16],
      [16, null, null],
    ]);
  });

  it('go by frame in the order of the file', () => {
    expect(columnsOf({ ...empty, messages }, 'order', 1000).tokens[0]).toEqual([1, 2, 3]);
  });
});

describe('the cost', () => {
  const costs: [number[], number[]] = [
    [5, 8],
    [0.1, 0.3],
  ];
  it('is a line of steps from nothing to the end of the axis', () => {
    expect(costLine(costs, [0, 9])).toEqual([
      [0, 5, 8, 9],
      [0, 0.1, 0.3, 0.3],
    ]);
    expect(costLine([[], []], [0, 9])).toEqual([[], []]);
  });

  it('holds from its result on', () => {
    expect([4, 5, 7, 8, 99].map((x) => costAt(costs, x))).toEqual([null, 0.1, 0.1, 0.3, 0.3]);
  });
});

it('the nearest value is found at both ends and between', () => {
  expect([-5, 1, 4, 6, 99].map((x) => nearest([0, 3, 10], x))).toEqual([0, 0, 1, 1, 2]);
  expect(nearest([], 3)).toBe(-1);
});

it('a small share is not called nothing', () => {
  expect(shareText(4428, 1_000_000)).toBe('less than 1 %');
  expect(shareText(0, 100)).toBe('0 %');
  expect(shareText(1, 100)).toBe('1 %');
  expect(shareText(5, 0)).toBe('');
});

describe('sums of messages', () => {
  const main = { agent: 0, messages: 1, frame: 1, usage: counts(24, 2) };
  const sub = { agent: 1, messages: 1, frame: 5, usage: counts(10, 1) };
  it('that the report states too need no word', () => {
    const same = differencesOf({ ...empty, usage: counts(34, 3), agents: [main, sub] });
    expect(differenceText(same)).toBe('');
    expect(differenceText(differencesOf({ ...empty, agents: [main] }))).toBe('');
  });

  it('that differ are named with the reason', () => {
    const found = differencesOf({ ...empty, usage: counts(24, 84), agents: [main, sub] });
    expect(found).toEqual({ bySubagents: ['input'], unexplained: ['output'] });
    expect(differenceText(found)).toBe(
      'These do not add up to the output above: a frame may state an early count; the figures above leave subagents out.',
    );
  });
});
