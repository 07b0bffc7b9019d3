import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonText } from '../../../src/protocol/json-text';
import { prettyJson } from '../../../src/protocol/pretty-json';
import { isFrame, sessionAt } from '../engine/session-of';
import { fixtureFiles } from '../recordings';

const tokens = (json: string) => json.match(/"(?:[^"\\]|\\.)*"|[^\s"[\]{}:,]+|[[\]{}:,]/gs);

describe('the JSON of a value', () => {
  it('is that of JSON.stringify', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(jsonText(value)).toBe(JSON.stringify(value));
      }),
      { numRuns: 2000 },
    );
  });

  it('is null for what is no JSON', () => {
    expect(jsonText(undefined)).toBe('null');
    expect(jsonText({ a: undefined, b: [undefined] })).toBe('{"a":null,"b":[null]}');
  });

  it('knows own keys only', () => {
    const value = JSON.parse('{"__proto__":{"a":1},"constructor":2}');
    expect(jsonText(value)).toBe('{"__proto__":{"a":1},"constructor":2}');
  });

  it('has no depth at which it fails', () => {
    const text = `${'[{"k":'.repeat(200_000)}null${'}]'.repeat(200_000)}`;
    expect(jsonText(JSON.parse(text)) === text).toBe(true);
  });
});

describe('pretty JSON', () => {
  it('is that of JSON.stringify with two blanks', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 1, 4), (value, blanks) => {
        const text = JSON.stringify(value, null, blanks);
        expect(prettyJson(text)).toBe(JSON.stringify(value, null, 2));
      }),
      { numRuns: 2000 },
    );
  });

  it('means the same as the text, token for token', () => {
    const number = fc.constantFrom('1.0', '-0', '1e400', '1E-2', '12345678901234567890', '0.10');
    const string = fc.oneof(
      fc.string({ unit: 'grapheme' }).map((text) => JSON.stringify(text)),
      fc.constantFrom('"\\u0041\\/"', '"\\ud83d"', '"a: {b, [c]}"', '"\\\\"', '"\\""', '"\u2028"'),
    );
    const blank = fc.constantFrom('', ' ', '\n', '\t \r\n');
    const { json } = fc.letrec<{ json: string }>((tie) => ({
      json: fc.oneof(
        { maxDepth: 4 },
        number,
        string,
        fc.constantFrom('true', 'false', 'null'),
        fc
          .tuple(fc.array(tie('json'), { maxLength: 4 }), blank)
          .map(([parts, space]) => `[${space}${parts.join(`,${space}`)}${space}]`),
        // Keys of a small set: duplicates are what a re-indenting must not lose.
        fc
          .tuple(
            fc.array(fc.tuple(fc.constantFrom('"a"', '"b"', '"\\u0061"'), tie('json')), { maxLength: 4 }),
            blank,
          )
          .map(
            ([parts, space]) =>
              `{${parts.map(([key, value]) => `${space}${key}${space}:${value}`).join(',')}}`,
          ),
      ),
    }));
    fc.assert(
      fc.property(json, (text) => {
        const pretty = prettyJson(text) as string;
        expect(JSON.parse(pretty)).toEqual(JSON.parse(text));
        expect(tokens(pretty)).toEqual(tokens(text));
        expect(prettyJson(pretty)).toBe(pretty);
      }),
      { numRuns: 3000 },
    );
  });

  it.each(fixtureFiles().filter(({ bytes }) => bytes < 400_000))(
    'of every frame of $name means the same',
    ({ path }) => {
      const session = sessionAt(path);
      for (let row = 0; row < session.index.table.rows; row++) {
        if (!isFrame(session, row)) continue;
        const text = session.jsonText(row).toString('utf8');
        const pretty = prettyJson(text) as string;
        expect(JSON.parse(pretty)).toEqual(JSON.parse(text));
        expect(tokens(pretty)).toEqual(tokens(text));
      }
    },
  );

  it.each(['{', '[1', '{"a":"b}', '[1}', '}', '"\\"'])('is not there for %j', (text) => {
    expect(prettyJson(text)).toBeNull();
  });

  it('indents no deeper than 64 levels, so that deep values stay small', () => {
    const deep = `${'['.repeat(5000)}1${']'.repeat(5000)}`;
    const pretty = prettyJson(deep) as string;
    expect(pretty.length).toBeLessThan(5000 * 2 * 130);
    expect(pretty.replace(/\s/g, '')).toBe(deep);
  });
});
