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
    stream: null,
    kind: 'user',
    detail: '',
    time: frame * 100,
    timeSource: frame % 2 === 0 ? 'own' : 'inherited',
    agent: 0,
    agentDepth: 0,
    file: null,
    beginsFile: false,
    calls: 0,
    results: 0,
    links: [],
    error: false,
    replay: false,
    fold: 'none',
    events: 0,
    offBranch: false,
    hit: false,
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
    expect(pages.get(7)?.summary).toBe('old');
    pages.setTotal(50);
    pages.ensure(1, 50);
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

  it('asks less and less often while it fails, and at once again when the file is read again', async () => {
    const engine = fakeEngine();
    const pages = createRowPages(engine.request);
    pages.setTotal(50);
    pages.ensure(1, 50);
    const askedAt: number[] = [];
    const start = Date.now();
    while (Date.now() - start < 60_000) {
      const last = engine.asked.at(-1);
      last?.fail();
      const count = engine.asked.length;
      while (engine.asked.length === count) await vi.advanceTimersByTimeAsync(100);
      askedAt.push(Date.now() - start);
    }
    const waits = askedAt.map((at, i) => at - (askedAt[i - 1] ?? 0));
    expect(waits[0]).toBeLessThan(500);
    expect(waits.at(-1)).toBeGreaterThan(9_000);
    expect(waits.at(-1)).toBeLessThan(11_000);
    expect(askedAt.length).toBeLessThan(12);
    pages.reset(engine.request);
    const before = engine.asked.length;
    pages.setTotal(50);
    pages.ensure(1, 50);
    expect(engine.asked).toHaveLength(before + 1);
  });

  it('says why rows cannot be had once, and again only for another index', async () => {
    const engine = fakeEngine();
    const told: string[] = [];
    const pages = createRowPages(engine.request, (error) => told.push((error as Error).message));
    pages.setTotal(200);
    pages.ensure(1, 200);
    for (const request of engine.asked) request.fail();
    await vi.advanceTimersByTimeAsync(400);
    for (const request of engine.asked) request.fail();
    await settle();
    expect(told).toEqual(['no']);
    pages.reset(engine.request);
    pages.setTotal(200);
    pages.ensure(1, 200);
    for (const request of engine.asked) request.fail();
    await settle();
    expect(told).toEqual(['no', 'no']);
  });

  it('says nothing of requests that it cancelled itself', async () => {
    const engine = fakeEngine();
    const told: unknown[] = [];
    const pages = createRowPages(engine.request, (error) => told.push(error));
    pages.setTotal(5000);
    pages.ensure(1, 50);
    pages.ensure(4001, 4050);
    pages.reset(null);
    await settle();
    expect(told).toEqual([]);
  });

  it('keeps the rows of before until the file, read again, has come as far', async () => {
    const old = fakeEngine('old');
    const fresh = fakeEngine('new');
    const pages = createRowPages(old.request);
    pages.setTotal(300);
    pages.ensure(201, 250);
    old.asked[0]!.answer(300);
    await settle();
    pages.reset(fresh.request);
    let drawn = 0;
    pages.onChange(() => {
      drawn++;
      pages.ensure(201, 250);
    });
    pages.setTotal(150, null, false);
    pages.setTotal(260, null, false);
    expect([pages.total, pages.get(201)?.summary, fresh.asked.length]).toEqual([300, 'old', 0]);
    pages.setTotal(300, null, false);
    expect(drawn).toBe(3);
    fresh.asked[0]!.answer(300);
    await settle();
    expect([fresh.asked.length, pages.get(201)?.summary]).toEqual([1, 'new']);
    pages.setTotal(120);
    expect([pages.total, pages.get(201)]).toEqual([120, undefined]);
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

  describe('of a file that grows', () => {
    /** The first page of 30 rows is there. */
    async function opened(mark = '') {
      const engine = fakeEngine(mark);
      const pages = createRowPages(engine.request);
      pages.setTotal(30);
      pages.ensure(1, 30);
      engine.asked[0]!.answer(30);
      await settle();
      return { engine, pages };
    }

    it('loads a line that had no end again, and shows it until then', async () => {
      const { engine, pages } = await opened();
      const before = pages.get(30);
      pages.touch(30);
      pages.ensure(1, 30);
      expect(pages.get(30)).toBe(before);
      expect(engine.asked.map(({ from }) => from)).toEqual([1, 1]);
    });

    it('keeps the objects of rows that say the same', async () => {
      let mark = 'a';
      const request = async () => ({ total: 3, rows: [row(1), row(2), row(3, mark)] });
      const pages = createRowPages(request);
      pages.setTotal(3);
      pages.ensure(1, 3);
      await settle();
      const before = [1, 2, 3].map((position) => pages.get(position));
      mark = 'b';
      pages.touch(1);
      pages.ensure(1, 3);
      await settle();
      expect([pages.get(1) === before[0], pages.get(2) === before[1]]).toEqual([true, true]);
      expect(pages.get(3)).not.toBe(before[2]);
      expect(pages.get(3)?.summary).toBe('b');
    });

    it('asks again for rows that were on their way while it grew', async () => {
      const engine = fakeEngine();
      const pages = createRowPages(engine.request);
      pages.setTotal(30);
      pages.ensure(1, 30);
      pages.touch(30);
      engine.asked[0]!.answer(30);
      await settle();
      expect(engine.asked).toHaveLength(2);
      engine.asked[1]!.answer(30);
      await settle();
      expect(engine.asked).toHaveLength(2);
    });

    it('blanks nothing when an unfinished line is taken back', async () => {
      const { engine, pages } = await opened('old');
      pages.setTotal(29);
      expect([pages.total, pages.get(29)?.summary, pages.get(30)]).toEqual([29, 'old', undefined]);
      pages.ensure(1, 29);
      expect(engine.asked).toHaveLength(2);
    });

    it('keeps the selected frame up to date when it is not on screen', async () => {
      const { engine, pages } = await opened();
      pages.setTotal(5000);
      pages.touch(1);
      pages.ensure(4950, 5000, 7);
      expect(engine.asked.slice(1).map(({ from }) => from)).toEqual([4901, 1]);
    });

    it('says how many frames there are, and whether more are news', () => {
      const pages = createRowPages(null);
      pages.setTotal(10, null, false, false, 25);
      expect([pages.frames, pages.settled]).toEqual([25, false]);
      pages.setTotal(10, null, true, false, 26);
      expect([pages.total, pages.frames, pages.settled]).toEqual([10, 26, true]);
    });
  });
});
