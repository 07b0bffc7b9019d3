import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyLines } from '../../../../src/protocol/fields/key-lines';
import { pathsOf, walkFields } from '../../../../src/protocol/fields/walk-fields';
import type { JsonObject } from '../../../../src/protocol/json-values';
import { prettyJson } from '../../../../src/protocol/pretty-json';
import { fixtureFrames } from './fixture-frames';

/** The rules of the notation by plain recursion over parsed values, written apart from the walker. */
function plainPaths(frame: JsonObject): Set<string> {
  const found = new Set<string>();
  const maps =
    /(^|\.)(modelUsage|model_usage|trackedFileBackups|answers|annotations|properties|env|headers)$/;
  const opaque =
    /^(input|tool_input|updatedInput|inputSchema|input_schema|structured_output|structuredContent|tool_response)$/;
  const isData = (key: string) =>
    !/^[A-Za-z_$][A-Za-z0-9_$-]{0,48}$/.test(key) || /^([0-9a-f]{8}-|claude-|toolu_|msg_)/.test(key);
  const walk = (value: unknown, path: string): void => {
    if (path !== '') found.add(path);
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      for (const element of value) {
        const isBlock = /(^|\.)(content|contents|blocks)$/.test(path) && !Array.isArray(element);
        const type = isBlock && typeof element?.type === 'string' ? element.type : '';
        walk(element, `${path}[${type}]`);
      }
      return;
    }
    for (const [key, inner] of Object.entries(value)) {
      const name = isData(key) || maps.test(path) ? '<key>' : key;
      const at = path === '' ? name : `${path}.${name}`;
      if (opaque.test(key)) found.add(at);
      else walk(inner, at);
    }
  };
  walk(frame, '');
  return found;
}

const told = (frame: JsonObject) => {
  const keys: string[] = [];
  walkFields(frame, ({ path, type, isElement }) => isElement || keys.push(`${path} ${type}`));
  return keys;
};

const inText = (pretty: string) => {
  const keys: string[] = [];
  keyLines(pretty, ({ path, type }) => keys.push(`${path} ${type}`));
  return keys;
};

const key = fc.oneof(
  fc.constantFrom(
    'type',
    'content',
    'blocks',
    'input',
    'modelUsage',
    'a"b',
    'a:b',
    '__proto__',
    'constructor',
    '',
    '\\',
  ),
  fc.string(),
);
const { value: anyValue } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 7 },
    fc.string(),
    fc.constantFrom('text', '{', '[', '":', 'a\nb', '\u2028', '\\"'),
    fc.double({ noDefaultInfinity: true, noNaN: true }),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 5 }),
    tie('object'),
  ),
  object: fc.dictionary(key, tie('value'), { maxKeys: 6 }),
}));
const anyFrame = fc.dictionary(key, anyValue, { maxKeys: 8 }) as fc.Arbitrary<JsonObject>;

describe('the paths of a frame', () => {
  it('name keys, elements, blocks by their type, and data keys', () => {
    const frame = {
      type: 'assistant',
      message: {
        content: [{ type: 'text', text: 'x' }, { type: 'tool_use', input: { command: 'ls' } }, 'plain'],
      },
      tools: ['Bash'],
      modelUsage: { opus: { inputTokens: 1 } },
      msg_01: 1,
      nested: [[{ a: 1 }]],
    };
    expect(pathsOf(frame)).toEqual([
      'type',
      'message',
      'message.content',
      'message.content[text]',
      'message.content[text].type',
      'message.content[text].text',
      'message.content[tool_use]',
      'message.content[tool_use].type',
      'message.content[tool_use].input',
      'message.content[]',
      'tools',
      'tools[]',
      'modelUsage',
      'modelUsage.<key>',
      'modelUsage.<key>.inputTokens',
      '<key>',
      'nested',
      'nested[]',
      'nested[][]',
      'nested[][].a',
    ]);
  });

  it.each(fixtureFrames())('of $name are those of the plain rules', ({ frames }) => {
    for (const frame of frames) expect(new Set(pathsOf(frame))).toEqual(plainPaths(frame));
  });

  it('end where nothing is protocol any more, however deep a frame is', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 20_000; level++) deep = level % 2 === 0 ? { a: deep } : [deep];
    const paths = pathsOf({ deep } as JsonObject);
    expect(paths.length).toBeGreaterThan(20);
    expect(paths.length).toBeLessThan(40);
  });
});

describe('the keys of a pretty text', () => {
  const prettyOf = (frame: JsonObject) => prettyJson(JSON.stringify(frame)) as string;

  it.each(fixtureFrames())('of $name are those of the parsed frames, in their order', ({ frames }) => {
    for (const frame of frames) expect(inText(prettyOf(frame))).toEqual(told(frame));
  });

  it('are those of the parsed frame, whatever it holds', () => {
    fc.assert(
      fc.property(anyFrame, (frame) => {
        const parsed = JSON.parse(JSON.stringify(frame)) as JsonObject;
        expect(inText(prettyOf(parsed))).toEqual(told(parsed));
      }),
      { numRuns: 500 },
    );
  });

  it('keep repeated keys, and read a block type as a parser does: the last one counts', () => {
    const text =
      '{"content":[{"type":"a","x":1,"t\\u0079pe":"text"},{"type":"b","type":1}],"input":{"q":[{"r":1}]},"n":{},"n":[1]}';
    expect(inText(prettyJson(text) as string)).toEqual([
      'content array',
      'content[text].type string',
      'content[text].x number',
      'content[text].type string',
      'content[].type string',
      'content[].type number',
      'input object',
      'n object',
      'n array',
    ]);
  });

  it('stand on the lines that hold them', () => {
    fc.assert(
      fc.property(anyFrame, (frame) => {
        const pretty = prettyOf(frame);
        const lines = pretty.split('\n');
        keyLines(pretty, ({ line, start, path }) => {
          const text = lines[line] as string;
          expect(pretty.slice(start, start + text.length)).toBe(text);
          const written = JSON.parse(/^ *("(?:[^"\\]|\\.)*"): /.exec(text)?.[1] as string) as string;
          const name = path.slice(path.lastIndexOf('.') + 1);
          expect(['<key>', written]).toContain(name);
        });
      }),
    );
  });
});
