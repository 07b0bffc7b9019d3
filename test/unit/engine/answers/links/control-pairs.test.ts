import { describe, expect, it } from 'vitest';
import { rowOf } from '../../../../../src/engine/answers/rows/row-page';
import type { Session } from '../../../../../src/engine/session/session';
import { sessionOf, sessionOfFrames } from '../../session-of';

const asks = (id: unknown) => ({
  type: 'control_request',
  request_id: id,
  request: { subtype: 'can_use_tool' },
});
const answers = (id: unknown) => ({
  type: 'control_response',
  response: { subtype: 'success', request_id: id, response: { behavior: 'allow' } },
});
const withdraws = (id: unknown) => ({ type: 'control_cancel_request', request_id: id });
const event = { type: 'stream_event', event: { type: 'ping' } };

/** The links of each row: frame numbers. */
function linksOf(session: Session): number[][] {
  return Array.from({ length: session.index.table.rows }, (_, row) => rowOf(session, row).links);
}

describe('the other end of a control frame', () => {
  it('is told both ways, also between others and in another order', () => {
    expect(linksOf(sessionOfFrames(asks('a'), event, asks('b'), answers('b'), event, answers('a')))).toEqual([
      [6],
      [],
      [4],
      [3],
      [],
      [1],
    ]);
  });

  it('is what withdraws a request as well as what answers it', () => {
    expect(linksOf(sessionOfFrames(asks('a'), withdraws('a'), answers('a')))).toEqual([[2, 3], [1], [1]]);
  });

  it('is of the same run, whose requests are numbered anew', () => {
    expect(linksOf(sessionOfFrames(asks('1'), answers('1'), asks('1'), answers('1')))).toEqual([
      [2],
      [1],
      [4],
      [3],
    ]);
  });

  it('is none when the id is no text, is not stated, or is that of another thing', () => {
    const session = sessionOfFrames(
      asks(1),
      answers(1),
      asks(''),
      answers(''),
      { type: 'control_request' },
      { type: 'control_response', response: null },
      { type: 'system', request_id: 'a' },
      answers('a'),
    );
    expect(linksOf(session).flat()).toEqual([]);
  });

  it('is found by its first bytes, however long the frame is', () => {
    const long = {
      ...asks('a'),
      request: { subtype: 'can_use_tool', input: { content: 'x'.repeat(100_000) } },
    };
    expect(linksOf(sessionOfFrames(long, answers('a')))).toEqual([[2], [1]]);
  });

  it('does not take the calls and results from a frame', () => {
    const session = sessionOfFrames(
      {
        type: 'assistant',
        message: {
          id: 'm',
          role: 'assistant',
          content: [{ type: 'tool_use', id: 't', name: 'Bash', input: {} }],
        },
      },
      asks('a'),
      {
        type: 'user',
        message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'ok' }] },
      },
    );
    expect(linksOf(session)).toEqual([[3], [], [1]]);
  });

  it('is looked for nearby only', () => {
    const events = Array.from({ length: 2500 }, () => event);
    const session = sessionOfFrames(asks('far'), ...events, asks('near'), answers('near'), answers('far'));
    const { rows } = session.index.table;
    expect([0, rows - 3, rows - 2, rows - 1].map((row) => rowOf(session, row).links)).toEqual([
      [],
      [rows - 1],
      [rows - 2],
      [],
    ]);
  });

  it('takes few reads, and none for rows that were asked for before', () => {
    const requests = Array.from({ length: 1000 }, (_, i) => asks(`r${i}`));
    const session = sessionOf(requests.map((frame) => `${JSON.stringify(frame)}\n`).join(''));
    let reads = 0;
    const read = session.jsonText.bind(session);
    session.jsonText = (row, limit) => {
      reads++;
      return read(row, limit);
    };
    const page = () => {
      reads = 0;
      for (let row = 0; row < 100; row++) rowOf(session, row);
      return reads;
    };
    // Each row of the page is read for its summary, and each that stands near it for its id, once.
    expect(page()).toBeLessThan(100 + 100 + 64 + 1);
    expect(page()).toBe(100);
  });
});
