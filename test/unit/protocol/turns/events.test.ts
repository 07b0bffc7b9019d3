import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileNameOf, savedOutputOf } from '../../../../src/protocol/saved-output';
import { compactionOf } from '../../../../src/protocol/turns/compaction';
import { retryOf } from '../../../../src/protocol/turns/retries';
import { isTaskKind, taskEventOf } from '../../../../src/protocol/turns/task-events';

describe('a task frame', () => {
  it('is one of both layers', () => {
    expect(isTaskKind('system', 'task_progress')).toBe(true);
    expect(isTaskKind('task_progress', '')).toBe(true);
    expect(isTaskKind('task-summary', '')).toBe(false);
    expect(isTaskKind('system', 'background_tasks_changed')).toBe(false);
  });

  it('says "killed" for what a notification calls "stopped" (2.1.332/09e-task-stop)', () => {
    const updated = { type: 'system', subtype: 'task_updated', task_id: 'k', patch: { status: 'killed' } };
    expect(taskEventOf(updated)?.status).toBe('stopped');
    expect(taskEventOf({ type: 'task_notification', task_id: 'k', status: 'stopped' })?.status).toBe(
      'stopped',
    );
    expect(taskEventOf({ type: 'task_started', task_id: 'k' })?.status).toBe('running');
    expect(taskEventOf({ type: 'task_progress', task_id: 'k' })?.status).toBeNull();
    expect(taskEventOf({ type: 'task_started', status: 'running' })).toBeNull();
  });
});

describe('a compaction', () => {
  it('is read from snake case before camel case, and what is missing is named', () => {
    const snake = { trigger: 'auto', pre_tokens: 9, post_tokens: 3, duration_ms: 18422 };
    expect(compactionOf({ compact_metadata: snake, compactMetadata: { trigger: 'manual' } })).toEqual({
      trigger: 'auto',
      tokensBefore: 9,
      tokensAfter: 3,
      durationMs: 18422,
      missing: [],
    });
    expect(compactionOf({ compactMetadata: { trigger: 'manual', preTokens: 4470 } }).missing).toEqual([
      'the tokens after',
      'how long it took',
    ]);
    expect(compactionOf({ compact_metadata: 7 }).missing).toHaveLength(4);
  });
});

describe('a saved result', () => {
  const text =
    '<persisted-output>\nOutput too large (11.4MB). Full output saved to: /home/demo/t6.txt\n\nPreview (first 2KB):\nabc\n</persisted-output>';

  it('is told by its preview, or by what the tool says of it', () => {
    expect(savedOutputOf(text, null)).toEqual({ path: '/home/demo/t6.txt', size: '11.4MB', preview: 'abc' });
    const output = { persistedOutputPath: 'C:\\t\\x.txt', persistedOutputSize: 1000000 };
    expect(savedOutputOf('short', output)).toEqual({
      path: 'C:\\t\\x.txt',
      size: '1,000,000 bytes',
      preview: null,
    });
    expect(savedOutputOf('Full output saved to: /etc/passwd', null)).toBeNull();
    expect(savedOutputOf(null, undefined)).toBeNull();
  });

  it('is looked for by its name alone', () => {
    expect(fileNameOf('C:\\a\\b.txt')).toBe('b.txt');
    expect(fileNameOf('/a/b.txt')).toBe('b.txt');
    for (const odd of ['', '/', '/a/..', '.', 'x:y', 'a\u0000b']) expect(fileNameOf(odd)).toBeNull();
  });
});

it('frames of any shape are read without failing, and state no absurd figure', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.double(), (value, number) => {
      const frame = { task_id: 'k', patch: value, usage: value, error: value, compact_metadata: value };
      taskEventOf(frame);
      compactionOf(frame);
      savedOutputOf(typeof value === 'string' ? value : null, value);
      const { waitMs } = retryOf({ retry_delay_ms: number, error: value });
      expect(waitMs === null || (waitMs >= 0 && Number.isFinite(waitMs))).toBe(true);
    }),
  );
});
