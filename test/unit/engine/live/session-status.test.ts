import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RowFlag } from '../../../../src/engine/frames/frame-table';
import { SessionStatus } from '../../../../src/engine/live/session-status';
import type { Session } from '../../../../src/engine/session/session';
import type { LiveStatus } from '../../../../src/protocol/live/live-status';
import { agentSession, captureFiles, fixturePath, recordedCalls } from '../../recordings';
import { casePath, closeSessions, sessionAt, sessionOf, sessionOfFrames } from '../session-of';

/** Rows come one a second from here on: before the limit of 20b-rate-rejected ends, after all times that frames state. */
const T0 = Date.UTC(2027, 0, 15, 9, 0, 0);
const cameAt = (row: number) => T0 + row * 1000;

/** What is told after each row, as if the rows came one by one. */
function statuses(session: Session): LiveStatus[] {
  const status = new SessionStatus(session);
  return Array.from({ length: session.index.table.rows }, (_, row) => {
    status.observe(row, row + 1, cameAt(row));
    return status.statusAt(cameAt(row) + 100);
  });
}

function lastStatus(session: Session, afterMs: number, ended = false): LiveStatus {
  const { rows } = session.index.table;
  const status = new SessionStatus(session);
  status.observe(0, rows, T0);
  return status.statusAt(T0 + afterMs, ended);
}

/** Frames that tell of a rate limit (2.1.88 on, and never on disk). */
function rateLimits(session: Session): number {
  const { kinds } = session.index;
  return Array.from({ length: kinds.size }, (_, kind) =>
    kinds.type(kind) === 'rate_limit_event' ? kinds.rows(kind) : 0,
  ).reduce((sum, rows) => sum + rows, 0);
}

/** "12 idle: …" for each frame at which the sentence changes. */
function changes(name: string): string[] {
  const told = statuses(sessionAt(fixturePath(name)));
  return told.flatMap(({ activity, sentence }, row) =>
    told[row - 1]?.sentence === sentence && told[row - 1]?.activity === activity
      ? []
      : [`${row + 1} ${activity} | ${sentence}`],
  );
}

describe('recordings, frame by frame', () => {
  test('permissions, control frames and an interrupt', () => {
    expect(changes('2.1.332/16b-control.jsonl')).toEqual([
      '1 idle | Idle: no turn has begun',
      '2 running | Running: waiting for the model',
      '4 running | Running: the model is answering',
      '10 running | Running: Bash touch a.txt',
      '13 waiting-for-permission | Waiting for permission: Bash touch a.txt',
      '23 running | Running: Bash touch b.txt',
      '24 waiting-for-permission | Waiting for permission: Bash touch b.txt',
      '25 running | Running: waiting for the model',
      '27 running | Running: the model is answering',
      '30 running | Running: waiting for the model',
      '31 running | Running: the model is answering',
      '34 idle | Idle: the last turn is done',
      '40 running | Running: waiting for the model',
      '42 running | Running: the model is answering',
      '49 running | Running: waiting for the model',
      '50 idle | Idle: the last turn was stopped',
    ]);
  });

  test('the place of a permission request is that of its frame', () => {
    const session = sessionAt(fixturePath('2.1.332/16b-control.jsonl'));
    const [request] = (statuses(session)[12] as LiveStatus).permissions;
    expect(request).toMatchObject({ frame: 13, tool: 'Bash', summary: 'touch a.txt', since: cameAt(12) });
    const { offset, bytes, requestId } = request as NonNullable<typeof request>;
    const target = Buffer.alloc(bytes);
    expect(session.rawRange(offset, target)).toBe(bytes);
    expect(JSON.parse(target.toString())).toMatchObject({ type: 'control_request', request_id: requestId });
  });

  test('a request that states no call is answered by a result of its tool (1.0.60)', () => {
    expect(changes('1.0.60/16b-control.jsonl').slice(0, 7)).toEqual([
      '1 running | Running: waiting for the model',
      '2 running | Running: Bash touch a.txt',
      '3 running | Running: Bash touch a.txt, and 1 more call',
      '4 waiting-for-permission | Waiting for permission: Bash touch a.txt',
      '5 running | Running: Bash touch b.txt',
      '6 waiting-for-permission | Waiting for permission: Bash touch b.txt',
      '7 running | Running: waiting for the model',
    ]);
  });

  test('a question of the model', () => {
    expect(changes('2.1.332/21c-ask.jsonl')).toContain(
      '4 waiting-for-permission | Waiting for permission: AskUserQuestion Which colour?',
    );
  });

  test('retries, on stdout and on disk', () => {
    expect(changes('2.1.332/05b-529-retry.jsonl')).toEqual([
      '1 running | Running: waiting for the model',
      '2 retrying | Retrying: attempt 1 of 10, in 1 s (overloaded)',
      '3 retrying | Retrying: attempt 2 of 10, in 2 s (overloaded)',
      '4 running | Running: waiting for the model',
      '5 idle | Idle: the last turn is done',
    ]);
    expect(changes('2.1.332/05c-529-fail.jsonl').at(-1)).toBe('4 idle | Idle: the last turn failed');
    const disk = statuses(sessionAt(fixturePath('2.1.332/05b-529-retry.session.jsonl')));
    expect(disk[20]).toMatchObject({
      activity: 'retrying',
      frame: 21,
      retry: { attempt: 1, of: 10, delayMs: 1002, error: '529 Overloaded' },
    });
    expect(disk.at(-1)?.activity).toBe('idle');
  });

  test('retries of case 070', () => {
    const told = statuses(sessionAt(casePath('070')));
    expect(told.map(({ activity }) => activity)).toContain('retrying');
    expect(told[3]?.retry).toEqual({ attempt: 3, of: 10, delayMs: 1500, error: 'status 529' });
  });

  test('a refused request, and warnings that are no limit', () => {
    const told = statuses(sessionAt(fixturePath('2.1.332/20b-rate-rejected.jsonl')));
    expect(told.map(({ activity }) => activity)).toEqual([
      'running',
      'rate-limited',
      'rate-limited',
      'rate-limited',
    ]);
    expect(told[1]).toMatchObject({ until: 1_900_000_000_000, frame: 2 });
    expect(changes('2.1.332/20-rate-limit.jsonl').join()).not.toContain('rate-limited');
  });

  test('session states and replays of what was sent', () => {
    const told = changes('2.1.332/32-session-state.jsonl');
    expect(told.slice(0, 3)).toEqual([
      '1 idle | Idle: no turn has begun',
      '2 running | Running: waiting for the model',
      '6 running | Running: the model is answering',
    ]);
    expect(told).toContain('12 running | Running: Bash echo a');
    expect(told.at(-1)).toMatch(/idle \| Idle: the last turn is done$/);
  });

  test('subagents: their calls are open, their last words end nothing', () => {
    const told = statuses(sessionAt(fixturePath('2.1.332/08-task.jsonl')));
    expect(told.slice(1, -1).every(({ activity }) => activity === 'running')).toBe(true);
    expect(Math.max(...told.map(({ openCallCount }) => openCallCount))).toBe(6);
    expect(told[15]?.openCalls.map(({ name, frame }) => `${frame} ${name}`)).toEqual([
      '3 Agent',
      '6 Agent',
      '10 Read',
      '12 Bash',
      '14 Read',
      '16 Bash',
    ]);
    expect(told.at(-1)).toMatchObject({ activity: 'idle', openCallCount: 0, openCalls: [] });
  });

  test('two turns, and frames after the result', () => {
    expect(changes('2.1.332/16-two-turns.jsonl')).toEqual([
      '1 running | Running: waiting for the model',
      '4 idle | Idle: the last turn is done',
      '7 running | Running: waiting for the model',
      '9 running | Running: Bash echo second',
      '10 running | Running: waiting for the model',
      '12 idle | Idle: the last turn is done',
    ]);
  });

  test('a background agent, whose end begins another turn', () => {
    expect(changes('2.1.332/09b-bg-agent.jsonl').at(-1)).toBe('16 idle | Idle: the last turn is done');
  });

  test('compacting is told, in the words of the CLI', () => {
    expect(changes('2.1.332/11-compact.jsonl').join('\n')).toContain('Running: compacting the conversation');
  });

  test('bare messages of the oldest releases', () => {
    expect(changes('0.2.109/02-bash.jsonl').map((line) => line.slice(2))).toEqual([
      'running | Running: Bash echo hello; ls',
      'running | Running: waiting for the model',
      'idle | Idle: the last turn is done',
    ]);
    expect(changes('0.2.74/02-bash.jsonl').at(-1)).toContain('Idle: the last turn is done');
  });

  test('a session file, which has no result frames', () => {
    expect(changes('2.1.332/16b-control.session.jsonl')).toEqual([
      '1 idle | Idle: no turn has begun',
      '3 running | Running: waiting for the model',
      '19 running | Running: Bash touch a.txt',
      '20 running | Running: Bash touch a.txt, and 1 more call',
      '23 running | Running: Bash touch b.txt',
      '24 running | Running: waiting for the model',
      '29 idle | Idle: the last turn is done',
      '32 running | Running: waiting for the model',
      '35 idle | Idle: the last turn was stopped',
    ]);
  });

  test('a turn of a session file begins with its prompt, also when its rows come together with the turn before', () => {
    const session = sessionAt(fixturePath('2.1.332/16-two-turns.session.jsonl'));
    const status = new SessionStatus(session);
    status.observe(0, 28, T0);
    expect(status.statusAt(T0)).toMatchObject({ activity: 'running', frame: 27 });
  });

  test('a session file with the files of its subagents', () => {
    const session = sessionAt(agentSession('2.1.332'), { agentFiles: true });
    expect(session.parts.list.length).toBe(3);
    expect(lastStatus(session, 60_000)).toMatchObject({ activity: 'idle', openCallCount: 0 });
  });

  test('a run that was killed in a call stalls with it, and is told as ended when that is known', () => {
    const session = sessionAt(fixturePath('1.0.128/17c-sigterm-tool.jsonl'));
    expect(lastStatus(session, 119_000).activity).toBe('running');
    expect(lastStatus(session, 130_000)).toMatchObject({ activity: 'stalled', openCallCount: 1 });
    expect(lastStatus(session, 130_000).sentence).toMatch(/^Nothing for 2 min; open: Bash for i in/);
    expect(lastStatus(session, 130_000, true)).toMatchObject({ activity: 'ended', openCallCount: 1 });
  });
});

describe('every recording', () => {
  /** Scenarios that stop in the middle of a turn: killed, out of turns or money, or with no valid answer. */
  const stopsInside = /^(06-max-turns|17[abc]-.*|22b-schema-fail|25-stops|26-budget)$/;
  /** Cut after megabyte lines although the exit code is 0, or begun without a model (fixtures/README.md). */
  const noEnd = new Set([
    '0.2.74/07-thinking',
    '0.2.126/05c-529-fail',
    '1.0.128/18-large',
    '2.1.40/18-large',
    '2.1.88/18-large',
  ]);

  test('ends idle when it ran to its end', () => {
    let seen = 0;
    for (const { name, path, version, scenario, source } of captureFiles()) {
      if (source === 'agent' || noEnd.has(name) || stopsInside.test(scenario)) continue;
      if (source === 'stdout' && recordedCalls(version, scenario).some(({ exitCode }) => exitCode === null))
        continue;
      const session = sessionAt(path);
      // A session file of one summary line, or without any.
      if (session.index.table.rows < 2) continue;
      seen++;
      const status = lastStatus(session, 60_000);
      const limits = rateLimits(session);
      const activity = scenario === '20b-rate-rejected' && limits > 0 ? 'rate-limited' : 'idle';
      expect(`${name}: ${status.activity}`).toBe(`${name}: ${activity}`);
      expect(status).toMatchObject({ permissions: [], openCallCount: 0 });
      closeSessions();
    }
    expect(seen).toBeGreaterThan(500);
  });

  test('tells the same at once as row by row', () => {
    for (const { path, name, source, bytes } of captureFiles()) {
      if (source !== 'stdout' || bytes > 200_000) continue;
      const session = sessionAt(path);
      const told = statuses(session);
      for (const [row, status] of told.entries()) {
        const late = new SessionStatus(session);
        late.observe(0, row + 1, cameAt(row));
        const { activity, sentence, permissions, openCallCount } = late.statusAt(cameAt(row) + 100);
        expect({ name, row, activity, sentence, openCallCount, asked: permissions.length }).toEqual({
          name,
          row,
          activity: status.activity,
          sentence: status.sentence,
          openCallCount: status.openCallCount,
          asked: status.permissions.length,
        });
      }
      closeSessions();
    }
  }, 60_000);
});

describe('what it costs', () => {
  const init = { type: 'system', subtype: 'init', session_id: 's' };
  const event = {
    type: 'stream_event',
    session_id: 's',
    event: { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'x' } },
  };
  const asks = {
    type: 'control_request',
    request_id: 'r1',
    request: {
      subtype: 'can_use_tool',
      tool_name: 'Write',
      input: { file_path: 'a.txt' },
      tool_use_id: 't1',
    },
  };

  test('most frames are never parsed', () => {
    const session = sessionOfFrames(init, ...Array.from({ length: 500 }, () => event));
    const status = new SessionStatus(session);
    for (let row = 0; row < 501; row++) status.observe(row, row + 1, cameAt(row));
    expect(status.statusAt(cameAt(500)).sentence).toBe('Running: the model is answering');
    expect(status.parsed).toBe(0);
  });

  test('a long session that is opened late is looked back at a little', () => {
    const status = { type: 'system', subtype: 'status', status: 'requesting', session_id: 's' };
    const session = sessionOfFrames(init, ...Array.from({ length: 20_000 }, () => status), asks);
    const live = new SessionStatus(session);
    live.observe(0, session.index.table.rows, T0);
    expect(live.statusAt(T0).sentence).toBe('Waiting for permission: Write a.txt');
    expect(live.parsed).toBeLessThanOrEqual(5000);
    expect(live.parsed).toBeGreaterThan(4900);
  });

  test('of the turns that are over only the last one is looked at', () => {
    const retry = { type: 'system', subtype: 'api_retry', session_id: 's' };
    const result = { type: 'result', subtype: 'success', session_id: 's' };
    const turn = [init, ...Array.from({ length: 50 }, () => retry), result];
    const session = sessionOfFrames(...Array.from({ length: 20 }, () => turn).flat());
    const live = new SessionStatus(session);
    live.observe(0, session.index.table.rows, T0);
    expect(live.statusAt(T0).activity).toBe('idle');
    expect(live.parsed).toBe(50);
  });

  test('rows that were seen are not asked again, and asking costs nothing', () => {
    const session = sessionAt(fixturePath('2.1.332/16b-control.jsonl'));
    const { rows } = session.index.table;
    const status = new SessionStatus(session);
    status.observe(0, rows, T0);
    const { parsed } = status;
    for (let i = 0; i < 10; i++) {
      status.observe(0, rows, T0);
      status.viewAt(T0 + i);
    }
    expect(status.parsed).toBe(parsed);
  });

  test('the last word of a session file is read once for each time that rows come', () => {
    const session = sessionAt(fixturePath('2.1.332/16-two-turns.session.jsonl'));
    const status = new SessionStatus(session);
    status.observe(0, session.index.table.rows, T0);
    expect(status.statusAt(T0).sentence).toBe('Idle: the last turn is done');
    expect(status.parsed).toBe(1);
  });
});

describe('odd input', () => {
  test('a permission request of megabytes is read as a whole, one that is longer as far as it goes', () => {
    const asks = (length: number) => ({
      type: 'control_request',
      request_id: 'r1',
      request: {
        subtype: 'can_use_tool',
        tool_name: 'Write',
        input: { file_path: 'a', content: 'x'.repeat(length) },
      },
    });
    for (const length of [10_000, 1_000_000, 5_000_000]) {
      const [request] = lastStatus(sessionOfFrames(asks(length)), 0).permissions;
      const { text, cut } = request?.input ?? { text: '', cut: -1 };
      expect(text.length).toBeLessThanOrEqual(20_000);
      expect(Math.abs(text.length + cut - length)).toBeLessThan(200);
    }
  });

  test('a line end in the middle, noise and values that are no frames', () => {
    const session = sessionOf(
      '{"type":"control_request","request_id":\n[]\n"x"\n{"type":["system"]}\n{"type":"system","subtype":null}\n{"role":7}\n\u0000\u0000\n',
    );
    expect(lastStatus(session, 0)).toMatchObject({ permissions: [], openCallCount: 0 });
  });

  test('another session in the same file closes what the one before left open', () => {
    const ask = (id: string) => ({
      type: 'control_request',
      request_id: id,
      request: { subtype: 'can_use_tool', tool_name: 'Bash', input: { command: id } },
    });
    const call = {
      type: 'assistant',
      session_id: 'a',
      message: {
        id: 'm1',
        role: 'assistant',
        content: [{ type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'ls' } }],
      },
      parent_tool_use_id: 't0',
    };
    const frames = [{ type: 'system', subtype: 'init', session_id: 'a' }, call, ask('old')];
    const told = statuses(
      sessionOfFrames(...frames, { type: 'system', subtype: 'init', session_id: 'b' }, ask('new')),
    );
    expect(told[2]).toMatchObject({ openCallCount: 1, sentence: 'Waiting for permission: Bash old' });
    expect(told[4]).toMatchObject({ openCallCount: 0, sentence: 'Waiting for permission: Bash new' });
  });

  test('a call that was left open when a turn began anew stays behind', () => {
    const init = { type: 'system', subtype: 'init', session_id: 'a' };
    const content = [{ type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'ls' } }];
    const call = { type: 'assistant', session_id: 'a', message: { id: 'm1', role: 'assistant', content } };
    const told = statuses(sessionOfFrames(init, call, init));
    expect(told.map(({ openCallCount }) => openCallCount)).toEqual([0, 1, 0]);
  });

  test('whatever stands in a file, nothing throws', () => {
    const word = fc.constantFrom(
      'system',
      'user',
      'assistant',
      'result',
      'control_request',
      'control_response',
      'message',
      'init',
      'status',
      'api_retry',
      'can_use_tool',
      'tool_use',
      'tool_result',
      't1',
      't2',
      's',
      null,
    );
    const block = fc.record({ type: word, id: word, tool_use_id: word, name: word, input: fc.jsonValue() });
    const content = fc.oneof(fc.array(fc.oneof(block, word), { maxLength: 3 }), fc.jsonValue());
    const message = fc.oneof(
      fc.record({ id: word, role: word, content, stop_reason: word, model: word }),
      fc.jsonValue(),
    );
    const request = fc.oneof(
      fc.record({ subtype: word, tool_name: word, tool_use_id: word, input: fc.jsonValue() }),
      fc.jsonValue(),
    );
    const frame = fc.record(
      {
        type: word,
        subtype: word,
        message,
        request,
        request_id: word,
        response: request,
        session_id: word,
        sessionId: word,
        parentUuid: word,
        role: word,
        cost_usd: fc.jsonValue(),
        parent_tool_use_id: word,
        isSidechain: fc.boolean(),
      },
      { requiredKeys: ['type'] },
    );
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 12 }), (frames) => {
        const session = sessionOfFrames(...frames);
        const { rows } = session.index.table;
        for (const { sentence } of statuses(session)) expect(sentence).not.toMatch(/undefined|NaN|\[object/);
        const late = new SessionStatus(session);
        late.observe(0, rows, null);
        expect(late.viewAt(T0).status.permissions.length).toBeLessThanOrEqual(8);
        closeSessions();
      }),
      { numRuns: 300 },
    );
  });

  test('lines that were sent are no frames of the CLI', () => {
    const init = { type: 'system', subtype: 'init', session_id: 's' };
    const result = { type: 'result', subtype: 'success', session_id: 's' };
    const ask = {
      type: 'control_request',
      request_id: 'r',
      request: { subtype: 'can_use_tool', tool_name: 'Bash' },
    };
    const prompt = { type: 'user', message: { role: 'user', content: 'Go on.' } };
    const session = sessionOfFrames(init, result, ask, prompt);
    for (const row of [2, 3]) session.index.table.addFlags(row, RowFlag.Sent);
    const status = new SessionStatus(session);
    const told = [0, 1, 2, 3].map((row) => {
      status.observe(row, row + 1, cameAt(row));
      return status.statusAt(cameAt(row)).activity;
    });
    expect(told).toEqual(['running', 'idle', 'idle', 'running']);
  });

  test('rows whose bytes are gone tell nothing', () => {
    const session = sessionOfFrames({
      type: 'control_request',
      request_id: 'r',
      request: { subtype: 'can_use_tool' },
    });
    session.parts.main.guard.changed = true;
    expect(lastStatus(session, 0).permissions).toEqual([]);
  });
});
