import { describe, expect, it } from 'vitest';
import type { LiveFile, LiveStatus, Progress, Report } from '../../../../src/ipc/engine-contract';
import { announcement } from '../../../../src/renderer/live/live-announcer';
import { liveStateOf, statesOutcome } from '../../../../src/renderer/live/live-state';
import { windowTitle } from '../../../../src/renderer/live/live-title';
import { markOf } from '../../../../src/renderer/shell/session-bar';
import { formatClock } from '../../../../src/renderer/text/format';

const status = (part: Partial<LiveStatus>): LiveStatus => ({
  activity: 'running',
  since: null,
  sentence: 'A turn is open.',
  frame: 3,
  retry: null,
  until: null,
  openCalls: [],
  openCallCount: 0,
  permissions: [],
  ...part,
});

const progress = (part: Partial<LiveStatus> | null, file: Partial<LiveFile> = {}): Progress =>
  ({
    state: 'done',
    live: {
      state: 'watching',
      grewAt: 1,
      pendingBytes: 0,
      note: null,
      status: part && status(part),
      ...file,
    },
  }) as Progress;

const title = (part: Partial<LiveStatus>) => liveStateOf(progress(part))?.title;

describe('what a live session is doing', () => {
  it('is said in few words', () => {
    expect(title({})).toBe('Running');
    expect(title({ activity: 'waiting-for-permission' })).toBe('Waiting for permission');
    expect(title({ activity: 'idle' })).toBe('Idle');
    expect(title({ activity: 'stalled' })).toBe('Stalled');
    expect(title({ activity: 'rate-limited' })).toBe('Rate limited');
    const until = Date.now() + 60_000;
    expect(title({ activity: 'rate-limited', until })).toBe(`Rate limited until ${formatClock(until)}`);
    const retry = { attempt: 3, of: 10, delayMs: null, error: null };
    expect(title({ activity: 'retrying', retry })).toBe('Retrying 3 of 10');
    expect(title({ activity: 'retrying', retry: { ...retry, of: null } })).toBe('Retrying 3');
    expect(title({ activity: 'retrying', retry: { ...retry, attempt: null } })).toBe('Retrying');
    expect(title({ activity: 'retrying' })).toBe('Retrying');
  });

  it('is nothing where nothing came, nothing more comes, or the file is not read yet', () => {
    expect(liveStateOf(null)).toBeNull();
    expect(liveStateOf(progress(null))).toBeNull();
    expect(liveStateOf({ state: 'done', live: null })).toBeNull();
    expect(liveStateOf(progress({ activity: 'ended' }))).toBeNull();
    expect(liveStateOf(progress({}, { state: 'missing' }))).toBeNull();
    expect(liveStateOf(progress({}, { state: 'ended' }))).toBeNull();
    expect(liveStateOf({ ...progress({}), state: 'indexing' })).toBeNull();
  });

  it('has a shape of its own for each state', () => {
    const states = ['running', 'waiting-for-permission', 'rate-limited', 'idle', 'stalled'] as const;
    const looks = states.map((activity) => liveStateOf(progress({ activity })));
    expect(new Set(looks.map((look) => look?.shape)).size).toBe(states.length);
    expect(new Set(looks.map((look) => look?.mark)).size).toBe(states.length);
  });

  it('leaves the outcome out until a turn has ended', () => {
    const success = { outcome: 'success' } as Report;
    expect(statesOutcome(null, success)).toBe(true);
    expect(statesOutcome(liveStateOf(progress({})), success)).toBe(false);
    expect(statesOutcome(liveStateOf(progress({ activity: 'idle' })), success)).toBe(true);
    expect(
      statesOutcome(liveStateOf(progress({ activity: 'idle' })), { outcome: 'incomplete' } as Report),
    ).toBe(false);
  });

  it('is seen on its tab: the state while a turn is open, its outcome between turns and at the end', () => {
    const success = { outcome: 'success' } as Report;
    const mark = (now: Progress) => markOf({ error: null }, { progress: now, report: success }, 'ready');
    expect(mark(progress({}))).toEqual({ mark: 'live', says: 'Running', word: 'live' });
    expect(mark(progress({ activity: 'waiting-for-permission' }))).toMatchObject({
      mark: 'asks',
      word: 'asks',
    });
    expect(mark(progress({ activity: 'idle' }))).toEqual({ mark: 'ok', says: 'success', word: 'idle' });
    expect(mark(progress(null, { state: 'missing' }))).toMatchObject({ mark: 'ok', word: 'file gone' });
    expect(mark(progress({ activity: 'ended' }, { state: 'ended' }))).toEqual({
      mark: 'ok',
      says: 'success',
    });
  });

  it('marks the title of the window, with words first where something is expected of the reader', () => {
    expect(windowTitle(null, null)).toBe('Framescope');
    expect(windowTitle('a.jsonl', null)).toBe('a.jsonl - Framescope');
    expect(windowTitle('a.jsonl', liveStateOf(progress({})))).toBe('◌ a.jsonl - Framescope');
    expect(windowTitle('a.jsonl', liveStateOf(progress({ activity: 'waiting-for-permission' })))).toBe(
      '◆ Waiting for permission: a.jsonl - Framescope',
    );
  });

  it('is announced when it changes, with what came', () => {
    expect(announcement('Running', 'Running', 0)).toBe('');
    expect(announcement('Running', 'Running', 12)).toBe('12 new frames.');
    expect(announcement('Waiting for permission', 'Running', 1)).toBe('Waiting for permission. 1 new frame.');
    expect(announcement('', 'Running', 0)).toBe('');
  });
});
