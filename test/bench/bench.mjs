// npm run bench -- [--size 100M|1G] [--json]
// Measures what the project promises of its speed and memory, and says what is missed. That is a report: the exit
// code is 0 even then, 1 when something could not be measured, 2 when the flags are wrong.
// For a program: npm run --silent bench -- --json
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryRoot } from '../../build/bootstrap/places.mjs';
import { callRounds } from './calls/call-rounds.mjs';
import { callLines } from './calls/call-targets.mjs';
import { buildEnginePrograms } from './engine-programs.mjs';
import { filterRounds } from './filter/filter-rounds.mjs';
import { filterLines } from './filter/filter-targets.mjs';
import { FlagError, parseFlags, sizeName, usage } from './flags.mjs';
import { measureInNode } from './fresh-process.mjs';
import { indexRounds, repeated } from './index-rounds.mjs';
import { listScriptTime, timelineScriptTime } from './list-script-time.mjs';
import { appendedFrames, flood } from './live/live-rounds.mjs';
import { appendLines, floodLines } from './live/live-targets.mjs';
import { loadNow, machineFacts } from './machine.mjs';
import { recording } from './recordings.mjs';
import { reopenLines, reopenRounds } from './reopen-rounds.mjs';
import { table } from './report.mjs';
import { searchRounds } from './search/search-rounds.mjs';
import { searchLines } from './search/search-targets.mjs';
import {
  firstRowsLines,
  listLines,
  memoryLines,
  messageLines,
  pageLines,
  speedLines,
  timelineLines,
} from './targets.mjs';
import { timelineRounds } from './timeline/timeline-rounds.mjs';
import { answerLines } from './timeline/timeline-targets.mjs';
import { largeWindow } from './window/large-window.mjs';
import { windowLines } from './window/window-targets.mjs';

/** @typedef {import('./targets.mjs').Line} Line */

/** What others are compared with: first rows and memory must not depend on the size. */
const REFERENCE_BYTES = 100_000_000;
const SMALL_FILE = join(repositoryRoot, 'fixtures', 'demo.jsonl');

const startedAt = performance.now();

/** @param {string} text */
function tell(text) {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  console.error(`bench: ${seconds.padStart(4)} s  ${text}`);
}

/**
 * @param {number} bytes
 * @param {string} folder
 */
async function measureAll(bytes, folder) {
  const loadAtStart = loadNow();
  const path = recording(bytes, tell);
  const reference = bytes > REFERENCE_BYTES ? recording(REFERENCE_BYTES, tell) : null;
  tell('building the engine for Node');
  const programs = join(folder, 'engine');
  await buildEnginePrograms(programs);
  const program = join(programs, 'engine-measurements.js');

  /** @type {Line[]} */
  const lines = [];
  /** @type {string[]} */
  const failures = [];
  /** @type {Record<string, unknown>} */
  const raw = {};
  /**
   * One that fails does not keep the others from being measured.
   * @template T
   * @param {string} name
   * @param {() => Promise<T>} measure
   * @param {(measured: T) => Line[]} linesOf
   * @returns {Promise<T | null>}
   */
  async function part(name, measure, linesOf) {
    tell(name);
    try {
      const measured = await measure();
      raw[name] = measured;
      lines.push(...linesOf(measured));
      return measured;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      failures.push(`${name}: ${message}`);
      lines.push({
        id: `failed: ${name}`,
        what: name,
        measured: null,
        unit: 'x',
        target: null,
        ok: null,
        note: 'see below',
      });
      return null;
    }
  }

  const rounds = await part(
    'index',
    () => indexRounds(program, path, tell),
    (measured) => speedLines(measured, bytes),
  );
  const files = [{ size: bytes, file: path }];
  if (reference) files.unshift({ size: REFERENCE_BYTES, file: reference });
  for (const { size, file } of files) {
    await part(
      `first rows of ${sizeName(size)}`,
      () => repeated(program, 'firstRows', file),
      (measured) => firstRowsLines(measured, size),
    );
  }
  if (rounds) {
    const runs = rounds.map(({ index }) => index);
    await part(
      'memory',
      async () => ({
        idle: await repeated(program, 'index', SMALL_FILE),
        reference: reference ? await repeated(program, 'index', reference) : null,
      }),
      (measured) =>
        memoryLines(measured.idle, [
          ...(measured.reference ? [{ bytes: REFERENCE_BYTES, runs: measured.reference }] : []),
          { bytes, runs },
        ]),
    );
  }
  await part(
    'second open',
    () => reopenRounds(program, path, folder, tell),
    (measured) => reopenLines(measured, bytes),
  );
  await part('pages while indexing', () => repeated(program, 'pages', path), pageLines);
  await part('messages', () => measureInNode(program, 'messages', path), messageLines);
  const live = join(programs, 'live-measurements.js');
  await part('frames appended', () => appendedFrames(live, tell), appendLines);
  await part('output at full speed', () => flood(live, reference ?? path), floodLines);
  const filter = join(programs, 'filter-measurements.js');
  await part('filter', () => filterRounds(filter, tell), filterLines);
  const calls = join(programs, 'call-measurements.js');
  await part('calls', () => callRounds(calls, tell), callLines);
  await part(
    'search',
    () => searchRounds(join(programs, 'search-measurements.js'), path, tell),
    (measured) => searchLines(measured, bytes),
  );
  const timeline = join(programs, 'timeline-measurements.js');
  await part('timeline answers', () => timelineRounds(timeline, tell), answerLines);
  await part(
    'in the window',
    () => largeWindow(path, folder, tell),
    (measured) => windowLines(measured, bytes),
  );
  await part('frame list', () => listScriptTime(folder, tell), listLines);
  await part('timeline', () => timelineScriptTime(folder, tell), timelineLines);

  return {
    size: { asked: bytes, bytes: statSync(path).size, frames: rounds?.[0]?.index.rows ?? null },
    lines,
    failures,
    raw,
    machine: { ...machineFacts(), loadAtStart, loadAtEnd: loadNow() },
  };
}

/** @param {Awaited<ReturnType<typeof measureAll>>} report */
function printed({ size, lines, failures, machine }) {
  const frames = size.frames === null ? '' : `, ${size.frames.toLocaleString('en')} frames`;
  const missed = lines.filter(({ ok }) => ok === false).length;
  const load = `${machine.loadAtStart.toFixed(2)} at the start, ${machine.loadAtEnd.toFixed(2)} at the end`;
  return [
    `Framescope bench: a recording of ${sizeName(size.asked)} (${size.bytes.toLocaleString('en')} bytes${frames})`,
    '',
    table(lines),
    '',
    missed === 0
      ? 'No target is missed.'
      : `Missed: ${missed} of ${lines.filter(({ target }) => target).length}.`,
    'Values are medians of 3 runs, each in a fresh process; ratios are of one round. MB is 1,000,000 bytes.',
    ...failures.map((failure) => `FAILED  ${failure}`),
    '',
    `${machine.cores} cores (${machine.processor}), ${(machine.memoryBytes / 1e9).toFixed(0)} GB, ${machine.platform}`,
    `Node ${machine.node}, ${machine.electron}`,
    `load average ${load}`,
  ].join('\n');
}

async function main() {
  const flags = parseFlags(process.argv.slice(2));
  if (flags.help) return console.log(`npm run bench -- [--size SIZE] [--json]\n${usage}`);
  const folder = mkdtempSync(join(tmpdir(), 'framescope-bench-'));
  try {
    const report = await measureAll(flags.bytes, folder);
    console.log(flags.json ? JSON.stringify(report, null, 2) : printed(report));
    if (report.failures.length > 0) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

try {
  await main();
} catch (error) {
  console.error(`bench: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = error instanceof FlagError ? 2 : 1;
}
