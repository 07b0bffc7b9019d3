import { readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { captureFiles, caseFiles } from '../../recordings';
import { fileOf } from '../session-of';
import { answers, ask, GrowingSession, readOnce } from './growing-session';

/** Reads a file that grows by these pieces, and compares it with the same file read at once. */
async function compare(pieces: readonly Step[], growing = new GrowingSession(), options = {}): Promise<void> {
  for (const { bytes, settles, asks } of pieces) {
    growing.append(bytes);
    await growing.grow();
    if (settles) growing.session.settle();
    if (asks) ask(growing.session);
  }
  growing.session.settle();
  const grown = answers(growing.session);
  growing.close();
  expect(grown).toEqual(readOnce(growing.path, options));
}

interface Step {
  bytes: Buffer;
  /** Nothing came for a while after it. */
  settles: boolean;
  asks: boolean;
}

/** A small generator of our own, so that pause points of a file are the same in every run. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 0x100000000;
  };
}

function cutAt(bytes: Buffer, places: readonly number[], random: () => number): Step[] {
  const ends = [...new Set(places), bytes.length].sort((a, b) => a - b);
  return ends.map((end, at) => ({
    bytes: bytes.subarray(ends[at - 1] ?? 0, end),
    settles: random() < 0.3,
    asks: random() < 0.3,
  }));
}

const recorded = [...captureFiles(), ...caseFiles()].filter(({ bytes }) => bytes <= 50_000);
const sampleLines = [
  '2.1.332/08-task',
  '2.1.332/16b-control',
  '0.2.109/02-bash',
  '2.1.220/22-schema.session',
].flatMap((name) => {
  const found = captureFiles().find((file) => file.name.startsWith(name));
  if (found === undefined) throw new Error(`There is no recording ${name}.`);
  return readFileSync(found.path, 'utf8').split('\n').slice(0, 12);
});

const piece: fc.Arbitrary<Buffer> = fc
  .oneof(
    { weight: 6, arbitrary: fc.constantFrom(...sampleLines).map((line) => `${line}\n`) },
    { weight: 2, arbitrary: fc.constantFrom(...sampleLines).map((line) => line) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom(...sampleLines), fc.double({ min: 0, max: 1, noNaN: true }))
        .map(([line, part]) => line.slice(0, Math.floor(line.length * part))),
    },
    {
      weight: 5,
      arbitrary: fc.constantFrom(
        '{"type":"a","uuid":"1","session_id":"s"}',
        '{"type":"a","uuid":"1","session_id":"s"}\n',
        '{"type":"a"} {"type":"b"}',
        '{"type":"user","message":{"role":"user","content":"é漢𝄞"}}\n',
        '{\n  "type": "p",\n  "x": [\n    1\n  ]\n}\n',
        '{\n  "type": "p"',
        '}\n',
        '}',
        '{',
        '{}',
        '\n',
        '\r\n',
        '   \n',
        ' ',
        '\t',
        '[',
        ',',
        ']\n',
        '[{"type":"a"},\n',
        '"text"\n',
        '7\n',
        'null\n',
        'log: something\n',
        '\u001b[2J\u001b[H',
        '\u001b[2J{\n "type":"c"\n}\n',
        '\0\0\0',
        '\0\n',
        '\ufeff',
        '\u2028',
      ),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  )
  .map((text) => Buffer.from(text, 'utf8'));

const history = fc.record({
  bytes: fc.array(piece, { maxLength: 14 }).map((pieces) => Buffer.concat(pieces)),
  cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }),
  seed: fc.nat(),
});

describe('a file that grows answers as the same file read at once', () => {
  test('every short recording and case, at random pause points', { timeout: 120_000 }, async () => {
    expect(recorded.length).toBeGreaterThan(300);
    for (const [at, { path, name }] of recorded.entries()) {
      const random = randomOf(at + 1);
      const bytes = readFileSync(path);
      const places = Array.from({ length: 6 }, () => Math.floor(random() * bytes.length));
      await compare(cutAt(bytes, places, random)).catch((error) => {
        throw new Error(`${name}: ${error.message}`, { cause: error });
      });
    }
  });

  test('any mix of lines, torn lines and noise, cut at any byte', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(history, async ({ bytes, cuts, seed }) => {
        const places = cuts.map((part) => Math.floor(part * bytes.length));
        await compare(cutAt(bytes, places, randomOf(seed)), new GrowingSession(fileOf('')));
      }),
      {
        numRuns: Number(process.env.RUNS ?? 800),
        seed: Number(process.env.SEED ?? 20261201),
        interruptAfterTimeLimit: 15_000,
      },
    );
  });

  test('the same in UTF-16', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(history, fc.boolean(), fc.boolean(), async ({ bytes, cuts, seed }, big, mark) => {
        const wide = Buffer.from(`${mark ? '\ufeff' : '{'}${bytes.toString('utf8')}`, 'utf16le');
        if (big) wide.swap16();
        const places = cuts.map((part) => Math.floor(part * wide.length));
        await compare(cutAt(wide, places, randomOf(seed)), new GrowingSession(fileOf('')));
      }),
      {
        numRuns: Number(process.env.RUNS ?? 250),
        seed: Number(process.env.SEED ?? 20261202),
        interruptAfterTimeLimit: 8_000,
      },
    );
  });

  test('values and lines that are longer than a session holds', { timeout: 60_000 }, async () => {
    const options = { maxValueBytes: 300, sampleBytes: 64, chunkBytes: 128, firstChunkBytes: 16 };
    await fc.assert(
      fc.asyncProperty(history, async ({ bytes, cuts, seed }) => {
        const places = cuts.map((part) => Math.floor(part * bytes.length));
        const path = fileOf('');
        writeFileSync(path, '');
        await compare(cutAt(bytes, places, randomOf(seed)), new GrowingSession(path, options), options);
      }),
      {
        numRuns: Number(process.env.RUNS ?? 250),
        seed: Number(process.env.SEED ?? 20261203),
        interruptAfterTimeLimit: 8_000,
      },
    );
  });

  test('the memory of a long value is given back, and reading goes on', async () => {
    const growing = new GrowingSession();
    const long = `{"type":"user","message":{"role":"user","content":"${'x'.repeat(9_000_000)}"}}`;
    growing.append(`{"type":"a"}\n${long.slice(0, -9)}`);
    await growing.grow();
    const { index } = growing.session;
    expect(index.windowBytes).toBeGreaterThan(9_000_000);
    growing.session.settle();
    growing.session.rest();
    expect(index.windowBytes).toBeLessThan(1_000_000);
    growing.append(`${long.slice(-9)}\n{"type":"b"}`);
    await growing.grow();
    expect(answers(growing.session).table).toEqual(readOnce(growing.path).table);
    expect(growing.anew).toBe(0);
    growing.close();
  });
});
