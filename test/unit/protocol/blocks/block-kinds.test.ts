import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BLOCK_KINDS, blockMeaning, blockSummary } from '../../../../src/protocol/blocks/block-kinds';

// The block types of the published Messages API as of CLI 2.1.332, for messages of the model and of the person, and the parts
// of their results.
const PUBLISHED =
  `text thinking redacted_thinking tool_use server_tool_use mcp_tool_use tool_result mcp_tool_result web_search_tool_result
web_fetch_tool_result advisor_tool_result code_execution_tool_result bash_code_execution_tool_result
text_editor_code_execution_tool_result tool_search_tool_result container_upload compaction fallback mcp_tool_listing image
document search_result tool_addition tool_removal tool_reference web_search_result`.split(/\s+/);

describe('the catalogue of content blocks', () => {
  it.each(PUBLISHED)('has %s with a meaning', (type) => {
    expect(blockMeaning(type)).toMatch(/^[A-Z].{8,160}\.$/);
  });

  it('names every type once', () => {
    expect(new Set(BLOCK_KINDS.map(({ type }) => type)).size).toBe(BLOCK_KINDS.length);
  });

  it('has no meaning for a type that nobody knows', () => {
    for (const type of ['future_block_kind', '', 'constructor', '__proto__'])
      expect(blockMeaning(type)).toBeNull();
  });

  it.each([
    [{ type: 'tool_use', name: 'Bash', input: { command: 'ls' } }, 'ls'],
    [{ type: 'brand_new_tool_use', input: { query: 'q' } }, 'q'],
    [{ type: 'tool_use', input: { questions: [{ question: 'Which colour?' }] } }, 'Which colour?'],
    [
      { type: 'tool_use', input: { todos: [{ content: 'a' }, { content: 'b', status: 'in_progress' }] } },
      'b',
    ],
    [{ type: 'tool_result', content: [{ type: 'text', text: 'one' }, { type: 'image' }] }, 'one'],
    [{ type: 'tool_result', content: [{ type: 'image' }] }, '[image]'],
    [
      {
        type: 'tool_result',
        content: [{ type: 'image', source: { media_type: 'image/png', data: 'AAAA' } }, { type: 'x' }],
      },
      '[image image/png, 3 bytes] [x]',
    ],
    [
      { type: 'tool_result', content: [{ type: 'tool_reference', tool_name: 'WebFetch' }] },
      'tools: WebFetch',
    ],
    [{ type: 'web_search_tool_result', content: [{ title: 'Demo page' }] }, 'found: Demo page'],
    [
      {
        type: 'web_search_tool_result',
        content: { type: 'web_search_tool_result_error', error_code: 'max_uses_exceeded' },
      },
      'max_uses_exceeded',
    ],
    [
      { type: 'bash_code_execution_tool_result', content: { stdout: 'hi', return_code: 0 } },
      'hi · exit code 0',
    ],
    [{ type: 'web_fetch_tool_result', content: { url: 'https://example.com/a' } }, 'https://example.com/a'],
    [{ type: 'redacted_thinking', data: 'x' }, 'redacted thinking'],
    [
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
      '[image image/png, 3 bytes]',
    ],
    [
      { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
      '[image url] https://example.com/a.png',
    ],
    [
      {
        type: 'document',
        title: 'Notes',
        source: { type: 'base64', media_type: 'application/pdf', data: 'AAA=' },
      },
      '[document application/pdf, 2 bytes] Notes',
    ],
    [{ type: 'container_upload', file_id: 'file_1' }, 'file_1'],
    [
      { type: 'fallback', from: { model: 'a' }, to: { model: 'b' }, trigger: { type: 'refusal' } },
      'a → b · refusal',
    ],
    [{ type: 'tool_addition', tool: { name: 'X', type: 'custom' } }, 'X · custom'],
    [{ type: 'future_block_kind', n: 1 }, '[future_block_kind]'],
    [{ n: 1 }, '[block without a type]'],
  ])('says of %j: %s', (block, line) => {
    expect(blockSummary(block)).toBe(line);
  });

  it('says nothing of the size of a picture whose end is missing', () => {
    const block = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } };
    expect(blockSummary(block, true)).toBe('[image image/png]');
  });

  it('never throws, whatever a block holds', () => {
    const field = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom(undefined, Number.NaN));
    const names =
      'name input content source data tool from to trigger tools text title url file_id resource'.split(' ');
    const type = fc.constantFrom(...BLOCK_KINDS.map((kind) => kind.type), 'new', 'x_tool_result');
    fc.assert(
      fc.property(
        type,
        fc.dictionary(fc.constantFrom(...names), field),
        fc.boolean(),
        (of, fields, partial) => {
          expect(blockSummary({ ...fields, type: of }, partial)).toBeTypeOf('string');
        },
      ),
      { numRuns: 3000 },
    );
  });
});
