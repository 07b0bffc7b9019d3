import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowPage } from '../../../../src/engine/answers/rows/row-page';
import { FrameTable, RowFlag } from '../../../../src/engine/frames/frame-table';
import { ListedRows } from '../../../../src/engine/listing/listed-rows';
import { fixturePath } from '../../recordings';
import { closeSessions, sessionAt, sessionOfFrames } from '../session-of';

const FOLDED = { unfolded: false, open: [] };

/** A table of rows that are folded or not; the message of a row is its number in `messages` (0: none). */
function tableOf(rows: readonly { folded: boolean; message: number }[]): FrameTable {
  const table = new FrameTable();
  for (const { folded, message } of rows) {
    const row = table.append(table.rows, 1, 0, 0, folded ? RowFlag.Folded : 0, Number.NaN, 0, 0);
    table.setMessage(row, message);
  }
  return table;
}

describe('the rows of a list', () => {
  it('stand where a plain filter puts them, also while rows are added', () => {
    const anyRow = fc.record({ folded: fc.boolean(), message: fc.nat(4) });
    fc.assert(
      fc.property(
        fc.array(anyRow, { maxLength: 1200, size: 'max' }),
        fc.uniqueArray(fc.integer({ min: 1, max: 4 })),
        fc.nat(1200),
        (rows, open, before) => {
          const table = tableOf(rows.slice(0, before));
          const listed = new ListedRows(table, new Set(open));
          const check = (all: typeof rows) => {
            const expected = all.flatMap(({ folded, message }, row) =>
              !folded || open.includes(message) ? [row] : [],
            );
            expect(listed.total).toBe(expected.length);
            const found: number[] = [];
            for (let row = listed.rowAt(0); row >= 0; row = listed.nextRow(row)) found.push(row);
            expect(found).toEqual(expected);
            for (let at = 0; at < expected.length; at += 7) {
              expect(listed.rowAt(at)).toBe(expected[at]);
              expect(listed.positionOf(expected[at] as number)).toBe(at);
            }
            expect(listed.rowAt(expected.length)).toBe(-1);
          };
          check(rows.slice(0, before));
          for (const { folded, message } of rows.slice(before)) {
            const row = table.append(table.rows, 1, 0, 0, folded ? RowFlag.Folded : 0, Number.NaN, 0, 0);
            table.setMessage(row, message);
          }
          check(rows);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('pass over a message of a million folded events at once', () => {
    const table = new FrameTable();
    for (let row = 0; row < 1_000_002; row++) {
      const folded = row > 0 && row < 1_000_001;
      table.append(row, 1, 0, 0, folded ? RowFlag.Folded : 0, Number.NaN, 0, 0);
    }
    const listed = new ListedRows(table, new Set());
    expect([listed.total, listed.rowAt(1), listed.nextRow(0)]).toEqual([2, 1_000_001, 1_000_001]);
    expect(listed.positionOf(1_000_001)).toBe(1);
  });
});

const event = (type: string, more: object = {}, parent: string | null = null) => ({
  type: 'stream_event',
  event: { type, ...more },
  session_id: 's',
  parent_tool_use_id: parent,
});
const start = (id: string, parent: string | null = null) =>
  event('message_start', { message: { id, role: 'assistant', content: [] } }, parent);

describe('folding', () => {
  it('puts the events of a message under its first one', () => {
    const session = sessionAt(fixturePath('1.0.128/07-thinking.jsonl'));
    const all = rowPage(session, 1, 200).rows;
    const listed = rowPage(session, 1, 200, FOLDED).rows;
    const closed = listed.filter(({ fold }) => fold === 'closed');
    expect(closed.length).toBeGreaterThan(0);
    const events = all.filter(({ kind }) => kind === 'stream_event').length;
    expect(closed.reduce((sum, { events }) => sum + events, 0)).toBe(events);
    expect(listed.length).toBe(all.length - events + closed.length);
    expect(listed.map(({ frame }) => frame)).toEqual(
      [...listed.map(({ frame }) => frame)].sort((a, b) => a - b),
    );
    expect(session.progress.folded).toBe(events - closed.length);
  });

  it('opens one message and leaves the others as they are', () => {
    const session = sessionOfFrames(
      start('a'),
      event('message_stop'),
      start('b'),
      event('ping'),
      event('message_stop'),
      { type: 'result', subtype: 'success', session_id: 's' },
    );
    const folds = (open: number[]) =>
      rowPage(session, 1, 9, { unfolded: false, open }).rows.map(({ frame, fold }) => `${frame} ${fold}`);
    expect(folds([])).toEqual(['1 closed', '3 closed', '6 none']);
    expect(folds([3])).toEqual(['1 closed', '3 open', '4 inside', '5 inside', '6 none']);
    // Any frame of the message names it.
    expect(folds([5])).toEqual(folds([3]));
    expect(rowPage(session, 1, 9, { unfolded: true, open: [] }).rows).toHaveLength(6);
  });

  it('tells where a frame stands, and under which one it is folded', () => {
    const session = sessionOfFrames(start('a'), event('ping'), event('message_stop'), { type: 'user' });
    const place = (frame: number, open: number[] = []) =>
      session.listings.place(frame, { unfolded: false, open });
    expect(place(4)).toEqual({ position: 2, foldedUnder: null, total: 2 });
    expect(place(3)).toEqual({ position: 1, foldedUnder: 1, total: 2 });
    expect(place(3, [1])).toEqual({ position: 3, foldedUnder: null, total: 4 });
    expect(session.listings.place(3, { unfolded: true, open: [] }).position).toBe(3);
  });

  it('keeps messages of subagents and of other runs apart', () => {
    const session = sessionOfFrames(
      start('a'),
      start('b', 'toolu_1'),
      event('ping'),
      event('ping', {}, 'toolu_1'),
      { ...start('c'), session_id: 't' },
      event('ping'),
      { ...event('ping'), session_id: 't' },
    );
    const closed = rowPage(session, 1, 9, FOLDED).rows;
    expect(closed.map(({ frame, events }) => [frame, events])).toEqual([
      [1, 3],
      [2, 2],
      [5, 2],
    ]);
  });

  it('folds what is left of a message whose beginning was cut off', () => {
    const session = sessionOfFrames(event('content_block_stop'), event('message_stop'), { type: 'user' });
    expect(rowPage(session, 1, 9, FOLDED).rows.map(({ frame, fold }) => [frame, fold])).toEqual([
      [1, 'closed'],
      [3, 'none'],
    ]);
  });

  it('folds API events without a wrapper the same way, and finds their calls', () => {
    const session = sessionOfFrames(
      { type: 'message_start', message: { id: 'm', role: 'assistant', content: [] } },
      { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 't', name: 'Bash' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{}' } },
      { type: 'message_stop' },
    );
    const [row, ...others] = rowPage(session, 1, 9, FOLDED).rows;
    expect([row?.fold, row?.events, others.length]).toEqual(['closed', 4, 0]);
    expect(session.index.links.counts()).toMatchObject({ toolCalls: 1, unansweredCalls: 1 });
  });

  it('does not take a content_block of a frame that is no event for a call', () => {
    const session = sessionOfFrames({
      type: 'other',
      content_block: { type: 'tool_use', id: 't', name: 'Bash' },
    });
    expect(session.index.links.counts().toolCalls).toBe(0);
    closeSessions();
  });

  it('says how a folded message begins', () => {
    const session = sessionAt(fixturePath('1.0.128/07-thinking.jsonl'));
    const [first] = rowPage(session, 1, 200, FOLDED).rows.filter(({ fold }) => fold === 'closed');
    expect(first?.summary).toBe(
      'thinking, redacted_thinking · The user wants a demo. Let me look at the files first.',
    );
  });
});
