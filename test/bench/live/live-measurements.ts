import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { createEngine, type Engine } from '../../../src/engine/engine';
import { Session } from '../../../src/engine/session/session';
import { percentile } from '../medians.mjs';
import type { Answer, Question } from '../page-asker';
import { sessionLine } from './session-line.mjs';

/**
 * Measures the engine while it follows a file that another process writes: live-measurements.js MEASUREMENT WRITER … prints
 * one line of JSON. WRITER is live-writer.mjs.
 */
const measurements = { appended, flooded };

/** As the app opens every file. */
const FOLLOWING = { follow: true, captures: true, agentFiles: true };
const SESSION = 1;
const LIMIT_MS = 60_000;
/** Of the lines that were there before. */
const COMMON_BYTES = 800;

const nanoseconds = () => Number(process.hrtime.bigint());

/** What the writer prints when it is done. */
function written<T>(writer: string, ...args: string[]): Promise<T> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [writer, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.on('data', (data) => {
      text += data;
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(JSON.parse(text));
      else reject(new Error(`The writer ended with exit code ${code}.`));
    });
  });
}

/** Opens the file and waits until it is followed. */
async function follow(engine: Engine, path: string): Promise<void> {
  const watching = until(engine, ({ live }) => live !== null);
  await engine.open(SESSION, path);
  await watching;
}

type Told = Parameters<Parameters<Engine['onProgress']>[0]>[0];

/** Resolves when the engine tells this. */
function until(engine: Engine, reached: (progress: Told) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => end(new Error(`Waited for more than ${LIMIT_MS / 1000} s.`)), LIMIT_MS);
    const stop = engine.onProgress((progress) => {
      if (progress.error !== null) end(new Error(progress.error));
      else if (reached(progress)) end(null);
    });
    function end(error: Error | null) {
      clearTimeout(limit);
      stop();
      if (error === null) resolve();
      else reject(error);
    }
  });
}

/**
 * From just before a line is appended by another process to a session of `before` lines, to its row: when the engine can answer with it, after all that it
 * does with what came, and when it tells the window that there are more rows, which it does at most every 50 ms.
 */
async function appended(writer: string, before: string, bytes: string, everyMs: string, count: string) {
  const folder = mkdtempSync(join(tmpdir(), 'framescope-append-'));
  try {
    const path = join(folder, 'session.jsonl');
    const rowsBefore = Number(before);
    writeFileSync(
      path,
      Array.from({ length: rowsBefore }, (_, row) => sessionLine(row + 1, COMMON_BYTES)).join(''),
    );
    const engine = createEngine(FOLLOWING);
    const rowAt: number[] = [];
    const toldAt: number[] = [];
    const answer = () => {
      const { total } = engine.handlers.rows({
        session: SESSION,
        from: rowsBefore + rowAt.length + 1,
        count: 1,
      });
      const now = nanoseconds();
      while (rowAt.length < total - rowsBefore) rowAt.push(now);
    };
    afterGrowing(() => setImmediate(answer));
    await follow(engine, path);
    engine.onProgress(({ rows }) => {
      const now = nanoseconds();
      while (toldAt.length < rows - rowsBefore) toldAt.push(now);
    });
    const frames = Number(count);
    const all = until(engine, ({ rows }) => rows === rowsBefore + frames);
    const { times } = await written<{ times: number[] }>(
      writer,
      'frames',
      path,
      before,
      bytes,
      everyMs,
      count,
    );
    await all;
    engine.close(SESSION);
    if (rowAt.length !== frames || toldAt.length !== frames || times.length !== frames)
      throw new Error(`${times.length} frames were written, ${rowAt.length} rows came.`);
    const since = (at: number[]) => spread(at.map((time, row) => (time - (times[row] as number)) / 1e6));
    return { frames, rowMs: since(rowAt), toldMs: since(toldAt) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Calls back whenever a session has taken in what came. */
function afterGrowing(then: () => void): void {
  const { grow } = Session.prototype;
  Session.prototype.grow = async function (now) {
    const goesOn = await grow.call(this, now);
    then();
    return goesOn;
  };
}

const LAG_EVERY_MS = 50;

/** The file grows at a steady rate while a thread in the place of the window asks for rows anywhere in it. */
async function flooded(writer: string, source: string, bytesASecond: string, seconds: string) {
  const folder = mkdtempSync(join(tmpdir(), 'framescope-flood-'));
  try {
    const path = join(folder, 'session.jsonl');
    writeFileSync(path, '');
    const engine = createEngine(FOLLOWING);
    await follow(engine, path);
    const asker = new Worker(new URL('page-asker.js', import.meta.url));
    const asked = askedRows(engine, asker);
    const behind: number[] = [];
    const lag = () => statSync(path).size - engine.handlers.progress({ session: SESSION }).bytes;
    const lags = setInterval(() => behind.push(lag()), LAG_EVERY_MS);
    const cpu = process.cpuUsage();
    const from = performance.now();
    const { bytes, ms } = await written<{ bytes: number; ms: number }>(
      writer,
      'flood',
      path,
      source,
      bytesASecond,
      seconds,
    );
    const lagAtEnd = lag();
    const { user, system } = process.cpuUsage(cpu);
    const cpuShare = (user + system) / 1000 / (performance.now() - from);
    clearInterval(lags);
    const { rows } = engine.handlers.progress({ session: SESSION });
    asker.postMessage({ enough: 0 });
    const waitMs = await asked;
    await asker.terminate();
    return {
      bytesASecond: (bytes / ms) * 1000,
      ms,
      rows,
      lagAtEnd,
      lagMost: Math.max(0, ...behind),
      lagMiddle: percentile(behind, 0.5),
      cpuShare,
      waitMs: spread(waitMs),
      samples: waitMs.length,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Answers the thread until it has had enough; resolves to how long its answers took. */
function askedRows(engine: Engine, asker: Worker): Promise<number[]> {
  return new Promise((resolve, reject) => {
    asker.once('error', reject);
    asker.on('message', (message: Question | number[]) => {
      if (Array.isArray(message)) return resolve(message);
      const page = engine.handlers.rows({ session: SESSION, ...message });
      asker.postMessage({ indexing: true, page } satisfies Answer);
    });
    asker.postMessage({ enough: Number.POSITIVE_INFINITY });
  });
}

function spread(values: readonly number[]) {
  const at = (share: number) => percentile(values, share);
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}

const [name, ...args] = process.argv.slice(2);
const measure = Object.entries(measurements).find(([known]) => known === name)?.[1] as
  | ((...args: string[]) => Promise<unknown>)
  | undefined;
if (!measure) throw new Error(`There is no measurement ${name}.`);
const result = await measure(...args);
process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0));
