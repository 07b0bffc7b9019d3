import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Row } from '../../../src/ipc/engine-contract';
import { createRowPages } from '../../../src/renderer/list/row-pages';

interface Asked {
  from: number;
  signal: AbortSignal;
  answer(total: number): void;
  fail(): void;
}

function row(frame: number, mark = ''): Row {
  return {
    frame,
    line: frame,
    offset: frame * 10,
    bytes: 10,
    family: 'user',
    kind: 'user',
    detail: '',
    time: frame * 100,
    timeSource: frame % 2 === 0 ? 'own' : 'inherited',
    agent: 0,
    calls: 0,
    results: 0,
    links: [],
    error: false,
    replay: false,
    unparsed: false,
    invalidUtf8: false,
    unlinked: false,
    strong: '',
    summary: mark,
  };
}

/** An engine that answers when the test says so. */
function fakeEngine(mark = '') {
  const asked: Asked[] = [];
  const request = (from: number, count: number, signal: AbortSignal) =>
    new Promise<{ total: number; rows: Row[] }>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('cancelled')));
      asked.push({
        from,
        signal,
        answer: (total) => {
          const length = Math.max(0, Math.min(count, total - from + 1));
          resolve({ total, rows: Array.from({ length }, (_, i) => row(from + i, mark)) });
        },
        fail: () => reject(new Error('no')),
      });
    });
  return { asked, request };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

describe('the pages of rows', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('asks for what is on screen, and only once', async () => {
    const engine = fakeEngine();
    const pages = createRowPages(engine.request);
    pages.setTotal(1000);
    pages.ensure(1, 60);
    pages.ensure(2, 61);
    expect(engine.asked.map(({ from }) => from)).toEqual([1]);
    expect(pages.get(5)).toBeUndefined();
    engine.asked[0]!.answer(1000);
    await settle();
    expect(pages.get(5)?.frame).toBe(5);
    expect(pages.get(100)?.frame).toBe(100);
    pages.ensure(1, 60);
    expect(engine.asked).toHaveLength(1);
  });

  it('keeps at most two requests in flight, and the newest place wins', async () => {
    const engine = fakeEngine();
    const pages = createRowPages(engine.request);
    pages.setTotal(1_000_000);
    for (let frame = 1; frame < 500_000; frame += 5000) pages.ensure(frame, frame + 150);
    const open = () => engine.asked.filter(({ signal }) => !signal.aborted);
    expect(open().length).toBeLessThanOrEqual(2);
    expect(open().map(({ from }) => from)).toEqual([495_001, 495_101]);
    for (const request of open()) request.answer(1_000_000);
    await settle();
    expect(pages.get(495_050)?.frame).toBe(495_050);
    expect(pages.get(5_050)).toBeUndefined();
  });

  it('loads the last page again when the file has grown into it', async () => {
    const engine = fakeEngine();
    const pages = createRowPages(engine.request);
    pages.setTotal(30);
    pages.ensure(1, 40);
    engine.asked[0]!.answer(30);
    await settle();
    expect(pages.get(31)).toBeUndefined();
    pages.setTotal(80);
    pages.ensure(1, 80);
    expect(engine.asked).toHaveLength(2);
    engine.asked[1]!.answer(80);
    await settle();
    expect(pages.get(80)?.frame).toBe(80);
  });

  it('shows stale rows until newer ones are there', async () => {
    const old = fakeEngine('old');
    const fresh = fakeEngine('new');
    const pages = createRowPages(old.request);
    pages.setTotal(50);
    pages.ensure(1, 50);
    old.asked[0]!.answer(50);
    await settle();
    pages.reset(null);
    pages.ensure(1, 50);
    expect(pages.get(7)?.summary).toBe('old');
    pages.reset(fresh.request);
    expect(fresh.asked).toHaveLength(1);
    fresh.asked[0]!.answer(50);
    await settle();
    expect(pages.get(7)?.summary).toBe('new');
  });

  it('asks again after a failure, but not in a loop', async () => {
    const engine = fakeEngine();
    const pages = createRowPages(engine.request);
    pages.setTotal(50);
    pages.ensure(1, 50);
    engine.asked[0]!.fail();
    await settle();
    pages.ensure(1, 50);
    expect(engine.asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(engine.asked).toHaveLength(2);
  });

  it('forgets the pages used longest ago', async () => {
    const engine = fakeEngine();
    const pages = createRowPages(engine.request);
    pages.setTotal(100_000);
    for (let page = 0; page < 80; page++) {
      pages.ensure(page * 100 + 1, page * 100 + 50);
      engine.asked.at(-1)!.answer(100_000);
      await settle();
    }
    expect(pages.get(1)).toBeUndefined();
    expect(pages.get(7950)?.frame).toBe(7950);
  });

  it('keeps the first time that the engine tells and tells of every change', async () => {
    const engine = fakeEngine();
    const pages = createRowPages(engine.request);
    let changes = 0;
    const end = pages.onChange(() => changes++);
    pages.setTotal(1000);
    pages.ensure(501, 550);
    engine.asked[0]!.answer(1000);
    await settle();
    expect(pages.firstTime).toBe(null);
    pages.setTotal(1000, 200);
    expect(pages.firstTime).toBe(200);
    pages.setTotal(1000, 200);
    expect(changes).toBe(3);
    end();
    pages.setTotal(1001, 200);
    expect(changes).toBe(3);
  });
});
