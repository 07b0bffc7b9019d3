import { describe, expect, it } from 'vitest';
import { isTyped, userLineOf } from '../../../src/protocol/user-lines';

const line = (content: unknown, part: object = {}) =>
  userLineOf({ type: 'user', message: { content }, ...part });

describe('userLineOf', () => {
  it.each([
    ['what a person wrote', 'prompt', {}],
    ['a caveat', 'meta', { isMeta: true }],
    ['a summary of what the stream sent', 'meta', { isSynthetic: true }],
    ['Summary', 'summary', { isCompactSummary: true }],
    ['<command-name>/clear</command-name>', 'command', {}],
    ['<command-message>review</command-message>', 'command', {}],
    [' <bash-input>ls</bash-input>', 'command', {}],
    ['<local-command-stdout></local-command-stdout>', 'command output', {}],
    ['<bash-stderr>no</bash-stderr>', 'command output', {}],
    ['<system-reminder>note', 'reminder', { isMeta: true }],
    ['[Request interrupted by user for tool use]', 'interrupt', {}],
  ])('takes %j for a %s', (text, kind, part) => {
    expect(line(text, part)).toBe(kind);
    expect(line([{ type: 'text', text }, { type: 'image' }], part)).toBe(kind);
  });

  it('takes a line with a result for that, whatever else it holds', () => {
    expect(
      line([
        { type: 'text', text: 'x' },
        { type: 'tool_result', tool_use_id: 't' },
      ]),
    ).toBe('tool result');
  });

  it('takes any other shape for a prompt', () => {
    for (const content of [null, 7, [], {}, [null, 'x']]) expect(line(content)).toBe('prompt');
    expect(userLineOf({})).toBe('prompt');
    expect(userLineOf(undefined)).toBe('prompt');
  });

  it('knows which lines were typed', () => {
    expect((['prompt', 'command', 'meta', 'interrupt'] as const).map(isTyped)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
