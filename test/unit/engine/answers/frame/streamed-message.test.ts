import { describe, expect, it } from 'vitest';
import { isStreamed, streamedMessage } from '../../../../../src/engine/answers/frame/streamed-message';
import type { Session } from '../../../../../src/engine/session/session';
import { fixtureFiles, fixturePath } from '../../../recordings';
import { casePath, sessionAt, sessionOfFrames } from '../../session-of';

const streamed = (session: Session, frame: number) => {
  const message = streamedMessage(session, frame - 1);
  if (message === null) throw new Error(`Frame ${frame} is of no streamed message.`);
  return message;
};

/** The first event of every message of a session. */
function heads(session: Session): number[] {
  const { messages } = session.index;
  return Array.from({ length: messages.size }, (_, message) => message)
    .filter((message) => isStreamed(session, message))
    .map((message) => messages.firstEvent(message) + 1);
}

describe('a streamed message', () => {
  const withEvents = fixtureFiles().filter(({ path }) => heads(sessionAt(path)).length > 0);

  it.each(withEvents)('says what its whole frames say, in $name', ({ name, path }) => {
    const session = sessionAt(path);
    let compared = 0;
    for (const frame of heads(session)) {
      for (const block of streamed(session, frame).blocks) {
        if (block.agrees === null) continue;
        compared++;
        // This recording's folders were made neutral in whole frames and not inside partial JSON.
        const neutral = name.endsWith('19-unicode') && block.text.text.includes('/tmp/demo');
        expect(block.agrees || neutral, `${frame} ${block.type}: ${block.text.text}`).toBe(true);
      }
    }
    expect(compared).toBeGreaterThan(0);
  });

  it('is the same whichever of its frames is asked about', () => {
    const session = sessionAt(casePath('058'));
    const { blocks: expected } = streamed(session, 2);
    for (let frame = 2; frame <= 16; frame++) {
      const { blocks, events } = streamed(session, frame);
      expect(events).toBe(13);
      expect(blocks.map(({ soFar, ...block }) => block)).toEqual(
        expected.map(({ soFar, ...block }) => block),
      );
    }
    expect(streamedMessage(session, 0)).toBe(null);
  });

  it('tells how much of a block was there when the asked delta had come', () => {
    const session = sessionAt(casePath('058'));
    const lengths = [4, 5, 9, 10, 11, 12].map((frame) => {
      const { blocks } = streamed(session, frame);
      return blocks.map(({ soFar, text }) => (soFar === null ? '' : text.text.slice(0, soFar)));
    });
    expect(lengths[0]).toEqual(['Hel', '']);
    expect(lengths[1]).toEqual(['Hello', '']);
    for (const [, input] of lengths.slice(2)) expect(lengths.at(-1)?.[1]).toContain(input);
    expect(new Set(lengths.slice(2).map(([, input]) => input)).size).toBe(4);
  });

  it('states the time to the first token as the CLI does, and no time that nothing states', () => {
    const session = sessionAt(fixturePath('2.1.332/07-thinking.jsonl'));
    const message = streamed(session, heads(session)[0] as number);
    expect(message.firstTokenMs).toBe(61);
    expect(message.longestGap).toBe(null);
  });

  it('finds the longest pause between events that state their times', () => {
    const at = (second: number, event: object) => ({
      type: 'stream_event',
      session_id: 's',
      timestamp: `2026-01-01T00:00:${String(second).padStart(2, '0')}.000Z`,
      event,
    });
    const session = sessionOfFrames(
      at(0, { type: 'message_start', message: { id: 'm', role: 'assistant' } }),
      at(1, { type: 'ping' }),
      at(9, { type: 'ping' }),
      at(10, { type: 'message_stop' }),
    );
    expect(streamed(session, 1).longestGap).toEqual({ ms: 8000, frame: 3 });
  });

  it('says that input was broken and what the CLI made of it', () => {
    const event = (event: object) => ({ type: 'stream_event', session_id: 's', event });
    const session = sessionOfFrames(
      event({ type: 'message_start', message: { id: 'm', role: 'assistant' } }),
      event({
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'tool_use', id: 't', name: 'Bash' },
      }),
      event({
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'input_json_delta', partial_json: '{"a' },
      }),
      {
        type: 'assistant',
        session_id: 's',
        message: {
          id: 'm',
          role: 'assistant',
          content: [{ type: 'tool_use', id: 't', name: 'Bash', input: {} }],
        },
      },
      event({ type: 'content_block_stop', index: 0 }),
      event({ type: 'message_stop' }),
    );
    const [block] = streamed(session, 1).blocks;
    expect(block).toMatchObject({ input: 'broken', wholeFrame: 4, wholeBy: 'id', agrees: false });
    expect(block?.notes.join(' ')).toContain('The CLI repairs'.slice(4));
  });

  it('stays below the cap of a message, whatever it holds', () => {
    const event = (event: object) => ({ type: 'stream_event', session_id: 's', event });
    const frames: object[] = [event({ type: 'message_start', message: { id: 'm', role: 'assistant' } })];
    for (let index = 0; index < 80; index++) {
      frames.push(event({ type: 'content_block_start', index, content_block: { type: 'text' } }));
      const delta = { type: 'text_delta', text: 'x'.repeat(60_000) };
      frames.push(event({ type: 'content_block_delta', index, delta }));
    }
    const message = streamed(sessionOfFrames(...frames), 1);
    expect(JSON.stringify(message).length).toBeLessThan(500_000);
    expect([message.blocks.length, message.blocksLeftOff]).toEqual([60, 20]);
    expect(message.blocks[0]?.text.cut).toBeGreaterThan(0);
  });
});
