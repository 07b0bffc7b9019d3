// Generated recordings, kept in the system's folder for temporary files between runs.
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateStream } from './generate-stream.mjs';

const SEED = 1;

/**
 * The path of a recording of at least so many bytes; it is made when there is none of this size, seed and generator.
 * @param {number} bytes
 * @param {(line: string) => void} tell
 */
export function recording(bytes, tell) {
  const generator = readFileSync(new URL('./generate-stream.mjs', import.meta.url));
  const version = createHash('sha256').update(generator).digest('hex').slice(0, 12);
  const folder = join(tmpdir(), 'framescope-bench');
  const path = join(folder, `${bytes}-seed${SEED}-${version}.jsonl`);
  if (existsSync(path)) return path;
  tell(`making ${path}`);
  mkdirSync(folder, { recursive: true });
  // The name is taken only once the file is whole.
  const unfinished = `${path}.${process.pid}`;
  const fd = openSync(unfinished, 'w');
  try {
    generateStream({ bytes, seed: SEED, write: (chunk) => writeAll(fd, chunk) });
    closeSync(fd);
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
  return path;
}

/**
 * @param {number} fd
 * @param {Buffer} chunk
 */
function writeAll(fd, chunk) {
  for (let at = 0; at < chunk.length; ) at += writeSync(fd, chunk, at);
}
