import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localMessageOf } from '../../../../src/protocol/turns/local-messages';
import {
  attachedLineOf,
  isTyped,
  promptText,
  USER_LINES,
  userLineOf,
  userLineWords,
} from '../../../../src/protocol/turns/user-lines';

const MAIN = { subagent: false, afterBoundary: false };
const user = (content: unknown, fields: object = {}) => ({
  type: 'user',
  message: { role: 'user', content },
  ...fields,
});

describe('a user line', () => {
  it.each([
    ['prompt', user('Say hello.')],
    [
      'prompt',
      user([
        { type: 'text', text: 'Look.' },
        { type: 'image', source: {} },
      ]),
    ],
    ['prompt', user([{ type: 'image', source: {} }])],
    ['prompt', { role: 'user', content: 'bare message of CLI 0.2.74' }],
    ['prompt', user('First question.', { isReplay: true })],
    ['prompt', user('tell me of <system-reminder> tags')],
    ['command', user('<command-name>/compact</command-name>\n  <command-message>compact</command-message>')],
    ['command-output', user('<local-command-stdout>Compacted </local-command-stdout>')],
    ['command-output', user('<local-command-stdout>x</local-command-stdout>', { isReplay: true })],
    ['interrupt', user([{ type: 'text', text: '[Request interrupted by user for tool use]' }])],
    ['summary', user('short', { isCompactSummary: true, isVisibleInTranscriptOnly: true })],
    ['summary', user('This session is being continued from a previous conversation.')],
    ['task-notification', user('<task-notification>\n<task-id>b</task-id>')],
    ['task-notification', user('a task ended', { origin: { kind: 'task-notification' } })],
    ['hook-output', user('<post-tool-use-hook>post context</post-tool-use-hook>')],
    ['hook-output', user('Stop hook feedback:\none more', { isSynthetic: true })],
    ['reminder', user('<system-reminder>note</system-reminder>', { isMeta: true })],
    ['meta', user('<local-command-caveat>Caveat: …', { isMeta: true })],
    ['meta', user('Output token limit hit. Resume directly', { isMeta: true })],
    ['synthetic', user('Output token limit hit. Resume directly', { isSynthetic: true })],
  ] as const)('is %s: %j', (line, frame) => {
    expect(userLineOf(frame, MAIN)).toBe(line);
  });

  it('is a prompt to a subagent where the frame is of one, and a summary right after a boundary', () => {
    expect(userLineOf(user('do a'), { subagent: true, afterBoundary: false })).toBe('subagent-prompt');
    const synthetic = user('An earlier session.', { isSynthetic: true });
    expect(userLineOf(synthetic, { subagent: false, afterBoundary: true })).toBe('summary');
  });

  it.each([user(''), user([]), user(null), user([{ type: 'text', text: ' ' }]), {}])(
    'is none: %j',
    (frame) => {
      expect(userLineOf(frame, MAIN)).toBeNull();
    },
  );

  it('that waited is a prompt, unless a background task put it there (2.1.332/09-bg-bash)', () => {
    const queued = { type: 'queued_command', prompt: 'also do this' };
    expect(attachedLineOf({ attachment: queued })).toBe('queued-prompt');
    expect(attachedLineOf({ attachment: { ...queued, commandMode: 'task-notification' } })).toBe(
      'task-notification',
    );
    expect(attachedLineOf({ attachment: { type: 'file' } })).toBeNull();
    expect(promptText({ attachment: queued })).toBe('also do this');
  });

  it('was typed when it is a prompt or a command', () => {
    expect(USER_LINES.filter(isTyped)).toEqual(['prompt', 'command']);
  });

  it('of any kind has a label and a sentence', () => {
    for (const line of USER_LINES) {
      expect(userLineWords(line).label).toMatch(/^[a-z ]+$/);
      expect(userLineWords(line).meaning).toMatch(/\.$/);
    }
  });

  it('of any shape is told without failing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (content, flags) => {
        const fields = typeof flags === 'object' && flags !== null ? flags : { isMeta: flags, origin: flags };
        const frame = user(content, fields);
        const line = userLineOf(frame, MAIN);
        expect(line === null || USER_LINES.includes(line)).toBe(true);
        promptText(frame);
        attachedLineOf({ attachment: content });
        localMessageOf({ ...frame, message: content });
      }),
    );
  });
});

describe('a message of the CLI itself', () => {
  const synthetic = { type: 'assistant', message: { model: '<synthetic>' } };
  it('is told from one of a model', () => {
    expect(localMessageOf({ type: 'assistant', message: { model: 'model-a' } })).toBeNull();
    expect(localMessageOf(synthetic)?.label).toBe('local');
    expect(localMessageOf({ ...synthetic, error: 'rate_limit' })?.label).toBe('local error');
    expect(localMessageOf({ ...synthetic, isApiErrorMessage: true })?.label).toBe('local error');
    expect(localMessageOf({ ...synthetic, is_api_error_message: true })?.label).toBe('local error');
  });
});
