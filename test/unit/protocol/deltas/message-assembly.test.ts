import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MessageAssembly } from '../../../../src/protocol/deltas/message-assembly';
import type { JsonObject } from '../../../../src/protocol/json-values';

const wrap = (event: object, more: object = {}): JsonObject =>
  ({ type: 'stream_event', event, ...more }) as JsonObject;
const start = { type: 'message_start', message: { id: 'm', role: 'assistant', model: 'x', content: [] } };
const block = (index: number, content_block: object) => ({
  type: 'content_block_start',
  index,
  content_block,
});
const text = (index: number, words: string) => ({
  type: 'content_block_delta',
  index,
  delta: { type: 'text_delta', text: words },
});
const json = (index: number, partial_json: string) => ({
  type: 'content_block_delta',
  index,
  delta: { type: 'input_json_delta', partial_json },
});
const stop = (index: number) => ({ type: 'content_block_stop', index });
const TEXT = { type: 'text', text: '' };
const BASH = { type: 'tool_use', id: 't', name: 'Bash', input: {} };

function assemble(...events: object[]): MessageAssembly {
  const assembly = new MessageAssembly();
  for (const [at, event] of events.entries()) assembly.add(wrap(event), at + 1);
  return assembly;
}

describe('a message from its events', () => {
  it('keeps interleaved blocks apart by their index', () => {
    const { blocks, stopped, stopReason } = assemble(
      start,
      block(0, TEXT),
      block(1, BASH),
      text(0, 'He'),
      json(1, '{"a":'),
      text(0, 'llo'),
      json(1, '1}'),
      stop(0),
      stop(1),
      { type: 'message_delta', delta: { stop_reason: 'tool_use' } },
      { type: 'message_stop' },
    );
    expect(blocks.map(({ text, state, input, name }) => [text, state, input, name])).toEqual([
      ['Hello', 'whole', 'none', null],
      ['{"a":1}', 'whole', 'valid', 'Bash'],
    ]);
    expect([stopped, stopReason]).toEqual([true, 'tool_use']);
  });

  it('shows input while it grows, and tells empty, broken and unfinished input apart', () => {
    expect(assemble(start, block(0, BASH), json(0, '{"command":"ec')).blocks[0]).toMatchObject({
      text: '{"command":"ec',
      state: 'growing',
      input: 'partial',
    });
    expect(assemble(start, block(0, BASH), stop(0)).blocks[0]?.input).toBe('empty');
    expect(assemble(start, block(0, BASH), json(0, ''), stop(0)).blocks[0]?.input).toBe('empty');
    expect(assemble(start, block(0, BASH), json(0, '{"a":'), stop(0)).blocks[0]?.input).toBe('broken');
    const cut = assemble(start, block(0, BASH), json(0, '{"a":'), { type: 'message_stop' }).blocks[0];
    expect([cut?.state, cut?.input]).toEqual(['unfinished', 'partial']);
  });

  it('does not lose a block whose index another one takes', () => {
    const { blocks } = assemble(start, block(0, TEXT), text(0, 'a'), block(0, TEXT), text(0, 'b'), stop(0));
    expect(blocks.map(({ text, state }) => [text, state])).toEqual([
      ['a', 'unfinished'],
      ['b', 'whole'],
    ]);
  });

  it('takes deltas whose start is missing, and says so', () => {
    const [first] = assemble(text(3, 'rest')).blocks;
    expect(first).toMatchObject({ index: 3, type: 'text', text: 'rest' });
    expect(first?.notes[0]).toContain('is missing');
  });

  it('marks the blocks of a stream that broke off (CLI 2.1.332)', () => {
    const assembly = new MessageAssembly();
    const events = [start, block(0, TEXT), text(0, 'a'), stop(0), block(1, BASH), json(1, '{"c'), stop(1)];
    for (const [at, event] of events.entries()) assembly.add(wrap(event), at + 1);
    assembly.add(wrap({ type: 'message_stop' }, { abandoned_blocks: { from_block_index: 1 } }), 8);
    expect(assembly.blocks.map(({ state, input }) => [state, input])).toEqual([
      ['whole', 'none'],
      ['abandoned', 'partial'],
    ]);
    expect(assembly.notes).toHaveLength(1);
  });

  it('reads a message of the user from its start alone, and a copy in an assistant start not twice', () => {
    const result = { type: 'tool_result', tool_use_id: 't', content: 'ok' };
    const user = assemble({ type: 'message_start', message: { role: 'user', content: [result] } });
    expect(user.blocks.map(({ type, state }) => [type, state])).toEqual([['tool_result', 'whole']]);
    const copied = { type: 'message_start', message: { role: 'assistant', content: [TEXT] } };
    expect(assemble(copied, block(0, TEXT), text(0, 'a'), stop(0)).blocks.map(({ text }) => text)).toEqual([
      'a',
    ]);
    expect(assemble(copied, { type: 'message_stop' }).blocks).toHaveLength(1);
  });

  it('reads events without their wrapper', () => {
    const assembly = new MessageAssembly();
    for (const [at, event] of [start, block(0, TEXT), text(0, 'a'), stop(0)].entries())
      assembly.add(event as unknown as JsonObject, at + 1);
    expect(assembly.blocks[0]).toMatchObject({ text: 'a', state: 'whole', firstFrame: 2, lastFrame: 4 });
  });

  it('takes any events in any order', () => {
    const value = fc.oneof(fc.jsonValue(), fc.constantFrom('text_delta', 'tool_use', -1, 1.5, null));
    const type = fc.constantFrom(
      'message_start content_block_start content_block_delta content_block_stop message_delta message_stop ping error x'.split(
        ' ',
      ),
    );
    const event = fc.record(
      {
        type: type.chain((types) => fc.constantFrom(...types)),
        index: fc.oneof(fc.nat(2), value),
        content_block: fc.oneof(fc.record({ type: value, id: value, text: value }), value),
        delta: fc.oneof(
          fc.record({
            type: fc.constantFrom('text_delta', 'input_json_delta', 'thinking_delta', 'signature_delta', 'y'),
            text: value,
            partial_json: fc.string(),
          }),
          value,
        ),
        message: fc.oneof(fc.record({ id: value, role: value, content: fc.array(value) }), value),
        abandoned_blocks: value,
      },
      { requiredKeys: ['type'] },
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        const assembly = assemble(...events);
        for (const part of assembly.blocks) expect(typeof part.text + part.input).toContain('string');
        expect(assembly.events).toBe(events.length);
      }),
    );
  });
});
