import { describe, expect, it } from 'vitest';
import { blocksOf } from '../../../src/engine/answers/frame/detail-blocks';
import { frameDetail } from '../../../src/engine/answers/frame/frame-detail';
import { FrameTexts } from '../../../src/engine/answers/frame/frame-text';
import { reportOf } from '../../../src/engine/answers/report/report';
import { nextFrame } from '../../../src/engine/answers/rows/next-frame';
import { rowPage } from '../../../src/engine/answers/rows/row-page';
import { fieldsOfFrame } from '../../../src/engine/fields/frame-fields';
import type { Session } from '../../../src/engine/session/session';
import { sessionOfFrames } from './session-of';

const codes = (session: Session) =>
  reportOf(session).diagnostics.map(({ code, frame }) => `${code} ${frame}`);
const detail = (session: Session, frame: number) => frameDetail(session, frame - 1, new FrameTexts(session));
const FOLDED = { unfolded: false, open: [] };

describe('keys in both spellings', () => {
  const both = (more: object) => ({ type: 'assistant', session_id: 's', ...more });

  it.each([
    ['parent_tool_use_id', 'parentToolUseId'],
    ['tool_use_id', 'toolUseID'],
    ['turn_id', 'turnId'],
    ['thread_id', 'threadId'],
  ])('that differ are told of the whole file: %s and %s', (snake, camel) => {
    const session = sessionOfFrames(
      both({ [snake]: 'a', [camel]: 'b' }),
      both({ [snake]: 'a', [camel]: 'a' }),
      both({ [snake]: null, [camel]: 'b' }),
      both({ [camel]: 'b', [snake]: 'a' }),
    );
    expect(codes(session)).toEqual(['snake-camel-disagreement 1', 'snake-camel-disagreement 4']);
    expect(nextFrame(session, 1, 'forward', 'diagnostic')).toBe(4);
    // The frame's own detail says it once.
    expect(detail(session, 1).diagnostics).toHaveLength(1);
  });

  it('of compaction metadata are told as well, and several of one frame each', () => {
    const session = sessionOfFrames(
      both({
        compact_metadata: { trigger: 'auto', pre_tokens: 1 },
        compactMetadata: { trigger: 'manual', preTokens: 2 },
        turn_id: 'a',
        turnId: 'b',
      }),
    );
    const told = detail(session, 1).diagnostics.map(({ message }) => message);
    expect(new Set(told).size).toBe(told.length);
    expect(told.length).toBeGreaterThan(1);
  });

  it('put a frame under its parent also when only the camelCase one states it', () => {
    const session = sessionOfFrames(
      both({ parent_tool_use_id: null, parentToolUseId: 'toolu_1' }),
      both({ parentToolUseId: 'toolu_1' }),
      both({ parent_tool_use_id: 'toolu_2', parentToolUseId: 'toolu_1' }),
      both({}),
    );
    expect(rowPage(session, 1, 9).rows.map(({ agent }) => agent)).toEqual([1, 1, 2, 0]);
  });
});

describe('an error of the API in a stream', () => {
  const error = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
  const start = { type: 'message_start', message: { id: 'm', role: 'assistant' } };
  const wrap = (event: object) => ({ type: 'stream_event', session_id: 's', event });

  it.each([
    ['wrapped', [wrap(start), wrap({ type: 'ping' }), wrap(error)]],
    ['bare', [start, { type: 'ping' }, error]],
  ])('%s is an error, has a diagnostic, and is not folded away', (_, frames) => {
    const session = sessionOfFrames(...frames);
    expect(codes(session)).toContain('api-stream-error 3');
    expect(nextFrame(session, 0, 'forward', 'error')).toBe(3);
    const rows = rowPage(session, 1, 9, FOLDED).rows;
    expect(rows.map(({ frame, fold }) => [frame, fold])).toEqual([
      [1, 'closed'],
      [3, 'none'],
    ]);
    expect(rows[1]).toMatchObject({ error: true, family: 'stream' });
    expect(rows[1]?.summary).toContain('overloaded_error');
  });
});

describe('the summary of a frame', () => {
  const texts = (frame: Record<string, unknown>) =>
    blocksOf(frame)
      .map(({ body }) => body.text)
      .join('\n');

  it('has the elements of a content list that are no blocks', () => {
    const said = texts({
      type: 'user',
      message: { content: [null, 5, 'loose', [], { type: 'text', text: 'a' }] },
    });
    expect(said).toContain('"loose"');
    expect(said).toContain('null');
    expect(said).toContain('5');
  });

  it('has a result that is no text, and a message that is one', () => {
    expect(texts({ type: 'result', result: { a: 1 } })).toContain('"a": 1');
    const session = sessionOfFrames(
      { type: 'task_progress', task_id: 'x', message: 'legacy words' },
      { type: 'result', subtype: 'success', result: 7 },
    );
    expect(detail(session, 1).facts).toContainEqual({ label: 'message', value: 'legacy words', frame: null });
    expect(detail(session, 2).facts).toContainEqual({ label: 'result', value: '7', frame: null });
  });
});

describe('the fields of a block that nobody knows', () => {
  it('are new, whatever they are called', () => {
    const session = sessionOfFrames({
      type: 'assistant',
      session_id: 's',
      message: {
        id: 'm',
        role: 'assistant',
        content: [
          { type: 'hologram', data: 'x' },
          { type: 'text', text: 'a' },
        ],
      },
    });
    const { entries } = fieldsOfFrame(session, 0);
    const of = (path: string) => entries.find((entry) => entry.path === path)?.provenance;
    expect(of('message.content[hologram].type')).toBe('new');
    expect(of('message.content[hologram].data')).toBe('new');
    expect(of('message.content[text].text')).toBe('reference');
  });
});

describe('a task event in two forms with one uuid', () => {
  it('is no collision of uuids', () => {
    const task = { task_id: 'x', tool_use_id: 't', uuid: 'u1', session_id: 's' };
    const session = sessionOfFrames(
      { type: 'system', subtype: 'task_started', ...task },
      { type: 'task_started', ...task },
      { type: 'assistant', uuid: 'u1', session_id: 's' },
    );
    expect(codes(session).filter((code) => code.startsWith('uuid'))).toEqual(['uuid-collision 3']);
  });
});
