import { serialize } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { rowPage } from '../../../../../src/engine/answers/rows/row-page';
import type { Session } from '../../../../../src/engine/session/session';
import { caseFiles, fixtureFiles } from '../../../recordings';
import { casePath, sessionAt, sessionOf, sessionOfFrames } from '../../session-of';

const allRows = (session: Session) => rowPage(session, 1, session.index.table.rows).rows;

describe('a page of rows', () => {
  const session = () => sessionOf('{"type":"user"}\n'.repeat(10));

  it('holds the rows from a frame on, and says how many there are', () => {
    const page = rowPage(session(), 4, 3);
    expect(page.total).toBe(10);
    expect(page.rows.map((row) => row.frame)).toEqual([4, 5, 6]);
  });

  it('is shorter at the end, and empty beyond it', () => {
    expect(rowPage(session(), 9, 200).rows.map((row) => row.frame)).toEqual([9, 10]);
    expect(rowPage(session(), 11, 200)).toEqual({ total: 10, rows: [], match: null });
    expect(rowPage(sessionOf(''), 1, 200)).toEqual({ total: 0, rows: [], match: null });
  });

  it('has the same row at any place of any page', () => {
    const file = sessionAt(casePath('061'));
    const rows = allRows(file);
    for (let from = 1; from <= rows.length; from++) {
      expect(rowPage(file, from, 3).rows).toEqual(rows.slice(from - 1, from + 2));
    }
  });
});

describe('the rows', () => {
  it.each([...fixtureFiles(), ...caseFiles()])(
    'of $name are one line each and fit together',
    ({ path, bytes }) => {
      const session = sessionAt(path);
      let offset = 0;
      let line = 1;
      for (const row of allRows(session)) {
        expect(row.offset).toBe(offset);
        expect(row.line).toBeGreaterThanOrEqual(line);
        offset += row.bytes;
        line = row.line;
        for (const text of [row.kind, row.detail, row.strong, row.summary]) {
          expect(text).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
          expect(text.length).toBeLessThanOrEqual(330);
        }
        expect(row.timeSource === 'none').toBe(row.time === null);
        expect(row.links.length).toBeLessThanOrEqual(8);
        expect(row.unparsed).toBe(row.family === 'unparsed');
      }
      expect(offset).toBe(bytes);
    },
  );

  it.each(fixtureFiles())('of $name link both ways', ({ path }) => {
    const session = sessionAt(path);
    const rows = allRows(session);
    for (const row of rows) {
      // Deltas name the result of their call; the result names the whole frame.
      if (row.kind === 'stream_event') continue;
      for (const other of row.links) expect(rows[other - 1]!.links).toContain(row.frame);
    }
  });

  it('of hostile frames stay small', () => {
    const huge = 'x\n\u202e\u009b'.repeat(200_000);
    const session = sessionOfFrames(
      { type: huge },
      { type: 'system', subtype: huge },
      { type: 'attachment', attachment: { type: huge } },
      { type: 'assistant', message: { content: [{ type: huge }] } },
      { type: 'assistant', message: { content: [{ type: 'tool_use', name: huge, id: huge }] } },
      { type: 'stream_event', event: { type: huge, delta: {} } },
      { type: 'control_request', request: { subtype: huge } },
      { role: huge, content: huge },
      { type: 'user', message: { content: huge } },
    );
    for (const row of allRows(session)) {
      expect(serialize(row).length).toBeLessThan(5000);
      for (const text of [row.kind, row.detail, row.strong, row.summary]) {
        expect(text).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
      }
    }
  });

  it('of a NUL run of megabytes say how long it is', () => {
    const session = sessionOf(
      Buffer.concat([Buffer.from('{"type":"user"}\n  '), Buffer.alloc(3_000_000), Buffer.from(' \r\n')]),
    );
    expect(allRows(session).map((row) => row.summary)).toEqual([
      'no message',
      '3,000,000 NUL bytes (interrupted write)',
    ]);
  });

  it('of long frames do not show half a character at the end of what was read', () => {
    for (let pad = 8000; pad < 8200; pad += 1) {
      const text = `{"type":"user","pad":"${'p'.repeat(pad)}","message":{"content":"€€€${'€'.repeat(3000)}"}}\n`;
      const [row] = allRows(sessionOf(text));
      expect(row!.summary).not.toContain('\ufffd');
    }
    const noise = allRows(sessionOf(`{"type":"user"}\n${'€'.repeat(1000)}\n`));
    expect(noise[1]!.summary).toMatch(/^€+$/);
  });
});

describe('the time of a row', () => {
  const at = (second: number) => `2026-01-15T09:00:0${second}.000Z`;
  const rows = (...times: (number | null)[]) =>
    allRows(
      sessionOfFrames(
        ...times.map((second) =>
          second === null ? { type: 'user' } : { type: 'user', timestamp: at(second) },
        ),
      ),
    ).map((row) => [row.time, row.timeSource]);

  it('is its own, else that of the frame before, else the first one', () => {
    expect(rows(null, 1, null, 3)).toEqual([
      [Date.parse(at(1)), 'inherited'],
      [Date.parse(at(1)), 'own'],
      [Date.parse(at(1)), 'inherited'],
      [Date.parse(at(3)), 'own'],
    ]);
  });

  it('is null when no frame states one', () => {
    expect(rows(null, null)).toEqual([
      [null, 'none'],
      [null, 'none'],
    ]);
  });

  it('may go back: frames state what they state', () => {
    expect(rows(3, 1).map(([time]) => time)).toEqual([Date.parse(at(3)), Date.parse(at(1))]);
  });
});

describe('the agent of a row', () => {
  it('is numbered by first sight of its parent call; 0 is the main thread', () => {
    const frames = [null, 'b', 'a', 'b', null, 'a'].map((parent) => ({
      type: 'user',
      parent_tool_use_id: parent,
    }));
    expect(allRows(sessionOfFrames(...frames)).map((row) => row.agent)).toEqual([0, 1, 2, 1, 0, 2]);
  });
});

describe('calls and results of a row', () => {
  it('are counted, linked and marked when an end is missing', () => {
    const call = (id: string) => ({ type: 'tool_use', id, name: 'Bash', input: {} });
    const result = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: '' });
    const frame = (type: string, ...content: unknown[]) => ({ type, message: { id: type, content } });
    const rows = allRows(
      sessionOfFrames(
        frame('assistant', call('a'), { type: 'text', text: 'x' }, call('b')),
        frame('user', result('b')),
        frame('user', result('z'), result('a')),
      ),
    );
    expect(rows.map(({ calls, results, links, unlinked }) => ({ calls, results, links, unlinked }))).toEqual([
      { calls: 2, results: 0, links: [3, 2], unlinked: false },
      { calls: 0, results: 1, links: [1], unlinked: false },
      { calls: 0, results: 2, links: [1], unlinked: true },
    ]);
  });
});
