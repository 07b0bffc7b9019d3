import { writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { rowOf, rowPage } from '../../../../src/engine/answers/rows/row-page';
import { createEngine } from '../../../../src/engine/engine';
import { facetsOf } from '../../../../src/engine/matching/facets';
import type { MatchProgress } from '../../../../src/engine/matching/match-types';
import { nextMatch } from '../../../../src/engine/matching/next-match';
import type { Session } from '../../../../src/engine/session/session';
import { parseFilter } from '../../../../src/protocol/filter/filter-parser';
import { fixturePath } from '../../recordings';
import { GrowingSession } from '../live/growing-session';
import { closeSessions, fileOf, sessionAt, sessionOf, sessionOfFrames } from '../session-of';
import { SlowReference } from './slow-reference';

const FOLDED = { unfolded: false, open: [] };
const line = (frame: unknown) => `${JSON.stringify(frame)}\n`;

const call = (id: string, name = 'Bash', more: object = {}) => ({
  type: 'assistant',
  session_id: 's',
  message: { id: `msg_${id}`, role: 'assistant', content: [{ type: 'tool_use', id, name, input: {} }] },
  ...more,
});
const result = (id: string, is_error = false) => ({
  type: 'user',
  session_id: 's',
  message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'needle', is_error }] },
});

function rowsOf(session: Session, expression: string): number[] {
  const match = session.matches.of(expression);
  match.finish();
  return [...match.rowsFrom(0)].map((row) => row + 1);
}

afterEach(closeSessions);

describe('what later rows change of earlier ones', () => {
  const expressions = [
    'is:linked',
    'is:unanswered',
    '-is:linked',
    'tool:Bash',
    'is:failed',
    'is:linked note',
    'is:linked mark=7',
    'is:unanswered or mark=7 or note',
    '-(is:unanswered note) mark=7',
    'is:problem',
  ];

  it('is told of every row, also where frames and texts were left out before', async () => {
    const growing = new GrowingSession();
    for (let n = 0; n < 300; n++)
      growing.append(line(call(`t${n}`, 'Bash', { mark: n % 10, text: n % 3 === 0 ? 'note' : '' })));
    await growing.grow();
    for (const expression of expressions) {
      const { session } = growing;
      const match = session.matches.of(expression);
      match.finish();
      const list = rowPage(session, 1, 1000, { ...FOLDED, filter: expression });
      expect(list.total).toBe(match.state.matched);
    }
    // At most four are kept: each of them is asked for once more before the file grows.
    for (let at = 0; at < expressions.length; at += 4) {
      const few = expressions.slice(at, at + 4);
      for (const expression of few) rowsOf(growing.session, expression);
      for (const n of [290, 100, 7]) growing.append(line(result(`t${n - at}`, n === 7)));
      await growing.grow();
      const reference = new SlowReference(growing.session);
      for (const expression of few) {
        const expected = reference.matches(parseFilter(expression)).map((row) => row + 1);
        expect([expression, rowsOf(growing.session, expression)]).toEqual([expression, expected]);
        const page = rowPage(growing.session, 1, 1000, { ...FOLDED, filter: expression });
        expect(page.rows.map(({ frame }) => frame)).toEqual(expected);
      }
    }
    growing.close();
  });

  it('takes the head out of a list when no event under it matches any more', async () => {
    const growing = new GrowingSession();
    const event = (inner: object) =>
      growing.append(line({ type: 'stream_event', session_id: 's', event: inner }));
    event({ type: 'message_start', message: { id: 'm', role: 'assistant', content: [] } });
    for (let n = 0; n < 60; n++)
      event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'a' } });
    event({
      type: 'content_block_start',
      index: 1,
      content_block: { type: 'tool_use', id: 't', name: 'Bash', input: {} },
    });
    await growing.grow();
    const list = { ...FOLDED, filter: 'is:unanswered' };
    expect(rowsOf(growing.session, 'is:unanswered')).toEqual([62]);
    expect(rowPage(growing.session, 1, 10, list).rows.map(({ frame }) => frame)).toEqual([1]);
    growing.append(line(result('t')));
    await growing.grow();
    expect(rowsOf(growing.session, 'is:unanswered')).toEqual([]);
    expect(rowPage(growing.session, 1, 10, list)).toMatchObject({ total: 0, rows: [] });
    growing.close();
  });

  it('is what is learned of a run', async () => {
    const growing = new GrowingSession();
    for (let n = 0; n < 100; n++) growing.append(line({ type: 'user', session_id: 's', n }));
    await growing.grow();
    expect(rowsOf(growing.session, 'version:2.1.*')).toEqual([]);
    expect(rowsOf(growing.session, 'time:+0s')).toEqual([]);
    growing.append(line({ type: 'system', subtype: 'init', session_id: 's', claude_code_version: '2.1.7' }));
    growing.append(line({ type: 'user', session_id: 's', timestamp: '2026-01-01T00:00:00Z' }));
    await growing.grow();
    expect(rowsOf(growing.session, 'version:2.1.*')).toHaveLength(102);
    expect(rowsOf(growing.session, 'time:+0s')).toHaveLength(102);
    growing.close();
  });

  it('is taken back with an unfinished line', async () => {
    const growing = new GrowingSession();
    growing.append(`${line({ type: 'user' })}{"type":"us`);
    await growing.grow();
    growing.session.settle();
    expect(rowsOf(growing.session, 'is:unparsed')).toEqual([2]);
    expect(rowPage(growing.session, 1, 10, { ...FOLDED, filter: 'is:unparsed' }).total).toBe(1);
    growing.append('er"}\n');
    await growing.grow();
    expect(rowsOf(growing.session, 'is:unparsed')).toEqual([]);
    expect(rowPage(growing.session, 1, 10, { ...FOLDED, filter: 'is:unparsed' }).total).toBe(0);
    expect(rowsOf(growing.session, 'kind:user')).toEqual([1, 2]);
    growing.close();
  });
});

describe('the expressions of a session', () => {
  it('are at most four: that which was asked for longest ago is given up', () => {
    const session = sessionOfFrames({ type: 'a' }, { type: 'b' });
    const first = session.matches.of('kind:a');
    for (const text of ['kind:b', 'kind:c', 'kind:d']) session.matches.of(text);
    expect(session.matches.of('kind:a')).toBe(first);
    session.matches.of('kind:e');
    expect(session.matches.of('kind:a')).toBe(first);
    session.matches.of('kind:f');
    session.matches.of('kind:g');
    session.matches.of('kind:h');
    session.matches.of('kind:i');
    expect(session.matches.of('kind:a')).not.toBe(first);
  });

  it('are refused with a sentence when they cannot be read', () => {
    const session = sessionOfFrames({ type: 'a' });
    expect(() => session.matches.of('knd:a')).toThrow(/There is no word "knd:"/);
    expect(() => rowPage(session, 1, 10, { ...FOLDED, filter: '(kind:a' })).toThrow(/not closed/);
  });

  it('say why they stop when the file is gone under them', () => {
    const path = fileOf(line({ type: 'user', text: 'x' }).repeat(10));
    const session = sessionAt(path);
    writeFileSync(path, '');
    // What every question to the engine begins with.
    expect(session.changed).toBe(true);
    const match = session.matches.of('text=x');
    match.finish();
    expect(match.state).toMatchObject({ done: false, matched: 0 });
    expect(match.state.stopped).toMatch(/^The bytes of frame 1 are gone/);
    expect(rowsOf(session, 'kind:user')).toHaveLength(10);
  });

  it('are looked for in slices, and pages are answered meanwhile', async () => {
    const path = fileOf(line({ type: 'user', session_id: 's', text: 'x'.repeat(400) }).repeat(60_000));
    const engine = createEngine();
    const indexed = new Promise<void>((resolve) => {
      const stop = engine.onProgress(({ state }) => {
        if (state === 'indexing') return;
        stop();
        resolve();
      });
    });
    await engine.open(1, path);
    await indexed;
    const told: MatchProgress[] = [];
    const done = new Promise<void>((resolve) => {
      engine.onMatch((progress) => {
        told.push(progress);
        if (progress.done) resolve();
      });
    });
    const state = engine.handlers.match({ session: 1, expression: 'has:text' });
    expect(state.done).toBe(false);
    expect(state.scanned).toBeLessThan(60_000);
    const listing = { ...FOLDED, filter: 'has:text' };
    const page = engine.handlers.rows({ session: 1, from: 1, count: 50, listing });
    expect(page.match?.done).toBe(false);
    await done;
    const counts = told.map(({ matched }) => matched);
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(told.at(-1)).toMatchObject({
      session: 1,
      expression: 'has:text',
      scanned: 60_000,
      matched: 60_000,
    });
    expect(engine.handlers.rows({ session: 1, from: 59_999, count: 50, listing }).rows).toHaveLength(2);
    expect(engine.handlers.unmatch({ session: 1, expression: 'has:text' })).toBeNull();
    engine.close(1);
  });
});

describe('fields', () => {
  it('are found by keys that are written with escapes', () => {
    const session = sessionOf(
      '{"type":"a","\\u0074ext":"x"}\n{"type":"b","text":"y"}\n{"type":"c","other":"text"}\n{"type":"d","q\\"\\/":1}\n',
    );
    expect(rowsOf(session, 'has:text')).toEqual([1, 2]);
    expect(rowsOf(session, 'text=x')).toEqual([1]);
    expect(rowsOf(session, 'text=x,y')).toEqual([1, 2]);
    expect(rowsOf(session, 'has:none or model:x')).toEqual([]);
  });
});

describe('the next match', () => {
  const frames = [1, 2, 3, 4, 5, 6].map((n) => ({ type: n % 2 === 0 ? 'even' : 'odd', n }));

  it.each([
    [0, 'forward', 2, 1, false],
    [2, 'forward', 4, 2, false],
    [6, 'forward', 2, 1, true],
    [5, 'forward', 6, 3, false],
    [6, 'backward', 4, 2, false],
    [2, 'backward', 6, 3, true],
    [0, 'backward', 6, 3, true],
    [7, 'backward', 6, 3, false],
  ] as const)('from %i %s is %i', (from, direction, frame, ordinal, wrapped) => {
    const session = sessionOfFrames(...frames);
    expect(nextMatch(session, 'kind:even', from, direction)).toMatchObject({ frame, ordinal, wrapped });
  });

  it('passes over what a filter hides', () => {
    const session = sessionOfFrames(...frames);
    const listing = { ...FOLDED, filter: 'frame:>4' };
    expect(nextMatch(session, 'kind:even', 0, 'forward', listing)).toMatchObject({ frame: 6, ordinal: 3 });
    const nothing = { ...FOLDED, filter: 'kind:odd' };
    expect(nextMatch(session, 'kind:even', 0, 'forward', nothing)).toMatchObject({ frame: null, ordinal: 0 });
    expect(nextMatch(session, 'kind:none', 3, 'forward')).toMatchObject({ frame: null, wrapped: false });
  });
});

describe('facets', () => {
  it('count kinds and tools, and how many of them match', () => {
    const session = sessionOfFrames(
      { type: 'system', subtype: 'init', session_id: 's' },
      call('a'),
      result('a', true),
      call('b', 'Read'),
      call('c'),
      { type: 'odd' },
    );
    const facets = facetsOf(session, 'tool:Bash');
    expect(facets.kinds.map(({ kind, rows, matched }) => [kind, rows, matched])).toEqual([
      ['system/init', 1, 0],
      ['assistant', 3, 2],
      ['user', 1, 1],
      ['odd', 1, 0],
    ]);
    expect(facets.kinds.at(-1)?.family).toBe('new');
    expect(facets.tools).toEqual([
      { tool: 'Bash', calls: 2, failed: 1, matched: 2 },
      { tool: 'Read', calls: 1, failed: 0, matched: 0 },
    ]);
    expect(facets.state?.done).toBe(true);
    expect(facetsOf(session, null)).toMatchObject({ state: null, toolsLeftOff: 0 });
    expect(facetsOf(session, null).kinds.every(({ rows, matched }) => rows === matched)).toBe(true);
  });
});

describe('folded rows', () => {
  it('are found by the row that they fold under', () => {
    const session = sessionAt(fixturePath('2.1.332/08b-task-partial.jsonl'));
    const { table } = session.index;
    const inside = Array.from({ length: table.rows }, (_, row) => row).find(
      (row) => rowOf(session, row, FOLDED).fold === 'inside',
    )!;
    const filter = `frame:${inside + 1}`;
    const head = session.listings.place(inside + 1, FOLDED).foldedUnder!;
    const page = rowPage(session, 1, 10, { ...FOLDED, filter }, filter);
    expect(page.rows.map(({ frame, hit }) => [frame, hit])).toEqual([[head, true]]);
    const open = rowPage(session, 1, 10, { unfolded: false, open: [head], filter }, filter);
    expect(open.rows.map(({ frame, hit }) => [frame, hit])).toEqual([
      [head, false],
      [inside + 1, true],
    ]);
    const flat = rowPage(session, 1, 10, { unfolded: true, open: [], filter });
    expect(flat.rows.map(({ frame, hit }) => [frame, hit])).toEqual([[inside + 1, false]]);
  });
});
