// The full index against wc -l and against parsing every line: all of them in each round, so that a busy moment of
// the machine meets all of them.
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { measureInNode } from './fresh-process.mjs';

const ROUNDS = 3;
/** Parsing a gigabyte takes most of a minute, so it is measured on this much and scaled. */
export const PARSED_BYTES = 100_000_000;

const parseBaselines = fileURLToPath(new URL('./parse-baselines.mjs', import.meta.url));

/** @typedef {{ ms: number, cpuMs: number, rows: number, rss: number, peakRss: number }} IndexRun */
/** @typedef {{ wcMs: number, index: IndexRun, readlineMs: number, chunkedMs: number }} IndexRound */

/**
 * @param {string} program
 * @param {string} path
 * @param {(line: string) => void} tell
 * @returns {Promise<IndexRound[]>} times of parsing are scaled to the whole file
 */
export async function indexRounds(program, path, tell) {
  const { size } = statSync(path);
  const parsed = Math.min(size, PARSED_BYTES);
  const scale = size / parsed;
  // Once for nothing: the file has to be in the system's cache for all of them.
  countLines(path);
  const rounds = [];
  for (let round = 1; round <= ROUNDS; round++) {
    tell(`index, round ${round} of ${ROUNDS}`);
    const wcMs = countLines(path);
    const index = await measureInNode(program, 'index', path);
    const chunked = await measureInNode(parseBaselines, 'chunked', path, parsed);
    const readline = await measureInNode(parseBaselines, 'readline', path, parsed);
    // A comparison with something that does less would be worth nothing.
    const counts = [chunked.frames, readline.frames, ...(parsed === size ? [index.rows] : [])];
    if (new Set(counts).size > 1) throw new Error(`The counts of frames differ: ${counts.join(', ')}.`);
    rounds.push({ wcMs, index, readlineMs: readline.ms * scale, chunkedMs: chunked.ms * scale });
  }
  return rounds;
}

/** @param {string} path */
export function countLines(path) {
  const from = performance.now();
  const { status, error } = spawnSync('wc', ['-l', path], { stdio: 'ignore' });
  if (error || status !== 0)
    throw new Error(`wc -l ${path} failed: ${error?.message ?? `exit code ${status}`}`);
  return performance.now() - from;
}

/**
 * Runs a measurement of the engine as often as there are rounds.
 * @param {string} program
 * @param {string} measurement
 * @param {(string | number)[]} args
 * @returns {Promise<any[]>}
 */
export async function repeated(program, measurement, ...args) {
  const runs = [];
  for (let round = 0; round < ROUNDS; round++) runs.push(await measureInNode(program, measurement, ...args));
  return runs;
}
