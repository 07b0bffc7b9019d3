import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { closeSessions, sessionOf } from '../session-of';
import { framesWith, slowFramesWith, text } from './searching';

/** All ways to write a character of a JSON string. */
function forms(character: string): string[] {
  const units = Array.from({ length: character.length }, (_, k) => character.charCodeAt(k));
  const hex = units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
  const upper = hex.toUpperCase().replaceAll('\\U', '\\u');
  const short = JSON.stringify(character).slice(1, -1);
  return [short, hex, upper, ...(character === '/' ? ['\\/'] : [])];
}

const line = (content: string) => `{"type":"user","message":{"role":"user","content":"${content}"}}\n`;

const CHARACTERS = [
  'a',
  'K',
  'k',
  's',
  'z',
  '/',
  '"',
  '\\',
  '\n',
  '\t',
  ' ',
  'é',
  'É',
  'ſ',
  '\u212a',
  '日',
  '😀',
  'ß',
  '{',
  'n',
  'u',
  '0',
];

describe('a literal', () => {
  test.each(CHARACTERS.map((character) => [character]))(
    'with %j is found in every form of it',
    (character) => {
      const needle = `M${character}RK`;
      const lines = forms(character).map((form) => line(`before ${`M${form}RK`} behind`));
      const session = sessionOf([line('nothing'), ...lines].join(''));
      const expected = lines.map((_, k) => k + 2);
      for (const caseSensitive of [true, false]) {
        expect(framesWith(session, text(needle, caseSensitive))).toEqual(expected);
        expect(framesWith(session, text(needle, caseSensitive), { pieceBytes: 7 })).toEqual(expected);
      }
    },
  );

  test('is found as every reading of each row finds it', () => {
    const character = fc.constantFrom(...CHARACTERS);
    const written = character.chain((one) => fc.constantFrom(...forms(one)));
    const content = fc.array(
      fc.oneof(
        { weight: 8, arbitrary: written },
        { weight: 1, arbitrary: fc.constantFrom('\\', '\\x', '\\u00', '日'.repeat(9)) },
      ),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(
        fc.array(content, { minLength: 1, maxLength: 8 }),
        fc.array(character, { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        fc.integer({ min: 1, max: 90 }),
        (contents, needle, caseSensitive, pieceBytes) => {
          const session = sessionOf(contents.map((parts) => line(parts.join(''))).join(''));
          const expected = slowFramesWith(session, needle.join(''), caseSensitive);
          expect(framesWith(session, text(needle.join(''), caseSensitive))).toEqual(expected);
          expect(framesWith(session, text(needle.join(''), caseSensitive), { pieceBytes })).toEqual(expected);
          closeSessions();
        },
      ),
      { numRuns: 400 },
    );
  });
});
