import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { callsOf } from '../../src/engine/answers/calls';
import { FrameTexts } from '../../src/engine/answers/frame-text';
import { reportOf } from '../../src/engine/answers/report';
import { rowPage } from '../../src/engine/answers/row-page';
import type { Session } from '../../src/engine/session/session';
import { parsedCli, printedBy } from '../unit/cli/cli-run';
import { casePath, fileOf, sessionOf } from '../unit/engine/session-of';
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

// The "Must" and "Must not" lines of the case sheets, as far as the engine alone can show them.

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

describe('020: a pretty-printed file', () => {
  it('reads the 3 records: outcome success, cost 0.01', () => {
    expect(reportOf(openCase('020'))).toMatchObject({
      frames: 3,
      unparsed: 0,
      outcome: 'success',
      costUsd: 0.01,
    });
  });

  it('does not show some 60 separate errors and no summary', () => {
    expect(diagnostics(openCase('020')).map((d) => d.code)).toEqual(['multi-line-records']);
  });
});

describe('022: a single result object', () => {
  it('one result frame; outcome and cost known', () => {
    const report = reportOf(openCase('022'));
    expect(report).toMatchObject({ outcome: 'success', costUsd: 0.25, usage: { input: 10, output: 5 } });
    expect(report.runs).toMatchObject([{ turns: 7, firstFrame: 1, lastFrame: 1, model: null }]);
  });
});

describe('023: an empty file', () => {
  it('says that it is empty', async () => {
    const session = openCase('023');
    expect(diagnostics(session).map((d) => d.code)).toEqual(['empty-file']);
    expect(diagnostics(session)[0]!.message).toContain('empty');
    expect((await printedBy(['inspect', casePath('023')])).toString()).toContain('This file is empty');
  });
});

describe('025: server-sent events', () => {
  it('says that the file looks like server-sent events, not stream-json', () => {
    const [said] = diagnostics(openCase('025'), 'server-sent-events');
    expect(said?.message).toContain('looks like server-sent events');
    expect(said?.message).toContain('not stream-json');
  });

  it('keeps the lines readable', () => {
    const shown = rowsOfCase('025').map((row) => row.summary);
    expect(shown[0]).toBe('event: message_start');
    expect(shown).toContain(': ping');
  });

  it('does not say so of a stream that begins with a line of log output', () => {
    const noise = 'event: started\n';
    expect(diagnostics(sessionOf(noise + bytesOf('001')), 'server-sent-events')).toEqual([]);
  });
});

describe('026: JSON lines that are no objects', () => {
  it('keeps the 6 lines as "JSON, but not a frame"', () => {
    const session = openCase('026');
    const kept = rowsOf(session).filter((row) => row.unparsed);
    expect(kept.map((row) => row.summary)).toEqual(['null', 'true', '12', '"text"', '[]', '[1]']);
    expect(kept.every((row) => row.detail === 'not a frame')).toBe(true);
    expect(diagnostics(session, 'not-a-frame').map((d) => d.frame)).toEqual([2, 3, 4, 5, 6, 7]);
    expect(diagnostics(session)[0]!.message).toMatch(/^JSON, but not a frame/);
  });
});

describe('028: keys and names of the prototype', () => {
  it('two calls linked; counters by tool name say constructor 1, toString 1', () => {
    const session = openCase('028');
    const names = new Map<string, number>();
    for (const { name, status } of callsOf(session, 0)) {
      expect(status).toBe('ok');
      names.set(name, (names.get(name) ?? 0) + 1);
    }
    expect([...names]).toEqual([
      ['constructor', 1],
      ['toString', 1],
    ]);
  });

  it('({}).polluted stays undefined', () => {
    const session = openCase('028');
    const answers = [reportOf(session), rowsOf(session), detail(session, 1), callsOf(session, 0)];
    expect(answers).toHaveLength(4);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(call(session, '__proto__').input!.text).toContain('"polluted": true');
  });

  it('a kind named __proto__ is counted like any other', async () => {
    const path = fileOf('{"type":"__proto__"}\n{"type":"constructor","subtype":"toString"}\n');
    const { kinds } = await parsedCli(['inspect', path, '--json']);
    expect(Object.entries(kinds as object)).toEqual([
      ['__proto__', 1],
      ['constructor/toString', 1],
    ]);
  });
});

describe('029: deep nesting', () => {
  it('4 frames; no stack overflow in detail, calls, pretty text, links or IPC clone', () => {
    const session = openCase('029');
    for (let frame = 1; frame <= 4; frame++) {
      const answers = [detail(session, frame), callsOf(session, frame - 1), pretty(session, frame)];
      expect(structuredClone(answers)).toEqual(answers);
    }
  });

  it('the pretty text goes down to the last level; the call shows its beginning and says how much is left', () => {
    const session = openCase('029');
    const withoutBlanks = (text: string) => text.replace(/\s/g, '');
    expect(withoutBlanks(pretty(session, 2))).toBe(withoutBlanks(exact(session, 2)));
    const { input } = call(session, 't1');
    expect(input!.text).toMatch(/^\{\n {2}"k": \{\n {4}"k": /);
    expect(input!.cut).toBeGreaterThan(0);
    expect(detail(session, 2).blocks[0]!.type).toBe('tool_use');
  });

  it('takes a hundred thousand levels anywhere in a frame', () => {
    const deep = `${'[{"k":'.repeat(50_000)}1${'}]'.repeat(50_000)}`;
    const lines = [
      `{"type":"assistant","message":{"content":[{"type":"tool_use","id":"t","name":"N","input":${deep}}]}}`,
      `{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t","is_error":${deep},"content":${deep}}]}}`,
      `{"type":"system","subtype":"task_updated","task_id":"x","patch":{"a":${deep}},"more":${deep}}`,
      `{"type":"user","message":{"content":${deep}}}`,
      `{"type":"user","message":{"content":[{"type":"odd","deep":${deep}},${deep}]}}`,
      `{"type":"rate_limit_event","rate_limit_info":${deep}}`,
    ];
    const session = sessionOf(`${lines.join('\n')}\n`);
    const rows = rowsOf(session);
    expect(rows.map((row) => row.unparsed)).toEqual(lines.map(() => false));
    for (const { frame } of rows) {
      const answers = [detail(session, frame), callsOf(session, frame - 1)];
      expect(JSON.stringify(structuredClone(answers)).length).toBeLessThan(1_000_000);
    }
    expect(() => reportOf(session)).not.toThrow();
  });
});

describe('031: terminal codes in a tool result', () => {
  it('never raw escapes in a row; HTML stays as it is', () => {
    const row = rowsOfCase('031')[1]!;
    expect(row.summary).toBe('red rgb x link <b>no</b> 10% 100%');
  });

  it('the raw view shows \\u001b, and so does the pretty one', async () => {
    const raw = (await rawOf('031', 2)).toString('utf8');
    expect(raw).toContain('\\u001b[31mred\\u001b[0m');
    const text = pretty(openCase('031'), 2);
    expect(text).toContain('\\u001b[31mred');
    expect(text).not.toContain('\u001b');
  });
});

describe('032: unknown frame types', () => {
  it('10 frames, none dropped; unknown ones have a row with their type and raw JSON', () => {
    const session = openCase('032');
    const rows = rowsOf(session);
    expect(rows).toHaveLength(10);
    expect(rows.filter((row) => row.family === 'new').map((row) => [row.kind, row.detail])).toEqual([
      ['future_event', ''],
      ['(no type)', ''],
      ['(no type)', ''],
      ['(no type)', ''],
      ['system', 'brand_new'],
    ]);
    expect(exact(session, 3)).toContain('future_event');
  });

  it('the kinds list the unknown ones by name', () => {
    expect(Object.keys(reportOf(openCase('032')).kinds)).toEqual(
      expect.arrayContaining(['future_event', '(no type)', 'system/brand_new']),
    );
  });

  it('rate limits say whether they were allowed', () => {
    const limits = rowsOfCase('032').filter((row) => row.family === 'rate');
    expect(limits.map((row) => row.summary.split(' ')[0])).toEqual(['allowed', 'rejected']);
  });
});

describe('034: shapes of message.content', () => {
  it('11 frames; odd shapes have a note; no crash', () => {
    const session = openCase('034');
    expect(rowsOf(session).map((row) => row.summary)).toEqual([
      'model-a · CLI 2.1.200 · 3 tools · default',
      'plain string',
      'array',
      'empty content',
      'no content',
      'no content',
      'content is an object',
      'no message',
      'no message',
      'no model, no usage, no id',
      'done · 1 turn · $0.0100',
    ]);
    expect(detail(session, 7).blocks[0]).toMatchObject({
      form: 'json',
      title: 'content (not a list of blocks)',
    });
    for (let frame = 1; frame <= 11; frame++) expect(() => detail(session, frame)).not.toThrow();
  });
});

describe('035: shapes of tool results', () => {
  it('10 linked pairs; t3 is an error result', () => {
    const calls = callsOf(openCase('035'), 1);
    expect(calls.map(({ id, status }) => `${id} ${status}`)).toEqual(
      Array.from({ length: 10 }, (_, i) => (i === 3 ? 't3 failed' : `t${i} ok`)),
    );
    expect(reportOf(openCase('035')).failedCalls).toBe(1);
  });

  it('t8 has a non-boolean is_error: warns, does not guess', () => {
    const session = openCase('035');
    expect(call(session, 't8').notes[0]).toContain('is_error is "true"');
    expect(diagnostics(session).map((d) => [d.code, d.severity, d.frame])).toEqual([
      ['odd-is-error', 'warning', 3],
    ]);
  });

  it('both text blocks of t3 are shown, in order', () => {
    expect(call(openCase('035'), 't3').result!.text).toBe('a\nb');
  });

  it('the image of t2 is told', () => {
    expect(call(openCase('035'), 't2').notes).toEqual(['Besides its text the result holds: image.']);
  });

  it('the image of t2 is shown as an image, below its text', () => {
    const { blocks } = detail(openCase('035'), 3);
    const at = blocks.findIndex(({ form }) => form === 'image');
    expect(blocks[at - 1]!.body.text).toBe('cap');
    expect(blocks[at]).toMatchObject({ type: 'image', inside: true, image: { media: 'image/png' } });
  });

  it('empty results say "empty", missing content says "no content"', () => {
    const session = openCase('035');
    for (const id of ['t4', 't5']) expect(call(session, id).notes).toEqual(['The result has no content.']);
    for (const id of ['t6', 't7']) expect(call(session, id).notes).toEqual(['The result is empty.']);
    const results = detail(session, 3).blocks.filter((block) => !block.inside);
    const bodies = results.map((block) => block.body.text);
    expect(bodies.slice(4, 8)).toEqual(['no content', 'no content', 'empty', 'empty']);
  });
});

describe('037: orphans both ways', () => {
  it('lists orphans ("gone", "") and the unanswered call t2, each with its frame', () => {
    const session = openCase('037');
    expect(diagnostics(session).map((d) => [d.code, d.frame])).toEqual([
      ['orphan-result', 1],
      ['unanswered-call', 2],
      ['orphan-result', 4],
    ]);
    const [gone, open, empty] = diagnostics(session).map((d) => d.message);
    expect(gone).toContain('"gone"');
    expect(open).toContain('"t2"');
    expect(empty).toMatch(/with (the id ""|no id)/);
    expect(rowsOf(session).map((row) => row.unlinked)).toEqual([true, true, false, true]);
  });
});

describe('038: two calls with one id', () => {
  it('two pairs: file a with A, file b with B, never B for both', () => {
    const session = openCase('038');
    const pairs = [2, 4].map((frame) => callsOf(session, frame - 1)[0]!);
    expect(pairs.map((pair) => [JSON.parse(pair.input!.text).file_path, pair.result!.text])).toEqual([
      ['a', 'A'],
      ['b', 'B'],
    ]);
    expect(pairs.map((pair) => [pair.callFrame, pair.resultFrame])).toEqual([
      [2, 3],
      [4, 5],
    ]);
  });

  it('warns that the id is used twice', () => {
    const found = diagnostics(openCase('038'));
    expect(found.map((d) => [d.code, d.severity, d.frame])).toEqual([['call-id-reused', 'warning', 4]]);
    expect(found[0]!.message).toContain('"call_0"');
  });
});

describe('040: parallel calls out of order', () => {
  it('pairs by id only: A failed, B and C fine', () => {
    const session = openCase('040');
    expect(['A', 'B', 'C'].map((id) => call(session, id))).toMatchObject([
      { status: 'failed', callFrame: 2, resultFrame: 6, result: { text: 'a failed' } },
      { status: 'ok', callFrame: 3, resultFrame: 6, result: { text: 'b out' } },
      { status: 'ok', callFrame: 4, resultFrame: 5, result: { text: 'c out' } },
    ]);
  });

  it('the three calls are one message, counted once', () => {
    const session = openCase('040');
    expect(detail(session, 3).messageFrames).toEqual([2, 3, 4]);
    expect(reportOf(session).usage).toMatchObject({ input: 10, output: 5 });
  });
});

describe('041: a message over three lines with the same usage', () => {
  it('tokens once, not three times', () => {
    expect(reportOf(openCase('041')).usage).toEqual({
      input: 100,
      output: 40,
      cacheRead: 1000,
      cacheCreation: 200,
    });
  });

  it('the three lines stay three frames, grouped as one message', () => {
    const session = openCase('041');
    for (const frame of [2, 3, 4]) expect(detail(session, frame).messageFrames).toEqual([2, 3, 4]);
    expect(detail(session, 1).messageFrames).toEqual([]);
  });
});

describe('043: no request id', () => {
  it('counts a message once by its id, and a line without an id for itself', () => {
    expect(reportOf(openCase('043')).usage).toMatchObject({ input: 58, output: 8 });
  });
});

describe('044: odd usage values', () => {
  it('no NaN anywhere; the result states the totals', () => {
    const session = openCase('044');
    const report = reportOf(session);
    expect(report.usage).toMatchObject({ input: 20, output: 9 });
    for (const row of rowsOf(session)) {
      expect(JSON.stringify([report, row, detail(session, row.frame)])).not.toContain('NaN');
    }
  });

  it('negative and non-number values are flagged and left out of sums', () => {
    expect(diagnostics(openCase('044')).map((d) => [d.code, d.severity, d.frame])).toEqual([
      ['odd-usage', 'warning', 5],
      ['odd-usage', 'warning', 6],
    ]);
    const lines = bytesOf('044').toString('utf8').split('\n').slice(0, 6).join('\n');
    expect(reportOf(sessionOf(lines)).usage).toMatchObject({ input: 0, cacheRead: 0 });
  });

  it('absent is "not stated", not 0', () => {
    const lines = bytesOf('044').toString('utf8').split('\n').slice(0, 4).join('\n');
    expect(reportOf(sessionOf(lines)).usage).toBeNull();
  });
});

describe('046 and 047: results that contradict themselves', () => {
  it('046: is_error with subtype success is an error, with a warning', () => {
    const session = openCase('046');
    expect(reportOf(session)).toMatchObject({ outcome: 'error', runs: [{ outcome: 'error' }] });
    expect(diagnostics(session).map((d) => [d.code, d.severity])).toEqual([
      ['contradicting-result', 'warning'],
    ]);
    const result = rowsOf(session)[2]!;
    expect(result.error).toBe(true);
    expect(result.summary).toMatch(/^API Error: limit reached/);
  });

  it('046: <synthetic> is not listed as a model', () => {
    expect(reportOf(openCase('046')).runs[0]!.model).toBe('model-a');
  });

  it('047: a subtype that is not success makes the run failed; the contradiction is a warning', () => {
    const session = openCase('047');
    expect(reportOf(session)).toMatchObject({ outcome: 'error', costUsd: 0.65716315 });
    expect(diagnostics(session, 'contradicting-result')).toMatchObject([{ severity: 'warning', frame: 3 }]);
    expect(diagnostics(session, 'unanswered-call')).toMatchObject([{ frame: 2 }]);
  });
});

describe('049 to 053: results that are absent, late or early', () => {
  it('049: a text that says it finished does not make a success', () => {
    expect(reportOf(openCase('049'))).toMatchObject({ outcome: 'incomplete', costUsd: null });
  });

  it('050: no throw on the absent result key; the last result decides', () => {
    const session = openCase('050');
    expect(detail(session, 6).facts.length).toBeGreaterThan(0);
    expect(reportOf(session).outcome).toBe('success');
  });

  it('052: all frames after the first result are shown', () => {
    expect(rowsOfCase('052')).toHaveLength(5);
    expect(reportOf(openCase('052')).outcome).toBe('error');
  });

  it('053: two turns, and the notification names its task', () => {
    const session = openCase('053');
    expect(reportOf(session).runs).toMatchObject([{ turns: 2 }]);
    expect(rowsOf(session)[6]!.summary).toContain('k1');
  });
});

describe('055 and 056: compaction', () => {
  it('055: says trigger and tokens; usage is that of the result', () => {
    const session = openCase('055');
    expect(rowsOf(session)[4]!.summary).toBe('auto · 79,267 → 15,092 tokens · 18.4 s');
    expect(reportOf(session).usage).toMatchObject({ input: 18, output: 273 });
  });

  it('056: all 9 frames in file order, not only what the last line leads to', () => {
    const session = openCase('056');
    expect(rowsOf(session).map((row) => row.line)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(rowsOf(session)[2]!.summary).toContain('manual · 335,000');
    expect(rowsOf(session)[6]!.summary).toContain('auto · 180,000');
  });
});

describe('058 and 059: partial messages', () => {
  it('058: one call, told by a delta and by the whole frame, counts once', () => {
    const session = openCase('058');
    expect(reportOf(session)).toMatchObject({ frames: 18, toolCalls: 1, linked: 1 });
    expect(callsOf(session, 7)).toEqual(callsOf(session, 12));
    expect(call(session, 't1')).toMatchObject({ callFrame: 13, resultFrame: 17 });
  });

  it('058: joined input equals the input of the assistant frame', () => {
    const session = openCase('058');
    const joined = [9, 10, 11, 12].map((frame) => parsed(session, frame).event.delta.partial_json).join('');
    expect(JSON.parse(call(session, 't1').input!.text)).toEqual(JSON.parse(joined));
  });

  it('058: messages are keyed by message id: the usage counts once', () => {
    const session = openCase('058');
    expect(reportOf(session).usage).toMatchObject({ input: 12, output: 33 });
    expect(detail(session, 6).messageFrames).toEqual([6, 13]);
  });

  it('059: deltas of the main thread and of a subagent stay apart', () => {
    const rows = rowsOfCase('059').slice(6);
    const texts = (agent: number) => rows.filter((row) => row.agent === agent).map((row) => row.summary);
    expect(texts(0)).toEqual(['MAIN-1', 'MAIN-2']);
    expect(texts(1)).toEqual(['SUB-1', 'SUB-2']);
  });
});

describe('061 and 062: subagents and tasks', () => {
  it('061: nesting comes from parent_tool_use_id only', () => {
    const session = openCase('061');
    const agents = rowsOf(session).map((row) => [
      row.agent,
      parsed(session, row.frame).parent_tool_use_id ?? null,
    ]);
    const byAgent = new Map(agents as [number, string | null][]);
    for (const [agent, parent] of agents) expect(byAgent.get(agent as number)).toEqual(parent);
    expect(byAgent.get(4)).toBe('ghost');
  });

  it('061: usage is that of the main thread, cost that of all', () => {
    expect(reportOf(openCase('061'))).toMatchObject({ usage: { input: 30, output: 60 }, costUsd: 0.5 });
  });

  it('062: both layers name the task; its totals are not added to the run', () => {
    const session = openCase('062');
    const tasks = rowsOf(session).filter((row) => row.family === 'task');
    expect(tasks.map((row) => row.summary.split(' ')[0])).toEqual(['x', 'x', 'x', 'message:']);
    expect(reportOf(session).usage).toMatchObject({ input: 10, output: 5 });
  });
});

describe('064 and 065: session ids and uuids', () => {
  it('064: the run list shows both ids; t1 is linked across them', () => {
    const session = openCase('064');
    const report = reportOf(session);
    expect(report.runs).toHaveLength(2);
    expect(new Set(report.runs.map((run) => run.sessionId)).size).toBe(2);
    const { callFrame, resultFrame, status } = call(session, 't1');
    expect([callFrame, resultFrame, status]).toEqual([2, 4, 'ok']);
    const { table } = session.index;
    expect(table.run(1)).not.toBe(table.run(3));
  });

  it('064: frames without an id belong to the run they stand in', () => {
    const session = openCase('064');
    const { table } = session.index;
    const withoutId = rowsOf(session).filter(({ frame }) => {
      const { session_id, sessionId } = parsed(session, frame);
      return (session_id ?? sessionId ?? null) === null;
    });
    expect(withoutId.length).toBeGreaterThan(0);
    for (const { frame } of withoutId) expect(table.run(frame - 1)).toBe(table.run(frame - 2));
  });

  it('065: 8 rows, all visible', () => {
    expect(rowsOfCase('065').map((row) => row.replay)).toEqual(Array.from({ length: 8 }, () => false));
  });

  it('065: the same uuid with other content is a collision to warn about', () => {
    expect(diagnostics(openCase('065')).map((d) => [d.code, d.severity, d.frame])).toEqual([
      ['uuid-collision', 'warning', 3],
      ['uuid-collision', 'warning', 4],
    ]);
  });
});

describe('067 to 071', () => {
  it('067: kinds come from the JSON, never from text search', () => {
    expect(rowsOfCase('067').map((row) => [row.kind, row.error])).toEqual([
      ['system', false],
      ['assistant', false],
      ['user', false],
      ['result', false],
    ]);
  });

  it('068: empty thinking reads "thinking not included (signed)"; estimates are no usage', () => {
    const session = openCase('068');
    expect(rowsOf(session)[1]!.summary).toBe('thinking not included (signed)');
    expect(reportOf(session).usage).toMatchObject({ input: 40, output: 20 });
  });

  it('070: the model of the session is model-a; local messages are no usage', () => {
    const report = reportOf(openCase('070'));
    expect(report.runs.map((run) => run.model)).toEqual(['model-a']);
    expect(report.usage).toMatchObject({ input: 9, output: 3 });
  });

  it('071: 7 pairs; inputs are shown as they are; t6 shows the raw text the model sent', () => {
    const calls = callsOf(openCase('071'), 1);
    expect(calls.map((one) => [one.id, one.inputForm, one.input!.text])).toEqual([
      ['t1', 'text', '{"command":"x"}'],
      ['t2', 'json', 'null'],
      ['t3', 'json', '[\n  1\n]'],
      ['t4', 'json', '5'],
      ['t5', 'json', ''],
      ['t6', 'text', '{"a":"<p class="'],
      ['t7', 'json', '{}'],
    ]);
    expect(calls[4]!.notes).toEqual(['The call states no input.']);
    expect(calls[6]!.name).toBe('unnamed tool');
  });
});

describe('073 to 088: session files', () => {
  it('073: both calls of a fork are linked, no line is lost', () => {
    const session = openCase('073');
    expect(['t1', 't2'].map((id) => call(session, id).status)).toEqual(['ok', 'ok']);
    expect(rowsOf(session)).toHaveLength(7);
    expect(reportOf(session).usage).toMatchObject({ input: 20, output: 10 });
  });

  it.each(['074', '076', '077', '079', '080'])('%s: every line is a frame, in file order', (number) => {
    const lines = bytesOf(number).toString('utf8').trimEnd().split('\n').length;
    expect(rowsOfCase(number).map((row) => row.line)).toEqual(Array.from({ length: lines }, (_, i) => i + 1));
  });

  it('082: six pairs; usage inside toolUseResult is not added', () => {
    const session = openCase('082');
    expect(callsOf(session, 0).map((one) => one.status)).toEqual(['failed', 'ok', 'ok', 'ok', 'ok', 'ok']);
    expect(reportOf(session).usage).toMatchObject({ input: 10, output: 5 });
    expect(detail(session, 3).blocks.at(-1)!.body.text).toContain('stderr');
  });

  it('086: paths show as written', () => {
    const session = openCase('086');
    const cwds = [1, 2, 3, 4, 5].map(
      (frame) => detail(session, frame).facts.find((fact) => fact.label === 'cwd')?.value,
    );
    expect(cwds).toEqual([1, 2, 3, 4, 5].map((frame) => parsed(session, frame).cwd));
    expect(cwds[0]).toMatch(/^[A-Z]:\\[^\\]/);
  });

  it('088: the queued prompt is visible', () => {
    expect(rowsOfCase('088')[5]).toMatchObject({ detail: 'queued prompt', summary: 'also do this' });
  });
});

describe('089: a file that is written in odd pieces', () => {
  const steps: { op: string; data?: string; frames_after?: number }[] = JSON.parse(
    readFileSync(casePath('089').replace('.jsonl', '.steps.json'), 'utf8'),
  );

  it('after each step only whole records are counted; in the end no U+FFFD and no unparsed row', () => {
    let bytes = Buffer.alloc(0);
    let last: Session | undefined;
    for (const { op, data, frames_after } of steps) {
      if (op === 'wait' || op === 'eof') continue;
      const piece = Buffer.from(data ?? '', 'base64');
      bytes = op === 'write' ? piece : Buffer.concat([bytes, piece]);
      last = sessionOf(bytes);
      if (frames_after !== undefined) expect(reportOf(last).frames).toBe(frames_after);
    }
    const rows = rowsOf(last!);
    expect(rows.map((row) => row.unparsed)).toEqual([false, false, false, false, false]);
    expect(rows[1]!.summary).toBe('prix: 10 € 🚀');
    expect(exact(last!, 2)).not.toContain('\ufffd');
  });
});

describe('095 to 098', () => {
  it('095: filter "errors" gives 42', () => {
    const session = openCase('095');
    const { rows } = session.index.table;
    const errors = rowPage(session, 1, rows).rows.filter((row) => row.error);
    expect(errors).toHaveLength(42);
    expect(reportOf(session)).toMatchObject({ failedCalls: 42, usage: { input: 4000, output: 4000 } });
  });

  it('097: one clear message, and the text can still be viewed', () => {
    const session = openCase('097');
    expect(diagnostics(session, 'no-records')[0]!.message).toContain('No JSON records found in 2 lines');
    expect(rowsOf(session).map((row) => row.summary)).toEqual(['Dear reader,', 'this is not a trace.']);
  });

  it('098: says that the file is binary; no thousands of rows', async () => {
    const session = openCase('098');
    expect(diagnostics(session).map((d) => [d.code, d.severity])).toEqual([['binary-file', 'error']]);
    expect(rowsOf(session)).toHaveLength(1);
    expect(rowsOf(session)[0]!.summary).not.toMatch(/\p{Cc}/u);
    expect((await rawOf('098', 1)).equals(bytesOf('098'))).toBe(true);
  });
});
