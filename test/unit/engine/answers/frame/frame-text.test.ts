import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TextForm } from '../../../../../src/engine/answer-types';
import { FrameTexts } from '../../../../../src/engine/answers/frame/frame-text';
import type { Session } from '../../../../../src/engine/session/session';
import { caseFiles, fixtureFiles } from '../../../recordings';
import { casePath, closeSessions, isFrame, sessionAt, sessionOf } from '../../session-of';

const FORMS: TextForm[] = ['exact', 'pretty', 'hex'];

const whole = (texts: FrameTexts, row: number, form: TextForm) =>
  texts.slice(row, form, 0, Number.MAX_SAFE_INTEGER).text;

/** All of a form, asked for in slices as the window asks for it. */
function joined(texts: FrameTexts, row: number, form: TextForm, size: number): string {
  let text = '';
  for (;;) {
    const slice = texts.slice(row, form, text.length, size);
    if (slice.text === '') {
      expect(text.length).toBe(slice.total);
      return text;
    }
    expect(slice.text.length).toBeLessThanOrEqual(size);
    text += slice.text;
  }
}

/** The bytes that a dump states, and the address of each of its lines. */
function parseDump(dump: string): { bytes: Buffer; addresses: number[]; shown: string } {
  const lines = dump.split('\n');
  expect(lines.pop()).toBe('');
  const parts = lines.map((line) => /^([0-9a-f]{8,}) {2}((?:[0-9a-f]{2} )+) *(.*)$/s.exec(line) ?? []);
  const hex = parts.map((part) => part[2] as string).join('');
  return {
    bytes: Buffer.from(hex.replaceAll(' ', ''), 'hex'),
    addresses: parts.map((part) => Number.parseInt(part[1] as string, 16)),
    shown: parts.map((part) => (part[3] as string).slice(-16)).join(''),
  };
}

function checkHex(session: Session, row: number, dump: string): void {
  const { bytes, addresses } = parseDump(dump);
  const offset = session.index.table.offset(row);
  expect(bytes.equals(session.rawBytes(row))).toBe(true);
  expect(addresses.every((address, i) => address === offset + i * 16)).toBe(true);
}

/** Numbers, strings and punctuation of JSON, as they are written. */
const tokens = (json: string) => json.match(/"(?:[^"\\]|\\.)*"|[^\s"[\]{}:,]+|[[\]{}:,]/gs);

describe('the texts of every row', () => {
  it.each([...fixtureFiles(), ...caseFiles().filter(({ name }) => !name.startsWith('095'))])(
    'of $name are whole, however they are sliced',
    ({ path }) => {
      const session = sessionAt(path);
      const texts = new FrameTexts(session);
      for (let row = 0; row < session.index.table.rows; row++) {
        const size = session.index.table.length(row) > 100_000 ? 65_536 : 997;
        for (const form of FORMS) expect(joined(texts, row, form, size)).toBe(whole(texts, row, form));
        expect(whole(texts, row, 'exact')).toBe(session.utf8Bytes(row).toString('utf8'));
        expect(texts.length(row, 'exact')).toBe(whole(texts, row, 'exact').length);
        checkHex(session, row, whole(texts, row, 'hex'));
        if (!isFrame(session, row)) {
          expect(texts.length(row, 'pretty')).toBeNull();
          expect(whole(texts, row, 'pretty')).toBe(whole(texts, row, 'exact'));
          continue;
        }
        const exact = session.jsonText(row).toString('utf8');
        const pretty = whole(texts, row, 'pretty');
        expect(texts.length(row, 'pretty')).toBe(pretty.length);
        expect(tokens(pretty)).toEqual(tokens(exact));
        expect(JSON.parse(pretty)).toEqual(JSON.parse(exact));
      }
    },
  );
});

describe('slices', () => {
  it('of any size, from any place, are parts of the whole', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 200 }).map((part) => Buffer.from(part)),
      fc.json().map((json) => Buffer.from(`{"type":"user","x":${json}}`)),
      fc.string({ unit: 'grapheme', minLength: 1 }).map((text) => Buffer.from(text)),
    );
    fc.assert(
      fc.property(
        bytes,
        fc.constantFrom(...FORMS),
        fc.integer({ min: 1, max: 300 }),
        fc.nat(1500),
        (content, form, size, from) => {
          const session = sessionOf(content);
          const texts = new FrameTexts(session);
          for (let row = 0; row < session.index.table.rows; row++) {
            const text = whole(texts, row, form);
            expect(joined(texts, row, form, size)).toBe(text);
            expect(texts.slice(row, form, from, size)).toEqual({
              text: text.slice(from, from + size),
              total: text.length,
            });
          }
          closeSessions();
        },
      ),
      { numRuns: 500 },
    );
  });

  it('beyond the end are empty, also when the last line of a dump is full', () => {
    const texts = new FrameTexts(sessionOf(`{"type":"ab"}  \n`));
    const { total } = texts.slice(0, 'hex', 0, 1);
    expect(texts.slice(0, 'hex', total, 10)).toEqual({ text: '', total });
    expect(texts.slice(0, 'exact', 16, 10)).toEqual({ text: '', total: 16 });
  });
});

describe('a pretty text', () => {
  const prettyOf = (line: string) => whole(new FrameTexts(sessionOf(`${line}\n`)), 0, 'pretty');

  it('keeps numbers, escapes, key order and duplicate keys as they are written', () => {
    const line = String.raw`{"type":"user","n":[1.0,1e400,-0,12345678901234567890],"\u0041":"\/\u00e9\ud83d","b":1,"b":2}`;
    const pretty = prettyOf(line);
    expect(tokens(pretty)).toEqual(tokens(line));
    expect(pretty.split('\n')).toContain('    12345678901234567890');
  });

  it('is that of JSON.stringify for plain values', () => {
    const value = { type: 'user', a: [], b: {}, c: [1, [2]], d: { e: null } };
    expect(prettyOf(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
  });

  it('belongs to the value alone: no byte order mark, no brackets of the array around it', () => {
    const session = sessionOf('\ufeff[\n{"type":"user","n":1},\n{"type":"user","n":2}\n]\n');
    const texts = new FrameTexts(session);
    expect([0, 1].map((row) => JSON.parse(whole(texts, row, 'pretty')).n)).toEqual([1, 2]);
  });
});

describe('a hex dump', () => {
  it('shows sixteen bytes a line: address, bytes, and what of them is printable', () => {
    const session = sessionOf('{"type":"user"}\n{"type":"é\\n"}\n');
    expect(whole(new FrameTexts(session), 1, 'hex')).toBe(
      ['00000010  7b 22 74 79 70 65 22 3a 22 c3 a9 5c 6e 22 7d 0a  {"type":"..\\n"}.', ''].join('\n'),
    );
  });

  it('has the original bytes of a file that is no UTF-8, and of one that is UTF-16', () => {
    for (const number of ['010', '014', '098']) {
      const session = sessionAt(casePath(number));
      for (let row = 0; row < session.index.table.rows; row++) {
        checkHex(session, row, whole(new FrameTexts(session), row, 'hex'));
      }
    }
  });
});

describe('a frame of more than 32 MB', () => {
  it('has an exact form by bytes and no pretty one, and its slices give it back', () => {
    const line = `{"type":"user","text":"${'x'.repeat(33 * 1024 * 1024)}"}\n`;
    const session = sessionOf(`{"type":"user"}\n${line}`);
    const texts = new FrameTexts(session);
    expect(texts.length(1, 'pretty')).toBeNull();
    expect(texts.length(1, 'exact')).toBe(line.length);
    expect(joined(texts, 1, 'exact', 8 * 1024 * 1024) === line).toBe(true);
  });
});
