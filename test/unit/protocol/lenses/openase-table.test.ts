import { describe, expect, it } from 'vitest';
import { lensFrame } from '../../../../src/protocol/lenses/lens-frame';
import { createLens } from '../../../../src/protocol/lenses/lenses';
import { pageBlock } from '../../../../src/protocol/lenses/openase/agent/page-blocks';
import { transport } from '../../../../src/protocol/lenses/openase/parse/envelope';
import { commandOf, parseBlocks } from '../../../../src/protocol/lenses/openase/parse/message-blocks';
import { parseTask } from '../../../../src/protocol/lenses/openase/parse/task-frames';
import {
  answer,
  assistant,
  call,
  droppedBy,
  type Event,
  eventsOf,
  result,
  stepsOf,
  text,
  typesOf,
  user,
} from './lens-run';

// What OpenASE's own tests assert of its adapter, its protocol parser, its agent runtime, its chat and its page.

const openase = (...frames: unknown[]) => eventsOf('openase', 'strict', ...frames);
const chat = (...frames: unknown[]) => eventsOf('openase-chat', 'strict', ...frames);

function envelopeOf(frame: unknown) {
  const read = transport(lensFrame(1, typeof frame === 'string' ? frame : JSON.stringify(frame)));
  if (!('envelope' in read)) throw new Error(JSON.stringify(read));
  return read.envelope;
}

const GIT_DIFF = 'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b';
const AGAIN = 'Try sending your message again';

/** Each row: what goes in, and a check of what comes out. */
const rows: [row: string, check: () => void][] = [
  [
    '1: a line that is no JSON among four good ones is one error, and four events',
    () => {
      const good = (uuid: string) => JSON.stringify(assistant([text(uuid)], { uuid }));
      const events = openase(good('a'), good('b'), 'not-json', good('c'), good('d'));
      expect(typesOf(events)).toEqual([
        'output_produced',
        'output_produced',
        'error',
        'output_produced',
        'output_produced',
      ]);
    },
  ],
  [
    '2: system/init with the session id in data only',
    () => {
      const frame = { type: 'system', subtype: 'init', data: { session_id: ' s-1 ' } };
      expect(envelopeOf(frame).sessionId).toBe('s-1');
      expect(openase(frame)[0].threadId).toBe('s-1');
    },
  ],
  [
    '3: a type of spaces is the error "missing type"',
    () => expect(openase({ type: '   ' })).toEqual([{ type: 'error', message: 'missing type' }]),
  ],
  [
    '4: an unknown type is kept, and ids are trimmed',
    () => {
      const objects = { message: {}, usage: {}, event: {} };
      const envelope = envelopeOf({ type: 'custom', session_id: ' invalid ', uuid: ' u-1 ', ...objects });
      expect(envelope).toMatchObject({
        kind: 'unknown',
        unknownType: 'custom',
        sessionId: 'invalid',
        uuid: 'u-1',
      });
      expect(envelopeOf({ type: 'user' }).unknownType).toBe('');
    },
  ],
  [
    '5: a rate limit with its reset time in UTC, and false kept apart from absent',
    () => {
      const info = {
        status: 'allowed',
        resetsAt: 1775037600,
        rateLimitType: 'five_hour',
        isUsingOverage: false,
      };
      expect(openase({ type: 'rate_limit_event', rate_limit_info: info })[0]).toMatchObject({
        type: 'rate_limit_updated',
        rateLimit: {
          provider: 'claude_code',
          claudeCode: {
            status: 'allowed',
            rateLimitType: 'five_hour',
            resetsAt: '2026-04-01T10:00:00Z',
            isUsingOverage: false,
          },
          raw: info,
        },
      });
      const { isUsingOverage: _, ...without } = info;
      const [event] = openase({ type: 'rate_limit_event', rate_limit_info: without });
      expect(event.rateLimit.claudeCode.isUsingOverage).toBeNull();
    },
  ],
  [
    '6: a rate limit that is null is nil without an error',
    () => expect(openase({ type: 'rate_limit_event', rate_limit_info: null })).toEqual([]),
  ],
  [
    '7: of the session ids blank, A and B the process keeps A',
    () => {
      const frames = ['  ', 'A', 'B'].map((session_id) => ({ type: 'custom', session_id }));
      const steps = stepsOf('openase', 'strict', ...frames);
      const threads = steps.flatMap(({ events }) => events.map(({ event }) => event.threadId));
      expect(threads).toEqual(['', 'A', 'B']);
      expect(droppedBy(steps.slice(0, 2)).some((line) => line.startsWith('field session_id'))).toBe(false);
      expect(droppedBy(steps.slice(2))).toContain(
        'field session_id: The process keeps its first session id, A; B does not replace it.',
      );
    },
  ],
  [
    '8: what the reader cannot take becomes an error each',
    () => {
      const lens = createLens('openase', 'strict');
      const noise = lens.feed(lensFrame(1, 'warning: from stderr\n'));
      const tooLong = lens.feed(lensFrame(2, null, { bytes: 16 * 1024 * 1024 + 1 }));
      expect([noise, tooLong].flatMap(({ events }) => events.map(({ event }) => event.type))).toEqual([
        'error',
        'error',
      ]);
    },
  ],
  [
    '9: text, tool_use and server_tool_use are three typed blocks with ids and names',
    () => {
      const content = [
        text('hi'),
        call('t1', 'Bash', {}),
        { type: 'server_tool_use', id: 's1', name: 'web_search', input: { q: 1 } },
      ];
      const parsed = parseBlocks({ content });
      expect('blocks' in parsed && parsed.blocks.map(({ kind, id, name }) => [kind, id, name])).toEqual([
        ['text', '', ''],
        ['tool_use', 't1', 'Bash'],
        ['server_tool_use', 's1', 'web_search'],
      ]);
    },
  ],
  [
    '10: task_progress with all reference and bridge fields',
    () => {
      const frame = {
        type: 'task_progress',
        task_id: 'task-1',
        tool_use_id: 'tool-1',
        description: 'Running',
        usage: { total_tokens: 120, tool_uses: 1, duration_ms: 2500 },
        last_tool_name: 'Bash',
        summary: 'so far',
        workflow_progress: [{ step: 1 }],
        stream: 'command',
        command: 'pwd',
        text: '/repo',
        snapshot: true,
      };
      expect(parseTask('task_progress', envelopeOf(frame))).toMatchObject({
        toolUseId: 'tool-1',
        stream: 'command',
        command: 'pwd',
        text: '/repo',
        snapshot: true,
        workflowProgress: [{ step: 1 }],
        payload: {
          task_id: 'task-1',
          description: 'Running',
          last_tool_name: 'Bash',
          summary: 'so far',
          usage: { total_tokens: 120, tool_uses: 1, duration_ms: 2500 },
        },
      });
      expect(parseTask('task_progress', envelopeOf({ type: 'task_progress' })).snapshot).toBeNull();
    },
  ],
  [
    '11: exec_command and Bash run commands, shell_script_runner does not',
    () => {
      expect(commandOf('functions.exec_command', { cmd: 'ls' })).toBe('ls');
      expect(commandOf('Bash', { command: 'pwd' })).toBe('pwd');
      expect(commandOf('shell_script_runner', { command: 'pwd' })).toBe('');
    },
  ],
  [
    '12: uuid and parent are kept apart, and both put into a payload that lacks them',
    () => {
      const envelope = envelopeOf('{"type":"user","UUID":"u-1","Parent_Tool_Use_Id":"tool-1"}');
      expect(envelope).toMatchObject({ uuid: 'u-1', parentToolUseId: 'tool-1' });
      expect(envelope.payload).toMatchObject({ uuid: 'u-1', parent_tool_use_id: 'tool-1' });
    },
  ],
  [
    '13: an assistant, a rate limit and a result without usage',
    () => {
      const events = openase(
        assistant([text('done')], { uuid: 'assistant-1' }),
        { type: 'rate_limit_event', rate_limit_info: { status: 'allowed' } },
        result(),
      );
      expect(typesOf(events)).toEqual(['output_produced', 'rate_limit_updated', 'turn_completed']);
      expect(events[0].itemId).toBe('assistant-1');
    },
  ],
  [
    '14: task_started is a status, then a turn that starts, of the same turn',
    () => {
      const events = openase({ type: 'task_started', turn_id: 'turn-1', status: 'running', message: 'go' });
      expect(typesOf(events)).toEqual(['task_status task_started', 'turn_started']);
      expect(events[0]).toMatchObject({ turnId: 'turn-1', text: 'go', payload: { turn_id: 'turn-1' } });
      expect(events[1]).toMatchObject({ turnId: 'turn-1', status: 'started' });
    },
  ],
  [
    '15: task_progress with a parent tool use only has its id',
    () => {
      const [event] = openase({
        type: 'task_progress',
        parent_tool_use_id: 'tool-use-1',
        stream: 'command',
        command: 'pwd',
        text: '/repo',
        snapshot: true,
      });
      expect(event).toMatchObject({
        itemId: 'tool-use-1',
        payload: { stream: 'command', command: 'pwd', item_id: 'tool-use-1', tool_use_id: 'tool-use-1' },
      });
    },
  ],
  [
    '16: session_state_changed with its state in event',
    () => {
      const event = { state: 'active', detail: 'Running', active_flags: ['running'] };
      const [status] = openase({ type: 'system', subtype: 'session_state_changed', event });
      expect(status).toMatchObject({
        statusType: 'session_state',
        text: 'Running',
        payload: { status: 'active' },
      });
    },
  ],
  [
    '17: a result of subtype error is a status error first, then a failed turn with the frame in its details',
    () => {
      const frame = result({ subtype: 'error', is_error: true });
      const events = openase(frame);
      expect(typesOf(events)).toEqual(['task_status error', 'turn_failed']);
      expect(events[1].error).toEqual({
        message: `Claude reported an error before this reply finished. ${AGAIN}.`,
        additionalDetails: '{"is_error":true,"subtype":"error","type":"result"}',
      });
    },
  ],
  [
    '18: three texts without a uuid: the second goes on from the first, the third is another item',
    () => {
      const texts = ['Draft PRD', 'Draft PRD with more detail', 'Now updating the ticket'];
      const ids = openase(...texts.map((words) => assistant([text(words)]))).map((event) => event.itemId);
      expect(ids).toEqual(['claude-assistant-1', 'claude-assistant-1', 'claude-assistant-2']);
    },
  ],
  [
    '19: three task_progress without ids: by command and beginning of the text',
    () => {
      const progress = (command: string, words: string) => ({
        type: 'task_progress',
        stream: 'command',
        command,
        text: words,
      });
      const events = openase(
        progress('pwd', '/repo'),
        progress('pwd', '/repo\n/home'),
        progress('git status', 'On branch main'),
      );
      expect(events.map((event) => event.itemId)).toEqual([
        'claude-task-1',
        'claude-task-1',
        'claude-task-2',
      ]);
    },
  ],
  [
    '20: a text, a call, the output of its command, and the end',
    () => {
      const events = openase(
        assistant([text('On it'), call('toolu-1', 'functions.exec_command', { cmd: 'ls', a: '<b>' })], {
          uuid: 'u',
        }),
        user([answer('toolu-1', 'a.txt')]),
        result(),
      );
      expect(typesOf(events)).toEqual([
        'output_produced',
        'tool_call_requested',
        'output_produced',
        'turn_completed',
      ]);
      expect(events[1]).toMatchObject({ callId: 'toolu-1', arguments: '{"a":"\\u003cb\\u003e","cmd":"ls"}' });
      expect(events[2]).toMatchObject({ itemId: 'toolu-1', stream: 'command', command: 'ls', text: 'a.txt' });
    },
  ],
  [
    '21: a git diff as the result of a command: output, then diff, then the end',
    () => {
      const events = openase(
        assistant([call('t', 'Bash', { command: 'git diff' })]),
        user([answer('t', GIT_DIFF)]),
        result(),
      );
      expect(typesOf(events)).toEqual([
        'tool_call_requested',
        'output_produced',
        'turn_diff_updated',
        'turn_completed',
      ]);
      expect(events[2].diff).toBe(GIT_DIFF);
    },
  ],
  [
    '22: two text parts of a result are joined by a blank line',
    () => {
      const parts = [text(' one '), { type: 'image' }, text(' '), 'two'];
      expect(openase(user([answer('t', parts)]))[0].text).toBe('one\n\ntwo');
    },
  ],
  ...failureRow('23: error_during_execution alone', {}, `Claude couldn't finish this reply. ${AGAIN}.`),
  ...failureRow(
    '24: … with aborted_streaming and a diagnostic of result_type=user',
    {
      terminal_reason: 'aborted_streaming',
      errors: ['[ede_diagnostic] result_type=user last_content_type=n/a stop_reason=tool_use'],
    },
    `Claude couldn't finish this reply because the session was interrupted. ${AGAIN}.`,
  ),
  ...failureRow(
    '25: … with a thread that is not found',
    { errors: ['thread not found: claude-session-stale'] },
    `Claude couldn't resume the previous session. ${AGAIN}, or start a new conversation if it keeps failing.`,
  ),
  [
    '26: chat: a cost without usage is told, twice; the agent runtime tells none',
    () => {
      const frame = result({ total_cost_usd: 0.37 });
      const events = chat(frame);
      expect(typesOf(events)).toEqual(['token_usage_updated', 'done']);
      expect(events.map((event) => event.costUsd)).toEqual([0.37, 0.37]);
      expect(typesOf(openase(frame))).toEqual(['turn_completed']);
    },
  ],
  [
    '27: chat: a stream_event that requires an action is a state, then a question',
    () => {
      const event = { state: 'requires_action', requires_action: { type: 'approval' } };
      const events = chat({ type: 'stream_event', subtype: 'session_state_changed', event });
      expect(typesOf(events)).toEqual(['session_state', 'interrupt_requested']);
      expect(events[0].payload).toEqual({
        status: 'requires_action',
        detail: 'approval',
        activeFlags: ['requires_action'],
      });
    },
  ],
  [
    '28: chat: the question keeps its request id and its options',
    () => {
      const requires_action = {
        request_id: 'req-1',
        type: 'approval',
        options: [
          { id: 'yes', label: 'Allow' },
          { value: 'no', title: 'Deny' },
        ],
      };
      const data = { state: 'requires_action', requires_action };
      const frame = { type: 'system', subtype: 'session_state_changed', data };
      expect(chat(frame)[1]).toMatchObject({
        requestId: 'req-1',
        kind: 'command_execution',
        options: [
          { id: 'yes', label: 'Allow' },
          { id: 'no', label: 'Deny' },
        ],
        payload: { session_state: 'requires_action' },
      });
      expect(typesOf(chat(frame, frame))).toEqual(['session_state', 'interrupt_requested', 'session_state']);
    },
  ],
  [
    '29: chat: JSON of a diff is taken out of the text, other JSON stays',
    () => {
      const diff = JSON.stringify({ type: 'diff', file: 'x', hunks: [{ lines: ['+a'] }] });
      const said = (words: string) => chat(assistant([text(words)])).map((event) => event.payload.type);
      expect(said(`\`\`\`json\n${diff}\n\`\`\``)).toEqual(['diff']);
      expect(said(`\`\`\`json\n{"type":"other"}\n\`\`\``)).toEqual(['text']);
      expect(said(`Here it is.\n\n${diff}`)).toEqual(['text', 'diff']);
      expect(said(`${diff}\n${diff}`)).toEqual(['diff']);
      expect(chat(assistant([text(`Here it is.\n\n${diff}`)]))[0].payload.content).toBe('Here it is.');
    },
  ],
  [
    '30: page: snapshots of a command are one block of terminal output, by item',
    () => {
      const progress = (words: string) => ({
        type: 'task_progress',
        tool_use_id: 't',
        stream: 'command',
        command: 'ls',
        text: words,
        snapshot: true,
      });
      const blocks = openase(progress('a'), progress('a b')).map(pageBlock);
      expect(blocks).toEqual(Array(2).fill({ kind: 'terminal_output', key: 't', title: 'ls' }));
    },
  ],
  [
    '31: page: a task_notification with a tool is drawn as a call',
    () => {
      const [event] = openase({ type: 'task_notification', tool: 'Bash', status: 'completed', uuid: 'u' });
      expect(pageBlock(event)).toEqual({ kind: 'tool_call', key: 'u', title: 'Bash' });
    },
  ],
  [
    '32: page: a session state is a card of its words',
    () => {
      const event = { state: 'active', detail: 'Running', active_flags: ['running'] };
      const [status] = openase({ type: 'system', subtype: 'session_state_changed', event, uuid: 'u' });
      expect(pageBlock(status)).toEqual({
        kind: 'status_card',
        key: 'u',
        title: 'active · Running · running',
      });
    },
  ],
  [
    '33: page: frames that are replayed, at once or in parts, end in the same blocks',
    () => {
      const frames = [
        assistant([text('Draft')], { uuid: 'a' }),
        { type: 'task_progress', tool_use_id: 't', stream: 'command', command: 'ls', text: 'x' },
        assistant([call('c', 'Read', {})], { uuid: 'b' }),
      ];
      const page = (events: readonly Event[]) =>
        new Map(events.map((event) => [pageBlock(event)?.key, [pageBlock(event), event.text]]));
      const once = page(openase(...frames));
      expect(page(openase(...frames, ...frames))).toEqual(once);
      const lens = createLens('openase', 'strict');
      const parts = frames.flatMap((frame, index) =>
        lens
          .copy()
          .feed(lensFrame(index + 1, JSON.stringify(frame)))
          .events.map(({ event }) => event),
      );
      expect(page(parts)).toEqual(once);
    },
  ],
  [
    '34: the key of a raw record holds no NUL',
    () => {
      const [event] = openase({ type: 'task_progress', text: 'a\0b', summary: '\0', task_id: 't' });
      expect(event.raw.dedupKey).toMatch(/^claude:[0-9a-f]{64}$/);
      const [same] = openase({ type: 'task_progress', text: 'ab', task_id: 't' });
      expect(same.raw.dedupKey).toBe(event.raw.dedupKey);
    },
  ],
];

function failureRow(row: string, more: object, message: string): [string, () => void][] {
  return [
    [
      row,
      () => {
        const events = openase(result({ subtype: 'error_during_execution', is_error: true, ...more }));
        const failed = events.at(-1);
        expect(failed.error.message).toBe(message);
        expect(failed.error.message).not.toContain('error_during_execution');
        expect(failed.error.additionalDetails).toContain('"subtype":"error_during_execution"');
      },
    ],
  ];
}

describe('OpenASE, row by row', () => {
  it.each(rows)('%s', (_, check) => check());

  it('has a test for each of the 34 rows', () => {
    expect(rows.map(([row]) => Number.parseInt(row, 10))).toEqual(
      Array.from({ length: 34 }, (_, i) => i + 1),
    );
  });
});
