import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LENS_NAMES, type LensName, READINGS, type Reading } from '../../../../src/protocol/lenses/lens';
import { lensFrame } from '../../../../src/protocol/lenses/lens-frame';
import { createLens } from '../../../../src/protocol/lenses/lenses';
import { captureFiles, fixtureFiles } from '../../recordings';
import { stepsOf } from './lens-run';

const READ_AS = LENS_NAMES.flatMap((name) => READINGS.map((reading) => [name, reading] as const));

const captures = captureFiles();
const recordings = fixtureFiles()
  .filter(({ bytes }) => bytes < 400_000)
  .map((file) => ({ ...file, lines: readFileSync(file.path, 'utf8').split('\n') }));

/** Every event of every line says what the contract of a lens asks for. */
function checkSteps(steps: ReturnType<typeof stepsOf>, reading: Reading): void {
  for (const [index, { events, dropped }] of steps.entries()) {
    for (const { event, from, corrected } of events) {
      expect(event.type).toMatch(/^\w/);
      expect([...from].sort((a, b) => a - b)).toEqual(from);
      expect(from.every((frame) => frame >= 1 && frame <= index)).toBe(true);
      if (reading === 'strict') expect(corrected).toEqual([]);
      expect(corrected.every((sentence) => /\.$/.test(sentence))).toBe(true);
    }
    for (const { what, why } of dropped) expect([what, why].every((words) => words.length > 0)).toBe(true);
    // Nothing is silent: a frame that gives no event says why.
    if (events.length === 0) expect(dropped.length).toBeGreaterThan(0);
  }
}

describe.each(READ_AS)('%s, %s', (name, reading) => {
  it.each(recordings.map(({ name: file, lines }) => [file, lines] as const))('reads %s', (_, lines) => {
    const steps = stepsOf(name, reading, ...lines);
    checkSteps(steps, reading);
    expect(stepsOf(name, reading, ...lines)).toEqual(steps);
  });

  it('reads every recording there is, and is silent on no frame', { timeout: 120_000 }, () => {
    const faults = captures.flatMap(({ name: file, path }) => {
      const lens = createLens(name, reading);
      const lines = readFileSync(path, 'utf8').split('\n');
      return lines.flatMap((line, index) => {
        const { events, dropped } = lens.feed(lensFrame(index + 1, line));
        const silent = events.length === 0 && dropped.length === 0;
        const astray = events.some(({ from }) => from.some((frame) => frame < 1 || frame > index));
        return silent || astray ? [`${file}: line ${index + 1}`] : [];
      });
    });
    expect(faults).toEqual([]);
  });

  it('goes on from a copy as if nothing had been', () => {
    for (const { lines } of recordings.filter(({ name: file }) =>
      /08-task|33-progress|16-two-turns/.test(file),
    )) {
      const whole = stepsOf(name, reading, ...lines);
      let lens = createLens(name, reading);
      const steps = lines.map((line, index) => {
        const before = lens;
        lens = lens.copy();
        const step = lens.feed(lensFrame(index + 1, line));
        // The one that was copied is not touched: fed the same line it says the same.
        expect(before.copy().feed(lensFrame(index + 1, line))).toEqual(step);
        return step;
      });
      expect(steps).toEqual(whole);
    }
  });

  it('never throws, whatever is done to a recording', () => {
    fc.assert(
      fc.property(mutated(), (lines) => checkSteps(stepsOf(name, reading, ...lines), reading)),
      {
        numRuns: 60,
      },
    );
  });

  it('reads values nested deeper than a stack', () => {
    const deep = (open: string, close: string) => open.repeat(20_000) + close.repeat(20_000);
    const values = [deep('[', ']'), deep('{"a":[', ']}').replace('[]', '[1]')];
    const lines = values.flatMap((value) => [
      `{"type":"assistant","message":{"content":[{"type":"tool_use","id":"t","name":"Bash","input":{"x":${value}}}]}}`,
      `{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t","content":${value}}]}}`,
      `{"type":"system","subtype":"session_state_changed","event":{"state":"requires_action","x":${value}}}`,
      `{"type":"result","is_error":true,"usage":${value}}`,
      `{"type":"task_progress","usage":${value}}`,
    ]);
    expect(stepsOf(name, reading, ...lines)).toHaveLength(lines.length);
  });
});

const pool = recordings
  .filter(({ bytes }) => bytes < 60_000)
  .map(({ lines }) => lines.filter((line) => line !== '').slice(0, 60));

/** Values that stand where something else is expected. */
const odd = fc.constantFrom<unknown>(
  null,
  0,
  -1,
  1.5,
  Number.POSITIVE_INFINITY,
  '',
  ' ',
  'x',
  true,
  [],
  {},
  [null],
  [[]],
  { a: null },
  '\ud800',
  [{}],
);
const oddKey = fc.constantFrom(
  '__proto__',
  'constructor',
  'toString',
  'Type',
  'UUID',
  'type',
  'content',
  'event',
  '',
  'index',
);

/** A recording with lines dropped, repeated and moved, and fields retyped, renamed, nested and taken away. */
function mutated(): fc.Arbitrary<string[]> {
  const change = fc.record({
    line: fc.nat(),
    what: fc.constantFrom('drop', 'repeat', 'move', 'retype', 'rename', 'nest', 'cut', 'add'),
    path: fc.array(fc.nat(), { minLength: 1, maxLength: 5 }),
    odd,
    key: oddKey,
  });
  return fc
    .tuple(fc.constantFrom(...pool), fc.array(change, { minLength: 1, maxLength: 12 }))
    .map(([lines, changes]) => changes.reduce<string[]>(applied, [...lines]));
}

interface Change {
  line: number;
  what: string;
  path: number[];
  odd: unknown;
  key: string;
}

function applied(lines: string[], change: Change): string[] {
  if (lines.length === 0) return lines;
  const at = change.line % lines.length;
  const line = lines[at] ?? '';
  const others = lines.toSpliced(at, 1);
  switch (change.what) {
    case 'drop':
      return others;
    case 'repeat':
      return lines.toSpliced(at, 0, line);
    case 'move':
      return others.toSpliced((change.path[0] ?? 0) % (others.length + 1), 0, line);
    case 'cut':
      return lines.with(at, line.slice(0, (change.path[0] ?? 0) % (line.length + 1)));
    default:
      return lines.with(at, changedLine(line, change));
  }
}

/** Changes one field somewhere in the value of a line. */
function changedLine(line: string, { what, path, odd: value, key }: Change): string {
  let frame: unknown;
  try {
    frame = JSON.parse(line);
  } catch {
    return line;
  }
  const root = { frame };
  // biome-ignore lint/suspicious/noExplicitAny: any place of any value
  let holder: any = root;
  let name = 'frame';
  for (const step of path) {
    const inner: unknown = holder[name];
    const keys: string[] = typeof inner === 'object' && inner !== null ? Object.keys(inner) : [];
    const next: string | undefined = keys[step % (keys.length || 1)];
    if (next === undefined) break;
    holder = inner;
    name = next;
  }
  const define = (target: object, property: string, content: unknown) =>
    Object.defineProperty(target, property, {
      value: content,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  if (what === 'retype') define(holder, name, value);
  else if (what === 'nest') define(holder, name, { [name]: [holder[name]] });
  else if (what === 'add' && typeof holder[name] === 'object' && holder[name] !== null)
    define(holder[name], key, value);
  else if (what === 'rename') {
    define(holder, key, holder[name]);
    delete holder[name];
  }
  // A number that no double holds: JSON.stringify writes null for it.
  const written = JSON.stringify(root.frame) ?? 'null';
  return value === Number.POSITIVE_INFINITY ? written.replaceAll('null', '1e999') : written;
}

describe('memory of a lens', () => {
  const grow = (name: LensName, reading: Reading, frameOf: (n: number) => unknown, frames: number) => {
    const lens = createLens(name, reading);
    for (let n = 1; n <= frames; n++) lens.feed(lensFrame(n, JSON.stringify(frameOf(n))));
    return lens;
  };
  /** About how much a lens holds: the length of all texts and the number of all entries it reaches. */
  function weight(value: unknown, seen = new Set<unknown>()): number {
    if (typeof value === 'string') return value.length;
    if (typeof value !== 'object' || value === null || seen.has(value)) return 1;
    seen.add(value);
    const parts: unknown[] =
      value instanceof Map
        ? [...value.keys(), ...value.values()]
        : value instanceof Set
          ? [...value]
          : Object.values(value);
    return parts.reduce<number>((sum, part) => sum + weight(part, seen), 1);
  }

  const calls = (n: number) => ({
    type: 'assistant',
    uuid: `uuid-${n}`,
    session_id: `session-${n}`,
    message: {
      id: `m-${n}`,
      content: [{ type: 'tool_use', id: `t-${n}`, name: 'Bash', input: { command: `${n}`.repeat(20) } }],
    },
  });
  const opened = (n: number) => ({
    type: 'stream_event',
    session_id: `s-${n}`,
    event: {
      type: 'content_block_start',
      index: n,
      content_block: { type: 'tool_use', id: `t-${n}`, name: 'x' },
    },
  });
  const deltas = () => ({
    type: 'stream_event',
    event: { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'x'.repeat(2000) } },
  });
  const results = (n: number) => ({
    type: 'result',
    session_id: `s-${n}`,
    total_cost_usd: n,
    usage: { input_tokens: n },
  });

  it.each(READ_AS)('of %s, %s does not grow with the session', { timeout: 120_000 }, (name, reading) => {
    for (const frameOf of [calls, opened, deltas, results]) {
      const some = weight(grow(name, reading, frameOf, 3000));
      const more = weight(grow(name, reading, frameOf, 6000));
      expect(more).toBeLessThan(some * 1.25 + 1000);
    }
  });
});
