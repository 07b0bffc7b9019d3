import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Listing } from '../../../../src/engine/answer-types';
import { EVERY_ROW, rowOf, rowPage } from '../../../../src/engine/answers/rows/row-page';
import { RowMatch } from '../../../../src/engine/matching/row-match';
import type { Session } from '../../../../src/engine/session/session';
import type { FilterNode } from '../../../../src/protocol/filter/filter-ast';
import { parseFilter } from '../../../../src/protocol/filter/filter-parser';
import { printFilter } from '../../../../src/protocol/filter/filter-print';
import { anyFilter, anyTerm } from '../../protocol/filter/any-filter';
import { captureFiles } from '../../recordings';
import { GrowingSession } from '../live/growing-session';
import { sessionOfFrames } from '../session-of';
import { SlowReference } from './slow-reference';

const names = [
  '2.1.332/08b-task-partial',
  '2.1.332/05b-529-retry',
  '2.1.332/05b',
  '2.1.220/02-bash',
  '1.0.128/13-server-tools',
];
const recorded = names.flatMap((name) => captureFiles().find((file) => file.name.startsWith(name)) ?? []);

const words = {
  kinds: [
    'assistant',
    'user',
    'system/init',
    'stream_event',
    'tool_use',
    'unparsed',
    'stream_event/content_block_delta',
  ],
  tools: ['Bash', 'Task', 'Read', 'WebSearch'],
  ids: ['toolu*', 'msg*'],
  paths: ['type', 'message.usage', 'message.content[].type'],
  texts: ['tool', 'a', 'error'],
};

/** The frames of a list as its definition says, row by row. */
function slowList(session: Session, listing: Listing, matches: ReadonlySet<number>): number[] {
  const { filter: _, ...plain } = listing;
  const rows = session.index.table.rows;
  const heads = new Set<number>();
  const own: number[] = [];
  for (let row = 0; row < rows; row++) {
    if (!matches.has(row)) continue;
    const place = session.listings.place(row + 1, plain);
    if (place.foldedUnder !== null) heads.add(place.foldedUnder - 1);
    else own.push(row);
    if (rowOf(session, row, plain).fold !== 'inside') continue;
    // The event of an open message stands below the row that it folds under.
    heads.add(session.listings.place(row + 1, { unfolded: false, open: [] }).foldedUnder! - 1);
  }
  return [...new Set([...heads, ...own])].sort((a, b) => a - b).map((row) => row + 1);
}

function checkLists(session: Session, expression: string, rows: readonly number[], open: number[]): void {
  const matches = new Set(rows);
  for (const fold of [EVERY_ROW, { unfolded: false, open: [] }, { unfolded: false, open }]) {
    const listing = { ...fold, filter: expression };
    const expected = slowList(session, listing, matches);
    const page = rowPage(session, 1, 100_000, listing, expression);
    expect(page.rows.map(({ frame }) => frame)).toEqual(expected);
    expect(page.total).toBe(expected.length);
    expected.forEach((frame, at) => {
      expect(session.listings.place(frame, listing)).toEqual({
        position: at + 1,
        foldedUnder: null,
        total: expected.length,
      });
    });
    for (const row of page.rows) expect(row.hit).toBe(matches.has(row.frame - 1) || row.fold === 'closed');
    for (let frame = 1; frame <= session.index.table.rows; frame++) {
      if (expected.includes(frame)) continue;
      const place = session.listings.place(frame, listing);
      expect(place.hidden).toBe(true);
      const before = expected.filter((other) => other < frame);
      const under = place.foldedUnder === null ? before.at(-1) : place.foldedUnder;
      expect(expected[place.position - 1]).toBe(under);
    }
  }
}

function rowsOf(session: Session, expression: string): number[] {
  const match = session.matches.of(expression);
  match.finish();
  expect(match.state.done).toBe(true);
  return [...match.rowsFrom(0)];
}

interface Step {
  part: number;
  settles: boolean;
  asks: boolean;
}

const anySteps = fc.array(
  fc.record({ part: fc.double({ min: 0, max: 1, noNaN: true }), settles: fc.boolean(), asks: fc.boolean() }),
  { maxLength: 8 },
);

/** A file that comes in pieces, cut anywhere, with expressions that are looked for all the time. */
async function grow(bytes: Buffer, steps: readonly Step[], nodes: readonly FilterNode[]): Promise<void> {
  const growing = new GrowingSession();
  const expressions = [...new Set(nodes.map(printFilter))];
  try {
    let from = 0;
    const ends = steps.map(({ part }) => Math.floor(part * bytes.length)).sort((a, b) => a - b);
    for (const [at, end] of [...ends, bytes.length].entries()) {
      growing.append(bytes.subarray(from, end));
      from = end;
      await growing.grow();
      if (steps[at]?.settles) growing.session.settle();
      if (steps[at]?.asks !== false)
        for (const expression of expressions) rowsOf(growing.session, expression);
      if (steps[at]?.asks)
        for (const expression of expressions)
          rowPage(growing.session, 1, 50, { unfolded: false, open: [2], filter: expression });
    }
    const { session } = growing;
    const reference = new SlowReference(session);
    for (const expression of expressions) {
      const expected = reference.matches(parseFilter(expression));
      expect(rowsOf(session, expression)).toEqual(expected);
      checkLists(session, expression, expected, [2, 5, 9, 14, 30]);
    }
  } finally {
    growing.close();
  }
}

describe('an expression on a file that grows', () => {
  it.each(recorded)('finds what it finds in the whole file, and lists it: $name', async ({ path }) => {
    // Its first rows hold every kind of fold; each row is asked for many times.
    const bytes = Buffer.from(readFileSync(path, 'utf8').split('\n').slice(0, 120).join('\n'));
    const term = anyTerm(words);
    await fc.assert(
      fc.asyncProperty(
        anySteps,
        fc.array(fc.oneof(term, anyFilter(term)), { minLength: 1, maxLength: 3 }),
        (steps, nodes) => grow(bytes, steps, nodes),
      ),
      { numRuns: 25 },
    );
  });
});

describe('a text beside links that come later', () => {
  const call = (id: string) => ({
    type: 'assistant',
    message: { id: `m-${id}`, content: [{ type: 'tool_use', id, name: 'Bash', input: {} }] },
    session_id: 's',
  });
  const result = (id: string) => ({
    type: 'user',
    message: { content: [{ type: 'tool_result', tool_use_id: id, content: 'done' }] },
    session_id: 's',
  });
  const lines = (...frames: unknown[]) =>
    Buffer.from(frames.map((frame) => `${JSON.stringify(frame)}\n`).join(''));

  it.each(['is:linked not "FOO"', 'is:linked not /FOO/', 'is:unlinked or not "FOO"'])(
    '%s finds in a file that grew what it finds in one that is read once',
    async (expression) => {
      const growing = new GrowingSession();
      growing.append(lines(call('a'), call('b'), result('b')));
      await growing.grow();
      growing.session.matches.of(expression).finish();
      growing.append(lines(result('a'), call('c')));
      await growing.grow();
      const grown = growing.session.matches.of(expression);
      grown.finish();
      const fresh = new RowMatch(growing.session, expression);
      fresh.finish();
      expect([...grown.rowsFrom(0)]).toEqual([...fresh.rowsFrom(0)]);
      expect([...grown.rowsFrom(0)].length).toBeGreaterThan(3);
      growing.close();
    },
  );

  it('a text that deltas cut far from each other is found in all of them', () => {
    const delta = (text: string) => ({
      type: 'stream_event',
      event: { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
      session_id: 's',
    });
    const between = { type: 'system', subtype: 'status', session_id: 's', filler: 'x'.repeat(1_100_000) };
    const begin = {
      type: 'stream_event',
      event: { type: 'message_start', message: { id: 'm1', role: 'assistant', content: [] } },
      session_id: 's',
    };
    const block = {
      type: 'stream_event',
      event: { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      session_id: 's',
    };
    const session = sessionOfFrames(begin, block, delta('NEED'), between, delta('LEXX'));
    for (const expression of ['"NEEDLEXX"', '"needlexx"', '/NEEDLEXX/']) {
      const match = new RowMatch(session, expression);
      match.finish();
      expect([...match.rowsFrom(0)], expression).toEqual([2, 4]);
    }
  });
});
