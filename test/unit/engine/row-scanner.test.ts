import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reportOf } from '../../../src/engine/answers/report';
import { caseFiles, fixtureFiles } from '../recordings';
import { closeSessions, plainRows, sessionOf } from './session-of';

/** Pieces that a damaged file is made of; any order of them must be taken. */
const piece = fc.oneof(
  fc.constantFrom(
    '{"type":"user","message":{"role":"user","content":"hi"},"session_id":"s","uuid":"u1"}',
    '{"type":"assistant","message":{"id":"m1","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"a":[1,{"b":"}{"}]}}]},"session_id":"s"}',
    '{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t1","content":"\\"quoted\\" \\\\"}]},"session_id":"s"}',
    '{"type":"result","subtype":"success","is_error":false,"session_id":"s","total_cost_usd":0.5}',
    '{\n  "type": "user",\n  "message": {\n    "content": "pretty"\n  }\n}',
    '{',
    '}',
    '[',
    '[1,2',
    '{"type":"us',
    '{"type":"user","message":{"content":"torn \\',
    'not json at all',
    'null',
    '\u001b[2J\u001b[H',
    '\u0000\u0000\u0000',
    '\ufeff',
    'ünï\u2028cödé',
  ),
  fc.constantFrom('\n', '\n', '\n', '\r\n', ' ', '\t', '\n\n'),
  fc.string({ maxLength: 20, unit: 'binary' }),
);
const damaged = fc.array(piece, { maxLength: 30 }).map((pieces) => Buffer.from(pieces.join('')));

describe('rows', () => {
  it('cover every byte once and in order', () => {
    fc.assert(
      fc.property(damaged, (bytes) => {
        const session = sessionOf(bytes);
        const rows = plainRows(session);
        expect(Buffer.concat(rows.map((_, row) => session.rawBytes(row))).equals(bytes)).toBe(true);
        for (const row of rows) expect(row.length).toBeGreaterThan(0);
        closeSessions();
      }),
      { numRuns: 300 },
    );
  });

  it('are the same however the bytes are cut into chunks', () => {
    fc.assert(
      fc.property(
        damaged,
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 9 }),
        (bytes, first, chunk) => {
          const whole = plainRows(sessionOf(bytes));
          expect(plainRows(sessionOf(bytes, { firstChunkBytes: first, chunkBytes: chunk }))).toEqual(whole);
          closeSessions();
        },
      ),
      { numRuns: 300 },
    );
  });

  const small = caseFiles().filter((file) => file.bytes <= 40_000);

  it.each(small)('of case $name are the same when its bytes come one at a time', ({ path }) => {
    const bytes = readFileSync(path);
    const whole = sessionOf(bytes);
    const bytewise = sessionOf(bytes, { firstChunkBytes: 1, chunkBytes: 1 });
    expect(plainRows(bytewise)).toEqual(plainRows(whole));
    expect({ ...reportOf(bytewise), file: '' }).toEqual({ ...reportOf(whole), file: '' });
  });

  it.each(small.filter((file) => file.bytes <= 1200))(
    'of case $name are the same at every split',
    ({ path }) => {
      const bytes = readFileSync(path);
      const whole = plainRows(sessionOf(bytes));
      for (let split = 1; split < bytes.length; split++) {
        expect(plainRows(sessionOf(bytes, { firstChunkBytes: split, chunkBytes: bytes.length + 1 }))).toEqual(
          whole,
        );
        closeSessions();
      }
    },
  );

  it.each(fixtureFiles())('of fixture $name give the file back', ({ path }) => {
    const bytes = readFileSync(path);
    const session = sessionOf(bytes, { firstChunkBytes: 1000, chunkBytes: 4096 });
    const rows = plainRows(session);
    expect(Buffer.concat(rows.map((_, row) => session.rawBytes(row))).equals(bytes)).toBe(true);
    expect(rows).toEqual(plainRows(sessionOf(bytes)));
  });

  it('of a one-array file are its elements', () => {
    const session = sessionOf(
      '[\n {"type":"user","n":1},\n {"type":"user","n":2}\n]\n{"type":"user","n":3}\n',
    );
    expect(session.index.table.rows).toBe(3);
    expect([0, 1, 2].map((row) => JSON.parse(session.jsonText(row).toString()).n)).toEqual([1, 2, 3]);
  });

  it('of a torn pretty-printed object do not swallow the record after it', () => {
    const torn = '{\n  "type": "user",\n  "message": {\n';
    const whole = '{"type":"result","subtype":"success","session_id":"s"}\n';
    const session = sessionOf(torn + whole + whole);
    expect(plainRows(session).map((row) => row.kind)).toEqual([
      'unparsed/torn',
      'result/success',
      'result/success',
    ]);
    expect(plainRows(session).map((row) => row.line)).toEqual([1, 4, 5]);
  });

  it('keep an oversize line as one row and go on after it', () => {
    const long = `{"type":"user","text":"${'x'.repeat(5000)}"}\n`;
    const short = '{"type":"user"}\n';
    const session = sessionOf(short + long + short, {
      firstChunkBytes: 64 * 1024,
      chunkBytes: 500,
      maxValueBytes: 2000,
    });
    expect(plainRows(session).filter((row) => row.kind === 'user').length).toBeGreaterThanOrEqual(2);
    const chunked = sessionOf(short.repeat(5000) + long + short, { chunkBytes: 500, maxValueBytes: 2000 });
    const kinds = plainRows(chunked).map((row) => row.kind);
    expect(kinds.slice(-2)).toEqual(['unparsed/oversize', 'user']);
    expect(kinds).toHaveLength(5002);
  });
});

describe('hard input', () => {
  it('takes a value 100,000 levels deep', () => {
    const deep = `{"type":"user","x":${'['.repeat(100_000)}1${']'.repeat(100_000)}}\n{"type":"user"}\n`;
    expect(plainRows(sessionOf(deep)).map((row) => row.kind)).toEqual(['user', 'user']);
  });

  it('gives up on a value deeper than it can count, without losing its neighbours', () => {
    const deep = `{"type":"user","x":${'['.repeat(300_000)}1${']'.repeat(300_000)}}\n{"type":"user"}\n`;
    expect(plainRows(sessionOf(deep)).map((row) => row.kind)).toEqual(['unparsed/torn', 'user']);
  });

  it('takes a 20 MB line between two short ones', () => {
    const long = `{"type":"user","message":{"content":"${'\\"é'.repeat(5_000_000)}"}}\n`;
    const session = sessionOf(`{"type":"user"}\n${long}{"type":"user"}\n`);
    expect(plainRows(session).map((row) => row.kind)).toEqual(['user', 'user', 'user']);
    expect(session.index.table.length(1)).toBe(Buffer.byteLength(long));
  });

  it('takes a 20 MB broken line without searching it for ever', () => {
    const nasty = `{"a":[${'{"b":'.repeat(4_000_000)}\n{"type":"user"}\n`;
    expect(plainRows(sessionOf(nasty)).at(-1)?.kind).toBe('user');
  });

  it('takes any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3000 }), (bytes) => {
        const session = sessionOf(bytes);
        const rows = plainRows(session);
        expect(rows.reduce((sum, row) => sum + row.length, 0)).toBe(bytes.length);
        reportOf(session);
        closeSessions();
      }),
      { numRuns: 200 },
    );
  });
});

describe('more names than a recording has', () => {
  it('keeps the first 65,000 kinds and counts the rest together', () => {
    const lines = Array.from({ length: 66_000 }, (_, i) => `{"type":"kind_${i}"}\n`).join('');
    const { kinds } = reportOf(sessionOf(lines));
    expect(Object.values(kinds).reduce((sum, count) => sum + count, 0)).toBe(66_000);
    // 65,000 kinds are kept; the report lists 500 names and counts the rest together.
    expect(Object.keys(kinds)).toHaveLength(500);
    expect(kinds['(other kinds)']).toBe(65_501);
  });
});
