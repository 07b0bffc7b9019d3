import { describe, expect, test } from 'vitest';
import { mandatoryLiteral } from '../../../../src/engine/search/regex/mandatory-literal';
import { TimedRegex } from '../../../../src/engine/search/regex/timed-regex';
import { createTextSearch } from '../../../../src/engine/search/text-search';
import { InvalidRequestError } from '../../../../src/protocol/errors';
import { sessionOf, sessionOfFrames } from '../session-of';
import { framesWith, regex, toEnd } from './searching';

describe('a regular expression', () => {
  test('matches rows as they are written and with their escapes resolved', () => {
    const session = sessionOf(
      ['one\\ntwo', 'one two', 'o\\u006ee\\u000atwo']
        .map((content) => `{"type":"user","content":"${content}"}\n`)
        .join(''),
    );
    expect(framesWith(session, regex('one\\ntwo'))).toEqual([1, 3]);
    expect(framesWith(session, regex('one[\\s]two'))).toEqual([1, 2, 3]);
    expect(framesWith(session, regex('one.two'))).toEqual([2]);
    expect(framesWith(session, regex('one\\\\ntwo'))).toEqual([1]);
    expect(framesWith(session, regex('^\\{"type":"user".*\\}$'))).toEqual([1, 2, 3]);
    expect(framesWith(session, regex('ONE.TWO', 'is'))).toEqual([1, 2, 3]);
    expect(framesWith(session, regex('ONE.TWO', 's'))).toEqual([]);
  });

  test('is refused with one sentence when it is none', () => {
    const session = sessionOfFrames({ type: 'user' });
    const refused = (source: string, flags = '') => {
      try {
        createTextSearch(session, regex(source, flags), () => {});
      } catch (error) {
        expect(error).toBeInstanceOf(InvalidRequestError);
        return (error as Error).message;
      }
      return 'taken';
    };
    expect(refused('(')).toBe('This is no regular expression: Unterminated group.');
    expect(refused('a**')).toBe('This is no regular expression: Nothing to repeat.');
    expect(refused('a', 'g')).toBe('A regular expression takes the flags i, m, s, u and v, not "g".');
    expect(refused('a/b', 'u')).toBe('taken');
  });

  test('that takes too long ends the search and says where', () => {
    const slow = 'a'.repeat(40);
    const session = sessionOfFrames(
      { type: 'user', content: 'nothing' },
      { type: 'user', content: `${slow}!` },
      { type: 'user' },
    );
    const rows: number[] = [];
    const search = createTextSearch(session, regex('"(a+)+"'), (row) => rows.push(row));
    toEnd(search);
    expect(rows).toEqual([]);
    expect(search.stopped).toBe(
      'The regular expression takes too long on frame 2: the search ended there. Make it simpler.',
    );
    expect(framesWith(session, regex('a{40}!'))).toEqual([2]);
  });

  test('goes on behind a pause that was not its own', () => {
    const timed = new TimedRegex('(a+)+$', '', 40);
    expect(timed.matches(['aaa', 'b', 'aa'])).toEqual({ found: [0, 2], slow: -1 });
    expect(timed.matches(['aaa', `${'a'.repeat(40)}b`, 'aa'])).toEqual({ found: [0], slow: 1 });
    // Slow on every one of many, and on none too slow by itself.
    const many = new TimedRegex('a*a*a*b', '', 60).matches(
      Array.from({ length: 400 }, () => 'a'.repeat(120)),
    );
    expect(many.slow).toBeGreaterThanOrEqual(0);
  });
});

describe('the literal that a regular expression cannot do without', () => {
  test.each([
    ['needle', '', 'needle'],
    ['needle (\\d+|x) nowhere', '', ' nowhere'],
    ['ab?c', '', 'a'],
    ['ab+c', '', 'ab'],
    ['ab{0,2}cd', '', 'cd'],
    ['ab{2}', '', 'ab'],
    ['(foo|bar)', '', ''],
    ['foo|bar', '', ''],
    ['(?=never)yes', '', 'yes'],
    ['[abc]def[^]]', '', 'def'],
    ['a\\.b\\/c', '', 'a.b/c'],
    ['a\\d\\u0041bc', '', ''],
    ['\\bword\\b', '', 'word'],
    ['größe', 'i', 'gr'],
    ['größe', '', 'größe'],
    ['x{y', '', 'x{y'],
    ['[[a]]b', 'v', ''],
    ['a\\', '', ''],
    ['(', '', ''],
  ])('of %j with %j is %j', (source, flags, literal) => {
    expect(mandatoryLiteral(source, flags)).toBe(literal);
  });
});
