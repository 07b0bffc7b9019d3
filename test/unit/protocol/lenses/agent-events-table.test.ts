import { describe, expect, it } from 'vitest';
import { BackendLens } from '../../../../src/protocol/lenses/agent-events/backend-lens';
import { PaneLens } from '../../../../src/protocol/lenses/agent-events/pane-lens';
import { lensFrame } from '../../../../src/protocol/lenses/lens-frame';
import {
  answer,
  assistant,
  call,
  droppedBy,
  type Event,
  eventsOf,
  inputDelta,
  result,
  start,
  stepsOf,
  stop,
  stream,
  text,
  textDelta,
  typesOf,
  user,
} from './lens-run';

// What AgentMux's own tests assert of its translator in the backend, of the runner around it, and of the pane's twin.

const backend = (...frames: unknown[]) => eventsOf('agent-events', 'strict', ...frames);
const pane = (...frames: unknown[]) => eventsOf('agent-events-pane', 'strict', ...frames);
const perFrame = (...frames: unknown[]) =>
  stepsOf('agent-events', 'strict', ...frames).map(({ events }) => events.map(({ event }) => event as Event));

const bash = { type: 'tool_use', id: 't1', name: 'Bash', input: {} };
const metadata = (more: object = {}) => ({
  trigger: 'manual',
  preTokens: 165000,
  postTokens: 12000,
  cumulativeDroppedTokens: 153000,
  durationMs: 4200,
  ...more,
});
const boundary = (compactMetadata: unknown, more: object = {}) => ({
  type: 'system',
  subtype: 'compact_boundary',
  compactMetadata,
  ...more,
});

const backendRows: [row: string, check: () => void][] = [
  [
    'text_delta "hello" is one AssistantText',
    () => expect(backend(textDelta('hello'))).toEqual([{ type: 'assistant_text', delta: 'hello' }]),
  ],
  [
    'two deltas and a result without text: Cost, then Done with their text',
    () => {
      const events = backend(textDelta('Hello '), textDelta('world'), result()).slice(2);
      expect(typesOf(events)).toEqual(['cost', 'done']);
      expect(events[1].response).toBe('Hello world');
    },
  ],
  [
    'tool start, two halves of JSON, stop: nothing three times, then ToolUse',
    () =>
      expect(perFrame(start(bash), inputDelta('{"comm'), inputDelta('and":"ls"}'), stop())).toEqual([
        [],
        [],
        [],
        [{ type: 'tool_use', id: 't1', tool: 'Bash', input: { command: 'ls' } }],
      ]),
  ],
  [
    'tool start, stop, no deltas: ToolUse with {}',
    () => expect(backend(start(bash), stop())[0].input).toEqual({}),
  ],
  [
    'tool start, truncated JSON, stop: ToolUse with the raw text',
    () => expect(backend(start(bash), inputDelta('{"command":"l'), stop())[0].input).toBe('{"command":"l'),
  ],
  [
    'a tool_result string, is_error false and true: the same content, and the flag',
    () => {
      const events = backend(
        user([answer('t', 'out', { is_error: false })]),
        user([answer('t', 'out', { is_error: true })]),
      );
      expect(events).toEqual([
        { type: 'tool_result', toolUseId: 't', output: 'out', isError: false },
        { type: 'tool_result', toolUseId: 't', output: 'out', isError: true },
      ]);
    },
  ],
  [
    'a result with cost_usd, usage and text: Cost first with four counts, Done second with the text',
    () => {
      const usage = {
        input_tokens: 100,
        output_tokens: 50,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 200,
      };
      expect(backend(result({ cost_usd: 0.0123, usage, result: 'ok' }))).toEqual([
        {
          type: 'cost',
          costUsd: 0.0123,
          tokens: { input: 100, output: 50, cacheCreation: 0, cacheRead: 200 },
        },
        { type: 'done', response: 'ok', transcript: [] },
      ]);
    },
  ],
  [
    'a whole assistant frame, then a result: no event, and one turn',
    () => {
      const steps = perFrame(assistant([text('hi')]), result());
      expect(steps[0]).toEqual([]);
      expect(steps[1]?.[1].transcript).toHaveLength(1);
    },
  ],
  [
    'three partial frames and a whole one: one turn',
    () => {
      const partial = assistant([text('h')], { partial: true });
      expect(
        backend(partial, partial, partial, assistant([text('hi')]), result())[1].transcript,
      ).toHaveLength(1);
    },
  ],
  [
    'assistant, tool_result, assistant: the roles of the turns in order',
    () => {
      const events = backend(
        assistant([]),
        user([answer('t', 'x', { is_error: true })]),
        assistant([]),
        result(),
      );
      const { transcript } = events.at(-1);
      expect(transcript.map((turn: Event) => turn.role)).toEqual(['assistant', 'tool_result', 'assistant']);
      expect(transcript[1].content).toEqual({ tool_use_id: 't', content: 'x', is_error: true });
    },
  ],
  [
    'system, message_stop and message_delta: empty',
    () =>
      expect(
        backend({ type: 'system' }, stream({ type: 'message_stop' }), stream({ type: 'message_delta' })),
      ).toEqual([]),
  ],
  [
    'compact_boundary, manual and auto, with extra fields: the exact numbers',
    () => {
      const extra = { preCompactDiscoveredTools: ['x'], preservedSegment: {} };
      const [manual, auto] = backend(
        boundary(metadata(extra), { content: 'c', level: 'info' }),
        boundary(metadata({ trigger: 'auto' })),
      );
      expect(manual).toEqual({ type: 'compaction_boundary', ...metadata() });
      expect(auto.trigger).toBe('auto');
    },
  ],
  [
    'another subtype, no metadata, preTokens a string, an unknown trigger: empty',
    () =>
      expect(
        backend(
          { type: 'system', subtype: 'status' },
          { type: 'system', subtype: 'compact_boundary' },
          boundary(metadata({ preTokens: '1' })),
          boundary(metadata({ trigger: 'magic' })),
        ),
      ).toEqual([]),
  ],
  ['{}, null, a string, 42: empty', () => expect(backend('{}', 'null', '"x"', '42')).toEqual([])],
  [
    'reset with an open tool and text: a later stop emits nothing, and Done is empty',
    () => {
      const lens = new BackendLens();
      const feed = (frame: unknown) =>
        lens.feed(lensFrame(1, JSON.stringify(frame))).events.map(({ event }) => event as Event);
      feed(start(bash));
      feed(textDelta('x'));
      lens.reset();
      expect(feed(stop())).toEqual([]);
      expect(feed(result())[1].response).toBe('');
    },
  ],
  [
    'a result with is_error and status 429 after deltas: Cost, Error "API error 429"',
    () => {
      const events = backend(textDelta('x'), result({ is_error: true, api_error_status: 429 }), result());
      expect(events.slice(1, 3).map((event) => [event.type, event.message])).toEqual([
        ['cost', undefined],
        ['error', 'API error 429'],
      ]);
      expect(events.at(-1).response).toBe('');
    },
  ],
  [
    'is_error with a text: Error carries it',
    () =>
      expect(backend(result({ is_error: true, result: 'Broken', api_error_status: 500 }))[1].message).toBe(
        'Broken',
      ),
  ],
  [
    'is_error alone: the general Error',
    () => expect(backend(result({ is_error: true }))[1].message).toBe('Agent encountered an error'),
  ],
  [
    'message_start of the user with a tool_result: ToolResult, and a turn',
    () => {
      const events = backend(
        stream({ type: 'message_start', message: { role: 'user', content: [answer('t', 'x')] } }),
        result(),
      );
      expect(events[0]).toMatchObject({ type: 'tool_result', toolUseId: 't' });
      expect(events[2].transcript).toHaveLength(1);
    },
  ],
  [
    'message_start of the assistant: empty',
    () => expect(backend(stream({ type: 'message_start', message: { role: 'assistant' } }))).toEqual([]),
  ],
];

const runnerRows: [row: string, check: () => void][] = [
  ['noise before the JSON is skipped', () => expect(backend('npm warn x', textDelta('a'))).toHaveLength(1)],
  [
    'broken JSON and an unknown type are skipped, later frames are read',
    () => expect(backend('{"type":', { type: 'novel' }, textDelta('a'))).toHaveLength(1),
  ],
  [
    'a leading space makes a line noise',
    () => expect(backend(` ${JSON.stringify(textDelta('a'))}`)).toEqual([]),
  ],
  ['no frames: no events', () => expect(backend()).toEqual([])],
  [
    'the order ends with Cost, Done',
    () =>
      expect(typesOf(backend(start(bash), stop(), textDelta('a'), result())).slice(-2)).toEqual([
        'cost',
        'done',
      ]),
  ],
];

const finalText = (more: object = {}) => ({ type: 'assistant', message: { content: [text('hi')], ...more } });

const paneRows: [row: string, check: () => void][] = [
  ['partial: empty', () => expect(pane({ ...finalText(), partial: true })).toEqual([])],
  [
    'a final frame of text: session_end alone',
    () => expect(pane(finalText())).toEqual([{ type: 'session_end', stats: {} }]),
  ],
  [
    'thinking only, blank text, stop_reason tool_use, no content, no message: empty',
    () =>
      expect(
        pane(
          assistant([{ type: 'thinking', thinking: 'x' }]),
          assistant([text('  ')]),
          finalText({ stop_reason: 'tool_use' }),
          assistant([]),
          { type: 'assistant' },
        ),
      ).toEqual([]),
  ],
  [
    'end_turn, stop_sequence and no stop_reason: session_end',
    () => {
      for (const more of [
        { stop_reason: 'end_turn' },
        { stop_reason: 'stop_sequence' },
        {},
        { stop_reason: null },
      ]) {
        expect(typesOf(pane(finalText(more)))).toEqual(['session_end']);
      }
    },
  ],
  [
    'text and tool_use: tool_call only',
    () =>
      expect(pane(assistant([text('x'), call('t', 'Bash', { command: 'ls' })]))).toEqual([
        { type: 'tool_call', id: 't', tool: 'Bash', params: { command: 'ls' } },
      ]),
  ],
  [
    'deltas and snapshots: exactly two texts',
    () => {
      const snapshot = { ...finalText(), partial: true };
      const events = pane(textDelta('a'), snapshot, textDelta('b'), snapshot, finalText());
      expect(events.filter((event) => event.type === 'text').map((event) => event.content)).toEqual([
        'a',
        'b',
      ]);
    },
  ],
  [
    'an error 401: error_result, then session_end',
    () => {
      const events = pane(result({ is_error: true, api_error_status: 401, result: 'Log in' }));
      expect(events).toEqual([
        { type: 'error_result', code: 401, message: 'Log in' },
        { type: 'session_end', stats: {} },
      ]);
    },
  ],
  ['is_error without a status: code 0', () => expect(pane(result({ is_error: true }))[0].code).toBe(0)],
  [
    'the message: result, then error.message, then an error string, then the status',
    () => {
      const said = (more: object) => pane(result({ is_error: true, ...more }))[0].message;
      expect(said({ result: 'r', error: { message: 'm' } })).toBe('r');
      expect(said({ error: { message: 'm' } })).toBe('m');
      expect(said({ error: 'e', api_error_status: 500 })).toBe('e');
      expect(said({ api_error_status: 500 })).toBe('API error 500');
      expect(said({})).toBe('Agent encountered an error');
    },
  ],
  ['is_error false: session_end only', () => expect(typesOf(pane(result()))).toEqual(['session_end'])],
  [
    'usage 2 + 49164 + 20685 is one number',
    () => {
      const usage = { input_tokens: 2, cache_creation_input_tokens: 49164, cache_read_input_tokens: 20685 };
      expect(pane(result({ usage }))[0].stats).toEqual({ inputTokens: 69851 });
    },
  ],
  [
    'usage of zeros: no stats',
    () => expect(pane(result({ usage: { input_tokens: 0, output_tokens: 0 } }))[0].stats).toEqual({}),
  ],
  [
    'rate_limit_event with 30000, and without: waiting, whatever the status',
    () => {
      const waiting = (retryAfterMs: number | null) => ({
        type: 'provider_waiting',
        reason: 'rate_limited',
        retryAfterMs,
      });
      expect(pane({ type: 'rate_limit_event', retry_after_ms: 30000 })).toEqual([waiting(30000)]);
      expect(pane({ type: 'rate_limit_event', rate_limit_info: { status: 'allowed' } })).toEqual([
        waiting(null),
      ]);
    },
  ],
  ['null, nothing, a string: empty', () => expect(pane('null', '', '"x"')).toEqual([])],
  [
    'reset drops the open tool',
    () => {
      const lens = new PaneLens();
      const feed = (frame: unknown) => lens.feed(lensFrame(1, JSON.stringify(frame))).events;
      feed(start(bash));
      feed(inputDelta('{}'));
      lens.reset();
      expect(feed(stop())).toEqual([]);
    },
  ],
];

const twinRows: [topic: string, check: () => void][] = [
  [
    'its own events pass through',
    () => {
      const own = [
        'text',
        'thinking',
        'tool_call',
        'tool_result',
        'agent_message',
        'user_message',
        'session_end',
        'provider_waiting',
      ];
      for (const type of own) expect(pane({ type, x: 1 })).toEqual([{ type, x: 1 }]);
    },
  ],
  [
    'events of the API without an envelope: taken by the pane, ignored by the backend',
    () => {
      expect(pane(textDelta('a').event)).toEqual([{ type: 'text', content: 'a' }]);
      expect(backend(textDelta('a').event)).toEqual([]);
    },
  ],
  [
    'thinking: told by the pane, discarded by the backend',
    () => {
      const delta = stream({
        type: 'content_block_delta',
        delta: { type: 'thinking_delta', thinking: 'hm' },
      });
      expect(pane(delta)).toEqual([{ type: 'thinking', content: 'hm' }]);
      expect(backend(delta)).toEqual([]);
    },
  ],
  [
    'an empty text: no event in the pane, one in the backend',
    () => {
      expect(pane(textDelta(''))).toEqual([]);
      expect(backend(textDelta(''))).toEqual([{ type: 'assistant_text', delta: '' }]);
    },
  ],
  [
    'a tool: at start and again at stop in the pane',
    () =>
      expect(pane(start({ type: 'tool_use' }), inputDelta('{"a":1}'), stop())).toEqual([
        { type: 'tool_call', id: 'tool_1', tool: 'Unknown', params: {} },
        { type: 'tool_call', id: 'tool_1', tool: 'Unknown', params: { a: 1 } },
      ]),
  ],
  ['no input at stop: no second event in the pane', () => expect(pane(start(bash), stop())).toHaveLength(1)],
  [
    'no JSON at stop: swallowed by the pane',
    () => expect(pane(start(bash), inputDelta('{"a'), stop())).toHaveLength(1),
  ],
  [
    'input with no tool open: kept by the pane until the next start, dropped by the backend',
    () => {
      expect(pane(inputDelta('{"a":1}'), start(bash), stop())).toHaveLength(1);
      expect(backend(inputDelta('{"a":1}'), start(bash), stop())[0].input).toEqual({});
    },
  ],
  [
    'a tool result: named by the id, wrapped, or replaced by tool_use_result',
    () => {
      const frames = [assistant([call('t', 'Bash', {})]), user([answer('t', 'x', { is_error: true })])];
      expect(pane(...frames)[1]).toEqual({
        type: 'tool_result',
        id: 't',
        tool: 'Bash',
        status: 'failed',
        result: { content: 'x' },
      });
      const sibling = { stdout: 'x', stderr: '', interrupted: false };
      expect(pane(user([answer('t', 'x')], { tool_use_result: sibling }))[0]).toMatchObject({
        tool: 'Unknown',
        result: sibling,
      });
      expect(
        pane(user([answer('t', 'x'), answer('u', 'y')], { tool_use_result: sibling }))[0].result,
      ).toEqual({ content: 'x' });
      expect(pane(user([answer('t', [text('x')])], { tool_use_result: sibling }))[0].result).toEqual([
        text('x'),
      ]);
    },
  ],
  [
    'a prompt: a user_message in the pane, ignored by the backend',
    () => {
      expect(pane(user('do it'))).toEqual([{ type: 'user_message', message: 'do it' }]);
      expect(backend(user('do it'))).toEqual([]);
    },
  ],
  ['a boundary of compaction: only in the backend', () => expect(pane(boundary(metadata()))).toEqual([])],
  [
    'a line of more than 10,000,000 characters is dropped by the pane, and read by the backend',
    () => {
      const long = JSON.stringify(textDelta('x'.repeat(10_000_000)));
      expect(pane(long, textDelta('a'))).toHaveLength(1);
      expect(backend(long)).toHaveLength(1);
    },
  ],
];

describe('AgentMux in the backend, row by row', () => {
  it.each(backendRows)('%s', (_, check) => check());
});

describe('the runner around it, row by row', () => {
  it.each(runnerRows)('%s', (_, check) => check());
});

describe('AgentMux in the pane, row by row', () => {
  it.each(paneRows)('%s', (_, check) => check());
});

describe('where the pane and the backend differ', () => {
  it.each(twinRows)('%s', (_, check) => check());
});

describe('traps of the backend', () => {
  it('has one slot: a second start discards the first tool, and any stop gives the one that is open', () => {
    const frames = [
      start(bash, 0),
      inputDelta('{"first":1}', 0),
      start({ ...bash, id: 't2', name: 'Read' }, 1),
      inputDelta('{"second":2}', 0),
      stop(0),
      stop(1),
    ];
    const steps = stepsOf('agent-events', 'strict', ...frames);
    const events = steps.flatMap((step) => step.events);
    expect(events.map(({ event }) => event)).toEqual([
      { type: 'tool_use', id: 't2', tool: 'Read', input: { second: 2 } },
    ]);
    expect(events[0]?.from).toEqual([3, 4]);
    expect(droppedBy(steps).some((line) => line.includes('Bash that was open is replaced, and lost'))).toBe(
      true,
    );
    const corrected = eventsOf('agent-events', 'corrected', ...frames);
    expect(corrected.map(({ id, input }) => [id, input])).toEqual([
      ['t1', '{"first":1}{"second":2}'],
      ['t2', {}],
    ]);
  });

  it('loses a tool that nothing closes; the corrected reading tells it as incomplete', () => {
    const frames = [start(bash), inputDelta('{"comm'), stream({ type: 'message_stop' })];
    expect(backend(...frames)).toEqual([]);
    expect(eventsOf('agent-events', 'corrected', ...frames)).toEqual([
      { type: 'tool_use', id: 't1', tool: 'Bash', input: '{"comm', incomplete: true },
    ]);
  });

  it('answers a later result with the text of an earlier turn; the corrected reading does not', () => {
    const frames = [textDelta('old'), result({ result: 'said' }), result()];
    expect(backend(...frames).at(-1).response).toBe('old');
    expect(eventsOf('agent-events', 'corrected', ...frames).at(-1).response).toBe('');
  });

  it('reads cost_usd alone; the corrected reading reads total_cost_usd and says what this turn cost', () => {
    const frames = [result({ total_cost_usd: 0.5 }), result({ total_cost_usd: 0.75 })];
    expect(
      backend(...frames)
        .filter(({ type }) => type === 'cost')
        .map(({ costUsd }) => costUsd),
    ).toEqual([0, 0]);
    const costs = eventsOf('agent-events', 'corrected', ...frames).filter(({ type }) => type === 'cost');
    expect(costs.map(({ costUsd, turnCostUsd }) => [costUsd, turnCostUsd])).toEqual([
      [0.5, 0.5],
      [0.75, 0.25],
    ]);
  });

  it('drops a boundary in snake case, or a partial one; the corrected reading tells both', () => {
    const snake = {
      type: 'system',
      subtype: 'compact_boundary',
      compact_metadata: { trigger: 'auto', pre_tokens: 9 },
    };
    expect(backend(snake)).toEqual([]);
    expect(eventsOf('agent-events', 'corrected', snake)).toEqual([
      {
        type: 'compaction_boundary',
        trigger: 'auto',
        preTokens: 9,
        postTokens: null,
        cumulativeDroppedTokens: null,
        durationMs: null,
        partial: true,
      },
    ]);
    const both = { ...snake, compactMetadata: metadata() };
    expect(eventsOf('agent-events', 'corrected', both)[0].preTokens).toBe(9);
    const nulled = boundary(metadata(), { compact_metadata: null });
    expect(eventsOf('agent-events', 'corrected', nulled)[0]).toMatchObject({
      preTokens: 165000,
      partial: false,
    });
  });

  it('says done for a subtype of an error without is_error; the corrected reading says error', () => {
    const frame = result({ subtype: 'error_max_turns' });
    expect(typesOf(backend(frame))).toEqual(['cost', 'done']);
    expect(typesOf(eventsOf('agent-events', 'corrected', frame))).toEqual(['cost', 'error']);
  });

  it('shows nothing of a stream without deltas; the corrected reading does, and repeats nothing of one with them', () => {
    const whole = assistant([text('hi'), call('t', 'Bash', { command: 'ls' })]);
    expect(backend(whole)).toEqual([]);
    expect(typesOf(eventsOf('agent-events', 'corrected', whole))).toEqual(['assistant_text', 'tool_use']);
    const streamed = { type: 'assistant', message: { id: 'm', content: [text('hi')] } };
    const begin = stream({ type: 'message_start', message: { id: 'm', role: 'assistant' } });
    expect(eventsOf('agent-events', 'corrected', begin, textDelta('hi'), streamed)).toHaveLength(1);
  });

  it('takes only whole numbers from usage, as they are written', () => {
    const of = (usage: string) => backend(`{"type":"result","usage":${usage}}`)[0].tokens.input;
    expect(of('{"input_tokens":5}')).toBe(5);
    expect(of('{"input_tokens":5.0}')).toBe(0);
    expect(of('{"input_tokens":5e0}')).toBe(0);
    expect(of('{"input_tokens":-5}')).toBe(0);
    expect(of('{"input_tokens":"5"}')).toBe(0);
    expect(of('[5]')).toBe(0);
  });
});
