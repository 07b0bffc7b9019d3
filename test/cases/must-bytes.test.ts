import { describe, expect, it } from 'vitest';
import { FrameTexts } from '../../src/engine/answers/frame/frame-text';
import { reportOf } from '../../src/engine/answers/report/report';
import { sessionOf } from '../unit/engine/session-of';
import {
  bytesOf,
  call,
  detail,
  diagnostics,
  exact,
  openCase,
  parsed,
  pretty,
  rawOf,
  rowsOf,
  rowsOfCase,
} from './case-answers';

// The "Must" and "Must not" lines of the case sheets on bytes: where frames begin and end, and what is no frame.

describe('001: two objects on one line', () => {
  it('frames 2 and 3 both name physical line 2, each with its own byte range', () => {
    const rows = rowsOfCase('001');
    expect(rows.map((row) => row.line)).toEqual([1, 2, 2, 3, 4]);
    expect(rows[1]!.offset + rows[1]!.bytes).toBe(rows[2]!.offset);
    expect(rows[2]!.offset + rows[2]!.bytes).toBe(rows[3]!.offset);
  });

  it('one warning on line 2: more than one JSON value on the line', () => {
    const found = diagnostics(openCase('001'));
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ code: 'several-values-on-line', severity: 'warning', line: 2 });
  });

  it('the raw view of each of the two shows only its own bytes', async () => {
    const line = bytesOf('001').toString('utf8').split('\n')[1] as string;
    const seam = line.indexOf('}{"type"') + 1;
    expect((await rawOf('001', 2)).toString('utf8')).toBe(line.slice(0, seam));
    expect((await rawOf('001', 3)).toString('utf8')).toBe(`${line.slice(seam)}\n`);
  });

  it('does not split on "}{" by text search: a string with braces stays whole', () => {
    expect(parsed(openCase('001'), 2).message.content[0].text).toBe('a brace } and a quote \\" here {');
  });
});

describe('002: torn prefix, then an object', () => {
  it('recovers the whole record after the stub as a frame', () => {
    const session = openCase('002');
    expect(rowsOf(session).map((row) => row.unparsed)).toEqual([false, true, false, false]);
    expect(parsed(session, 3).uuid).toBe('a2');
  });

  it('shows the stub bytes as one unparsed fragment of the same line', async () => {
    const rows = rowsOfCase('002');
    expect([rows[1]!.line, rows[2]!.line]).toEqual([2, 2]);
    expect((await rawOf('002', 2)).toString('utf8')).toBe('{"type":"pr-link","sessionId":"sess-0001","prNu');
  });

  it('the chain a1 <- a2 <- a3 is unbroken', () => {
    const session = openCase('002');
    expect(
      [1, 3, 4].map((frame) => [parsed(session, frame).parentUuid, parsed(session, frame).uuid]),
    ).toEqual([
      [null, 'a1'],
      ['a1', 'a2'],
      ['a2', 'a3'],
    ]);
  });

  it('the diagnostic gives line, byte offset and length of the stub', () => {
    const [torn] = diagnostics(openCase('002'), 'torn-record');
    const offset = bytesOf('002').indexOf('{"type":"pr-link"');
    expect(torn).toMatchObject({ severity: 'error', line: 2, offset, frame: 2 });
    expect(torn!.message).toContain(' 47 bytes ');
  });

  it('does not build a frame out of the stub by closing its braces', () => {
    const session = openCase('002');
    expect(reportOf(session).kinds).toEqual({ user: 2, assistant: 1 });
    expect(detail(session, 2).facts).toEqual([]);
    expect(detail(session, 2).prettyUnits).toBeNull();
  });
});

describe('004: complete last line without a newline', () => {
  it('counts the last record once, also when a newline arrives later', () => {
    const whole = reportOf(openCase('004'));
    const later = reportOf(sessionOf(Buffer.concat([bytesOf('004'), Buffer.from('\n')])));
    expect(later).toEqual({ ...whole, file: later.file, bytes: whole.bytes + 1 });
    expect(whole.kinds['result/success']).toBe(1);
  });
});

describe('005: cut inside a UTF-8 character', () => {
  it('one frame, one pending tail of known byte length', () => {
    const session = openCase('005');
    const tail = bytesOf('005').length - (bytesOf('005').indexOf(10) + 1);
    expect(rowsOf(session)[1]).toMatchObject({ unparsed: true, bytes: tail });
    expect(diagnostics(session)[0]!.message).toContain(` ${tail} bytes `);
  });

  it('decodes to the euro sign, with no U+FFFD, once the rest arrives', () => {
    const rest = Buffer.concat([Buffer.from([0xac]), Buffer.from('"}]},"session_id":"sess-0001"}\n')]);
    const session = sessionOf(Buffer.concat([bytesOf('005'), rest]));
    expect(rowsOf(session).map((row) => row.unparsed)).toEqual([false, false]);
    expect(rowsOf(session)[1]!.summary).toBe('price €');
    expect(exact(session, 2)).not.toContain('\ufffd');
    expect(diagnostics(session)).toEqual([]);
  });
});

describe('007: debug log noise in the middle', () => {
  it('keeps the 6 noise lines and links call t1 over them', () => {
    const session = openCase('007');
    const noise = rowsOf(session).filter((row) => row.unparsed);
    expect(noise.map((row) => row.line)).toEqual([3, 4, 5, 6, 7, 8]);
    expect(noise.map((row) => row.bytes)).toEqual([29, 18, 25, 2, 5, 14]);
    // A diagnostic points at the text itself, not at the blanks before it.
    const text = bytesOf('007').toString('latin1');
    const starts = ['[log_01ab]', 'method:', 'headers:', '}\n[1', '[1,2', '{not:'].map((part) =>
      text.indexOf(part),
    );
    expect(diagnostics(session, 'noise').map((diagnostic) => diagnostic.offset)).toEqual(starts);
    expect(call(session, 't1')).toMatchObject({ callFrame: 2, resultFrame: 9, status: 'ok' });
  });

  it('does not join noise with a later frame while waiting for a brace to close', async () => {
    const line = bytesOf('007').toString('utf8').split('\n')[8];
    expect((await rawOf('007', 9)).toString('utf8')).toBe(`${line}\n`);
  });
});

describe('008: terminal codes around JSON', () => {
  it('recovers 3 frames and keeps the control bytes as fragments', async () => {
    expect(rowsOfCase('008').filter((row) => !row.unparsed)).toHaveLength(3);
    expect((await rawOf('008', 1)).toString('latin1')).toBe('\x1b[?25l\n');
    expect((await rawOf('008', 7)).toString('latin1')).toBe('\x1b[0m\n');
  });

  it('shows control bytes as visible escapes, never acts on them', () => {
    const shown = rowsOfCase('008').map((row) => row.summary);
    expect(shown.slice(0, 3)).toEqual(['\u241b[?25l', '\u241b]0;demo\u2407', '\u241b[0m']);
    for (const text of shown) expect(text).not.toMatch(/\p{Cc}/u);
  });
});

describe('010: UTF-16LE with a byte order mark', () => {
  it('decodes 3 frames, with the note "UTF-16LE"', () => {
    const session = openCase('010');
    expect(diagnostics(session).map((d) => d.code)).toEqual(['utf-16']);
    expect(diagnostics(session)[0]!.message).toContain('UTF-16LE');
    expect(rowsOf(session)[1]!.summary).toBe('café');
  });

  it('raw gives the bytes as they are on disk', async () => {
    const bytes = bytesOf('010');
    const parts = await Promise.all([1, 2, 3].map((frame) => rawOf('010', frame)));
    expect(Buffer.concat(parts).equals(bytes)).toBe(true);
    expect(parts[0]!.subarray(0, 4)).toEqual(Buffer.from([0xff, 0xfe, 0x7b, 0x00]));
  });

  it('the exact text is decoded, and is what the bytes say', () => {
    const session = openCase('010');
    const text = [1, 2, 3].map((frame) => exact(session, frame)).join('');
    expect(text).toBe(bytesOf('010').subarray(2).toString('utf16le'));
  });
});

describe('011: CR LF line ends', () => {
  it('the text of the tool result keeps its CR LF', () => {
    const session = openCase('011');
    expect(call(session, 't1').result).toEqual({ text: 'a\r\nb', cut: 0 });
    expect(detail(session, 3).blocks[0]!.body.text).toBe('a\r\nb');
  });

  it('byte offsets stay right', () => {
    const bytes = bytesOf('011');
    const session = openCase('011');
    for (const row of rowsOf(session)) {
      const piece = bytes.subarray(row.offset, row.offset + row.bytes).toString('utf8');
      expect(JSON.parse(piece)).toEqual(parsed(session, row.frame));
    }
    expect(rowsOf(session).map((row) => row.line)).toEqual([1, 2, 4, 5]);
  });
});

describe('013: NUL blocks', () => {
  it('3 frames, all in one chain', () => {
    const session = openCase('013');
    const frames = rowsOf(session).filter((row) => !row.unparsed);
    expect(frames.map((row) => parsed(session, row.frame).parentUuid)).toEqual([null, 'a1', 'a2']);
  });

  it('shows the NUL runs as "512 / 300 / 1000 NUL bytes (interrupted write)", not as text', () => {
    const session = openCase('013');
    const said = rowsOf(session).filter((row) => row.unparsed);
    expect(said.map((row) => row.summary)).toEqual([
      '512 NUL bytes (interrupted write)',
      '300 NUL bytes (interrupted write)',
      '1,000 NUL bytes (interrupted write)',
    ]);
    expect(diagnostics(session).map((d) => d.message.split(' NUL')[0])).toEqual(['512', '300', '1,000']);
  });
});

describe.each([
  { number: '014', bad: Buffer.from([0xff, 0xc0, 0xaf, 0x80, 0xb2]), shown: /^x\ufffd+y$/ },
  { number: '016', bad: Buffer.from([0xed, 0xa0, 0xbd]), shown: /^cut \ufffd+ end$/ },
])('$number: bytes that are no UTF-8', ({ number, bad, shown }) => {
  it('one warning "invalid UTF-8 at byte N", on frame 1', () => {
    const at = bytesOf(number).indexOf(bad);
    const found = diagnostics(openCase(number));
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ code: 'invalid-utf8', severity: 'warning', frame: 1, offset: at });
    expect(found[0]!.message).toContain(`Invalid UTF-8 at byte ${at}.`);
  });

  it('frame 1 is shown with replacement marks', () => {
    expect(rowsOfCase(number)[0]!.summary).toMatch(shown);
    expect(rowsOfCase(number)[0]!.invalidUtf8).toBe(true);
  });

  it('the raw and the hex view have the original bytes', async () => {
    expect((await rawOf(number, 1)).includes(bad)).toBe(true);
    const session = openCase(number);
    const dump = new FrameTexts(session).slice(0, 'hex', 0, 100_000).text;
    const hex = dump
      .split('\n')
      .map((line) => line.slice(10, 58))
      .join('')
      .replaceAll(' ', '');
    expect(hex).toContain(bad.toString('hex'));
  });

  it('frame 2 is unaffected and offsets count raw bytes', () => {
    const second = rowsOfCase(number)[1]!;
    expect(second).toMatchObject({ invalidUtf8: false, summary: 'after' });
    expect(second.offset).toBe(bytesOf(number).indexOf(10) + 1);
  });
});

describe('017: Unicode line separators', () => {
  it('5 frames: splits on byte 0A only', () => {
    const rows = rowsOfCase('017');
    expect(rows.map((row) => row.line)).toEqual([1, 2, 3, 4, 5]);
    for (const row of rows) expect(row.summary).not.toMatch(/[\u2028\u2029\u0085\v\f]/);
  });

  it('keeps the separators in raw and exact text', async () => {
    expect((await rawOf('017', 3)).toString('utf8')).toMatch(/\u2028.*\u2029.*\u0085/s);
    expect(exact(openCase('017'), 3)).toMatch(/\u2028.*\u2029/s);
  });
});

describe('019: a line of 2 MB', () => {
  it('all 5 frames; the text has no U+FFFD', () => {
    const session = openCase('019');
    expect(rowsOf(session)).toHaveLength(5);
    expect(exact(session, 3)).not.toContain('\ufffd');
    expect(pretty(session, 3)).not.toContain('\ufffd');
    for (const row of rowsOf(session)) expect(row.summary).not.toContain('\ufffd');
  });

  it('the row shows a short preview and the size', () => {
    const row = rowsOfCase('019')[2]!;
    expect(row.summary).toMatch(/^é{100}/);
    expect(row.summary.length).toBeLessThanOrEqual(300);
    expect(row.bytes).toBe(2_190_176);
  });

  it('the full text opens on demand, the rest says how much it is', () => {
    const session = openCase('019');
    const result = call(session, 't1').result!;
    const whole = parsed(session, 3).message.content[0].content as string;
    expect(whole.startsWith(result.text)).toBe(true);
    expect(result.text.length + result.cut).toBe(whole.length);
    expect(exact(session, 3)).toBe(session.rawBytes(2).toString('utf8'));
  });
});
