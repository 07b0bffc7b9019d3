import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHead } from '../../../src/protocol/json-head';

/**
 * What is wrong with a head: every scalar must be that of the whole at the same place, and one string at most, the
 * one that the cut goes through, a beginning of it. Null when nothing is.
 */
function faultOf(head: unknown, whole: unknown, path = '$', cuts = { left: 1 }): string | null {
  if (typeof head === 'string' && typeof whole === 'string' && head !== whole) {
    if (cuts.left-- > 0 && whole.startsWith(head)) return null;
    return `${path}: ${JSON.stringify(head)} is no beginning of ${JSON.stringify(whole)}`;
  }
  if (typeof head !== 'object' || head === null) {
    return Object.is(head, whole) ? null : `${path}: ${String(head)} is not ${String(whole)}`;
  }
  if (typeof whole !== 'object' || whole === null || Array.isArray(head) !== Array.isArray(whole)) {
    return `${path}: another kind of value`;
  }
  for (const [key, part] of Object.entries(head)) {
    if (!Object.hasOwn(whole, key)) return `${path}: "${key}" is not in the whole`;
    const fault = faultOf(part, (whole as Record<string, unknown>)[key], `${path}.${key}`, cuts);
    if (fault !== null) return fault;
  }
  return null;
}

const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('\\', '"', '\\u12', '{"a":', '],[', '\ud83d\ude80', '\u0000', ':', ''),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => (Object.is(n, -0) ? 0 : n)),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('"', '\\', ':')), tie('value'), { maxKeys: 5 }),
  ),
}));
const object = fc.dictionary(fc.string(), value, { maxKeys: 6 });
/** The same JSON with every character of its strings escaped. */
const escaped = (json: string) =>
  json.replace(/[^\n\x20-\x7e]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);

describe('the head of an object', () => {
  it('that is cut anywhere agrees with the whole', () => {
    fc.assert(
      fc.property(object, fc.boolean(), fc.boolean(), (whole, spaced, escapes) => {
        const text = JSON.stringify(whole, null, spaced ? 1 : 0);
        const json = escapes ? escaped(text) : text;
        for (let cut = 1; cut <= json.length; cut++) {
          const head = parseHead(json.slice(0, cut));
          expect(head).toBeDefined();
          expect(faultOf(head, whole)).toBeNull();
        }
        expect(parseHead(json)).toEqual(whole);
      }),
      { numRuns: 500 },
    );
  });

  it('keeps everything that is complete before the cut', () => {
    const json = '{"a":1,"b":{"c":[true,"x"],"d":null},"e":"text that is cut';
    expect(parseHead(json)).toEqual({ a: 1, b: { c: [true, 'x'], d: null }, e: 'text that is cut' });
  });

  it.each([
    ['{"a":12', {}],
    ['{"a":12,', { a: 12 }],
    ['{"a":tru', {}],
    ['{"a":[1,2', { a: [1] }],
    ['{"a":[1,2,', { a: [1, 2] }],
    ['{"a":1,"b', { a: 1 }],
    ['{"a":1,"b"', { a: 1 }],
    ['{"a":1,"b" :', { a: 1 }],
    ['{"a":"x\\', { a: 'x' }],
    ['{"a":"x\\u00', { a: 'x' }],
    ['{"a":"x\\\\', { a: 'x\\' }],
    ['{"a":"x\\\\u00', { a: 'x\\u00' }],
    ['{"a" : "x', { a: 'x' }],
    ['{"a":{', { a: {} }],
    ['{', {}],
    ['{"a":1} and what follows', { a: 1 }],
  ])('%s', (text, head) => {
    expect(parseHead(text)).toEqual(head);
  });

  it.each(['', '[1', 'null', '"x', 'not json', '{"a":}', '{"a"]', '}', '{"a":1]'])(
    'is not there for %j',
    (text) => {
      expect(parseHead(text)).toBeUndefined();
    },
  );

  it('of any text at all is an object or nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{}[]",:\\u0a1 \n') }), (text) => {
        const head = parseHead(text);
        expect(head === undefined || (typeof head === 'object' && !Array.isArray(head))).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });

  it('takes a hundred thousand levels', () => {
    expect(parseHead(`{"type":"user","x":${'['.repeat(100_000)}`)?.type).toBe('user');
  });
});
