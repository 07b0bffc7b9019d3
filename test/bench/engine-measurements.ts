import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { serialize } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { rowPage } from '../../src/engine/answers/rows/row-page';
import { createEngine, type Engine } from '../../src/engine/engine';
import { Session } from '../../src/engine/session/session';
import { MAX_ROWS_PER_PAGE, MAX_TEXT_SLICE } from '../../src/ipc/engine-contract';
import { percentile } from './medians.mjs';
import type { Answer, Question } from './page-asker';
import { keepIndex, reopen } from './reopen-measurements';

/**
 * Measures the engine, one measurement in a process of its own, so that neither its memory nor its compiled code
 * comes from another one: engine-measurements.js MEASUREMENT FILE prints one line of JSON.
 */
const measurements = { index, firstRows, pages, messages, keepIndex, reopen };

const FIRST_PAGE = 50;
const SESSION = 1;

/** What memory is freed right after the index is not the index's. */
const REST_MS = 250;

const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Indexes as the app does, giving way between slices. */
async function index(path: string) {
  const cpu = process.cpuUsage();
  const from = performance.now();
  const session = Session.open(SESSION, path);
  await session.indexAll();
  const ms = performance.now() - from;
  const { user, system } = process.cpuUsage(cpu);
  if (session.error !== null) throw new Error(session.error);
  await rest(REST_MS);
  return {
    ms,
    cpuMs: (user + system) / 1000,
    rows: session.index.table.rows,
    rss: process.memoryUsage.rss(),
    peakRss: peakRss(),
  };
}

/** What the window asks for at first: the events of each message folded. */
const FOLDED = { unfolded: false, open: [] };

/** On Linux, maxRSS of resourceUsage starts at that of the process that started this one. */
function peakRss(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024;
  const kb = /^VmHWM:\s*(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  return Number(kb) * 1024;
}

/** Cold: the first file of the process. Warm: the second time. */
async function firstRows(path: string) {
  const open = () => {
    const from = performance.now();
    const session = Session.open(SESSION, path);
    const { rows } = rowPage(session, 1, FIRST_PAGE);
    const ms = performance.now() - from;
    session.close();
    return { ms, rows: rows.length };
  };
  const cold = open();
  const warm = open();
  const engine = createEngine();
  const from = performance.now();
  await engine.open(SESSION, path);
  engine.handlers.rows({ session: SESSION, from: 1, count: FIRST_PAGE, listing: FOLDED });
  const whileIndexing = performance.now() - from;
  engine.close(SESSION);
  return { coldMs: cold.ms, warmMs: warm.ms, whileIndexingMs: whileIndexing, rows: cold.rows };
}

const ENOUGH_PAGES = 400;
/** A small file is indexed in a blink: it is opened again until there are enough samples, or this is over. */
const PAGES_MS = 30_000;

/**
 * A thread in the place of the window asks for pages at random moments through a message port; its clock runs from
 * question to answer, so waiting for the slice of indexing under way counts.
 */
async function pages(path: string) {
  const engine = createEngine();
  const answerMs: number[] = [];
  const asker = new Worker(new URL('page-asker.js', import.meta.url));
  let waitMs: readonly number[] = [];
  const failed = new Promise<never>((_, reject) => asker.once('error', reject));
  asker.on('message', (message: Question | number[]) => {
    if (Array.isArray(message)) {
      waitMs = message;
      return;
    }
    const from = performance.now();
    const indexing = engine.handlers.progress({ session: SESSION }).state === 'indexing';
    const page = engine.handlers.rows({ session: SESSION, ...message, listing: FOLDED });
    if (indexing) answerMs.push(performance.now() - from);
    asker.postMessage({ indexing, page } satisfies Answer);
  });
  const until = performance.now() + PAGES_MS;
  let openings = 0;
  for (; waitMs.length === 0 && performance.now() < until; openings++) {
    const indexed = indexedIn(engine);
    await engine.open(SESSION, path);
    if (openings === 0) asker.postMessage({ enough: ENOUGH_PAGES });
    await Promise.race([indexed, failed]);
  }
  if (waitMs.length === 0) throw new Error(`There were too few pages in ${PAGES_MS / 1000} s.`);
  await asker.terminate();
  return { waitMs: spread(waitMs), answerMs: spread(answerMs), samples: waitMs.length, openings };
}

function spread(values: readonly number[]) {
  return { p50: percentile(values, 0.5), p95: percentile(values, 0.95), p99: percentile(values, 0.99) };
}

function indexedIn(engine: Engine): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = engine.onProgress(({ state, error }) => {
      if (state === 'indexing') return;
      stop();
      if (error === null) resolve();
      else reject(new Error(error));
    });
  });
}

const PLACES = 200;
const LARGE_FRAMES = 20;
const FORMS = ['exact', 'pretty', 'hex'] as const;

/** The largest answers, as large as structured clone makes them. */
async function messages(path: string) {
  const engine = createEngine();
  const indexed = indexedIn(engine);
  await engine.open(SESSION, path);
  await indexed;
  const { handlers } = engine;
  const largest = { rows: 0, text: 0, report: 0, frame: 0, message: 0 };
  const note = (what: keyof typeof largest, answer: unknown) => {
    largest[what] = Math.max(largest[what], serialize(answer).byteLength);
  };
  note('report', handlers.report({ session: SESSION }));
  const { rows: total } = handlers.progress({ session: SESSION });
  const seen: { frame: number; bytes: number }[] = [];
  for (let place = 0; place < PLACES; place++) {
    const from = 1 + Math.floor((place * Math.max(0, total - MAX_ROWS_PER_PAGE)) / PLACES);
    const page = handlers.rows({ session: SESSION, from, count: MAX_ROWS_PER_PAGE });
    note('rows', page);
    for (const { frame, bytes } of page.rows) seen.push({ frame, bytes });
  }
  seen.sort((a, b) => b.bytes - a.bytes);
  for (const { frame } of seen.slice(0, LARGE_FRAMES)) {
    note('frame', handlers.frame({ session: SESSION, frame }));
    note('message', handlers.message({ session: SESSION, frame }));
    for (const form of FORMS) {
      note('text', handlers.text({ session: SESSION, frame, form, from: 0, count: MAX_TEXT_SLICE }));
    }
  }
  return largest;
}

const [name, file, folder = ''] = process.argv.slice(2);
const measure = Object.entries(measurements).find(([known]) => known === name)?.[1];
if (!measure || !file) throw new Error(`There is no measurement ${name}.`);
const result = await measure(file, folder);
process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0));
