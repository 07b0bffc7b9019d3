import { describe, expect, it } from 'vitest';
import { conformanceOf } from '../../../../src/protocol/fields/conformance';
import published from '../../../../src/protocol/fields/data/published.json';
import { fieldKindOf } from '../../../../src/protocol/fields/field-kind';
import { mismatch, shapeOf } from '../../../../src/protocol/fields/published-type';
import type { JsonObject } from '../../../../src/protocol/json-values';

const notes = (frame: JsonObject, cliVersion: string | null = '2.1.332') =>
  Object.fromEntries(
    conformanceOf(frame, { ...fieldKindOf(frame), tool: null, cliVersion }).map(({ path, sentence }) => [
      path,
      sentence,
    ]),
  );

const status = (more: JsonObject): JsonObject => ({
  type: 'system',
  subtype: 'task_updated',
  task_id: 't',
  patch: {},
  uuid: '4c8b998a-d416-476b-a4d3-99497f186479',
  session_id: 's',
  ...more,
});

describe('a published type', () => {
  const shapes: [type: string, right: unknown[], wrong: unknown[]][] = [
    ['string', ['', 'x'], [1, null, {}, []]],
    ['number', [0, 1.5], ['1', true]],
    ['boolean', [true, false], [0, 'true']],
    ['true', [true], ['true']],
    ['uuid', ['4c8b998a-d416-476b-a4d3-99497f186479'], ['no', 4]],
    ['object', [{}], [[], null, 'x']],
    ['object[]', [[], [1]], [{}]],
    ['(object | null)', [{}, null], ['x']],
    ["('allow' | 'deny')", ['allow', 'deny'], ['ask', 1]],
    ["('standard' | 'fast' | null)", ['fast', null], ['slow']],
    ["('low' | number)", ['low', 3], ['high', true]],
    ['(string | object[])', ['x', []], [{}]],
    ["string | ('a' | 'b')", ['a', 'c'], [1]],
    ['map<object>', [{}], [[], 'x']],
    ['(string | map<object>)', [{}, 'x'], [[]]],
    ['map<object[]>', [{}], [[]]],
    ['McpServerToolPolicy[]', [[]], [{}]],
    ['(BetaMCPToolParam[] | null)', [[], null], ['x']],
  ];
  it.each(shapes)('%s', (type, right, wrong) => {
    const shape = shapeOf(type);
    if (shape === null) throw new Error(`${type} is not understood`);
    for (const value of right) expect(mismatch(shape, value)).toBeNull();
    for (const value of wrong) expect(mismatch(shape, value)).not.toBeNull();
  });

  it.each(['unknown', 'opaque', 'JSONRPCMessage', "'a' | 'b...", "('a' | 'b", '', 'x | | y', 'constructor'])(
    'that says nothing to check: %s',
    (type) => expect(shapeOf(type)).toBeNull(),
  );

  it('is understood in the registry unless it is a name, unknown, or a union that is cut', () => {
    const left = published.types.filter((type) => shapeOf(type) === null);
    expect(left.every((type) => /[A-Z][a-z]+[A-Z]|unknown|opaque|JSONRPC|\.\.\.$/.test(type))).toBe(true);
    expect(left.length).toBeLessThan(published.types.length / 4);
  });
});

describe('a note on conformance', () => {
  it('tells of another JSON type, and of a value that is not among the published ones', () => {
    expect(notes(status({ task_id: 5, patch: { status: 'sleeping' } }))).toEqual({
      task_id: 'Published as string; here it is a number.',
      'patch.status': expect.stringMatching(
        /^Published as .*; here it is "sleeping", which is not among them\.$/,
      ),
    });
    expect(notes(status({}))).toEqual({});
  });

  it('tells of a required field that is missing, once for all places', () => {
    const { task_id: _, ...without } = status({});
    expect(notes(without)).toEqual({
      task_id: 'Published as required (string); it is missing in this frame.',
    });
    const init = {
      type: 'result',
      subtype: 'success',
      modelUsage: { a: { inputTokens: 1 }, b: {} },
    };
    expect(notes(init)['modelUsage.<key>.inputTokens']).toBe(
      'Published as required (number); it is missing in 1 of 2 places.',
    );
  });

  it('keeps to the types of the CLI version, and without one misses nothing', () => {
    const frame = { type: 'system', subtype: 'init', session_id: 's' };
    // Published since 2.0.50 only.
    expect(notes(frame, '2.1.332')).toHaveProperty('claude_code_version');
    expect(notes(frame, '2.0.0')).not.toHaveProperty('claude_code_version');
    expect(notes(frame, '2.0.0')).toHaveProperty('tools');
    expect(notes({ ...frame, tools: 5 }, null)).toEqual({ tools: expect.stringContaining('is a number') });
    expect(notes(frame, '1.0.128')).toEqual({});
  });

  it('asks of a block only what every block has', () => {
    const frame = { type: 'user', message: { role: 'user', content: [{ type: 'tool_result' }] } };
    expect(Object.keys(notes(frame))).not.toContain('message.content[tool_result].text');
  });

  it('is not made for session files and for what a bridge writes', () => {
    expect(notes({ type: 'user', sessionId: 's', message: 5 })).toEqual({});
    expect(notes({ type: 'task_started', task_id: 5 })).toEqual({});
  });
});
