import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../src/protocol/json-values';
import type { RunningCall } from '../../../../src/protocol/live/live-sentences';
import { LiveTracker } from '../../../../src/protocol/live/live-tracker';

const T0 = Date.UTC(2026, 0, 15, 9, 0, 0);
const NO_CALLS = { ended: false, calls: [], count: 0 };

/** A tracker that is fed with values, one a second. */
class Feed {
  readonly tracker = new LiveTracker();
  private frames = 0;

  get now(): number {
    return T0 + this.frames * 1000;
  }

  moment() {
    this.frames++;
    this.tracker.came(this.now);
    return { frame: this.frames, time: this.now };
  }

  add(value: JsonObject, sent = false): this {
    const bytes = JSON.stringify(value).length;
    this.tracker.add({ ...this.moment(), offset: this.frames * 100, bytes, bytesLeft: 0, value, sent });
    return this;
  }

  turn(): this {
    this.tracker.begins(this.moment(), false);
    return this;
  }

  result(how: 'done' | 'failed' = 'done'): this {
    this.tracker.ends(this.moment(), how);
    return this;
  }

  view(afterMs = 0, context: Partial<Parameters<LiveTracker['viewAt']>[1]> = {}) {
    return this.tracker.viewAt(this.now + afterMs, { ...NO_CALLS, ...context });
  }

  status(afterMs = 0, context: Partial<Parameters<LiveTracker['viewAt']>[1]> = {}) {
    return this.view(afterMs, context).status;
  }
}

const asks = (id: string, more: JsonObject = {}): JsonObject => ({
  type: 'control_request',
  request_id: id,
  request: {
    subtype: 'can_use_tool',
    tool_name: 'Bash',
    input: { command: 'git push' },
    tool_use_id: `toolu_${id}`,
    ...more,
  },
});
const answer = (id: string): JsonObject => ({
  type: 'control_response',
  response: { subtype: 'success', request_id: id, response: { behavior: 'allow' } },
});
const retry = (attempt: number, delay: number): JsonObject => ({
  type: 'system',
  subtype: 'api_retry',
  attempt,
  max_retries: 10,
  retry_delay_ms: delay,
  error: 'overloaded_error',
});
const limited = (info: JsonObject): JsonObject => ({ type: 'rate_limit_event', rate_limit_info: info });
const state = (word: string): JsonObject => ({
  type: 'system',
  subtype: 'session_state_changed',
  state: word,
});
const call = (name: string, summary = ''): RunningCall => ({ name, summary, frame: 1, since: T0 });

describe('turns', () => {
  test('nothing has come, a turn, its end', () => {
    const feed = new Feed();
    expect(feed.status()).toMatchObject({
      activity: 'running',
      sentence: 'Running: nothing has come yet',
      frame: null,
    });
    feed.turn();
    expect(feed.status()).toMatchObject({
      activity: 'running',
      sentence: 'Running: waiting for the model',
      frame: 1,
      since: T0 + 1000,
    });
    feed.result();
    expect(feed.status()).toMatchObject({
      activity: 'idle',
      sentence: 'Idle: the last turn is done',
      frame: 2,
    });
    expect(feed.view(1e9).nextChangeAt).toBeNull();
    feed.turn().result('failed');
    expect(feed.status().sentence).toBe('Idle: the last turn failed');
  });

  test('the result after an interrupt does not hide that the user stopped the turn, nor do the events between', () => {
    const feed = new Feed().turn();
    feed.tracker.ends(feed.moment(), 'stopped');
    feed.tracker.says(feed.moment(), { ofSubagent: false, streaming: true });
    feed.result('failed');
    expect(feed.status()).toMatchObject({
      activity: 'idle',
      sentence: 'Idle: the last turn was stopped',
      frame: 2,
    });
  });

  test('a message that was sent opens a turn before the CLI has said anything', () => {
    const feed = new Feed()
      .turn()
      .result()
      .add({ type: 'user', message: { role: 'user', content: 'Go.' } }, true);
    expect(feed.status().activity).toBe('running');
  });

  test('a subagent in the background does not open a turn, and is told of', () => {
    const feed = new Feed()
      .turn()
      .add({ type: 'system', subtype: 'background_tasks_changed', tasks: [{ task_id: 'a' }] })
      .result();
    feed.tracker.says(feed.moment(), { ofSubagent: true, streaming: false });
    expect(feed.status().sentence).toBe('Idle: the last turn is done; 1 background task goes on');
  });

  test('an ended writer is told with what was left open', () => {
    const feed = new Feed().turn();
    expect(feed.status(0, { ended: true, calls: [call('Bash', 'npm test')], count: 1 }).sentence).toBe(
      'Ended inside a turn; open: Bash npm test',
    );
    feed.add(asks('1'));
    expect(feed.status(0, { ended: true })).toMatchObject({ activity: 'ended', permissions: [] });
    expect(feed.result().status(1e7, { ended: true }).sentence).toBe('Ended: the last turn is done');
  });

  test('session_state_changed decides', () => {
    const feed = new Feed().add(state('running'));
    expect(feed.status().activity).toBe('running');
    feed.add(state('requires_action'));
    expect(feed.status(1e6)).toMatchObject({ activity: 'waiting-for-permission', permissions: [], frame: 2 });
    feed.add(asks('1')).add(state('running'));
    expect(feed.status().activity).toBe('running');
    expect(feed.add(state('idle')).status().activity).toBe('idle');
  });
});

describe('permission', () => {
  test('is waited for from the request to its answer, however long', () => {
    const feed = new Feed().turn().add(asks('1'));
    const status = feed.status(1e9);
    expect(status).toMatchObject({
      activity: 'waiting-for-permission',
      sentence: 'Waiting for permission: Bash git push',
      frame: 2,
      since: T0 + 2000,
    });
    expect(status.permissions).toEqual([
      {
        requestId: '1',
        frame: 2,
        offset: 200,
        bytes: JSON.stringify(asks('1')).length,
        tool: 'Bash',
        summary: 'git push',
        input: { text: '{\n  "command": "git push"\n}', cut: 0 },
        since: T0 + 2000,
      },
    ]);
    expect(feed.view(1e9).nextChangeAt).toBeNull();
    expect(feed.add(answer('other')).status().activity).toBe('waiting-for-permission');
    expect(feed.add(answer('1'), true).status().activity).toBe('running');
  });

  test.each([
    ['withdrawn', { type: 'control_cancel_request', request_id: '1' }],
    ['denied by the CLI', { type: 'system', subtype: 'permission_denied', tool_use_id: 'toolu_1' }],
    ['allowed, since its task began', { type: 'system', subtype: 'task_started', tool_use_id: 'toolu_1' }],
    ['allowed, since it makes progress', { type: 'tool_progress', parent_tool_use_id: 'toolu_1' }],
  ])('is waited for until it is %s', (_, frame) => {
    const feed = new Feed().turn().add(asks('1')).add(asks('2'));
    expect(feed.status().sentence).toBe('Waiting for permission: Bash git push, and 1 more request');
    feed.add(frame);
    expect(feed.status().permissions.map(({ requestId }) => requestId)).toEqual(['2']);
  });

  test('no request outlives its turn, but one of a subagent in the background', () => {
    const feed = new Feed()
      .turn()
      .add({ type: 'system', subtype: 'background_tasks_changed', tasks: [{}] })
      .add(asks('1'))
      .add(asks('2', { agent_id: 'a1' }))
      .result();
    expect(feed.status().permissions.map(({ requestId }) => requestId)).toEqual(['2']);
    feed.tracker.begins(feed.moment(), true);
    expect(feed.status().activity).toBe('running');
  });

  test('a long input is cut, and says by how much', () => {
    const feed = new Feed().turn().add(asks('1', { input: { content: '😀'.repeat(30_000) } }));
    const [request] = feed.status().permissions;
    expect(request?.input.text.length).toBeLessThanOrEqual(20_000);
    expect(request?.input.text.length).toBeGreaterThan(19_990);
    expect(request?.input.text).not.toMatch(/[\ud800-\udbff]$/);
    expect((request?.input.text.length ?? 0) + (request?.input.cut ?? 0)).toBe(
      60_000 + '{\n  "content": ""\n}'.length,
    );
  });

  test('a thousand requests are counted, and a few are told', () => {
    const feed = new Feed().turn();
    for (let i = 0; i < 1000; i++) feed.add(asks(String(i)));
    expect(feed.status().permissions).toHaveLength(8);
  });

  test('other control requests ask for nothing', () => {
    const feed = new Feed()
      .turn()
      .add({ type: 'control_request', request_id: '1', request: { subtype: 'hook_callback' } });
    expect(feed.status().activity).toBe('running');
  });
});

describe('rate limit', () => {
  const until = T0 + 3_600_000;

  test.each([until / 1000, until])('holds until the stated time: %d', (resetsAt) => {
    const feed = new Feed()
      .turn()
      .add(limited({ status: 'rejected', resetsAt }))
      .result('failed');
    const date = new Date(until);
    const clock = `${String(date.getHours()).padStart(2, '0')}:${String(date.getMinutes()).padStart(2, '0')}`;
    const { status, nextChangeAt } = feed.view(600_000);
    expect(status).toMatchObject({ activity: 'rate-limited', until, frame: 2, since: T0 + 2000 });
    expect(status.sentence.endsWith(clock)).toBe(true);
    expect(nextChangeAt).toBe(until);
    expect(feed.tracker.statusAt(until, NO_CALLS)).toMatchObject({ activity: 'idle', until: null });
  });

  test('names the day when that is not today, and asks again within one', () => {
    const { status, nextChangeAt } = new Feed()
      .turn()
      .add(limited({ status: 'rejected', resetsAt: 1_900_000_000 }))
      .view();
    expect(status.sentence).toMatch(/^Rate limited until 2030-03-1\d \d\d:\d\d$/);
    expect(nextChangeAt).toBe(T0 + 2000 + 86_400_000);
  });

  test.each(['allowed', 'allowed_warning'])('%s is none, and ends one', (status) => {
    const feed = new Feed().turn().add(limited({ status, resetsAt: until / 1000 }));
    expect(feed.status().activity).toBe('running');
    feed
      .add(limited({ status: 'rejected', resetsAt: until / 1000 }))
      .add(limited({ status, resetsAt: until / 1000 }));
    expect(feed.status().activity).toBe('running');
  });

  test('a message of the model ends it, one of the CLI does not', () => {
    const feed = new Feed().turn().add(limited({ status: 'rejected', resetsAt: until / 1000 }));
    feed.tracker.saysItself(feed.moment());
    expect(feed.status().activity).toBe('rate-limited');
    feed.tracker.says(feed.moment(), { ofSubagent: false, streaming: false });
    expect(feed.status().activity).toBe('running');
  });

  test('without a time it lasts for the turn', () => {
    const feed = new Feed().turn().add(limited({ status: 'rejected', resetsAt: 'soon' }));
    expect(feed.status()).toMatchObject({
      activity: 'rate-limited',
      until: null,
      sentence: 'Rate limited; until when is not stated',
    });
    expect(feed.result('failed').status().activity).toBe('idle');
  });
});

describe('retries', () => {
  test('the delay is counted down, and then the try is on its way', () => {
    const feed = new Feed().turn().add(retry(3, 4000));
    expect(feed.status()).toMatchObject({
      activity: 'retrying',
      sentence: 'Retrying: attempt 3 of 10, in 4 s (overloaded_error)',
      retry: { attempt: 3, of: 10, delayMs: 4000, error: 'overloaded_error' },
    });
    expect(feed.view().nextChangeAt).toBe(feed.now + 1000);
    expect(feed.status(1500).sentence).toContain('in 3 s');
    expect(feed.view(1500).nextChangeAt).toBe(feed.now + 2000);
    expect(feed.status(4000).sentence).toBe('Retrying: attempt 3 of 10 (overloaded_error)');
  });

  test('it does not stall within its delay', () => {
    const feed = new Feed().turn().add(retry(9, 100_000));
    expect(feed.status(129_999).activity).toBe('retrying');
    expect(feed.view(100_000).nextChangeAt).toBe(feed.now + 130_000);
    expect(feed.status(130_000)).toMatchObject({
      activity: 'stalled',
      sentence: 'Nothing for 2 min; the turn is open',
    });
  });

  test('the line of a session file tells the same (case 070 and 2.1.332/05b-529-retry)', () => {
    const frame = { type: 'system', subtype: 'api_error', retryAttempt: 2, maxRetries: 10, retryInMs: 500.5 };
    const feed = new Feed().add({ ...frame, error: { status: 529 } });
    expect(feed.status().sentence).toBe('Retrying: attempt 2 of 10, in 1 s (status 529)');
    feed.add({ ...frame, error: { formatted: '529 Overloaded', message: '529 {"type":"error"}' } });
    expect(feed.status().retry?.error).toBe('529 Overloaded');
  });

  test('what is not stated is left out', () => {
    expect(new Feed().add({ type: 'system', subtype: 'api_retry' }).status()).toMatchObject({
      sentence: 'Retrying: the request is sent again',
      retry: { attempt: null, of: null, delayMs: null, error: null },
    });
  });

  test('an answer or the end of the turn ends it', () => {
    const feed = new Feed().turn().add(retry(1, 1000));
    feed.tracker.says(feed.moment(), { ofSubagent: false, streaming: true });
    expect(feed.status().sentence).toBe('Running: the model is answering');
    expect(feed.add(retry(1, 1000)).result('failed').status().activity).toBe('idle');
  });
});

describe('stalls', () => {
  test('a turn stalls after 30 s, and its sentence goes on counting', () => {
    const feed = new Feed().turn();
    expect(feed.status(29_999).activity).toBe('running');
    expect(feed.view(0).nextChangeAt).toBe(feed.now + 30_000);
    expect(feed.status(45_000)).toMatchObject({
      activity: 'stalled',
      sentence: 'Nothing for 45 s; the turn is open',
      since: feed.now,
    });
    expect(feed.view(45_500).nextChangeAt).toBe(feed.now + 46_000);
    expect(feed.view(7_100_000).nextChangeAt).toBe(feed.now + 7_140_000);
    expect(feed.status(90_000_000).sentence).toBe('Nothing for 25 h; the turn is open');
  });

  test('a call that waits for something outside has 120 s', () => {
    const feed = new Feed().turn();
    const bash = { calls: [call('Bash', 'npm test')], count: 3 };
    expect(feed.status(0, bash).sentence).toBe('Running: Bash npm test, and 2 more calls');
    expect(feed.view(0, bash).nextChangeAt).toBe(feed.now + 120_000);
    expect(feed.status(119_000, bash).activity).toBe('running');
    expect(feed.status(121_000, bash)).toMatchObject({
      activity: 'stalled',
      openCallCount: 3,
      openCalls: [{ name: 'Bash', frame: 1, since: T0 }],
    });
    expect(feed.status(31_000, { calls: [call('Read', 'a.txt')], count: 1 }).sentence).toBe(
      'Nothing for 31 s; open: Read a.txt',
    );
  });

  test('without any time it cannot be told', () => {
    const tracker = new LiveTracker();
    tracker.came(null);
    tracker.begins({ frame: 1, time: null }, false);
    expect(tracker.viewAt(1e13, NO_CALLS)).toMatchObject({
      status: { activity: 'running', since: null },
      nextChangeAt: null,
    });
  });

  test('a last word without a stop reason is taken for the end, once nothing follows', () => {
    const feed = new Feed().turn();
    const word = feed.moment();
    feed.tracker.says(word, { ofSubagent: false, streaming: false });
    feed.tracker.mayEnd(word);
    expect(feed.status(10_000).activity).toBe('running');
    expect(feed.status(40_000)).toMatchObject({ activity: 'idle', frame: 2 });
    feed.tracker.works(feed.moment());
    expect(feed.status(40_000).activity).toBe('stalled');
  });
});

describe('any input', () => {
  const words = fc.constantFrom(
    'system',
    'control_request',
    'control_response',
    'control_cancel_request',
    'rate_limit_event',
    'tool_progress',
    'user',
    'can_use_tool',
    'api_retry',
    'api_error',
    'session_state_changed',
    'status',
    'background_tasks_changed',
    'permission_denied',
    'task_started',
    'rejected',
    'idle',
    'running',
    'requires_action',
  );
  const odd = fc.oneof(
    words,
    fc.jsonValue({ maxDepth: 3 }),
    fc.double(),
    fc.constant({ subtype: 'can_use_tool', input: null, tool_name: 7 }),
  );
  const keys = fc.constantFrom(
    'type',
    'subtype',
    'request',
    'request_id',
    'response',
    'rate_limit_info',
    'state',
    'status',
    'tasks',
    'attempt',
    'max_retries',
    'retry_delay_ms',
    'error',
    'tool_use_id',
    '__proto__',
    'constructor',
  );
  const frames = fc.dictionary(keys, odd).map((value) => ({ ...value }));
  const rateLimits = fc.record({ status: words, resetsAt: odd }).map((info) => limited(info as JsonObject));
  const typed = fc.record({
    type: words,
    subtype: words,
    request: odd,
    request_id: odd,
    state: odd,
    status: odd,
    error: odd,
  });

  test('never throws, and always gives a whole status that changes later than now, if by itself', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.oneof(frames, rateLimits, typed), fc.boolean()), { maxLength: 30 }),
        fc.double({ min: -1e15, max: 1e15, noNaN: true }),
        fc.boolean(),
        (values, now, ended) => {
          const feed = new Feed();
          for (const [value, sent] of values) feed.add(value as JsonObject, sent);
          const { status, nextChangeAt } = feed.tracker.viewAt(now, { ...NO_CALLS, ended });
          expect(status.sentence).toMatch(/^(Running|Waiting|Rate|Retrying|Nothing|Idle|Ended)/);
          expect(status.sentence).not.toMatch(/undefined|NaN|\[object/);
          if (nextChangeAt !== null) expect(nextChangeAt).toBeGreaterThan(now);
          structuredClone(status);
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('a value nested deeper than a stack is no trouble', () => {
    let deep: unknown = 1;
    for (let i = 0; i < 50_000; i++) deep = { a: deep };
    const feed = new Feed().turn();
    feed.tracker.add({
      ...feed.moment(),
      offset: 0,
      bytes: 1,
      bytesLeft: 0,
      value: asks('1', { input: deep as JsonObject }),
      sent: false,
    });
    expect(feed.status().permissions[0]?.input.text.length).toBeLessThanOrEqual(20_000);
  });
});
