import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutProse } from './cut-prose';
import { jsonStrings } from './json-strings';
import { neutralBytes, neutralText } from './neutral-paths';

const HOME = '/tmp/framescope-cli-a1B2c3/demo';
const cut = (text: string) => cutProse(Buffer.from(text)).toString();

describe('neutral paths', () => {
  it('put the home of all recordings in the place of the real one, in names of folders, too', () => {
    const line = `{"cwd":"${HOME}/project","file":"${HOME}/.claude/projects/-tmp-framescope-cli-a1B2c3-demo-project/x"}`;
    expect(neutralText(line, HOME)).toBe(
      '{"cwd":"/home/demo/project","file":"/home/demo/.claude/projects/-home-demo-project/x"}',
    );
  });

  it('leave every other byte as it is, also where it is no UTF-8', () => {
    const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(`${HOME} é`), Buffer.from([0xc3])]);
    const expected = Buffer.concat([
      Buffer.from([0xff, 0xfe]),
      Buffer.from('/home/demo é'),
      Buffer.from([0xc3]),
    ]);
    expect(neutralBytes(bytes, HOME).equals(expected)).toBe(true);
  });
});

describe('the strings of a JSON text', () => {
  it('are all values that are strings, with the keys above them', () => {
    const text =
      '{"a": "one", "b": [ "two", {"c\\"": "th\\\\ree"}, 4 ], "d": {"e": "", "f": null}, "g": "five"}';
    const found = [...jsonStrings(text)].map(({ start, end, path }) => [
      path.join('.'),
      JSON.parse(text.slice(start, end)),
    ]);
    expect(found).toEqual([
      ['a', 'one'],
      ['b', 'two'],
      ['b.c"', 'th\\ree'],
      ['d.e', ''],
      ['g', 'five'],
    ]);
  });

  it('are found in any JSON', () => {
    const strings = (value: unknown): string[] => {
      if (typeof value === 'string') return [value];
      return typeof value === 'object' && value !== null ? Object.values(value).flatMap(strings) : [];
    };
    fc.assert(
      fc.property(fc.jsonValue(), fc.boolean(), (value, pretty) => {
        const text = JSON.stringify(value, null, pretty ? 2 : 0);
        const found = [...jsonStrings(text)].map(({ start, end }) => JSON.parse(text.slice(start, end)));
        expect(found).toEqual(strings(JSON.parse(text)));
      }),
    );
  });
});

describe('cut prose', () => {
  it('keeps the beginning and says how much is missing', () => {
    const prose = `You are an agent that works with the user. ${'And so on. '.repeat(40)}`;
    const line = `{"type":"attachment","systemPrompt":[${JSON.stringify(prose)}],"n":1.50}\n`;
    const expected = `{"type":"attachment","systemPrompt":["You are an agent that works with the use [cut: ${prose.length - 40} characters]"],"n":1.50}\n`;
    expect(cut(line)).toBe(expected);
  });

  it('leaves results of tools and short strings, and every byte around what it cuts', () => {
    const result = `{"tool_use_result":{"stdout":${JSON.stringify('x'.repeat(4000))}},"é":"\\u00e9 \\u2028 ${'y'.repeat(290)}"}\r\n`;
    expect(cut(result)).toBe(result);
    const long = JSON.stringify('z'.repeat(301));
    expect(cut(`{ "a" : "\\u00e9" , "b" : ${long} , "c" : 1e3 }`)).toBe(
      `{ "a" : "\\u00e9" , "b" : "${'z'.repeat(40)} [cut: 261 characters]" , "c" : 1e3 }`,
    );
  });

  it('leaves what is no JSON, and what is no UTF-8', () => {
    const torn = `{"type":"assistant","text":"${'w'.repeat(1000)}`;
    expect(cut(torn)).toBe(torn);
    const broken = Buffer.concat([
      Buffer.from(`{"a":"${'v'.repeat(400)}`),
      Buffer.from([0xff]),
      Buffer.from('"}\n'),
    ]);
    expect(cutProse(broken).equals(broken)).toBe(true);
  });

  it('keeps a character of two units whole', () => {
    const value = `${'a'.repeat(39)}😀${'b'.repeat(400)}`;
    expect(cut(`{"text":${JSON.stringify(value)}}`)).toBe(
      `{"text":"${'a'.repeat(39)} [cut: 402 characters]"}`,
    );
  });
});
