import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  camelForms,
  disagreementSentence,
  disagreementsOf,
  isStated,
} from '../../../../src/protocol/identity/key-pairs';

const pairs = (frame: unknown) => disagreementsOf(frame).map(({ snake, camel }) => `${snake} / ${camel}`);

describe('camelForms', () => {
  it.each([
    ['session_id', ['sessionId', 'sessionID']],
    ['parent_tool_use_id', ['parentToolUseId', 'parentToolUseID']],
    ['retracted_message_uuids', ['retractedMessageUuids', 'retractedMessageUUIDs']],
    ['compact_metadata', ['compactMetadata']],
  ])('of %s', (key, forms) => {
    expect(camelForms(key)).toEqual(forms);
  });
});

describe('isStated', () => {
  it('takes null, nothing and blanks for absent, and 0 and false for stated', () => {
    expect([undefined, null, '', ' \n'].map(isStated)).toEqual([false, false, false, false]);
    expect([0, false, 'x', [], {}].map(isStated)).toEqual([true, true, true, true, true]);
  });
});

describe('disagreementsOf', () => {
  it.each([
    ['session_id', 'sessionId'],
    ['parent_tool_use_id', 'parentToolUseId'],
    ['turn_id', 'turnId'],
    ['thread_id', 'threadId'],
    ['tool_use_id', 'toolUseId'],
    ['tool_use_id', 'toolUseID'],
    ['task_id', 'taskId'],
    ['active_flags', 'activeFlags'],
  ])('compares %s with %s', (snake, camel) => {
    expect(pairs({ [snake]: 'a', [camel]: 'b' })).toEqual([`${snake} / ${camel}`]);
    expect(pairs({ [snake]: 'a', [camel]: 'a' })).toEqual([]);
    expect(pairs({ [snake]: null, [camel]: 'b' })).toEqual([]);
    expect(pairs({ [snake]: 'a', [camel]: ' ' })).toEqual([]);
    expect(pairs({ [camel]: 'b' })).toEqual([]);
  });

  it('compares compaction metadata field by field, whichever case these are in', () => {
    const snake = { trigger: 'auto', pre_tokens: 10, post_tokens: 3 };
    expect(pairs({ compact_metadata: snake, compactMetadata: { trigger: 'auto', preTokens: 10 } })).toEqual(
      [],
    );
    expect(pairs({ compact_metadata: snake, compactMetadata: { preTokens: 11 } })).toEqual([
      'compact_metadata / compactMetadata',
    ]);
    expect(pairs({ compactMetadata: { pre_tokens: 1, preTokens: 2 } })).toEqual([
      'compactMetadata.pre_tokens / compactMetadata.preTokens',
    ]);
  });

  it('looks into the containers of the protocol, and not into what tools are asked', () => {
    const both = { turn_id: 'a', turnId: 'b' };
    expect(pairs({ data: both })).toEqual(['data.turn_id / data.turnId']);
    expect(pairs({ input: both, message: { content: [both] }, tool_use_result: both })).toEqual([]);
  });

  it('says what both are, shortened', () => {
    const [found] = disagreementsOf({ turn_id: 'x'.repeat(500), turnId: { a: 1 } });
    expect(disagreementSentence('turn_id', found?.snakeValue, 'turnId', found?.camelValue)).toMatch(
      /^turn_id is "x{79}…, but turnId is \{"a":1\}\. The snake_case one is read\.$/,
    );
  });

  it('never throws and never finds a difference between equal values', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        expect(() => disagreementsOf(value)).not.toThrow();
        expect(disagreementsOf({ a_b: value, aB: structuredClone(value) })).toEqual([]);
      }),
    );
  });
});
