import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reportOf } from '../../../src/engine/answers/report/report';
import type { SessionOptions } from '../../../src/engine/session/session';
import { caseFiles, fixtureFiles } from '../recordings';
import { closeSessions, fileOf, plainRows, sessionAt, sessionOf } from './session-of';

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
    '{\n  "type": "user",\n  "a": undefined\n}',
    '{\n  "type": "user",\n  "message":',
    '\n    "indented": 1,',
    '[\n  {"type":"user"},\n  {"type":"us},\n  {"type":"user"}\n]',
    '{"type":"user","input":{"a":{"b":',
    ',',
  ),
  fc.constantFrom('\n', '\n', '\n', '\r\n', ' ', '\t', '\n\n'),
  fc.string({ maxLength: 20, unit: 'binary' }),
);
const damaged = fc
  .tuple(
    fc.constantFrom('', '', '[\n', '[', '[\n  {"type":"user"},\n', '\ufeff'),
    fc.array(piece, { maxLength: 30 }),
  )
  .map(([start, pieces]) => Buffer.from(start + pieces.join('')));

/** Without a sample the first bytes are read at once, so that a small input is really cut where its chunks end. */
const CUT = { sampleBytes: 0 };

/** Rows and physical lines, which have to be the same at every cut of `text` into two, and byte by byte. */
function atEveryCut(text: string | Uint8Array, options: SessionOptions = {}) {
  const read = (cut: SessionOptions) => {
    const session = sessionOf(text, { ...options, ...CUT, ...cut });
    const seen = { rows: plainRows(session), lines: session.index.physicalLines };
    closeSessions();
    return seen;
  };
  const whole = read({});
  const bytes = Buffer.byteLength(text);
  for (let split = 4; split < bytes; split++)
    expect(read({ firstChunkBytes: split, chunkBytes: bytes + 1 })).toEqual(whole);
  expect(read({ firstChunkBytes: 4, chunkBytes: 1 })).toEqual(whole);
  const raw = Buffer.from(text);
  const rows = whole.rows.map(({ kind, line, offset, length }) => ({
    kind,
    line,
    text: raw.toString('utf8', offset, offset + length),
  }));
  expect(rows.map((row) => row.text).join('')).toBe(raw.toString());
  return { rows, kinds: rows.map((row) => row.kind), lines: whole.lines };
}

/** Counts of rows of each kind. */
function tally(kinds: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/**
 * How many times longer an input four times as long takes. The best of three, and measured again while it looks like
 * more than linear work, so that a busy machine does not matter; linear work gives about 4, quadratic work 16.
 */
function growth(make: (n: number) => string, n: number, options?: SessionOptions): number {
  const time = (text: string) => {
    const path = fileOf(text);
    let best = Number.POSITIVE_INFINITY;
    for (let turn = 0; turn < 3; turn++) {
      const from = performance.now();
      sessionAt(path, options);
      best = Math.min(best, performance.now() - from);
      closeSessions();
    }
    return best;
  };
  time(make(n));
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 5 && least > 8; attempt++)
    least = Math.min(least, time(make(n * 4)) / Math.max(time(make(n)), 1));
  return least;
}

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
        fc.constantFrom(0, 0, 16, 64),
        fc.constantFrom(undefined, undefined, 60, 200),
        fc.integer({ min: 4, max: 40 }),
        fc.integer({ min: 1, max: 40 }),
        (bytes, sampleBytes, maxValueBytes, firstChunkBytes, chunkBytes) => {
          const options: SessionOptions = { sampleBytes, ...(maxValueBytes && { maxValueBytes }) };
          const whole = sessionOf(bytes, options);
          const cut = sessionOf(bytes, { ...options, firstChunkBytes, chunkBytes });
          expect(plainRows(cut)).toEqual(plainRows(whole));
          expect({ ...reportOf(cut), file: '' }).toEqual({ ...reportOf(whole), file: '' });
          closeSessions();
        },
      ),
      { numRuns: 600 },
    );
  });

  const small = caseFiles().filter((file) => file.bytes <= 40_000);

  it.each(small)('of case $name are the same when its bytes come one at a time', ({ path }) => {
    const bytes = readFileSync(path);
    const whole = sessionOf(bytes, CUT);
    const bytewise = sessionOf(bytes, { ...CUT, firstChunkBytes: 1, chunkBytes: 1 });
    expect(plainRows(bytewise)).toEqual(plainRows(whole));
    expect({ ...reportOf(bytewise), file: '' }).toEqual({ ...reportOf(whole), file: '' });
  });

  it.each(small.filter((file) => file.bytes <= 1200))(
    'of case $name are the same at every split',
    ({ path }) => {
      const bytes = readFileSync(path);
      const whole = plainRows(sessionOf(bytes, CUT));
      for (let split = 1; split < bytes.length; split++) {
        const cut = sessionOf(bytes, { ...CUT, firstChunkBytes: split, chunkBytes: bytes.length + 1 });
        expect(plainRows(cut)).toEqual(whole);
        closeSessions();
      }
    },
  );

  it.each(fixtureFiles())('of fixture $name give the file back', ({ path }) => {
    const bytes = readFileSync(path);
    const session = sessionOf(bytes, { sampleBytes: 1000, firstChunkBytes: 1000, chunkBytes: 4096 });
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

  it('keep an oversize line as one row and go on after it, wherever the chunks end', () => {
    const long = `{"type":"user","text":"${'x'.repeat(500)}"}\n`;
    const pretty = `{\n  "type": "user",\n  "text": "${'x'.repeat(500)}"\n}\n`;
    const short = '{"type":"user"}\n';
    const { rows, lines } = atEveryCut(short + long + short + pretty + short, { maxValueBytes: 200 });
    expect(rows).toEqual([
      { kind: 'user', line: 1, text: short },
      { kind: 'unparsed/oversize', line: 2, text: long },
      { kind: 'user', line: 3, text: short },
      { kind: 'unparsed/oversize', line: 4, text: pretty.slice(0, -2) },
      { kind: 'unparsed/noise', line: 7, text: '}\n' },
      { kind: 'user', line: 8, text: short },
    ]);
    expect(lines).toBe(8);
  });

  it('take a line of exactly the size that is held', () => {
    const line = '{"type":"user","a":"xxxxxxxxxxxxxxxx"}';
    const kinds = (maxValueBytes: number) => atEveryCut(`${line}\n${line}`, { maxValueBytes }).kinds;
    expect(kinds(line.length)).toEqual(['user', 'user']);
    expect(kinds(line.length - 1)).toEqual(['unparsed/oversize', 'unparsed/oversize']);
  });
});

describe('a broken pretty-printed object', () => {
  const broken = '{\n  "type": "user",\n  "n": undefined,\n  "m": {\n    "x": 1\n  }\n}\n';
  const good = '{\n  "type": "assistant"\n}\n';
  const compact = '{"type":"result","session_id":"s"}\n';

  it('is one row and leaves the good ones after it', () => {
    const { rows, lines } = atEveryCut(broken + good + good + compact + broken + compact);
    expect(rows).toEqual([
      { kind: 'unparsed/torn', line: 1, text: broken },
      { kind: 'assistant', line: 8, text: good },
      { kind: 'assistant', line: 11, text: good },
      { kind: 'result', line: 14, text: compact },
      { kind: 'unparsed/torn', line: 15, text: broken },
      { kind: 'result', line: 22, text: compact },
    ]);
    expect(lines).toBe(22);
  });

  it('does not shift 2,900 others, however they are cut', () => {
    const text = (broken + good.repeat(49)).repeat(58) + compact.repeat(60);
    const whole = sessionOf(text);
    expect(tally(plainRows(whole).map((row) => row.kind))).toEqual({
      'unparsed/torn': 58,
      assistant: 49 * 58,
      result: 60,
    });
    for (const chunkBytes of [100, 1000, 10_000])
      expect(plainRows(sessionOf(text, { ...CUT, firstChunkBytes: 10, chunkBytes }))).toEqual(
        plainRows(whole),
      );
  });

  it('ends where the next one begins, when it only stops', () => {
    const stub = '{\n  "type": "user",\n  "list": [\n';
    expect(atEveryCut(stub + compact + compact).kinds).toEqual(['unparsed/torn', 'result', 'result']);
    expect(atEveryCut(stub + good + compact).kinds).toEqual(['unparsed/torn', 'assistant', 'result']);
    expect(atEveryCut(stub + good + good).kinds).toEqual(['unparsed/torn', 'assistant', 'assistant']);
    expect(atEveryCut(stub + stub + good).kinds).toEqual(['unparsed/torn', 'assistant']);
  });

  it('ends before a whole record that is the last of the file', () => {
    const stub = '{\n  "type": "user",\n  "message":\n';
    expect(atEveryCut(stub + compact).kinds).toEqual(['unparsed/torn', 'result']);
    expect(atEveryCut(stub + good).kinds).toEqual(['unparsed/torn', 'assistant']);
    expect(atEveryCut(stub).kinds).toEqual(['unparsed/torn']);
  });

  it('is whole when an object in the first column is really inside it', () => {
    const text = '{\n"type":"user",\n"a":\n{"type":"result"}\n}\n';
    expect(atEveryCut(text).rows).toEqual([{ kind: 'user', line: 1, text }]);
  });

  it('gives back a record that was appended to it', () => {
    const stub = '{\n  "type": "user",\n  "text": "stopped';
    const { rows } = atEveryCut(stub + compact + compact);
    expect(rows).toEqual([
      { kind: 'unparsed/torn', line: 1, text: stub },
      { kind: 'result', line: 3, text: compact },
      { kind: 'result', line: 4, text: compact },
    ]);
  });

  it('does not take log lines or other records for its remains', () => {
    const record = '  {"type":"result","session_id":"s"}\n';
    expect(atEveryCut(`${broken}log\n  indented log\n${compact}`).kinds).toEqual([
      'unparsed/torn',
      'unparsed/noise',
      'unparsed/noise',
      'result',
    ]);
    expect(atEveryCut(broken + record + compact).kinds).toEqual(['unparsed/torn', 'result', 'result']);
  });

  it('costs no more than its bytes', () => {
    expect(growth((n) => '{\n  "type": "user",\n  "a": undefined\n}\n'.repeat(n), 5000)).toBeLessThan(9);
    expect(growth((n) => '{\n"a":\n'.repeat(n), 20_000)).toBeLessThan(9);
    const cut = { ...CUT, chunkBytes: 500 };
    expect(growth((n) => `{\n"a":"${'x'.repeat(n)}"\n}\n`, 400_000, cut)).toBeLessThan(9);
    expect(growth((n) => '{\n"a":\n{"type":"x"}\n,"b":\n'.repeat(n), 10_000)).toBeLessThan(9);
  });
});

describe('a line with a stub', () => {
  const record = `{"type":"user","session_id":"s","text":"${'x'.repeat(100_000)}"}`;
  const next = '{"type":"result","session_id":"s"}\n';

  it('gives back the long record behind a deep stub', () => {
    for (const stub of [
      '{"type":"assistant","message":{"content":[{"input":{"a":{"b":{"c":',
      '{"type":"assistant","message":{"content":[{"input":{"a":{"b":{"c":{"text":"stopped',
      `{"type":"assistant","x":${'{"a":'.repeat(5000)}`,
    ]) {
      const rows = plainRows(sessionOf(`${stub}${record}\n${next}`));
      expect(rows.map((row) => row.kind)).toEqual(['unparsed/torn', 'user', 'result']);
      expect(rows[0]?.length).toBe(stub.length);
    }
  });

  it('gives back the record behind two stubs, or behind noise and a stub', () => {
    const deep = `{"type":"assistant","x":${'{"a":'.repeat(5000)}`;
    for (const start of [`{"type":"stopped${deep}`, `log: ${deep}`, `log: ${deep}tru`])
      expect(
        plainRows(sessionOf(`${start}${record}\n`))
          .map((row) => row.kind)
          .at(-1),
      ).toBe('user');
  });

  it('gives back every record between pieces of noise', () => {
    const { kinds } = atEveryCut(
      'a {"type":"user"} b {"x":1} c {"type":"user"} {"d {"type":"user","uuid":"u"}\n',
    );
    expect(kinds.filter((kind) => kind === 'user')).toHaveLength(3);
  });

  it('costs no more than its bytes', () => {
    expect(growth((n) => `x${'{"a":'.repeat(n)}\n`, 20_000)).toBeLessThan(9);
    expect(growth((n) => '{"a":[\n'.repeat(n), 20_000)).toBeLessThan(9);
    expect(growth((n) => `${'x {"a":[{"type":"u"},'.repeat(n)}\n`, 5000)).toBeLessThan(9);
    expect(growth((n) => `${'{"a":tru{"type":"u","uuid":"1"}'.repeat(n)}\n`, 5000)).toBeLessThan(9);
  });
});

describe('an array', () => {
  it('counts lines that are not blank, the last one with or without its end', () => {
    const lines = (text: string) => atEveryCut(text).lines;
    expect(lines('[{"type":"user"}')).toBe(1);
    expect(lines('[{"type":"user"}]')).toBe(1);
    expect(lines('[{"type":"user"}]\n')).toBe(1);
    expect(lines('[{"type":"user"}] log\n')).toBe(1);
    expect(lines('[\n\n\n {"type":"user"},\n\n {"type":"user"}\n]\n\n')).toBe(4);
    expect(lines('[\n{\n"type":"user"\n},\n\n{"type":"user"}]\n{"type":"user"}\n')).toBe(6);
  });

  it('goes on after a bad element', () => {
    const { rows, lines } = atEveryCut(
      '[\n  {"type":"user"},\n  {"type":"user","n":undefined,\n   "x":[{}]},\n  {"type":"us\n  {"type":"user"},\n  5,\n  {"type":"user"}\n]\n{"type":"result"}\n',
    );
    expect(rows).toEqual([
      { kind: 'user', line: 2, text: '[\n  {"type":"user"},' },
      { kind: 'unparsed/torn', line: 3, text: '\n  {"type":"user","n":undefined,\n   "x":[{}]},\n' },
      { kind: 'unparsed/torn', line: 5, text: '  {"type":"us\n' },
      { kind: 'user', line: 6, text: '  {"type":"user"},' },
      { kind: 'unparsed/noise', line: 7, text: '\n  5,\n' },
      { kind: 'user', line: 8, text: '  {"type":"user"}\n]\n' },
      { kind: 'result', line: 10, text: '{"type":"result"}\n' },
    ]);
    expect(lines).toBe(10);
  });

  it('of 3,000 elements has one unparsed row for one bad element', () => {
    for (const element of [
      '  {"type":"user"}',
      '  {\n    "type": "user",\n    "c": [\n      {},\n      {}\n    ]\n  }',
    ])
      for (const bad of [
        '  {"type":"user","n":undefined}',
        '  {\n    "type": "user",\n    "n": undefined\n  }',
        '  {"a',
      ]) {
        const elements = Array.from({ length: 3000 }, (_, i) => (i === 2000 ? bad : element));
        const text = `[\n${elements.join(',\n')}\n]\n`;
        const whole = plainRows(sessionOf(text));
        expect(tally(whole.map((row) => row.kind))).toEqual({ user: 2999, 'unparsed/torn': 1 });
        expect(plainRows(sessionOf(text, { ...CUT, firstChunkBytes: 9, chunkBytes: 997 }))).toEqual(whole);
      }
  });

  it('keeps its last element when that one is bad', () => {
    const { kinds } = atEveryCut('[\n{"type":"user"},\n{"type":"user","n":undefined}\n]\n');
    expect(kinds).toEqual(['user', 'unparsed/torn']);
  });

  it('goes on after an element that has no end', () => {
    const { kinds } = atEveryCut(
      '[\n{"type":"user"},\n{"type":"user","c":[\n{"type":"user"},\n{"type":"user"}\n]\n',
    );
    expect(kinds).toEqual(['user', 'unparsed/torn', 'user', 'user']);
  });

  it('on a single line goes on after a bad element', () => {
    const user = '{"type":"user","uuid":"u"}';
    const bad = '{"n":undefined,"c":[{"type":"text"}]}';
    const { rows } = atEveryCut(`[${user},${bad},${user}, ${user}]\n{"type":"result"}\n`);
    expect(rows).toEqual([
      { kind: 'user', line: 1, text: `[${user},` },
      { kind: 'unparsed/torn', line: 1, text: `${bad},` },
      { kind: 'user', line: 1, text: `${user},` },
      { kind: 'user', line: 1, text: ` ${user}]\n` },
      { kind: 'result', line: 2, text: '{"type":"result"}\n' },
    ]);
  });

  it('takes nothing for an element or for its end that goes on differently', () => {
    const user = '{"type":"user","uuid":"u"}';
    expect(atEveryCut(`[${user},{"n":undefined},${user} x,${user}]\n`).kinds).toEqual([
      'user',
      'unparsed/torn',
      'user',
    ]);
    expect(atEveryCut(`[\n${user},\n{"n":undefined}\n] x\n${user}\n`).kinds).toEqual([
      'user',
      'unparsed/torn',
      'user',
    ]);
    expect(atEveryCut(`[\n${user}\n \0${user}`).kinds).toEqual(['user', 'unparsed/nul', 'user']);
    const nested = '    "c": [\n      {},\n      {}\n    ]\n  }';
    const bad = `  {\n    "n": undefined,\n${nested}`;
    expect(atEveryCut(`[\n  ${user},\n${bad},\n  ${user}\n]\n`).kinds).toEqual([
      'user',
      'unparsed/torn',
      'user',
    ]);
  });

  it('is found by its first bytes, however few come at first', () => {
    expect(atEveryCut('\ufeff \n [ \n {"type":"user"}]').kinds).toEqual(['user']);
    expect(atEveryCut('   \n  [\n 5]').kinds).toEqual(['unparsed/noise', 'unparsed/noise']);
  });

  it('costs no more than its bytes', () => {
    expect(growth((n) => `[${'{"type":"user"},'.repeat(n)}`, 20_000)).toBeLessThan(9);
    expect(growth((n) => `[\n${'{"a":[\n{"x":1},\n'.repeat(n)}`, 10_000)).toBeLessThan(9);
    expect(growth((n) => `[\n${'{"a":undefined},\n'.repeat(n)}`, 10_000)).toBeLessThan(9);
  });
});

describe('many short lines', () => {
  it('cost no more than their bytes', () => {
    expect(growth((n) => `${'\n'.repeat(n)}{"type":"user"}\n`, 250_000)).toBeLessThan(9);
    expect(growth((n) => `{"a":1}\n${'\n'.repeat(n)}{"a":"${'x'.repeat(n * 6)}"}`, 50_000)).toBeLessThan(9);
    expect(growth((n) => 'a log line\n'.repeat(n), 50_000)).toBeLessThan(9);
    expect(growth((n) => `${'a\n'.repeat(n)}{"a":"${'x'.repeat(n * 6)}"}`, 40_000)).toBeLessThan(9);
    expect(growth((n) => '{"type":"us\n'.repeat(n), 50_000)).toBeLessThan(9);
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
