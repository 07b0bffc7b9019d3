import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FilterNode } from '../../../../src/protocol/filter/filter-ast';
import { FilterError } from '../../../../src/protocol/filter/filter-error';
import { filterErrorOf, parseFilter } from '../../../../src/protocol/filter/filter-parser';
import { printFilter } from '../../../../src/protocol/filter/filter-print';
import { FILTER_WORDS, STATE_WORDS } from '../../../../src/protocol/filter/filter-words';
import { anyFilter } from './any-filter';

/** A tree without the places of its parts. */
function shape(node: FilterNode): unknown {
  return JSON.parse(
    JSON.stringify(node, (key, value) => (key === 'from' || key === 'to' ? undefined : value)),
  );
}

const normal = (text: string) => printFilter(parseFilter(text));

describe('the filter language', () => {
  it.each([
    ['kind:assistant,user', 'kind:assistant,user'],
    ['  kind:assistant   tool:Bash ', 'kind:assistant tool:Bash'],
    ['KIND:assistant', 'kind:assistant'],
    ['kind:a or kind:b kind:c', 'kind:a or kind:b kind:c'],
    ['(kind:a or kind:b) kind:c', '(kind:a or kind:b) kind:c'],
    ['(kind:a kind:b) kind:c', 'kind:a kind:b kind:c'],
    ['kind:a and kind:b AND kind:c', 'kind:a kind:b kind:c'],
    ['not kind:a', '-kind:a'],
    ['-(is:error or is:new)', '-(is:error or is:new)'],
    ['-(kind:a kind:b)', '-(kind:a kind:b)'],
    ['error', 'error'],
    ['"two words"', '"two words"'],
    ['"or"', '"or"'],
    ['größe', 'größe'],
    ['a-b', '"a-b"'],
    ['-', '"-"'],
    ['case:Error', 'case:"Error"'],
    ['case:"an Error"', 'case:"an Error"'],
    ['/a\\/b[/]+/i', '/a\\/b[/]+/i'],
    ['/a/si', '/a/is'],
    ['"C:\\Users\\"', null],
    ['"C:\\Users\\\\"', '"C:\\\\Users\\\\"'],
    ['"say \\"no\\""', '"say \\"no\\""'],
    ['message.stop_reason=end_turn', 'message.stop_reason=end_turn'],
    ['message.content[text].text="a, b"', 'message.content[text].text="a, b"'],
    ['is_error=true', 'is_error=true'],
    ['size:>100k', 'size:>100k'],
    ['size:1000', 'size:1k'],
    ['size:>=1500b', 'size:>=1500'],
    ['gap:>30s', 'gap:>30s'],
    ['gap:>0.5m', 'gap:>30s'],
    ['duration:<250ms', 'duration:<0.25s'],
    ['frame:10..50', 'frame:10..50'],
    ['frame:10..', 'frame:>=10'],
    ['frame:..50,70', 'frame:<=50,70'],
    ['time:+1.5s..+3s', 'time:+1.5s..+3s'],
    ['time:2026-01-31T12:00:00', 'time:2026-01-31T12:00:00.000Z'],
    ['time:>2026-01-31T12:00:00+02:00', 'time:>2026-01-31T10:00:00.000Z'],
    ['offset:0..100k', 'offset:0..100k'],
    ['', ''],
  ])('reads %s', (text, expected) => {
    if (expected === null) expect(filterErrorOf(text)?.message).toMatch(/quote is not closed/);
    else expect(normal(text)).toBe(expected);
  });

  it.each([
    ['kind:', 'kind: wants a value behind it', 0, 5],
    ['kind:a,', 'kind: wants a value behind it', 0, 7],
    ['a knd:b', 'There is no word "knd:"', 2, 7],
    ['https://x', 'There is no word "https:"', 0, 9],
    ['is:broken', 'There is no state "broken"', 3, 9],
    ['size:>big', '">big" is nothing that size: takes', 5, 9],
    ['gap:30', '"30" is nothing that gap: takes', 4, 6],
    ['time:3s', '"3s" is nothing that time: takes', 5, 7],
    ['frame:1.5', '"1.5" is nothing that frame: takes', 6, 9],
    ['run:one', 'run: takes a number', 4, 7],
    ['has:a..b', 'has: takes a field', 4, 8],
    ['(kind:a', 'This "(" is not closed', 0, 1],
    ['kind:a)', 'This ")" closes nothing', 6, 7],
    ['()', 'There is nothing in this group', 0, 1],
    ['kind:a or', '"or" wants a term on both sides', 7, 9],
    ['or kind:a', '"or" wants a term on both sides', 0, 2],
    ['kind:a and', '"and" wants a term on both sides', 7, 10],
    ['not', '"not" wants a term behind it', 0, 3],
    ['--verbose', 'A text that begins with two minus signs', 0, 2],
    ['"open', 'This quote is not closed', 0, 5],
    ['kind:"open', 'This quote is not closed', 5, 10],
    ['""', 'These quotes are empty', 0, 2],
    ['/open', 'This regular expression is not closed', 0, 5],
    ['//', 'This regular expression is empty', 0, 2],
    ['/home/user', '"e" is no flag', 6, 10],
    ['/(/', 'This regular expression cannot be read: Unterminated group', 0, 3],
    ['case:a,b', 'case: takes one text', 6, 8],
  ])('says what is wrong with %s', (text, sentence, from, to) => {
    const error = filterErrorOf(text);
    expect(error?.message).toContain(sentence);
    expect([error?.from, error?.to]).toEqual([from, to]);
    expect(error?.message).toMatch(/^[A-Z"/].*\.$|^[a-z_]+:.*\.$/);
    expect(error?.message).not.toContain('\n');
  });

  it('reads the example of every word', () => {
    for (const { key, example } of FILTER_WORDS) {
      expect(filterErrorOf(example)).toBeNull();
      expect(example.startsWith(`${key}:`)).toBe(true);
    }
    for (const { word } of STATE_WORDS) expect(normal(`is:${word}`)).toBe(`is:${word}`);
  });

  it('has no limit but the ones it names', () => {
    expect(filterErrorOf('a '.repeat(64))).toBeNull();
    expect(filterErrorOf('a '.repeat(65))?.message).toMatch(/more than 64 terms/);
    expect(filterErrorOf(`is:${'error,'.repeat(64)}new`)?.message).toMatch(/more than 64 terms/);
    expect(filterErrorOf('a'.repeat(4001))?.message).toMatch(/longer than 4000/);
    expect(filterErrorOf(`${'('.repeat(60)}a${')'.repeat(60)}`)?.message).toMatch(/nest more than 50/);
    expect(filterErrorOf(`${'not '.repeat(60)}a`)?.message).toMatch(/nest more than 50/);
  });

  it('says where terms stand', () => {
    const node = parseFilter(' kind:a  -(b or "c d")');
    expect(node.op === 'and' && node.parts.map(({ from, to }) => [from, to])).toEqual([
      [1, 7],
      [9, 22],
    ]);
  });

  it('prints what it reads the same way again', () => {
    fc.assert(
      fc.property(anyFilter(), (node) => {
        const text = printFilter(node);
        const again = parseFilter(text);
        expect(shape(again)).toEqual(shape(node));
        expect(printFilter(again)).toBe(text);
      }),
      { numRuns: 1000 },
    );
  });

  it('never throws anything but its own error', () => {
    const pieces = fc.constantFrom(
      ...[
        'kind:',
        'is:',
        'size:',
        '>',
        '..',
        '1',
        'k',
        '"',
        '\\',
        '/',
        '[',
        ']',
        '(',
        ')',
        '-',
        ' ',
        'or',
        'not',
        ',',
        '=',
        'a.b',
        '*',
        'i',
        '\n',
        '\u2028',
        '😀',
        '\ud800',
      ],
    );
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.array(pieces, { maxLength: 20 }).map((p) => p.join('')),
    );
    fc.assert(
      fc.property(text, (input) => {
        try {
          const node = parseFilter(input);
          expect(shape(parseFilter(printFilter(node)))).toEqual(shape(node));
        } catch (error) {
          if (!(error instanceof FilterError)) throw error;
          expect(error.from).toBeGreaterThanOrEqual(0);
          expect(error.to).toBeGreaterThan(error.from);
          expect(error.to).toBeLessThanOrEqual(input.length);
        }
      }),
      { numRuns: 3000 },
    );
  });
});
