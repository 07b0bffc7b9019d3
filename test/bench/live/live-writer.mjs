// Appends to a file as a running session does, and prints one line of JSON: when each frame was about to be written, in
// nanoseconds of the system's steady clock, which is the same in every process.
// live-writer.mjs frames FILE LINES_BEFORE BYTES_OF_A_FRAME EVERY_MS COUNT
// live-writer.mjs flood  FILE SOURCE BYTES_A_SECOND SECONDS
import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { sessionLine } from './session-line.mjs';

/** @param {number} ms */
const rest = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * @param {string} path
 * @param {number} before lines that are in it
 * @param {number} bytes
 * @param {number} everyMs
 * @param {number} count
 */
async function writeFrames(path, before, bytes, everyMs, count) {
  const fd = openSync(path, 'a');
  const times = [];
  for (let number = 1; number <= count; number++) {
    const line = Buffer.from(sessionLine(before + number, bytes));
    times.push(Number(process.hrtime.bigint()));
    writeSync(fd, line);
    // Not in step with any clock of the reader.
    await rest(everyMs * (0.5 + Math.random()));
  }
  closeSync(fd);
  return { times };
}

const LARGEST_WRITE = 1024 * 1024;
const FLOOD_TICK_MS = 2;

/**
 * Writes the bytes of `source`, again and again, at this rate, cut wherever it happens.
 * @param {string} path
 * @param {string} source
 * @param {number} bytesASecond
 * @param {number} seconds
 */
async function flood(path, source, bytesASecond, seconds) {
  const from = openSync(source, 'r');
  const to = openSync(path, 'a');
  const chunk = Buffer.allocUnsafe(LARGEST_WRITE);
  const { size } = fstatSync(from);
  const total = bytesASecond * seconds;
  const startedAt = performance.now();
  let written = 0;
  while (written < total) {
    const due = Math.floor(((performance.now() - startedAt) * bytesASecond) / 1000) - written;
    const got = due <= 0 ? 0 : readSync(from, chunk, 0, Math.min(due, chunk.length), written % size);
    for (let at = 0; at < got; ) at += writeSync(to, chunk, at, got - at);
    written += got;
    if (due <= chunk.length) await rest(FLOOD_TICK_MS);
  }
  return { bytes: written, ms: performance.now() - startedAt };
}

const [what, path = '', ...more] = process.argv.slice(2);
const written =
  what === 'flood'
    ? await flood(path, more[0] ?? '', Number(more[1]), Number(more[2]))
    : await writeFrames(path, Number(more[0]), Number(more[1]), Number(more[2]), Number(more[3]));
console.log(JSON.stringify(written));
