import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agentPage } from '../../../../src/engine/answers/agents/agent-page';
import { frameDetail } from '../../../../src/engine/answers/frame/frame-detail';
import { FrameTexts } from '../../../../src/engine/answers/frame/frame-text';
import { reportOf } from '../../../../src/engine/answers/report/report';
import { rowOf, rowPage } from '../../../../src/engine/answers/rows/row-page';
import type { Session } from '../../../../src/engine/session/session';
import { agentSession, fixturePath } from '../../recordings';
import { closeSessions, sessionAt, sessionOf, sessionOfFrames } from '../session-of';
import { agentLine, agentsOf, call, line, lines, projectOf, result, withAgents } from './session-folder';

const lanes = (session: Session) => rowPage(session, 1, 200).rows.map(({ agent }) => agent);

describe('the two subagents of the same scenario', () => {
  const alpha = { type: 'general-purpose', description: 'Look at README', toolCalls: 3, failedCalls: 1 };
  const beta = { type: 'general-purpose', description: 'Look again', toolCalls: 3, failedCalls: 1 };
  const done = { status: 'completed', unasked: false, parent: 0, depth: 1 };

  it.each([
    { name: '1.0.60/08-task.jsonl', calls: [3, 4], results: [17, 18], totalTokens: null },
    { name: '2.0.50/08-task.jsonl', calls: [3, 4], results: [20, 19], totalTokens: 4470 },
    { name: '2.1.332/08-task.jsonl', calls: [3, 6], results: [32, 29], totalTokens: 4470 },
  ])('in the stream $name: named by parent_tool_use_id', ({ name, calls, results, totalTokens }) => {
    const [first, second, ...others] = agentsOf(sessionAt(fixturePath(name)));
    expect(others).toEqual([]);
    const relation = { source: 'provided' };
    expect(first).toMatchObject({ ...alpha, ...done, number: 1, totalTokens, relation });
    expect(second).toMatchObject({ ...beta, ...done, number: 2, totalTokens, relation });
    expect([first?.callFrame, second?.callFrame]).toEqual(calls);
    expect([first?.resultFrame, second?.resultFrame]).toEqual(results);
  });

  it('in the session file itself (1.0.60): chains of sidechain lines, their calls inferred by the prompt', () => {
    const session = sessionAt(fixturePath('1.0.60/08-task.session.jsonl'));
    const [first, second, ...others] = agentsOf(session);
    expect(others).toEqual([]);
    const relation = { source: 'inferred', rule: expect.stringContaining('prompt') };
    expect(first).toMatchObject({ ...alpha, ...done, callFrame: 3, firstFrame: 5, lastFrame: 13, relation });
    expect(second).toMatchObject({ ...beta, ...done, callFrame: 4, firstFrame: 14, lastFrame: 22, relation });
    expect([first?.durationMs, first?.durationSource]).toEqual([2934, 'stated']);
    expect(lanes(session)).toEqual([0, 0, 0, 0, ...Array(9).fill(1), ...Array(9).fill(2), 0, 0, 0]);
  });

  it('beside the session file (2.0.50): named by the results; the others nobody asked for', () => {
    const session = withAgents(agentSession('2.0.50'));
    const [first, second, ...warmups] = agentsOf(session);
    const relation = { source: 'relation' };
    expect(first).toMatchObject({ ...alpha, ...done, agentId: 'cce17c52', callFrame: 5, relation });
    expect(second).toMatchObject({ ...beta, ...done, agentId: 'f87bbbf6', callFrame: 6, relation });
    expect(warmups).toHaveLength(2);
    for (const warmup of warmups) {
      expect(warmup).toMatchObject({ unasked: true, parent: null, callFrame: null, frames: 1 });
      expect(warmup.relation).toMatchObject({ source: 'none', rule: expect.stringContaining('Warmup') });
    }
  });

  it('below the session (2.1.332): named by their .meta.json', () => {
    const session = withAgents(agentSession('2.1.332'));
    const [first, second, ...others] = agentsOf(session);
    expect(others).toEqual([]);
    const relation = { source: 'provided', rule: expect.stringContaining('.meta.json') };
    expect(first).toMatchObject({ ...alpha, ...done, agentId: 'a30b98d548695c622', callFrame: 23, relation });
    expect(second).toMatchObject({ ...beta, ...done, agentId: 'a53c7df86242a837e', callFrame: 24, relation });
  });

  it('known by their calls only (1.0.0): told, without frames', () => {
    const frames = readFileSync(fixturePath('1.0.60/08-task.jsonl'), 'utf8')
      .split('\n')
      .filter((text) => text !== '' && JSON.parse(text).parent_tool_use_id == null);
    const session = sessionOf(frames.map((text) => `${text}\n`).join(''));
    expect(agentsOf(session)).toMatchObject([
      { number: null, description: 'Look at README', frames: 0, firstFrame: null, status: 'completed' },
      { number: null, description: 'Look again', frames: 0, firstFrame: null, status: 'completed' },
    ]);
    expect(reportOf(session).agents).toBe(2);
  });
});

describe('the detail of a frame', () => {
  it('says which subagent it is of, and leads to its call and its result', () => {
    const session = sessionAt(fixturePath('1.0.60/08-task.session.jsonl'));
    const { facts } = frameDetail(session, 6, new FrameTexts(session));
    expect(facts.slice(0, 4)).toEqual([
      { label: 'agent', value: 'agent 1 · general-purpose · Look at README', frame: null },
      { label: 'called by', value: '#3', frame: 3 },
      { label: 'result of agent', value: '#23', frame: 23 },
      { label: 'agent’s call', value: expect.stringContaining('prompt'), frame: null },
    ]);
    const main = frameDetail(session, 0, new FrameTexts(session)).facts;
    expect(main.some(({ label }) => label === 'agent')).toBe(false);
  });

  it('names the file of a subagent', () => {
    const session = withAgents(agentSession('2.0.50'));
    const { facts } = frameDetail(session, 26, new FrameTexts(session));
    expect(facts).toContainEqual({ label: 'agent file', value: 'agent-f87bbbf6.jsonl', frame: null });
  });
});

describe('relations', () => {
  const stream = (type: string, content: unknown, parent: string | null = null, more = {}) => ({
    type,
    message: { role: type, content },
    parent_tool_use_id: parent,
    session_id: 's',
    ...more,
  });
  const text = (words: string) => [{ type: 'text', text: words }];

  it('nest over files: an agent that an agent of a file called', () => {
    const folder = projectOf({
      's1.jsonl': lines(
        line('assistant', call('t1', { prompt: 'outer', subagent_type: 'x' })),
        line('user', result('t1'), { toolUseResult: { agentId: 'a', status: 'completed' } }),
      ),
      's1/subagents/agent-a.jsonl': lines(
        agentLine('a', 'user', 'outer'),
        agentLine('a', 'assistant', call('t2', { prompt: 'inner' }, 'Agent')),
        agentLine('a', 'user', result('t2'), { toolUseResult: { agentId: 'b' } }),
      ),
      's1/subagents/agent-b.jsonl': lines(agentLine('b', 'user', 'inner')),
      's1/subagents/agent-c.jsonl': lines(agentLine('c', 'user', 'not known')),
    });
    const session = withAgents(join(folder, 's1.jsonl'));
    expect(agentsOf(session)).toMatchObject([
      { agentId: 'a', depth: 1, parent: 0, callFrame: 1 },
      { agentId: 'b', depth: 2, parent: 1, callFrame: 4, resultFrame: 5, prompt: 'inner' },
      { agentId: 'c', depth: 1, parent: null, unasked: true },
    ]);
    expect(rowOf(session, 5)).toMatchObject({ agentDepth: 2, file: 's1/subagents/agent-b.jsonl' });
  });

  it('by equal prompts give each call to one agent, in order', () => {
    const root = (uuid: string, prompt: string) => line('user', prompt, { isSidechain: true, uuid });
    const session = sessionOfFrames(
      ...[
        line('assistant', [...call('t1', { prompt: 'same' }), ...call('t2', { prompt: 'same' })]),
        root('r1', 'same'),
        root('r2', 'same'),
        root('r3', 'same'),
        line('assistant', text('second goes on'), { isSidechain: true, parentUuid: 'r2' }),
        line('user', [...result('t1'), ...result('t2')]),
      ],
    );
    expect(lanes(session)).toEqual([0, 1, 2, 3, 2, 0]);
    expect(agentsOf(session).map(({ number, relation }) => [number, relation.source])).toEqual([
      [1, 'inferred'],
      [2, 'inferred'],
      [3, 'none'],
    ]);
  });

  it('that go round in a circle end', () => {
    const session = sessionOfFrames(
      ...[
        stream('assistant', call('b'), 'a'),
        stream('assistant', call('a'), 'b'),
        stream('assistant', call('self'), 'self'),
      ],
    );
    const entries = agentsOf(session);
    expect(entries.map(({ number }) => number).sort()).toEqual([1, 2, 3]);
    for (const { agentDepth } of rowPage(session, 1, 3).rows) expect(agentDepth).toBeLessThanOrEqual(2);
  });

  it('may be deep: 300 agents, each called by the one before', () => {
    const frames = Array.from({ length: 300 }, (_, n) =>
      stream('assistant', call(`t${n}`), n === 0 ? null : `t${n - 1}`),
    );
    const session = sessionOfFrames(...frames);
    const entries = agentsOf(session);
    expect(entries).toHaveLength(300);
    expect(Math.max(...entries.map(({ depth }) => depth))).toBe(64);
    expect(rowOf(session, 299).agentDepth).toBe(64);
  });

  it('are told a page at a time', () => {
    const frames = Array.from({ length: 30 }, (_, n) => stream('assistant', call(`t${n}`)));
    const session = sessionOfFrames(...frames);
    const page = agentPage(session, 10, 5);
    expect(page.total).toBe(30);
    expect(page.agents.map(({ callFrame }) => callFrame)).toEqual([11, 12, 13, 14, 15]);
  });

  it('progress of a tool stands where the tool was called, and is no subagent', () => {
    const session = sessionOfFrames(
      ...[
        stream('assistant', call('agent')),
        stream('assistant', call('bash', {}, 'Bash'), 'agent'),
        { type: 'tool_progress', tool_use_id: 'x-0', parent_tool_use_id: 'bash', session_id: 's' },
        { type: 'tool_progress', tool_use_id: 'x-0', parent_tool_use_id: 'agent', session_id: 's' },
        { type: 'tool_progress', tool_use_id: 'x-0', parent_tool_use_id: 'nobody', session_id: 's' },
      ],
    );
    expect(lanes(session)).toEqual([0, 1, 1, 0, 0]);
    expect(reportOf(session).agents).toBe(1);
  });
});

describe('status', () => {
  const launched = { status: 'async_launched', agentId: 'a', isAsync: true };
  const started = [
    line('assistant', call('t1', { prompt: 'go' }, 'Agent')),
    line('user', result('t1', 'launched'), { toolUseResult: launched }),
  ];
  const file = (...frames: unknown[]) => {
    const folder = projectOf({
      's1.jsonl': lines(...started),
      's1/subagents/agent-a.jsonl': lines(...frames),
    });
    return agentsOf(withAgents(join(folder, 's1.jsonl')))[0];
  };

  it('of a background agent is not that of the result that says it was started', () => {
    expect(file(agentLine('a', 'assistant', call('x', {}, 'Bash')))?.status).toBe('running');
    const ended = file(agentLine('a', 'assistant', [{ type: 'text', text: 'done' }]));
    expect(ended).toMatchObject({ status: 'completed', statusRule: expect.stringMatching(/^Inferred/) });
  });

  it.each([
    { said: { status: 'completed' }, status: 'completed' },
    { said: { status: 'failed' }, status: 'failed' },
    { said: { status: 'stopped' }, status: 'stopped' },
    { said: { patch: { status: 'killed' } }, status: 'stopped' },
    { said: { status: 'no such word' }, status: 'running' },
  ])('is told by task frames: $said', ({ said, status }) => {
    const task = { task_id: 'a', session_id: 's' };
    const session = sessionOfFrames(
      ...[
        ...started,
        { type: 'system', subtype: 'task_started', tool_use_id: 't1', ...task },
        { type: 'system', subtype: 'task_notification', ...task, ...said },
      ],
    );
    expect(agentsOf(session)).toMatchObject([{ number: null, status, agentId: 'a' }]);
  });

  it('is failed when the result is an error, and unanswered without one', () => {
    const failed = [{ type: 'tool_result', tool_use_id: 't1', content: 'Error', is_error: true }];
    const calls = line('assistant', [...call('t1'), ...call('t2')]);
    const [first, second] = agentsOf(sessionOfFrames(...[calls, line('user', failed)]));
    expect([first?.status, second?.status]).toEqual(['failed', 'unanswered']);
  });
});

describe('whatever stands in the files', () => {
  const ids = fc.constantFrom('a', 'b', 't1', 't2', '', '__proto__', null, 7, {}, [], undefined);
  const value = fc.oneof(ids, fc.jsonValue({ maxDepth: 2 }));
  const block = fc.oneof(
    fc.record({
      type: fc.constantFrom('tool_use', 'tool_result', 'text'),
      id: ids,
      tool_use_id: ids,
      name: fc.constantFrom('Task', 'Agent', 'Bash', '__proto__'),
      input: fc.oneof(value, fc.record({ prompt: ids, subagent_type: value, description: value })),
      content: value,
      is_error: value,
    }),
    value,
  );
  const frame = fc.record(
    {
      type: fc.constantFrom('assistant', 'user', 'system', 'task_notification', 'tool_progress', 'mode'),
      subtype: fc.constantFrom('task_started', 'task_updated', 'task_notification', 'init'),
      message: fc.oneof(
        fc.record({ id: ids, content: fc.oneof(fc.array(block, { maxLength: 3 }), value) }),
        value,
      ),
      parent_tool_use_id: ids,
      tool_use_id: ids,
      task_id: ids,
      status: value,
      patch: value,
      usage: value,
      isSidechain: fc.constantFrom(true, false, null, 1),
      agentId: ids,
      agent_id: ids,
      uuid: ids,
      parentUuid: ids,
      sessionId: fc.constantFrom('s1', 's2', null),
      toolUseResult: fc.oneof(value, fc.record({ agentId: ids, status: value, totalTokens: value })),
      timestamp: fc.constantFrom('2026-01-01T00:00:00Z', 'x', null),
    },
    { requiredKeys: ['type'] },
  );

  it('nothing throws, every agent is in the tree once, and no byte is lost', () => {
    const meta = fc.oneof(fc.jsonValue(), fc.record({ toolUseId: ids, agentType: value, finished: value }));
    const property = fc.property(
      fc.array(frame, { maxLength: 12 }),
      fc.array(fc.tuple(fc.array(frame, { maxLength: 6 }), meta), { maxLength: 3 }),
      (main, agents) => {
        const first = { parentUuid: null, sessionId: 's1', type: 'user', uuid: 'first' };
        const files: Record<string, string> = { 's1.jsonl': lines(first, ...main) };
        agents.forEach(([frames, said], at) => {
          files[`s1/subagents/agent-${at}.jsonl`] = lines(...frames);
          files[`s1/subagents/agent-${at}.meta.json`] = JSON.stringify(said);
        });
        const session = withAgents(join(projectOf(files), 's1.jsonl'));
        const entries = agentsOf(session);
        const numbers = entries.map(({ number }) => number).filter((number) => number !== null);
        expect(numbers.sort((a, b) => a - b)).toEqual(
          Array.from({ length: session.index.agents.size }, (_, at) => at + 1),
        );
        expect(JSON.parse(JSON.stringify(entries))).toEqual(entries);
        const { table } = session.index;
        let bytes = 0;
        for (let row = 0; row < table.rows; row++) {
          const detail = frameDetail(session, row, new FrameTexts(session));
          expect(detail.row.agentDepth > 0).toBe(detail.row.agent > 0);
          bytes += session.rawBytes(row).length;
        }
        expect(bytes).toBe(reportOf(session).bytes);
        closeSessions();
      },
    );
    fc.assert(property, { numRuns: 150 });
  });
});
