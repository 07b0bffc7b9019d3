import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Row } from '../../../../src/engine/answer-types';
import { createEngine, type Engine } from '../../../../src/engine/engine';
import { planProcess } from '../../../../src/engine/processes/command/process-plan';
import { StartedProcess } from '../../../../src/engine/processes/running/started-process';
import { generateStream } from '../../../bench/generate-stream.mjs';
import { until } from '../../../processes/living-processes';
import { runForm } from '../../../processes/run-forms';
import { casePath } from '../session-of';

let folder: string;
let engine: Engine;
let started: StartedProcess | null;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'framescope-output-'));
  engine = createEngine({ follow: true, captures: true, agentFiles: true });
  started = null;
});
afterEach(async () => {
  engine.close(1);
  await started?.end(0);
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Writes the bytes of a file in pieces of these sizes, again and again. At each stop it waits until it may go on, so that
 * what reads along comes to see the bytes until there and no others.
 */
const CHILD = `
const { readFileSync, existsSync, writeSync } = require("fs");
const { bytes, sizes, stops, go } = JSON.parse(readFileSync(process.env.CHILD_PLAN, "utf8"));
const all = readFileSync(bytes);
const still = new Int32Array(new SharedArrayBuffer(4));
let at = 0;
let turn = 0;
for (const [number, stop] of [...stops, all.length].entries()) {
  while (at < stop) at += writeSync(1, all, at, Math.min(sizes[turn++ % sizes.length], stop - at));
  while (number < stops.length && !existsSync(go + number)) Atomics.wait(still, 0, 0, 2);
}`;

interface Output {
  bytes: Buffer;
  /** Of the pieces that the child writes. */
  sizes: number[];
  /** Offsets at which it waits until the engine has read so far. */
  stops: number[];
}

/** The rows of the capture of a process that writes this, followed from its first byte to its end. */
async function rowsOfChild({ bytes, sizes, stops }: Output): Promise<Row[]> {
  const [source, plan, go, child] = ['bytes', 'plan', 'go-', 'child.cjs'].map((name) =>
    join(folder, name),
  ) as [string, string, string, string];
  writeFileSync(source, bytes);
  writeFileSync(plan, JSON.stringify({ bytes: source, sizes, stops, go }));
  writeFileSync(child, CHILD);
  const form = runForm('', {
    program: 'command',
    command: `'${process.execPath}' '${child}'`,
    environment: `CHILD_PLAN=${plan}`,
  });
  const { launch } = planProcess(form, {
    environment: process.env,
    home: folder,
    platform: process.platform,
  });
  const outcome = await StartedProcess.start(launch!, join(folder, 'captures'), () => {});
  expect(outcome.problem).toBeNull();
  const { capture } = outcome.process!;
  started = outcome.process;
  await engine.open(1, capture);
  const progress = () => engine.handlers.progress({ session: 1 });
  const { generation } = progress();
  for (const [number, stop] of stops.entries()) {
    await until(progress, (seen) => seen.bytes === stop);
    writeFileSync(go + number, '');
  }
  const end = await until(progress, ({ live }) => live?.state === 'ended');
  expect(end.bytes).toBe(bytes.length);
  expect(end.generation, 'it was read once').toBe(generation);
  expect(readFileSync(capture).equals(bytes)).toBe(true);
  return allRows(engine);
}

const PAGE = 200;

/** Without the times that are not of the frames but of the process. */
function allRows({ handlers }: Engine): Row[] {
  const { rows: total } = handlers.progress({ session: 1 });
  const rows: Row[] = [];
  while (rows.length < total)
    rows.push(...handlers.rows({ session: 1, from: rows.length + 1, count: PAGE }).rows);
  return rows.map((row) => (row.timeSource === 'own' ? row : { ...row, time: null, timeSource: 'none' }));
}

/** The rows of a file with these bytes that does not grow. */
async function rowsAtRest(bytes: Buffer): Promise<Row[]> {
  const path = join(folder, 'at-rest.jsonl');
  writeFileSync(path, bytes);
  const still = createEngine();
  const done = new Promise<void>((resolve) => still.onProgress(({ state }) => state === 'done' && resolve()));
  await still.open(1, path);
  await done;
  const rows = allRows(still);
  still.close(1);
  return rows;
}

function generated(bytes: number): Buffer {
  const chunks: Buffer[] = [];
  // Other letters than ASCII, and lines that are no frames, are cut as well.
  generateStream({
    bytes,
    seed: 7,
    unicode: 0.3,
    bad: 0.01,
    write: (chunk) => chunks.push(Buffer.from(chunk)),
  });
  return Buffer.concat(chunks);
}

it.each([
  ['1 MB', [1024 * 1024]],
  ['odd sizes', [65_537, 1, 7919, 262_143, 3, 4096]],
])('a child that writes %s at a time gives the rows of the same bytes at rest', async (_, sizes) => {
  const bytes = generated(3_500_000);
  const stops = [1_300_001, 2_600_003];
  const rows = await rowsOfChild({ bytes, sizes, stops });
  expect(rows.length).toBeGreaterThan(1000);
  expect(rows).toEqual(await rowsAtRest(bytes));
});

/** Two frames on a line, cut characters, noise, CRLF, and an end without a line end. */
const DAMAGED = ['001', '005', '007', '011', '004'];

it.each([
  ['single bytes', [1]],
  ['seven bytes', [7]],
  ['everything', [1_000_000]],
])('a child that writes %s at a time gives the rows of damaged bytes at rest', async (_, sizes) => {
  const bytes = Buffer.concat(DAMAGED.map((number) => readFileSync(casePath(number))));
  const letters = Buffer.from('{"type":"user","message":{"role":"user","content":"größer 🙂"}}\n');
  const inFace = letters.indexOf('🙂') + 2;
  const rows = await rowsOfChild({
    bytes: Buffer.concat([letters, bytes]),
    sizes,
    // In the middle of a frame, of a character, behind a line end, and anywhere.
    stops: [9, inFace, letters.length, letters.length + 400],
  });
  expect(rows.length).toBeGreaterThan(10);
  expect(rows).toEqual(await rowsAtRest(Buffer.concat([letters, bytes])));
});
