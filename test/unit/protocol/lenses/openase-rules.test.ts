import { describe, expect, it } from 'vitest';
import { lensFrame, type Standing } from '../../../../src/protocol/lenses/lens-frame';
import { createLens } from '../../../../src/protocol/lenses/lenses';
import {
  answer,
  assistant,
  call,
  droppedBy,
  eventsOf,
  result,
  stepsOf,
  stream,
  text,
  textDelta,
  typesOf,
  user,
} from './lens-run';

const openase = (...frames: unknown[]) => eventsOf('openase', 'strict', ...frames);
const corrected = (...frames: unknown[]) => eventsOf('openase', 'corrected', ...frames);
const errorOf = (line: string) => openase(line).map((event) => event.message ?? event.type);

describe('the transport of OpenASE', () => {
  it.each([
    ['{"type":"user","session_id":5}', /session_id must be a string/],
    ['{"type":"user","uuid":{}}', /uuid must be a string, and is an object/],
    ['{"type":"result","is_error":"yes"}', /is_error must be a boolean/],
    ['{"type":"result","num_turns":1.5}', /num_turns must be a whole number/],
    ['{"type":"result","num_turns":1.0}', /num_turns must be a whole number, and is the number 1\.0/],
    ['{"type":"result","duration_ms":9223372036854775808}', /duration_ms/],
    ['{"type":"result","total_cost_usd":"1"}', /total_cost_usd must be a number/],
    ['{"type":"result","total_cost_usd":1e999}', /total_cost_usd/],
    ['{"type":"user","uuid":5,"uuid":"u"}', /uuid must be a string/],
    ['{"type":5}', /type must be a string/],
    ['{"subtype":"x"}', /missing type/],
    ['[1]', /no object/],
    ['{"type":"user"} x', /no JSON/],
    [`{"type":"user","x":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, /10,000 levels/],
  ])('refuses the whole frame %.60s', (line, said) => {
    expect(errorOf(line)).toHaveLength(1);
    expect(errorOf(line)[0]).toMatch(said);
    // The corrected reading keeps each of them.
    expect(eventsOf('openase', 'corrected', line).length).toBeGreaterThan(0);
  });

  it('takes null for every field, keys in any case, and of repeated keys the last', () => {
    const nulls = 'session_id uuid parent_tool_use_id result model is_error num_turns total_cost_usd'
      .split(' ')
      .map((key) => `"${key}":null`);
    expect(typesOf(openase(`{"type":"user",${nulls}}`))).toEqual(['task_status user_event']);
    expect(openase('{"Type":"system","UUID":"u"}')[0].itemId).toBe('u');
    expect(openase('{"type":"system","uuid":"a","uuid":"b"}')[0].itemId).toBe('b');
    expect(openase('{"type":"system","uuid":"a","UUID":null}')[0].itemId).toBe('a');
    expect(openase('{"type":"system","sessionId":"s"}')[0].threadId).toBe('');
    expect(openase('{"type":"system","\u017fession_id":"s"}')[0].threadId).toBe('s');
  });

  it('trims ids and the type, not the result', () => {
    expect(openase({ type: ' user ', uuid: '\u0085u ' })[0].itemId).toBe('u');
    const failed = openase(result({ is_error: true, result: ' no ' }));
    expect(failed[0].text).toBe('no');
    expect(failed[1].error.additionalDetails).toContain('" no "');
  });

  it.each([
    ['part-of-line', 'error'],
    ['several-lines', 'error'],
    ['array-element', 'error'],
    ['other-encoding', 'error'],
  ] satisfies [Standing, string][])('takes a row that stands as %s for an error', (standing, type) => {
    const row = lensFrame(1, '{"type":"user","uuid":"u"}', { standing });
    expect(
      createLens('openase', 'strict')
        .feed(row)
        .events.map(({ event }) => event.type),
    ).toEqual([type]);
    expect(createLens('openase', 'corrected').feed(row).events[0]?.corrected).toContain(
      'The value is read though it is no line of its own.',
    );
  });

  it('ends with a line of more than 16 MiB, and loses everything after it', () => {
    const lens = createLens('openase', 'strict');
    const frame = JSON.stringify(assistant([text('x')]));
    const at = (bytes: number) =>
      lens.feed(lensFrame(1, frame, { bytes })).events.map(({ event }) => event.type);
    expect(at(16 * 1024 * 1024)).toEqual(['output_produced']);
    expect(at(16 * 1024 * 1024 + 1)).toEqual(['error']);
    expect(at(100)).toEqual([]);
  });

  it('skips blank lines without an error', () => {
    expect(openase('', '  \t')).toEqual([]);
  });

  it('writes arguments again with sorted keys, escaped signs and doubles', () => {
    const args = (input: string) =>
      openase(
        `{"type":"assistant","message":{"content":[{"type":"tool_use","id":"t","name":"N","input":${input}}]}}`,
      )[0].arguments;
    expect(args('{"b":1,"a":{"d":"<&>","c":1.0}}')).toBe('{"a":{"c":1,"d":"\\u003c\\u0026\\u003e"},"b":1}');
    expect(args('{"n":9007199254740993}')).toBe('{"n":9007199254740992}');
    expect(args('{"n":-0.0,"z":"\\ud800\\u2028"}')).toBe('{"n":-0,"z":"\ufffd\\u2028"}');
    expect(args('[1]')).toBe('{}');
    const line =
      '{"type":"assistant","message":{"content":[{"type":"tool_use","id":"t","input":{"b":"<","a":9}}]}}';
    expect(corrected(line)[0].arguments).toBe('{"b":"<","a":9}');
  });
});

describe('blocks of an assistant', () => {
  it('are one text first, then the calls', () => {
    const content = [call('t', 'Read', {}), text(' one '), text('  '), text('two')];
    const events = openase(assistant(content, { uuid: 'u' }));
    expect(typesOf(events)).toEqual(['output_produced', 'tool_call_requested']);
    expect(events[0].text).toBe('one\n\ntwo');
    expect(typesOf(corrected(assistant(content, { uuid: 'u' })))[0]).toBe('tool_call_requested');
    expect(corrected(assistant(content, { uuid: 'u' }))[1].text).toBe(' one ');
  });

  it('of other kinds only are one status', () => {
    const frame = assistant([{ type: 'thinking', thinking: 'hm' }], { uuid: 'u' });
    expect(typesOf(openase(frame))).toEqual(['task_status assistant_event']);
    expect(corrected(frame)[0]).toMatchObject({ type: 'reasoning_updated', text: 'hm' });
  });

  it.each([
    ['a string', 'hi'],
    ['an empty array', []],
    ['an array with a string in it', [text('a'), 'b']],
    ['no content', undefined],
  ])('that cannot be read (%s) are nothing at all', (_, content) => {
    expect(openase(assistant(content))).toEqual([]);
    expect(corrected(assistant(content)).length).toBeGreaterThan(0);
  });

  it('name a call by its kind, and take its id from block, input, uuid, or a counter', () => {
    const block = (more: object) => ({ type: 'mcp_tool_use', ...more });
    const ids = (content: object[], more: object) =>
      openase(assistant(content, more)).map(({ callId, tool }) => [callId, tool]);
    expect(ids([block({ id: ' t ' })], {})).toEqual([['t', 'mcp_tool_use']]);
    expect(ids([block({ input: { id: 'in' }, name: 'N' })], { uuid: 'u' })).toEqual([['in', 'N']]);
    expect(ids([block({}), block({})], { uuid: 'u' })).toEqual([
      ['u', 'mcp_tool_use'],
      ['u', 'mcp_tool_use'],
    ]);
    expect(ids([block({}), block({})], {}).map(([id]) => id)).toEqual(['claude-tool-1', 'claude-tool-2']);
    const fair = corrected(assistant([block({ input: { id: 'in' } }), block({})], { uuid: 'u' }));
    expect(fair.map(({ callId }) => callId)).toEqual(['claude-tool-1', 'claude-tool-2']);
  });
});

describe('ids that OpenASE makes', () => {
  const said = (words: string, more: object = {}) => assistant([text(words)], more);
  const ids = (...frames: unknown[]) => openase(...frames).map(({ itemId }) => itemId);

  it('go on from an item that a uuid opened, and never join two uuids', () => {
    expect(ids(said('a', { uuid: 'u' }), said('a b'))).toEqual(['u', 'u']);
    expect(ids(said('a', { uuid: 'u' }), said('a b', { uuid: 'v' }))).toEqual(['u', 'v']);
  });

  it('are one slot for all subagents; the corrected reading keeps messages and lanes apart', () => {
    const lane = (words: string, parent: string) => said(words, { parent_tool_use_id: parent });
    const frames = [lane('same', 'p1'), lane('same words', 'p2'), lane('same', 'p1')];
    expect(ids(...frames)).toEqual(['claude-assistant-1', 'claude-assistant-1', 'claude-assistant-2']);
    expect(corrected(...frames).map(({ itemId }) => itemId)).toEqual([
      'claude-assistant-1',
      'claude-assistant-2',
      'claude-assistant-1',
    ]);
  });

  it('have holes: a session state and an error take a number that they do not use', () => {
    const state = { type: 'system', status: 'x', uuid: 'u' };
    expect(ids(state, { type: 'system' })).toEqual(['u', 'claude-raw-2']);
    const failed = result({ is_error: true, uuid: 'u' });
    expect(openase(failed, { type: 'system' }).at(-1).itemId).toBe('claude-raw-2');
  });

  it('advance with a command result that has an id of its own', () => {
    const progress = { type: 'task_progress', stream: 'command', command: 'ls', text: 'other' };
    const frames = [
      assistant([call('t', 'Bash', { command: 'ls' })], { uuid: 'u' }),
      user([answer('t', 'out')]),
      progress,
    ];
    expect(openase(...frames).at(-1).itemId).toBe('claude-task-2');
  });

  it('are none for task_started and task_notification without a uuid', () => {
    expect(openase({ type: 'task_started', task_id: 't' })[0].itemId).toBe('');
    expect(openase({ type: 'task_notification', tool_use_id: 't' })[0].itemId).toBe('');
    expect(openase({ type: 'task_progress', stream: 'Command', text: 'x' })[0].itemId).toBe('');
  });

  it('give raw records of frames without a uuid one key, so that only the first is stored', () => {
    const stored = openase(said('one'), said('two'), said('three', { uuid: 'u' })).map(
      ({ raw }) => raw.stored,
    );
    expect(stored).toEqual([true, false, true]);
  });

  it.each([
    [{ type: 'task_progress', tool_use_id: 't', task_id: 'k' }, 'tool_use_id', 'high'],
    [{ type: 'task_notification', parent_tool_use_id: 'p', task_id: 'k' }, 'parent_tool_use_id', 'medium'],
    [{ type: 'task_started', task_id: 'k', uuid: 'u' }, 'task_id', 'medium'],
    [{ type: 'system', uuid: 'u' }, 'event_uuid', 'low'],
    [{ type: 'system' }, 'synthesized', 'low'],
  ])('say how sure they are: %j', (frame, idSource, confidence) => {
    expect(openase(frame)[0].activity).toEqual({ idSource, confidence });
  });
});

describe('results of tools', () => {
  const bash = assistant([call('t', 'Bash', { command: 'ls' })]);

  it('of commands lose is_error; the corrected reading keeps it', () => {
    const failed = user([answer('t', 'no', { is_error: true })]);
    expect(openase(bash, failed)[1]).not.toHaveProperty('isError');
    expect(droppedBy(stepsOf('openase', 'strict', bash, failed)).join()).toContain('is_error of block 1');
    expect(corrected(bash, failed)[1].isError).toBe(true);
  });

  it('of other tools, and of commands without text, are a status', () => {
    const [, read] = openase(
      assistant([call('r', 'Read', {})]),
      user([answer('r', ' x ', { is_error: true })], { uuid: 'u' }),
    );
    expect(read).toMatchObject({ statusType: 'task_progress', itemId: 'r', text: 'x' });
    expect(read.payload).toMatchObject({ tool: 'Read', text: 'x', is_error: true, uuid: 'u' });
    const [, empty] = openase(bash, user([answer('t', [{ type: 'image' }])]));
    expect(empty).toMatchObject({ text: 'Bash', payload: { command: 'ls' } });
    expect(openase(user([answer('', '')]))[0]).toMatchObject({ itemId: '', text: 'Claude tool result' });
  });

  it('are no diff for a tool that runs no command; the corrected reading finds it', () => {
    const diff = 'diff --git a/x b/x\n@@ -1 +1 @@\n+b';
    const frames = [assistant([call('r', 'Read', {})]), user([answer('r', diff)])];
    expect(typesOf(openase(...frames))).not.toContain('turn_diff_updated');
    expect(typesOf(corrected(...frames))).toContain('turn_diff_updated');
  });

  it('that quote both marks of a diff in prose are one; the corrected reading says why not', () => {
    const prose = 'It says diff --git somewhere\nand\n@@ elsewhere';
    expect(typesOf(openase(bash, user([answer('t', prose)])))).toContain('turn_diff_updated');
    expect(typesOf(corrected(bash, user([answer('t', prose)])))).not.toContain('turn_diff_updated');
  });

  it('without a call are told apart in the corrected reading only', () => {
    const [step] = stepsOf('openase', 'corrected', user([answer('gone', 'x')]));
    expect(step?.events[0]?.corrected.join()).toContain('No call with this id came before');
  });
});

describe('other frames', () => {
  it('with a status are a session state whatever their subtype; the corrected reading looks at it', () => {
    for (const subtype of ['status', 'task_notification']) {
      const frame = { type: 'system', subtype, status: 'completed', task_id: 'k' };
      expect(typesOf(openase(frame))).toEqual(['task_status session_state']);
      expect(typesOf(corrected(frame))).not.toContain('task_status session_state');
    }
    expect(typesOf(corrected({ type: 'system', subtype: 'task_notification' }))).toEqual([
      'task_status task_notification',
    ]);
  });

  it('look for the state in event, data, then the frame, and no further than the first object', () => {
    const state = (more: object) => typesOf(openase({ type: 'system', state: 'x', ...more }));
    expect(state({})).toEqual(['task_status session_state']);
    expect(state({ event: {} })).toEqual(['task_status system_event']);
    expect(state({ event: 'no', data: { session_state: 'y' } })).toEqual(['task_status session_state']);
    expect(state({ event: { other: 1 } })).toEqual(['task_status system_event']);
    expect(typesOf(openase({ type: 'system', subtype: 'requires_action', x: 1 }))).toEqual([
      'task_status session_state',
    ]);
  });

  it('never decode a delta; the corrected reading does, under the id of its whole frame', () => {
    const begin = stream({ type: 'message_start', message: { id: 'm', role: 'assistant' } });
    expect(openase(textDelta('a'))[0]).toMatchObject({
      statusType: 'stream_event',
      text: 'Claude stream event',
    });
    const whole = { type: 'assistant', uuid: 'u', message: { id: 'm', content: [text('ab')] } };
    const events = corrected(begin, textDelta('a'), textDelta('b'), whole);
    expect(events.map(({ itemId, text: words, snapshot }) => [itemId, words, snapshot])).toEqual([
      ['m#0', 'a', false],
      ['m#0', 'b', false],
      ['m#0', 'ab', true],
    ]);
  });

  it('rewrite the usage of a task and lose its other keys', () => {
    const usage = { total_tokens: 1.9, tool_uses: '2', duration_ms: 3, more: 4 };
    const [event] = openase({ type: 'task_progress', usage });
    expect(event.payload.usage).toEqual({ total_tokens: 1, tool_uses: 0, duration_ms: 3 });
    expect(corrected({ type: 'task_progress', usage })[0].payload.usage).toEqual(usage);
  });

  it.each([
    [{ description: ' d ', summary: 's' }, 'd'],
    [{ message: 'm', text: 't' }, 'm'],
    [{ stream: 's', phase: 'p' }, 's / p'],
    [{ phase: 'p' }, 'p'],
    [{ status: 'done' }, 'Status: done'],
    [{}, ''],
  ])('say of a task %j', (more, words) => {
    expect(openase({ type: 'task_notification', ...more })[0].text).toBe(words);
  });

  it('count usage without the cache, with total_cost_usd, and not at all when one key is of another type', () => {
    const of = (usage: unknown, more: object = {}) =>
      openase(result({ usage, session_id: 's', ...more })).find(({ type }) => type === 'token_usage_updated');
    expect(
      of(
        { input_tokens: 1, output_tokens: 2, cache_read_input_tokens: 5 },
        { total_cost_usd: 0.1, cost_usd: 9 },
      ),
    ).toMatchObject({
      threadId: '',
      totalTokens: 3,
      totalCachedInputTokens: 5,
      costUsd: 0.1,
    });
    expect(
      of({ input_tokens: 1, total_tokens: 9, cached_input_tokens: 4, cache_read_input_tokens: 0 }),
    ).toMatchObject({
      totalTokens: 9,
      totalCachedInputTokens: 4,
    });
    expect(of({ input_tokens: 1, service_tier: 5 })).toBeUndefined();
    expect(of({ input_tokens: 1.5 })).toBeUndefined();
    expect(of({ input_tokens: 0 })).toBeUndefined();
    const fair = corrected(
      result({ usage: { input_tokens: 1, service_tier: 5 }, session_id: 's', cost_usd: 0.2 }),
    )[0];
    expect(fair).toMatchObject({ threadId: 's', totalInputTokens: 1, costUsd: 0.2 });
  });

  it('drop a rate limit with a key of another type; the corrected reading tells what is there', () => {
    const frame = {
      type: 'rate_limit_event',
      rate_limit_info: { status: 'rejected', resetsAt: '5', utilization: 0.9 },
    };
    expect(openase(frame)).toEqual([]);
    expect(corrected(frame)[0].rateLimit.claudeCode).toMatchObject({
      status: 'rejected',
      resetsAt: null,
      utilization: 0.9,
    });
    expect(
      openase({ type: 'rate_limit_event', rate_limit_info: { status: 'x', resetsAt: 0 } })[0].rateLimit
        .claudeCode.resetsAt,
    ).toBeNull();
  });

  it('decide a failure by is_error alone; chat and the corrected reading also by the subtype', () => {
    const frame = result({ subtype: 'error_max_turns' });
    expect(typesOf(openase(frame))).toEqual(['turn_completed']);
    expect(typesOf(eventsOf('openase-chat', 'strict', frame))).toEqual(['error']);
    expect(typesOf(corrected(frame))).toEqual(['task_status error', 'turn_failed']);
    expect(openase({ ...frame, is_error: true })[0].text).toContain('returned an empty error response');
    expect(openase({ ...frame, is_error: true, result: 'words' })[0].text).toBe('words');
  });

  it('keep the usage by model and the denied permissions in the raw record only', () => {
    const steps = stepsOf('openase', 'strict', result({ modelUsage: {}, permission_denials: [] }));
    expect(droppedBy(steps)).toContain(
      'fields modelUsage, permission_denials: They are in the raw record only.',
    );
  });

  it('start a turn with every task; the corrected reading does not', () => {
    expect(typesOf(corrected({ type: 'task_started' }))).toEqual(['task_status task_started']);
  });

  it('with a turn id in both spellings read the snake one; blank falls to the camel one', () => {
    expect(openase({ type: 'system', turn_id: 'a', turnId: 'b' })[0].turnId).toBe('a');
    expect(openase({ type: 'system', turn_id: ' ', turnId: 'b' })[0].turnId).toBe('b');
    const [step] = stepsOf('openase', 'corrected', { type: 'system', turn_id: 'a', turnId: 'b' });
    expect(step?.events[0]?.corrected).toContain('turn_id and turnId differ; turn_id counts.');
  });
});
