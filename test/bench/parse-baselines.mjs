// What the index is compared with: parsing every line.
// parse-baselines.mjs readline|chunked FILE BYTES  prints one line of JSON.
import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';

const CHUNK = 1024 * 1024;
const LF = 10;

const baselines = { readline, chunked };

let frames = 0;

/** @param {string} line */
function parse(line) {
  try {
    JSON.parse(line);
    frames++;
  } catch {
    // The last line, cut at the limit.
  }
}

/**
 * @param {string} path
 * @param {number} bytes
 * @returns {Promise<void>}
 */
function readline(path, bytes) {
  return new Promise((resolve, reject) => {
    const input = createReadStream(path, { end: bytes - 1 });
    input.on('error', reject);
    createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY }).on('line', parse).on('close', resolve);
  });
}

/**
 * @param {string} path
 * @param {number} bytes
 */
function chunked(path, bytes) {
  const fd = openSync(path, 'r');
  let window = Buffer.alloc(2 * CHUNK);
  let length = 0;
  for (let at = 0; at < bytes; ) {
    if (window.length - length < CHUNK) window = Buffer.concat([window, Buffer.alloc(window.length)]);
    const got = readSync(fd, window, length, Math.min(CHUNK, bytes - at), at);
    if (got === 0) break;
    at += got;
    const end = length + got;
    let start = 0;
    let lineEnd = window.subarray(0, end).indexOf(LF, length);
    for (; lineEnd >= 0; lineEnd = window.subarray(0, end).indexOf(LF, start)) {
      parse(window.toString('utf8', start, lineEnd));
      start = lineEnd + 1;
    }
    window.copyWithin(0, start, end);
    length = end - start;
  }
  closeSync(fd);
}

const [name, path, bytes] = process.argv.slice(2);
const baseline = Object.entries(baselines).find(([known]) => known === name)?.[1];
if (!baseline || !path) throw new Error(`There is no baseline ${name}.`);
const from = performance.now();
await baseline(path, Number(bytes));
console.log(JSON.stringify({ ms: performance.now() - from, frames }));
