import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  caretNotation,
  hasTerminalCodes,
  parseTerminalText,
  stripTerminalCodes,
} from '../../../src/renderer/text/ansi-text';

const styled = (input: string) =>
  parseTerminalText(input).map(({ text, style }) => {
    const set = Object.entries(style).filter(([, value]) => value !== null && value !== false);
    return [text, Object.fromEntries(set)];
  });

describe('terminal text', () => {
  it('keeps the colours of SGR sequences', () => {
    expect(styled('a \x1b[31mred\x1b[0m b')).toEqual([
      ['a ', {}],
      ['red', { color: '1' }],
      [' b', {}],
    ]);
    expect(styled('\x1b[1;4;92;41mx')).toEqual([
      ['x', { bold: true, underline: true, color: '10', background: '1' }],
    ]);
    expect(styled('\x1b[mplain\x1b[2;3;9mall\x1b[22;23;29mnone')).toEqual([
      ['plain', {}],
      ['all', { dim: true, italic: true, strike: true }],
      ['none', {}],
    ]);
  });

  it('reads 256 and 24-bit colours, with semicolons and with colons', () => {
    expect(styled('\x1b[38;5;208mx')).toEqual([['x', { color: '#ff8700' }]]);
    expect(styled('\x1b[38;5;9mx')).toEqual([['x', { color: '9' }]]);
    expect(styled('\x1b[48;5;244mx')).toEqual([['x', { background: '#808080' }]]);
    expect(styled('\x1b[38;2;1;171;255;1mx')).toEqual([['x', { color: '#01abff', bold: true }]]);
    expect(styled('\x1b[38:2::1:2:3mx')).toEqual([['x', { color: '#010203' }]]);
  });

  it('drops cursor movement, titles, links, device strings and lone escapes', () => {
    expect(stripTerminalCodes('\x1b[2J\x1b[1;1Ha\x1b[?25lb\x1b]0;title\x07c')).toBe('abc');
    expect(stripTerminalCodes('\x1b]8;;https://example.org\x1b\\link\x1b]8;;\x1b\\')).toBe('link');
    expect(stripTerminalCodes('\x1bPq#0\x1b\\a\x1b(Bb\x1b=c\x1b')).toBe('abc');
    expect(stripTerminalCodes('a\x9b31mb')).toBe('ab');
    expect(stripTerminalCodes('cut off \x1b[38;5')).toBe('cut off ');
  });

  it('keeps what a carriage return wrote last', () => {
    expect(stripTerminalCodes('10 %\r50 %\r100 %\ndone')).toBe('100 %\ndone');
    expect(stripTerminalCodes('abcdef\rXY')).toBe('XYcdef');
    expect(stripTerminalCodes('abcdef\r\x1b[KXY')).toBe('XY');
    expect(stripTerminalCodes('one\r\ntwo\r\r\nthree')).toBe('one\ntwo\nthree');
    expect(stripTerminalCodes('abc\x08\x08X')).toBe('aXc');
    expect(styled('\x1b[31mabc\r\x1b[32mX')).toEqual([
      ['X', { color: '2' }],
      ['bc', { color: '1' }],
    ]);
  });

  it('writes control bytes out where they must stay visible', () => {
    expect(caretNotation('\x1b[0m\x00\x7f ok')).toBe('^[[0m^@^? ok');
  });

  it('leaves plain text alone, tabs and any script included', () => {
    const text = 'a\tb\n  ünï → 日本 👍\u2028x';
    expect(hasTerminalCodes(text)).toBe(false);
    expect(
      parseTerminalText(text)
        .map((segment) => segment.text)
        .join(''),
    ).toBe(text);
  });

  it('never lets a control byte through, whatever it is given', () => {
    const piece = fc.constantFrom(
      '\x1b',
      '[',
      ']',
      '31',
      ';',
      'm',
      '\x07',
      '\\',
      '\r',
      '\n',
      'P',
      'x',
      '\x9b',
      'K',
      '\x00',
      ':',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const out = stripTerminalCodes(pieces.join(''));
        // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there
        expect(out).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/);
      }),
      { numRuns: 500 },
    );
  });
});
