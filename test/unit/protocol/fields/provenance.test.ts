import { describe, expect, it } from 'vitest';
import { fieldKindOf } from '../../../../src/protocol/fields/field-kind';
import { type FieldContext, provenanceOf } from '../../../../src/protocol/fields/provenance';
import { pathsOf } from '../../../../src/protocol/fields/walk-fields';
import type { JsonObject } from '../../../../src/protocol/json-values';

const contextOf = (frame: JsonObject, tool: string | null = null): FieldContext => ({
  ...fieldKindOf(frame),
  tool,
  cliVersion: null,
});
const origins = (frame: JsonObject, tool: string | null = null) =>
  Object.fromEntries(
    pathsOf(frame).map((path) => [path, provenanceOf(contextOf(frame, tool), path).provenance]),
  );
const explained = (frame: JsonObject, path: string, more: Partial<FieldContext> = {}) =>
  provenanceOf({ ...contextOf(frame), ...more }, path).explanation;

describe('the kind of a frame in the registry', () => {
  const kinds: [string, 'stream' | 'disk', JsonObject][] = [
    ['assistant', 'stream', { type: 'assistant', session_id: 's' }],
    ['assistant', 'disk', { type: 'assistant', sessionId: 's', parentUuid: null }],
    ['system/init', 'stream', { type: 'system', subtype: 'init' }],
    ['stream_event/message_stop', 'stream', { type: 'stream_event', event: { type: 'message_stop' } }],
    [
      'stream_event/content_block_delta/text_delta',
      'stream',
      { type: 'stream_event', event: { type: 'content_block_delta', delta: { type: 'text_delta' } } },
    ],
    [
      'control_request/can_use_tool',
      'stream',
      { type: 'control_request', request: { subtype: 'can_use_tool' } },
    ],
    ['control_response/success', 'stream', { type: 'control_response', response: { subtype: 'success' } }],
    ['attachment/file', 'disk', { type: 'attachment', attachment: { type: 'file' } }],
    ['progress/hook_progress', 'disk', { type: 'progress', data: { type: 'hook_progress' } }],
    ['summary', 'disk', { type: 'summary', summary: 'x', leafUuid: 'u' }],
    ['(no type) role=user', 'stream', { role: 'user', content: 'x' }],
    ['system/task_started', 'stream', { type: 'task_started', task_id: 't' }],
    ['stream_event/message_start', 'stream', { type: 'message_start', message: {} }],
    // Damaged frames have a kind too.
    ['(no type)', 'stream', { type: 5 }],
    ['stream_event/undefined', 'stream', { type: 'stream_event', event: null }],
    ['control_request/undefined', 'stream', { type: 'control_request', request: 'x' }],
  ];
  it.each(kinds)('%s (%s)', (kind, source, frame) => {
    expect(fieldKindOf(frame)).toMatchObject({ kind, source });
  });
});

describe('a field', () => {
  it('is a reference when the types publish it, with its versions, also in another block', () => {
    const frame = { type: 'assistant', uuid: 'u', message: { content: [{ type: 'text', text: 'x' }] } };
    expect(origins(frame)).toEqual({
      type: 'reference',
      uuid: 'reference',
      message: 'reference',
      'message.content': 'reference',
      'message.content[text]': 'reference',
      'message.content[text].type': 'reference',
      'message.content[text].text': 'reference',
    });
    expect(explained(frame, 'uuid')).toMatch(/^Published since 2\.0\.0 \(uuid\)\. Seen in recordings from /);
    expect(explained(frame, 'uuid', { cliVersion: '1.0.128' })).toContain(
      "The types for this run's version, 1.0.128, do not declare it.",
    );
  });

  it('is a reference where a published map may hold any key', () => {
    const path = 'modelUsage.<key>.inputTokens';
    const frame = { type: 'result', subtype: 'success', modelUsage: { 'claude-x': { inputTokens: 1 } } };
    expect(origins(frame)[path]).toBe('reference');
  });

  it('is observed when only recordings have it', () => {
    const frame = { type: 'assistant', api_error_status: 529 };
    expect(origins(frame).api_error_status).toBe('observed');
    expect(explained(frame, 'api_error_status')).toMatch(
      /^Not in the published types for this path\. Seen in recordings of 2\.1\.332 \(.*number.*\)\.$/,
    );
  });

  it('is new when neither has it, in a known kind and in an unknown one', () => {
    const frame = { type: 'assistant', message: { content: [{ type: 'text', tone: 'x' }] }, constructor: 1 };
    expect(origins(frame)).toMatchObject({ 'message.content[text].tone': 'new', constructor: 'new' });
    expect(explained(frame, 'constructor')).toMatch(
      /^Not in the published types, and in no recording of assistant/,
    );
    expect(origins({ type: 'made_up', uuid: 'u' })).toEqual({ type: 'new', uuid: 'new' });
    expect(explained({ type: 'made_up' }, 'type')).toMatch(/^The kind made_up is not in the published types/);
    expect(origins({ type: 'constructor' })).toEqual({ type: 'new' });
    expect(origins(JSON.parse('{"type":"user","__proto__":1}'))).toMatchObject({ __proto__: 'new' });
  });

  it('of a session file is published by its stream form only, and says so', () => {
    const frame = {
      type: 'system',
      subtype: 'compact_boundary',
      sessionId: 's',
      uuid: 'u',
      compactMetadata: { preTokens: 1, trigger: 'auto' },
    };
    expect(origins(frame)).toMatchObject({ uuid: 'reference', 'compactMetadata.preTokens': 'observed' });
    expect(explained(frame, 'uuid')).toContain('of session files no types are published');
    expect(explained(frame, 'compactMetadata.preTokens')).toMatch(
      /^The form in session files of compact_metadata\.pre_tokens, which is published for the stream\. Seen in session files from /,
    );
  });

  it('of a stream that only session files show says where it was seen', () => {
    const frame = { type: 'user', isMeta: true };
    expect(fieldKindOf(frame).source).toBe('stream');
    expect(explained(frame, 'isMeta')).toMatch(/Seen in session files from .* to /);
  });

  it('has no mark below what belongs to a tool or to anyone', () => {
    const frame = {
      type: 'assistant',
      message: { content: [{ type: 'tool_use', id: 't', name: 'Bash', input: { made_up: { deep: 1 } } }] },
    };
    expect(Object.keys(origins(frame)).some((path) => path.includes('made_up'))).toBe(false);
    const answer = {
      type: 'control_response',
      response: { subtype: 'success', request_id: 'r', response: { made_up: 1, commands: [{ name: 'x' }] } },
    };
    expect(origins(answer)).toMatchObject({
      'response.response.made_up': 'opaque',
      'response.response.commands[].name': 'observed',
    });
  });
});

describe('what a tool adds to its result', () => {
  const frame = (key: string, value: unknown): JsonObject => ({ type: 'user', [key]: value });

  it('is told apart by the tool', () => {
    const result = frame('tool_use_result', { stdout: '', made_up: 1 });
    expect(origins(result, 'Bash')).toMatchObject({
      tool_use_result: 'reference',
      'tool_use_result.stdout': 'observed',
      'tool_use_result.made_up': 'new',
    });
    expect(origins(result, 'Read')['tool_use_result.stdout']).toBe('new');
    const onDisk = { ...frame('toolUseResult', { stdout: '' }), sessionId: 's' };
    expect(origins(onDisk, 'Bash')).toMatchObject({
      toolUseResult: 'observed',
      'toolUseResult.stdout': 'observed',
    });
  });

  it('is its own for an MCP server, and new for a tool that was never recorded', () => {
    const result = frame('tool_use_result', [{ type: 'text', text: 'x', mine: 1 }]);
    expect(origins(result, 'mcp__own__tool')).toMatchObject({
      'tool_use_result[].text': 'observed',
      'tool_use_result[].mine': 'opaque',
    });
    expect(origins(result, 'Telescope')['tool_use_result[].text']).toBe('new');
  });

  it('is compared with all tools when its tool is not known', () => {
    const result = frame('tool_use_result', { stdout: '', made_up: 1 });
    expect(origins(result)).toMatchObject({
      'tool_use_result.stdout': 'observed',
      'tool_use_result.made_up': 'opaque',
    });
    expect(explained(result, 'tool_use_result.stdout')).toContain('Recorded results of Bash');
  });
});

describe('a bridge extension', () => {
  const fields: [path: string, frame: JsonObject][] = [
    ['turn_id', { type: 'assistant', turn_id: 't' }],
    ['turnId', { type: 'made_up', turnId: 't' }],
    ['thread_id', { type: 'result', subtype: 'success', thread_id: 't' }],
    ['item_id', { type: 'task_started', item_id: 'i' }],
    ['stream', { type: 'task_progress', stream: 'command' }],
    ['command', { type: 'task_progress', command: 'ls' }],
    ['text', { type: 'system', subtype: 'task_progress', text: 'x' }],
    ['snapshot', { type: 'task_progress', snapshot: true }],
    ['message', { type: 'task_started', message: 'x' }],
    ['status', { type: 'task_started', status: 'running' }],
    ['tool', { type: 'task_notification', tool: 'Bash' }],
    ['data', { type: 'system', subtype: 'init', data: { session_id: 's' } }],
    ['data.session_id', { type: 'system', subtype: 'init', data: { session_id: 's' } }],
    ['event.active_flags', { type: 'system', subtype: 'session_state_changed', event: { active_flags: [] } }],
    [
      'requires_action.request_id',
      { type: 'system', subtype: 'session_state_changed', requires_action: { request_id: 'r' } },
    ],
    ['usage.total_tokens', { type: 'result', subtype: 'success', usage: { total_tokens: 1 } }],
    ['partial', { type: 'assistant', partial: true }],
    ['retry_after_ms', { type: 'rate_limit_event', retry_after_ms: 1 }],
    // The frame itself is a bridge's.
    ['type', { type: 'task_started', task_id: 't' }],
    ['type', { type: 'content_block_stop', index: 0 }],
    ['reason', { type: 'provider_waiting', reason: 'rate_limited' }],
  ];
  it.each(fields)('%s', (path, frame) => {
    const origin = provenanceOf(contextOf(frame), path);
    expect(origin.provenance).toBe('bridge');
    expect(origin.explanation).toMatch(/^[A-Z].*\.$/);
  });

  it('is only what the types do not publish: a flattened task keeps its published fields', () => {
    const frame = { type: 'task_notification', task_id: 't', status: 'completed', output_file: 'f' };
    expect(origins(frame)).toEqual({
      type: 'bridge',
      task_id: 'reference',
      status: 'reference',
      output_file: 'reference',
    });
    expect(explained(frame, 'task_id')).toMatch(
      /^In the bridge form of system\/task_notification\. Published/,
    );
    expect(origins({ type: 'content_block_stop', index: 0 }).index).toBe('reference');
  });

  it('is none elsewhere', () => {
    expect(origins({ type: 'assistant', stream: 'x', snapshot: true })).toMatchObject({
      stream: 'new',
      snapshot: 'new',
    });
  });
});
