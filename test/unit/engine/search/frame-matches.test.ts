import { describe, expect, test } from 'vitest';
import { frameMatches } from '../../../../src/engine/answers/frame/frame-matches';
import { FrameTexts } from '../../../../src/engine/answers/frame/frame-text';
import type { Session } from '../../../../src/engine/session/session';
import { sessionOf, sessionOfFrames } from '../session-of';

function marked(session: Session, frame: number, form: 'exact' | 'pretty', expression: string) {
  const texts = new FrameTexts(session);
  const { ranges } = frameMatches(session, frame - 1, form, expression, texts);
  const text = texts.wholeText(frame - 1, form) as string;
  return Array.from({ length: ranges.length / 2 }, (_, k) => text.slice(ranges[k * 2], ranges[k * 2 + 1]));
}

describe('the places of an expression in a frame', () => {
  test('are told in the exact and the pretty text, in every form', () => {
    const session = sessionOf('{"MARK":"a mark","b":["\\u006dARK","M\\/K"],"c":"one\\ntwo"}\n');
    for (const form of ['exact', 'pretty'] as const) {
      expect(marked(session, 1, form, 'mark')).toEqual(['MARK', 'mark', '\\u006dARK']);
      expect(marked(session, 1, form, 'case:"mark"')).toEqual(['mark']);
      expect(marked(session, 1, form, '"M/K"')).toEqual(['M\\/K']);
      expect(marked(session, 1, form, '/one\\stwo/')).toEqual(['one\\ntwo']);
      expect(marked(session, 1, form, '/[abc]"/')).toEqual(['b"', 'c"']);
      expect(marked(session, 1, form, 'mark -two (kind:user or one)')).toEqual([
        'MARK',
        'mark',
        '\\u006dARK',
        'one',
      ]);
      expect(marked(session, 1, form, 'kind:user')).toEqual([]);
    }
  });

  test('are counted when there are too many', () => {
    const session = sessionOfFrames({ type: 'user', text: 'x'.repeat(12_000) });
    const found = frameMatches(session, 0, 'exact', 'x', new FrameTexts(session));
    expect(found.ranges).toHaveLength(10_000);
    expect(found.leftOff).toBe(12_001 - 5_000);
  });

  test('tell over which frames a text is spread', () => {
    const event = (inner: object, uuid: string) => ({ type: 'stream_event', event: inner, uuid });
    const delta = (text: string, uuid: string) =>
      event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }, uuid);
    const session = sessionOfFrames(
      event({ type: 'message_start', message: { id: 'm', role: 'assistant', content: [] } }, '1'),
      event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }, '2'),
      delta('a MA', '3'),
      delta('R', '4'),
      delta('K and more', '5'),
      delta('no more', '6'),
    );
    const spread = (frame: number) =>
      frameMatches(session, frame - 1, 'exact', 'mark', new FrameTexts(session)).spread;
    expect([1, 3, 4, 5, 6].map(spread)).toEqual([
      null,
      ...[1, 2, 3].map(() => ({ firstFrame: 3, lastFrame: 5 })),
      null,
    ]);
  });
});
