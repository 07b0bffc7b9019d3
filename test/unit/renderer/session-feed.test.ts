import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveFile, LiveStatus, Progress, Report } from '../../../src/ipc/engine-contract';
import { FramescopeError, SourceError } from '../../../src/protocol/errors';
import type { EngineClient } from '../../../src/renderer/bridge/engine-port';
import {
  followEngine,
  followSession,
  forgetSession,
  rowPagesOf,
} from '../../../src/renderer/bridge/session-feed';
import { followingOf, newFrames } from '../../../src/renderer/stores/following';
import { useNotices } from '../../../src/renderer/stores/notices';
import { useSessions } from '../../../src/renderer/stores/sessions';

const SESSION = 1;

/** An engine with one file: `now` is how far it is, `file` what its rows and its report are called. */
function fakeEngine(first: Partial<Progress>) {
  const listeners: ((progress: Progress) => void)[] = [];
  const engine = {
    file: 'first',
    rowsFail: null as Error | null,
    asked: [] as string[],
    now: {
      session: SESSION,
      generation: 1,
      state: 'done',
      rows: 3,
      bytes: 100,
      totalBytes: 100,
      elapsedMs: 5,
      error: null,
      firstTime: null,
      folded: 0,
      live: null,
      ...first,
    } as Progress,
    tell(part: Partial<Progress>) {
      engine.now = { ...engine.now, ...part };
      for (const listener of listeners) listener(engine.now);
    },
    client: {
      async request(method: string, input: { from: number; count: number }) {
        engine.asked.push(method);
        if (method === 'progress') return engine.now;
        if (method === 'report') return { file: engine.file } as Report;
        if (engine.rowsFail) throw engine.rowsFail;
        const length = Math.max(0, Math.min(input.count, engine.now.rows - input.from + 1));
        const rows = Array.from({ length }, (_, i) => ({
          frame: input.from + i,
          summary: engine.file,
          links: [],
        }));
        return { total: engine.now.rows, rows };
      },
      on(_event: string, listener: (progress: Progress) => void) {
        listeners.push(listener);
        return () => {};
      },
      close() {},
    } as unknown as EngineClient,
  };
  return engine;
}

const facts = () => useSessions.getState().facts[SESSION];
const settle = () => vi.advanceTimersByTimeAsync(0);

/** As the list does when it draws. */
function shownRows(count: number): (string | undefined)[] {
  const pages = rowPagesOf(SESSION);
  pages.ensure(1, Math.max(1, Math.min(count, pages.total)));
  return Array.from({ length: count }, (_, i) => pages.get(i + 1)?.summary);
}

async function follow(engine: ReturnType<typeof fakeEngine>): Promise<void> {
  followEngine(engine.client);
  await settle();
  shownRows(1);
  await settle();
}

describe('what the window knows of a session', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    const open = { session: SESSION, name: 'a', path: '/a', error: null, activate: true };
    useSessions.setState({ sessions: [open], active: SESSION, facts: {}, client: null });
    useNotices.setState({ notices: [] });
  });
  afterEach(() => {
    forgetSession(SESSION);
    vi.useRealTimers();
  });

  it('is of the new file after a reload, also when that is done at its first progress', async () => {
    const engine = fakeEngine({});
    await follow(engine);
    expect(shownRows(4)).toEqual(['first', 'first', 'first', undefined]);
    expect(facts()?.report?.file).toBe('first');
    const { revision } = facts()!;

    engine.file = 'second';
    engine.tell({ generation: 2, rows: 3, elapsedMs: 2 });
    void followSession(SESSION);
    await settle();
    shownRows(3);
    await settle();
    expect(shownRows(4)).toEqual(['second', 'second', 'second', undefined]);
    expect(facts()?.report?.file).toBe('second');
    expect(facts()?.progress?.generation).toBe(2);
    expect(facts()!.revision).toBeGreaterThan(revision);
  });

  it('is of the new file when it has become shorter', async () => {
    const engine = fakeEngine({});
    await follow(engine);
    engine.file = 'second';
    engine.tell({ generation: 2, rows: 1, elapsedMs: 2 });
    await settle();
    shownRows(1);
    await settle();
    expect(rowPagesOf(SESSION).total).toBe(1);
    expect(shownRows(3)).toEqual(['second', undefined, undefined]);
  });

  it('asks nothing twice when the same index tells its end again', async () => {
    const engine = fakeEngine({});
    await follow(engine);
    const { revision } = facts()!;
    engine.asked.length = 0;
    engine.tell({});
    shownRows(3);
    await settle();
    expect(engine.asked).toEqual([]);
    expect(facts()!.revision).toBe(revision);
  });

  it('follows the progress of a second reading from its start', async () => {
    const engine = fakeEngine({ state: 'indexing', rows: 1000, elapsedMs: 60_000 });
    await follow(engine);
    for (const [elapsedMs, bytes] of [
      [10, 10],
      [200, 40],
      [230, 45],
      [400, 70],
    ] as const) {
      engine.tell({ generation: 2, state: 'indexing', rows: bytes, bytes, elapsedMs });
    }
    expect(facts()?.progress).toMatchObject({ state: 'indexing', bytes: 70 });
  });

  it('follows an engine that was started again, whose generations start anew', async () => {
    await follow(fakeEngine({ rows: 3, elapsedMs: 60_000 }));
    const second = fakeEngine({ state: 'indexing', rows: 2, elapsedMs: 4 });
    second.file = 'second';
    followEngine(second.client);
    // What is on screen stays until the new engine has come as far.
    expect(shownRows(3)).toEqual(['first', 'first', 'first']);
    await settle();
    expect(facts()?.progress).toMatchObject({ state: 'indexing', rows: 2 });
    expect(shownRows(3)).toEqual(['first', 'first', 'first']);
    second.tell({ rows: 3, elapsedMs: 200 });
    second.tell({ state: 'done' });
    shownRows(3);
    await settle();
    expect(shownRows(3)).toEqual(['second', 'second', 'second']);
    expect(facts()?.report?.file).toBe('second');
  });

  it('says why rows cannot be had in a notice, once, and takes it back when the file is read again', async () => {
    const engine = fakeEngine({});
    engine.rowsFail = new SourceError('changed-while-reading', '/a', '/a has changed.');
    await follow(engine);
    const texts = () => useNotices.getState().notices.map(({ text }) => text);
    expect(texts()).toEqual(['/a has changed.']);
    useNotices.getState().dismiss(useNotices.getState().notices[0]!.id);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(texts()).toEqual([]);
    expect(engine.asked.filter((method) => method === 'rows').length).toBeGreaterThan(3);

    engine.rowsFail = new FramescopeError('internal', 'Broken.');
    engine.tell({ generation: 2 });
    shownRows(3);
    await settle();
    expect(texts()).toEqual(['Broken.']);
    engine.rowsFail = null;
    engine.tell({ generation: 3 });
    expect(texts()).toEqual([]);
  });

  describe('that grows', () => {
    const live = (part: Partial<LiveFile> = {}): LiveFile => ({
      state: 'watching',
      grewAt: 1,
      pendingBytes: 0,
      note: null,
      status: null,
      ...part,
    });
    const status = (activity: LiveStatus['activity']): LiveStatus => ({
      activity,
      since: null,
      sentence: '',
      frame: null,
      retry: null,
      until: null,
      openCalls: [],
      openCallCount: 0,
      permissions: [],
    });
    const count = (engine: ReturnType<typeof fakeEngine>, method: string) =>
      engine.asked.filter((asked) => asked === method).length;

    it('shows its rows at once, and keeps the revision that the detail goes by', async () => {
      const engine = fakeEngine({});
      await follow(engine);
      const { revision } = facts()!;
      engine.tell({ rows: 5, bytes: 200, totalBytes: 200, live: live() });
      expect(rowPagesOf(SESSION).total).toBe(5);
      shownRows(5);
      await settle();
      expect(shownRows(6)).toEqual(['first', 'first', 'first', 'first', 'first', undefined]);
      expect(facts()!.revision).toBe(revision);
    });

    it('loads rows again that may say other things now, on screen only', async () => {
      const engine = fakeEngine({});
      await follow(engine);
      engine.file = 'second';
      engine.tell({ rows: 3, bytes: 120, totalBytes: 120, live: live({ pendingBytes: 20 }) });
      expect(shownRows(3)).toEqual(['first', 'first', 'first']);
      await settle();
      expect(shownRows(3)).toEqual(['second', 'second', 'second']);
    });

    it('asks for a report twice a second at most, and once more when it is quiet', async () => {
      const engine = fakeEngine({});
      await follow(engine);
      await vi.advanceTimersByTimeAsync(1000);
      engine.asked.length = 0;
      for (let step = 1; step <= 100; step++) {
        engine.tell({ rows: 3 + step, bytes: 100 + step, live: live() });
        await vi.advanceTimersByTimeAsync(20);
      }
      expect(count(engine, 'report')).toBeGreaterThanOrEqual(3);
      expect(count(engine, 'report')).toBeLessThanOrEqual(5);
      engine.tell({ rows: 104, bytes: 300 });
      engine.asked.length = 0;
      await vi.advanceTimersByTimeAsync(5000);
      expect(count(engine, 'report')).toBe(1);
    });

    it('is rendered ten times a second at most, and with its last progress', async () => {
      const engine = fakeEngine({});
      await follow(engine);
      await vi.advanceTimersByTimeAsync(1000);
      const told = new Set<Progress | null | undefined>();
      const end = useSessions.subscribe(() => told.add(facts()?.progress));
      for (let step = 1; step <= 100; step++) {
        engine.tell({ rows: 3 + step, bytes: 100 + step, live: live() });
        await vi.advanceTimersByTimeAsync(10);
      }
      await vi.advanceTimersByTimeAsync(200);
      end();
      expect(told.size).toBeGreaterThanOrEqual(8);
      expect(told.size).toBeLessThanOrEqual(12);
      expect(facts()?.progress?.rows).toBe(103);
    });

    it('asks for the report of a session in the background when it comes to the front', async () => {
      const engine = fakeEngine({ live: live() });
      await follow(engine);
      useSessions.setState({ active: 99 });
      engine.asked.length = 0;
      engine.tell({ rows: 9, bytes: 900, live: live() });
      await vi.advanceTimersByTimeAsync(5000);
      expect(count(engine, 'report')).toBe(0);
      useSessions.setState({ active: SESSION });
      await settle();
      expect(count(engine, 'report')).toBe(1);
    });

    it('tells at once what a session in the background is doing now, with its report', async () => {
      const engine = fakeEngine({});
      await follow(engine);
      useSessions.setState({ active: 99 });
      await vi.advanceTimersByTimeAsync(1000);
      engine.asked.length = 0;
      engine.tell({ live: live({ status: status('waiting-for-permission') }) });
      expect(facts()?.progress?.live?.status?.activity).toBe('waiting-for-permission');
      await settle();
      expect(count(engine, 'report')).toBe(1);
    });

    it('keeps the report of a file that was rewritten until the new one is there', async () => {
      const engine = fakeEngine({});
      await follow(engine);
      engine.file = 'second';
      engine.tell({ generation: 2, rows: 2, live: live({ note: 'It was rewritten.' }) });
      expect(facts()?.report?.file).toBe('first');
      await settle();
      expect(facts()?.report?.file).toBe('second');
    });

    it('says nothing is new of what was there, also after the engine came back', async () => {
      await follow(fakeEngine({ rows: 30 }));
      expect(followingOf(SESSION).seen).toBe(30);
      const second = fakeEngine({ rows: 34 });
      await follow(second);
      // Four came while there was no engine.
      expect(newFrames(34, followingOf(SESSION))).toBe(4);
      second.tell({ generation: 2, rows: 10 });
      expect(newFrames(10, followingOf(SESSION))).toBe(0);
    });
  });
});
