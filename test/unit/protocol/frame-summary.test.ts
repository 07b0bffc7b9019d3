import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { familyOf, kindOf, NO_TYPE } from '../../../src/protocol/frame-kinds';
import { oneLine, summarize } from '../../../src/protocol/frame-summary';
import { isFrame, sessionAt } from '../engine/session-of';
import { fixtureFiles } from '../recordings';

const NOT_ONE_LINE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

/** The kinds of recordings hold no slash but the one between type and subtype. */
function splitKind(kind: string): { type: string; subtype: string } {
  const [type = '', subtype = ''] = kind.split('/');
  return { type, subtype };
}

describe('one line', () => {
  it('has no controls, no line separators and no marks of writing direction', () => {
    const text = fc.string({
      unit: fc.oneof(
        fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
        fc.integer({ min: 0, max: 0xa0 }).map((code) => String.fromCharCode(code)),
        fc.constantFrom(
          '\u001b[31m',
          '\u001b]0;x\u0007',
          '\u001b]8;;',
          '\u061c',
          '\u200f',
          '\u202e',
          '\u2069',
          '\u2028',
          '\r\n',
        ),
      ),
    });
    fc.assert(
      fc.property(text, (content) => {
        const line = oneLine(content);
        expect(line).not.toMatch(NOT_ONE_LINE);
        expect(line).not.toMatch(/^\s|\s$| {2}/);
        expect(line.length).toBeLessThanOrEqual(300);
      }),
      { numRuns: 5000 },
    );
  });

  it('leaves plain text as it is', () => {
    expect(oneLine('Grüße, 世界 🚀 <b>"x"</b>')).toBe('Grüße, 世界 🚀 <b>"x"</b>');
  });

  it('makes one blank of line ends and runs of blanks', () => {
    expect(oneLine('  a\r\n\tb\u2028c\u0085d  ')).toBe('a b c d');
  });

  it('takes terminal codes out, and shows other controls by their pictures', () => {
    expect(oneLine('\u001b[1;31mred\u001b[0m\u001b]8;;http://x\u0007link\u001b]8;;\u001b\\')).toBe('redlink');
    expect(oneLine('a\u0000b\u007fc\u001bd')).toBe('a\u2400b\u2421c\u241bd');
  });

  it('shows that a mark changes the direction of writing', () => {
    expect(oneLine('a\u202eb\u061cc')).toBe('a\ufffdb\ufffdc');
  });
});

describe('the summary of a frame', () => {
  it.each(fixtureFiles())('of $name is one line, and says something', ({ path }) => {
    const session = sessionAt(path);
    const { table, kinds } = session.index;
    for (let row = 0; row < table.rows; row++) {
      if (!isFrame(session, row)) continue;
      const { type, subtype } = splitKind(kinds.text(table.kind(row)));
      const frame = JSON.parse(session.jsonText(row).toString('utf8'));
      const { strong, text, detail } = summarize(type, subtype, frame);
      for (const part of [strong, text, detail]) expect(part).not.toMatch(NOT_ONE_LINE);
      // Some deltas carry nothing but their type, and that stands in the kind.
      if (familyOf(type, subtype) === 'new' || type === 'stream_event' || type === 'keep_alive') continue;
      expect({ frame: row + 1, said: `${strong}${text}` }).not.toEqual({ frame: row + 1, said: '' });
    }
  });

  it('of anything is one line', () => {
    const key = fc.constantFrom(
      ...'message event content delta content_block type text thinking input name request response attachment errors status patch task_id compact_metadata rate_limit_info resetsAt error retry_delay_ms duration_ms total_cost_usd'.split(
        ' ',
      ),
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom('tool_use', 'tool_result', 'text', 'image', '\u0007', ''),
        fc.double(),
        fc.jsonValue({ maxDepth: 1 }),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(key, tie('value'), { maxKeys: 5 }),
      ),
    }));
    const kind = fc.constantFrom(
      ...'assistant user message result stream_event system rate_limit_event control_request control_response attachment task_started summary new'.split(
        ' ',
      ),
      NO_TYPE,
    );
    const subtype = fc.constantFrom(
      '',
      'init',
      'task_updated',
      'compact_boundary',
      'api_retry',
      'hook_started',
      'status',
    );
    fc.assert(
      fc.property(kind, subtype, fc.dictionary(key, value, { maxKeys: 6 }), (type, sub, frame) => {
        const { strong, text, detail } = summarize(type, sub, frame);
        for (const part of [strong, text, detail]) {
          expect(part).toBeTypeOf('string');
          expect(part).not.toMatch(NOT_ONE_LINE);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    ['assistant', { message: { content: [{ type: 'text', text: 'a\nb' }] } }, '', 'a b', ''],
    [
      'assistant',
      {
        message: {
          content: [
            { type: 'text', text: 'a' },
            { type: 'tool_use', name: 'Bash', input: { command: 'ls' } },
          ],
        },
      },
      'Bash',
      'ls (+1 more)',
      'tool_use',
    ],
    [
      'assistant',
      { message: { content: [{ type: 'tool_use', name: 'X', input: { n: 1, s: 'short' } }] } },
      'X',
      'n 1',
      'tool_use',
    ],
    [
      'user',
      { message: { content: [{ type: 'tool_result', content: [{ type: 'image' }] }] } },
      '',
      '[image]',
      'tool_result',
    ],
    ['user', { message: { content: [] } }, '', 'empty content', ''],
    ['user', {}, '', 'no message', ''],
    ['result', { result: 'done', num_turns: 2, total_cost_usd: 0.5 }, '', 'done · 2 turns · $0.5000', ''],
    ['result', { errors: ['bad'], num_turns: 1 }, '', 'bad · 1 turn · cost not stated', ''],
    [
      'stream_event',
      { event: { type: 'content_block_delta', delta: { type: 'text_delta', text: 'Hel' } } },
      '',
      'Hel',
      'content_block_delta',
    ],
    [
      'rate_limit_event',
      { rate_limit_info: { status: 'allowed', resetsAt: 0 } },
      '',
      'allowed · resets 1970-01-01T00:00:00Z',
      '',
    ],
    [
      'control_request',
      { request_id: 'r1', request: { subtype: 'can_use_tool', tool_name: 'Bash' } },
      'Bash',
      'request r1',
      'can_use_tool',
    ],
    ['never_seen', { type: 'never_seen', a: 1, b: { c: 1 }, d: 'x' }, '', 'a: 1 · d: x', ''],
  ])('of %s %j', (type, frame, strong, text, detail) => {
    expect(summarize(type, '', frame)).toMatchObject({ strong, text, detail });
  });
});

describe('a kind', () => {
  it('is a type, or a type and a subtype, and comes apart again', () => {
    expect(kindOf('user', '')).toBe('user');
    expect(kindOf('system', 'init')).toBe('system/init');
    expect(splitKind('system/init')).toEqual({ type: 'system', subtype: 'init' });
    expect(splitKind('user')).toEqual({ type: 'user', subtype: '' });
  });

  it('that nobody knows is new', () => {
    expect(familyOf('user', '')).toBe('user');
    expect(familyOf('system', 'init')).toBe('system');
    expect(familyOf('system', 'task_started')).toBe('task');
    for (const [type, subtype] of [
      ['future', ''],
      ['system', 'brand_new'],
      [NO_TYPE, ''],
      ['constructor', ''],
    ]) {
      expect(familyOf(type as string, subtype as string)).toBe('new');
    }
  });

  it('every kind of the recordings is known', () => {
    const unknown = new Set<string>();
    for (const { path } of fixtureFiles()) {
      const { kinds } = sessionAt(path).index;
      for (let kind = 0; kind < kinds.size; kind++) {
        const { type, subtype } = splitKind(kinds.text(kind));
        if (type !== 'unparsed' && familyOf(type, subtype) === 'new') unknown.add(kinds.text(kind));
      }
    }
    expect([...unknown]).toEqual([NO_TYPE]);
  });
});
