import { describe, expect, it } from 'vitest';
import { parseFrame } from '../../../../src/engine/answers/frame/parsed-frame';
import { summarize } from '../../../../src/protocol/frame-summary';
import type { JsonObject } from '../../../../src/protocol/json-values';
import { isFrame, sessionAt } from '../../engine/session-of';
import { fixtureFiles } from '../../recordings';

const paths = new Map(fixtureFiles().map(({ name, path }) => [name, path]));

/** What the frames of a kind in a recording say: "strong | text". */
function saidIn(recording: string, type: string, detail: string): string[] {
  const session = sessionAt(paths.get(recording) as string);
  const { table, kinds } = session.index;
  const said: string[] = [];
  for (let row = 0; row < table.rows; row++) {
    const kind = table.kind(row);
    if (!isFrame(session, row) || kinds.type(kind) !== type) continue;
    const summary = summarize(type, kinds.subtype(kind), parseFrame(session, row) as JsonObject);
    if (summary.detail !== detail) continue;
    said.push(summary.strong === '' ? summary.text : `${summary.strong} | ${summary.text}`);
  }
  return said;
}

// Lines of real frames, of each family.
describe('the summary of real frames', () => {
  it.each([
    ['demo', 'assistant', 'tool_use', 'Agent | Look at README'],
    ['demo', 'user', '', 'SUBAGENT:alpha Look at the README and report.'],
    ['demo', 'system', 'init', 'claude-opus-5-5 · CLI 2.1.332 · 22 tools · bypassPermissions'],
    ['demo', 'system', 'task_started', 'a30b98 Look at README · general-purpose'],
    [
      'demo',
      'system',
      'task_progress',
      'a30b98 Reading README.md · Read · 4,431 tokens · 1 tool use · 0.4 s',
    ],
    ['demo', 'system', 'task_updated', 'a53c7d status → completed, end_time → 2026-11-30T15:54:24Z'],
    [
      'demo',
      'system',
      'task_notification',
      'a53c7d completed · Subagent report: README has two lines. · 4,470 tokens · 3 tool uses · 2.3 s',
    ],
    ['demo', 'result', 'success', 'Both helpers are done. · 3 turns · $0.0265'],
    [
      '2.1.88/06-max-turns',
      'result',
      'error_max_turns',
      'Reached maximum number of turns (2) · 3 turns · $0.0062',
    ],
    [
      '2.1.40/19-unicode',
      'stream_event',
      'message_start',
      'claude-sonnet-4-5-20250929 · in 12 · out 1 · cache read 4,096 · cache creation 320',
    ],
    ['2.1.40/19-unicode', 'stream_event', 'content_block_start', 'Bash | tool_use · block 1'],
    ['2.1.40/19-unicode', 'stream_event', 'content_block_delta', 'empty piece · block 1'],
    ['2.1.40/19-unicode', 'stream_event', 'content_block_stop', 'end of block 0'],
    ['2.1.40/19-unicode', 'stream_event', 'message_stop', 'end of the message'],
    ['2.1.332/07-thinking', 'stream_event', 'content_block_delta', 'signature, 30 characters'],
    ['2.1.332/13-server-tools', 'stream_event', 'content_block_delta', 'Demo page · it works'],
    ['2.1.332/07-thinking', 'system', 'thinking_tokens', '6 estimated tokens · +6'],
    ['2.1.332/19-unicode', 'system', 'status', 'requesting'],
    ['2.1.332/05b-529-retry', 'system', 'api_retry', 'attempt 1 of 10 · waits 1.0 s · 529 · overloaded'],
    [
      '2.1.332/20-rate-limit',
      'rate_limit_event',
      '',
      'allowed_warning · five_hour · 42 % used · resets 2030-03-17T17:46:40Z · overage rejected · org_level_disabled',
    ],
    ['2.1.332/11-compact', 'system', 'compact_boundary', 'manual · 4,470 → 2,573 tokens · 0.2 s'],
    ['2.1.332/11-compact.session', 'system', 'compact_boundary', 'manual · 4,470 → 2,573 tokens · 0.2 s'],
    [
      '1.0.128/11-compact',
      'system',
      'compact_boundary',
      'manual · 4,470 tokens before · partial, not stated: tokens after, duration',
    ],
    ['2.1.332/14-hooks', 'system', 'hook_started', 'SessionStart:startup'],
    [
      '2.1.332/14-hooks',
      'system',
      'hook_response',
      'SessionStart:startup · success · exit code 0 · session context from hook',
    ],
    [
      '2.1.332/10-denied',
      'system',
      'permission_denied',
      "Write | Claude requested permissions to write to /home/demo/project/new.txt, but you haven't granted it yet.",
    ],
    ['2.1.332/09b-bg-agent', 'system', 'background_tasks_changed', '1 task · runs: Background look'],
    ['2.1.332/09b-bg-agent', 'system', 'background_tasks_changed', 'none in the background'],
    [
      '2.1.332/16b-control',
      'control_request',
      'can_use_tool',
      'Bash | touch a.txt · Run a demo command · blocked: …/project/a.txt',
    ],
    ['2.1.332/16b-control', 'control_request', 'hook_callback', 'PostToolUse | Bash · touch a.txt · hook_0'],
    [
      '2.1.332/16b-control',
      'control_response',
      'success',
      '44 commands · 5 agents · 5 models · ANTHROPIC_API_KEY · request req_1',
    ],
    [
      '2.1.332/16b-control',
      'control_response',
      'error',
      'Unsupported control request subtype: no_such_subtype · request req_5',
    ],
    ['2.1.332/33-progress', 'tool_progress', '', 'Bash | runs for 30 s · sign of life'],
    ['2.1.332/33-progress', 'active_goal', '', 'no goal'],
    [
      '2.1.332/16-two-turns',
      'command_lifecycle',
      '',
      'queued · command 11111111-2222-4333-8444-555555555555',
    ],
    ['2.1.332/11-compact.session', 'attachment', 'environment', '/home/demo/project · linux · bash'],
    ['2.1.332/11-compact.session', 'attachment', 'model', 'claude-opus-5-5 · Opus 5.5'],
    ['2.1.332/11-compact.session', 'last-prompt', '', 'First question.'],
    [
      '2.1.332/11-compact.session',
      'cost-state',
      '',
      '$0.0099 · claude-opus-5-5 · 4.1 s · 0 lines added · 0 lines removed',
    ],
    ['2.1.332/11-compact.session', 'api-request', '', 'claude-opus-5-5 · sdk · 128,000 tokens at most'],
    ['2.1.40/18-large.session', 'queue-operation', '', 'dequeue'],
    ['0.2.109/02-bash', '(no type)', 'system', 'There is a src folder and a README. · $0.0095 · 0.2 s'],
    ['0.2.109/02-bash', '(no type)', 'user', 'hello README.md src'],
    ['0.2.109/02-bash', 'message', 'assistant', 'Bash | echo hello; ls (+1 more)'],
  ])('%s: %s %s', (recording, type, detail, line) => {
    expect(saidIn(recording, type, detail)).toContain(line);
  });
});

const request = (fields: object) => ({ type: 'control_request', request_id: 'r1', request: fields });
const answer = (response: object) => ({
  type: 'control_response',
  response: { subtype: 'success', request_id: 'r1', response },
});

// Frames that no fixture holds, in their published or recorded shape.
describe('the summary of a frame', () => {
  it.each([
    [
      request({
        subtype: 'initialize',
        hooks: { PreToolUse: [] },
        sdkMcpServers: ['demo'],
        systemPrompt: 'x',
      }),
      'hooks: PreToolUse · MCP servers: demo · own system prompt',
    ],
    [request({ subtype: 'initialize', hooks: null }), 'no hooks, no servers'],
    [request({ subtype: 'interrupt' }), 'stop the turn'],
    [request({ subtype: 'set_model', model: null }), 'the default model'],
    [request({ subtype: 'set_max_thinking_tokens', max_thinking_tokens: null }), 'no limit'],
    [request({ subtype: 'set_permission_mode', mode: 'plan' }), 'plan'],
    [request({ subtype: 'mcp_toggle', serverName: 'demo', enabled: false }), 'demo · off'],
    [
      request({
        subtype: 'mcp_message',
        server_name: 'demo',
        message: { method: 'tools/call', params: { name: 'add', arguments: { a: 1 } }, id: 3 },
      }),
      'demo | tools/call · add · a 1 · id 3',
    ],
    [
      request({
        subtype: 'elicitation',
        mcp_server_name: 'demo',
        message: 'Name?',
        requested_schema: { properties: { name: {} } },
      }),
      'demo · Name? · asks for: name',
    ],
    [request({ subtype: 'get_settings' }), 'request r1'],
    [answer({ behavior: 'allow', updatedInput: { command: 'ls' } }), 'allow · input ls · request r1'],
    [
      answer({ behavior: 'deny', message: 'not now', interrupt: true }),
      'deny · not now · and stop · request r1',
    ],
    [answer({ mcp_response: { result: {}, id: 3 } }), 'MCP answer · id 3 · request r1'],
    [
      answer({ hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'demo' } }),
      'deny · demo · request r1',
    ],
    [answer({}), 'done · request r1'],
    [{ type: 'control_cancel_request', request_id: 'r1' }, 'request r1'],
    [{ type: 'keep_alive' }, 'sign of life'],
    [{ type: 'system', subtype: 'status', status: null, compact_result: 'success' }, 'compaction: success'],
    [{ type: 'system', subtype: 'status', status: null }, 'no longer busy'],
    [{ type: 'system', subtype: 'compact_boundary' }, 'conversation compacted · no metadata'],
    [
      {
        type: 'system',
        subtype: 'compact_boundary',
        compact_metadata: { pre_tokens: 10 },
        compactMetadata: { preTokens: 99 },
      },
      '10 tokens before · partial, not stated: trigger, tokens after, duration',
    ],
    [
      {
        type: 'system',
        subtype: 'compact_boundary',
        compact_metadata: null,
        compactMetadata: { trigger: 'auto', postTokens: 5, preTokens: null },
      },
      'auto · 5 tokens after · partial, not stated: tokens before, duration',
    ],
    [
      {
        type: 'system',
        subtype: 'model_fallback',
        trigger: 'overloaded',
        original_model: 'a',
        fallback_model: 'b',
      },
      'a → b · overloaded',
    ],
    [
      {
        type: 'system',
        subtype: 'model_refusal_fallback',
        direction: 'retry',
        original_model: 'a',
        fallback_model: 'b',
        retracted_message_uuids: ['u1'],
      },
      'a → b · retry · 1 message retracted',
    ],
    [
      {
        type: 'system',
        subtype: 'api_error',
        error: { status: 529, formatted: '529 Overloaded' },
        retryInMs: 1001,
        retryAttempt: 1,
        maxRetries: 10,
      },
      'attempt 1 of 10 · waits 1.0 s · 529 Overloaded',
    ],
    [
      {
        type: 'system',
        subtype: 'hook_response',
        hook_event: 'Stop',
        hook_name: 'Stop',
        outcome: 'error',
        exit_code: 2,
        stdout: '',
        stderr: 'no',
      },
      'Stop · error · exit code 2 · no',
    ],
    [
      { type: 'system', subtype: 'session_writes_lost', error_code: 'ENOSPC', lost: ['transcript'] },
      'ENOSPC · lost: transcript',
    ],
    [
      { type: 'system', subtype: 'files_persisted', files: [{ filename: 'a' }], failed: [{ filename: 'b' }] },
      '1 file · 1 failed · files: a',
    ],
    [
      {
        type: 'system',
        subtype: 'local_command',
        content: '<local-command-stdout>Done.</local-command-stdout>',
      },
      'Done.',
    ],
    [
      { type: 'stream_event', event: { type: 'message_stop' }, abandoned_blocks: {} },
      'given up: the stream broke off',
    ],
    [
      {
        type: 'message_start',
        message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't' }] },
      },
      'user message · 1 tool result',
    ],
    [{ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hel' } }, 'Hel'],
    [{ type: 'queue-operation', operation: 'enqueue', content: 'Go.' }, 'enqueue · Go.'],
    [
      { type: 'file-history-snapshot', snapshot: { trackedFileBackups: { '/home/demo/project/a.txt': {} } } },
      '1 file · …/project/a.txt',
    ],
    [
      {
        type: 'progress',
        data: {
          type: 'hook_progress',
          hookEvent: 'PostToolUse',
          hookName: 'PostToolUse:Read',
          command: 'callback',
        },
      },
      'PostToolUse:Read · callback',
    ],
    [
      {
        type: 'attachment',
        attachment: {
          type: 'hook_blocking_error',
          hookEvent: 'Stop',
          hookName: 'Stop',
          blockingError: { blockingError: 'more' },
        },
      },
      'Stop · more',
    ],
    [
      { type: 'attachment', attachment: { type: 'goal_status', met: false, condition: 'tests pass' } },
      'not met · tests pass',
    ],
    [{ type: 'tool_call', tool: 'Bash', params: { command: 'ls' } }, 'Bash | ls'],
    [
      { type: 'provider_waiting', reason: 'rate_limited', retryAfterMs: 30000 },
      'rate_limited · waits 30.0 s',
    ],
    [
      {
        type: 'result',
        subtype: 'success',
        result: 'ok',
        num_turns: 1,
        total_cost_usd: 0.1,
        permission_denials: [{}, {}],
      },
      'ok · 1 turn · $0.1000 · 2 denied calls',
    ],
  ])('%j', (frame: JsonObject, line) => {
    const { strong, text } = summarize(String(frame.type), String(frame.subtype ?? ''), frame);
    expect(strong === '' ? text : `${strong} | ${text}`).toBe(line);
  });

  it('of the head of a result says nothing of a cost that may follow', () => {
    expect(summarize('result', 'success', { result: 'long', num_turns: 1 }, true).text).toBe('long · 1 turn');
  });
});
