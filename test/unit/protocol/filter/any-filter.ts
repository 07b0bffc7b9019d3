import fc from 'fast-check';
import type { FilterNode, FilterTerm, FilterValue, Range } from '../../../../src/protocol/filter/filter-ast';
import { valueWord } from '../../../../src/protocol/filter/filter-print';
import { type RangeKey, STATE_WORDS, type StateWord } from '../../../../src/protocol/filter/filter-words';

const SPAN = { from: 0, to: 0 };

/** Texts that occur in the values of terms. */
export interface FilterWordsAtHand {
  kinds: readonly string[];
  tools: readonly string[];
  ids: readonly string[];
  paths: readonly string[];
  texts: readonly string[];
}

const SOME: FilterWordsAtHand = {
  kinds: ['assistant', 'system/init', 'tool_use', '(no type)', 'a"b\\', ''],
  tools: ['Bash', 'mcp__x__y', 'two words'],
  ids: ['toolu_01', 'x,y'],
  paths: ['type', 'message.usage', 'message.content[text].text', 'modelUsage.<key>.costUSD'],
  texts: ['or', 'a b', 'C:\\new', '"', '/', 'größe', '-x', 'line\nbreak', '😀'],
};

const value = (texts: readonly string[]): fc.Arbitrary<FilterValue> => {
  const exact = fc
    .oneof(fc.constantFrom(...texts), fc.string())
    .map((text) => ({ text, quoted: valueWord(text) !== text || text === '', ...SPAN }));
  const loose = fc.tuple(fc.constantFrom(...texts), fc.nat(4)).map(([text, at]) => ({
    text: `${text.replace(/[\s(),"]/g, '').slice(0, at)}*`,
    quoted: false,
    ...SPAN,
  }));
  return fc.oneof(
    exact,
    loose,
    fc.constantFrom(...texts).map((text) => ({ text, quoted: true, ...SPAN })),
  );
};

const values = (texts: readonly string[]) => fc.array(value(texts), { minLength: 1, maxLength: 3 });

function bound(key: RangeKey) {
  const isTime = key === 'time';
  const size = fc.oneof(fc.nat(200), fc.nat(5_000_000));
  const number = fc.tuple(size, fc.boolean()).map(([size, minus]) => ({
    value: isTime && minus && size !== 0 ? -size : size,
    relative: isTime,
  }));
  if (!isTime) return number;
  const date = fc.integer({ min: 0, max: 4e12 }).map((value) => ({ value, relative: false }));
  return fc.oneof(number, date);
}

function range(key: RangeKey): fc.Arbitrary<Range> {
  return fc
    .tuple(bound(key), bound(key), fc.constantFrom('one', 'both', 'min', 'max'), fc.boolean())
    .map(([a, b, form, open]): Range => {
      if (form === 'one') return { min: { ...a, open: false }, max: { ...a, open: false } };
      if (form === 'min') return { min: { ...a, open }, max: null };
      if (form === 'max') return { min: null, max: { ...a, open } };
      return { min: { ...a, open: false }, max: { ...b, open: false } };
    });
}

/** Any term that can be written, of these words and of arbitrary ones. */
export function anyTerm(words: FilterWordsAtHand = SOME): fc.Arbitrary<FilterTerm> {
  const list = (key: 'kind' | 'tool' | 'id' | 'session' | 'version' | 'model', texts: readonly string[]) =>
    values(texts).map((found): FilterTerm => ({ op: 'list', key, values: found, ...SPAN }));
  const numbers = fc.constantFrom('run' as const, 'agent' as const).chain((key) =>
    fc.array(fc.nat(3), { minLength: 1, maxLength: 2 }).map(
      (found): FilterTerm => ({
        op: 'list',
        key,
        values: found.map((number) => ({ text: String(number), quoted: false, ...SPAN })),
        ...SPAN,
      }),
    ),
  );
  const states = fc
    .array(fc.constantFrom(...STATE_WORDS.map(({ word }): StateWord => word)), { minLength: 1, maxLength: 2 })
    .map((found): FilterTerm => ({ op: 'is', states: found, ...SPAN }));
  const ranges = fc
    .constantFrom<RangeKey>('size', 'gap', 'duration', 'frame', 'line', 'time', 'offset')
    .chain((key) =>
      fc
        .array(range(key), { minLength: 1, maxLength: 2 })
        .map((found): FilterTerm => ({ op: 'range', key, ranges: found, ...SPAN })),
    );
  const has = fc.array(fc.constantFrom(...words.paths), { minLength: 1, maxLength: 2 }).map(
    (paths): FilterTerm => ({
      op: 'list',
      key: 'has',
      values: paths.map((text) => ({ text, quoted: false, ...SPAN })),
      ...SPAN,
    }),
  );
  const field = fc
    .tuple(fc.constantFrom(...words.paths), values([...words.kinds, ...words.texts, 'true', 'null', '1']))
    .map(([path, found]): FilterTerm => ({ op: 'field', path, values: found, ...SPAN }));
  const text = fc
    .tuple(fc.oneof(fc.constantFrom(...words.texts), fc.string({ minLength: 1 })), fc.boolean())
    .map(
      ([text, caseSensitive]): FilterTerm => ({
        op: 'text',
        kind: 'text',
        text,
        caseSensitive,
        flags: '',
        ...SPAN,
      }),
    );
  const regex = fc
    .tuple(
      fc.constantFrom('a+', 'b[/]', 'x\\/y', 'tool_use', '[0-9]{3}'),
      fc.boolean(),
      fc.constantFrom('', 's', 'm', 'u'),
    )
    .map(
      ([text, caseSensitive, flags]): FilterTerm => ({
        op: 'text',
        kind: 'regex',
        text,
        caseSensitive,
        flags,
        ...SPAN,
      }),
    );
  return fc.oneof(
    list('kind', words.kinds),
    list('tool', words.tools),
    list('id', words.ids),
    list('session', words.ids),
    list('version', ['2.1.*', '1.0.60']),
    list('model', ['claude-opus-4', '*sonnet*']),
    numbers,
    states,
    ranges,
    has,
    field,
    text,
    regex,
  );
}

/** Any expression in the form that parsing gives it: no group of its own kind inside a group. */
export function anyFilter(term: fc.Arbitrary<FilterTerm> = anyTerm()): fc.Arbitrary<FilterNode> {
  const { tree } = fc.letrec<{ tree: FilterNode }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      term,
      fc.array(tie('tree'), { minLength: 2, maxLength: 3 }).map((parts) => group('and', parts)),
      fc.array(tie('tree'), { minLength: 2, maxLength: 3 }).map((parts) => group('or', parts)),
      tie('tree').map((part): FilterNode => ({ op: 'not', part, ...SPAN })),
    ),
  }));
  return tree;
}

function group(op: 'and' | 'or', parts: FilterNode[]): FilterNode {
  return { op, parts: parts.flatMap((part) => (part.op === op ? part.parts : [part])), ...SPAN };
}
