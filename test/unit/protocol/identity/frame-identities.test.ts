import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { identitiesOf } from '../../../../src/protocol/identity/frame-identities';
import type { JsonObject } from '../../../../src/protocol/json-values';

const place = (text = '{}', offset = 0) => ({
  file: 'run.jsonl',
  offset,
  text: () => new TextEncoder().encode(text),
});
const all = (frame: JsonObject) => identitiesOf(frame, place(JSON.stringify(frame))).list;
/** The ids of a frame without its own one, as "as = value (source, confidence)". */
const stated = (frame: JsonObject) =>
  all({ uuid: 'u', ...frame })
    .slice(1)
    .map(({ as, value, source, confidence }) => `${as} = ${value} (${source}, ${confidence})`);
const event = (frame: JsonObject) => all(frame)[0];

describe('the id of the frame', () => {
  it('is its uuid', () => {
    expect(event({ uuid: 'u1', parent_tool_use_id: 'toolu_1' })).toEqual({
      name: 'event',
      as: 'event',
      value: 'u1',
      role: 'event',
      source: 'uuid',
      confidence: 'provided',
      rule: null,
    });
  });

  it.each([
    ['no key', {}, 'states no uuid'],
    ['null', { uuid: null }, 'is null'],
    ['nothing', { uuid: '' }, 'is blank'],
    ['blanks', { uuid: ' \t' }, 'is blank'],
    ['a number', { uuid: 7 }, 'no text but a number'],
    ['a list', { uuid: ['u'] }, 'no text but a list'],
    ['an object', { uuid: {} }, 'no text but an object'],
    ['a control frame', { type: 'control_request', request_id: 'r' }, 'Control frames state no uuid'],
  ])('is made, and says so, where the uuid is %s', (_, part, reason) => {
    const id = event({ type: 'assistant', session_id: 's1', ...part });
    expect(id).toMatchObject({ role: 'event', confidence: 'inferred' });
    expect(id?.rule).toContain(reason);
    expect(id?.value).toMatch(/^made:s1@0#[0-9a-f]{8}$/);
  });

  it('is never the parent tool use, a message id or a tool id', () => {
    const frame = {
      type: 'assistant',
      parent_tool_use_id: 'toolu_1',
      message: { id: 'm', content: [{ type: 'tool_use', id: 't' }] },
    };
    expect(all(frame).filter(({ role }) => role === 'event')).toHaveLength(1);
    expect(event(frame)?.value).toMatch(/^made:run\.jsonl@/);
    expect(event(frame)?.source).toContain('file name');
  });

  it('that was made is the same for the same bytes at the same place, and no other', () => {
    const made = (text: string, offset: number) => identitiesOf({}, place(text, offset)).list[0]?.value;
    expect(made('{"a":1}', 5)).toBe(made('{"a":1}', 5));
    expect(made('{"a":1}', 6)).not.toBe(made('{"a":1}', 5));
    expect(made('{"a":2}', 5)).not.toBe(made('{"a":1}', 5));
    // Published test value of FNV-1a.
    expect(made('foobar', 0)).toBe('made:run.jsonl@0#bf9cf968');
  });
});

describe('the ids that keys state', () => {
  it('are read snake_case first; null and blank are absent, and so is what is no text', () => {
    expect(stated({ session_id: 'a', sessionId: 'b' })).toEqual(['session = a (session_id, provided)']);
    expect(stated({ session_id: null, sessionId: 'b' })).toEqual(['session = b (sessionId, provided)']);
    expect(stated({ session_id: ' ', sessionId: 'b' })).toEqual(['session = b (sessionId, provided)']);
    expect(stated({ session_id: 4, data: { session_id: 'c' } })).toEqual([
      'session = c (data.session_id, provided)',
    ]);
    expect(stated({ session_id: {}, sessionId: [], data: 'x' })).toEqual([]);
  });

  it('of a call are its own, of a result that of the call', () => {
    const content = [
      { type: 'tool_use', id: 't1' },
      { type: 'mcp_tool_use', id: 't2' },
      { type: 'tool_result', tool_use_id: 't1' },
      { type: 'web_search_tool_result', tool_use_id: 't3' },
      { type: 'text', id: 'no', tool_use_id: 'no' },
      { type: 'tool_use', id: '' },
    ];
    expect(stated({ type: 'assistant', message: { id: 'm', content } })).toEqual([
      'message = m (message.id, provided)',
      'tool call = t1 (message.content[0].id, provided)',
      'tool call = t2 (message.content[1].id, provided)',
      'result of = t1 (message.content[2].tool_use_id, relation)',
      'result of = t3 (message.content[3].tool_use_id, relation)',
    ]);
  });

  it('of an event are found in the event', () => {
    const start = { type: 'content_block_start', content_block: { type: 'tool_use', id: 't1' } };
    expect(stated({ type: 'stream_event', event: start })).toEqual([
      'tool call = t1 (event.content_block.id, provided)',
    ]);
    const message = { id: 'm', content: [{ type: 'tool_result', tool_use_id: 't1' }] };
    expect(stated({ type: 'stream_event', event: { type: 'message_start', message } })).toEqual([
      'message = m (event.message.id, provided)',
      'result of = t1 (event.message.content[0].tool_use_id, relation)',
    ]);
  });

  it('tell a tool_progress apart from its call: only parent_tool_use_id names that', () => {
    const ids = { tool_use_id: 'bash-progress-0', parent_tool_use_id: 'toolu_1', task_id: 'b1' };
    expect(stated({ type: 'tool_progress', ...ids })).toEqual([
      'parent tool use = toolu_1 (parent_tool_use_id, relation)',
      'progress = bash-progress-0 (tool_use_id, provided)',
      'task = b1 (task_id, provided)',
    ]);
    expect(stated({ type: 'system', subtype: 'task_started', ...ids })).toEqual([
      'parent tool use = toolu_1 (parent_tool_use_id, relation)',
      'tool use = bash-progress-0 (tool_use_id, relation)',
      'task = b1 (task_id, provided)',
    ]);
  });

  it('of a control frame say what it is to the request', () => {
    expect(stated({ type: 'control_request', request_id: 'r', request: { tool_use_id: 't' } })).toEqual([
      'tool use = t (request.tool_use_id, relation)',
      'control request = r (request_id, provided)',
    ]);
    expect(stated({ type: 'control_response', response: { request_id: 'r' } })).toEqual([
      'answers = r (response.request_id, relation)',
    ]);
    expect(stated({ type: 'control_cancel_request', request_id: 'r' })).toEqual([
      'withdraws = r (request_id, relation)',
    ]);
    expect(stated({ type: 'assistant', request_id: 'req_1' })).toEqual([
      'API request = req_1 (request_id, provided)',
    ]);
  });

  it('of a session file name the frames around it', () => {
    expect(
      stated({ type: 'user', parentUuid: 'p', logicalParentUuid: 'l', agentId: 'a', promptId: 'q' }),
    ).toEqual([
      'agent = a (agentId, provided)',
      'parent = p (parentUuid, relation)',
      'logical parent = l (logicalParentUuid, relation)',
      'prompt = q (promptId, provided)',
    ]);
    expect(stated({ type: 'summary', leafUuid: 'x' })).toEqual(['leaf = x (leafUuid, relation)']);
    expect(stated({ type: 'file-history-snapshot', messageId: 'x' })).toEqual([
      'snapshot of = x (messageId, relation)',
    ]);
  });

  it('of a retraction name every frame that is taken back', () => {
    expect(
      stated({
        type: 'system',
        subtype: 'model_refusal_fallback',
        retracted_message_uuids: ['a', null, 'b', 3, ''],
      }),
    ).toEqual([
      'retracts = a (retracted_message_uuids[0], relation)',
      'retracts = b (retracted_message_uuids[2], relation)',
    ]);
    expect(stated({ type: 'assistant', supersedes: ['a'] })).toEqual([
      'supersedes = a (supersedes[0], relation)',
    ]);
    expect(stated({ type: 'assistant', supersedesUuids: ['a'] })).toEqual([
      'supersedes = a (supersedesUuids[0], relation)',
    ]);
  });

  it('are told once each, and at most 200 of them', () => {
    const content = Array.from({ length: 300 }, (_, n) => ({ type: 'tool_use', id: `t${n}` }));
    const { list, leftOff } = identitiesOf({ uuid: 'u', content: [...content, ...content] }, place());
    expect(list).toHaveLength(200);
    expect(leftOff).toBe(101);
  });

  it('never throw, whatever the frame is', () => {
    const keys = fc.constantFrom(
      'uuid',
      'session_id',
      'message',
      'event',
      'content',
      'data',
      'type',
      'request',
      '__proto__',
      'tasks',
    );
    const frame = fc.dictionary(keys, fc.jsonValue({ maxDepth: 4 }));
    fc.assert(
      fc.property(frame, (value) => {
        const { list } = identitiesOf(JSON.parse(JSON.stringify(value)), place());
        expect(list[0]?.role).toBe('event');
        expect(list.every(({ value: id }) => id.trim() !== '')).toBe(true);
      }),
    );
  });
});
