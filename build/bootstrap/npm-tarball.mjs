// One package as the npm registry keeps it, checked against a known hash.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { SetupError } from './report.mjs';
import { runNpm } from './run.mjs';

/**
 * Downloads a package into a folder that holds no other one. A failure is a SetupError.
 * @param {{ package: string, integrity: string, folder: string, what: string, once?: { timeoutMs: number } }} wanted
 *   `what` names the thing in messages; with `once` the first failure of the network is the last.
 * @returns {Promise<string>} the name of the tarball in the folder
 */
export async function fetchTarball({ package: name, integrity, folder, what, once }) {
  const retries = once ? ['--fetch-retries=0'] : [];
  const packed = await runNpm(['pack', name, '--loglevel=error', ...retries], {
    cwd: folder,
    ...once,
  });
  const tarball = (await readdir(folder)).find((file) => file.endsWith('.tgz'));
  if (!packed.ok || !tarball) {
    const reason = packed.timedOut ? 'it took too long' : npmReason(packed.stderr);
    throw new SetupError(`could not download ${name}: ${reason}`);
  }
  await verifyIntegrity(join(folder, tarball), integrity, what);
  return tarball;
}

/**
 * What went wrong, out of the many lines that npm prints of an error.
 * @param {string} printed
 */
export function npmReason(printed) {
  const lines = printed.split('\n').map((line) => line.replace(/^npm (error|ERR!) ?/, '').trim());
  const network = lines.map((line) => /, reason: (.+)$/.exec(line)?.[1]).find(Boolean);
  const told = lines.find((line) => line !== '' && !/^(code|syscall|errno) /.test(line));
  return network ?? told ?? 'npm failed';
}

/**
 * @param {string} path
 * @param {string} expected an integrity value as npm writes it: algorithm, dash, base64 digest
 * @param {string} what names the file in the message
 */
export async function verifyIntegrity(path, expected, what) {
  const algorithm = expected.slice(0, expected.indexOf('-'));
  const hash = createHash(algorithm);
  await pipeline(createReadStream(path), hash);
  const found = `${algorithm}-${hash.digest('base64')}`;
  if (found === expected) return;
  throw new SetupError(
    `the downloaded ${what} is not the expected file (integrity ${found}, expected ${expected}), so it was thrown away.`,
  );
}

/**
 * Removes what set-ups that were cut off left in a folder.
 * @param {string} folder
 * @param {string} prefix of the names of unfinished folders
 */
export async function removeLeftovers(folder, prefix) {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(prefix)) continue;
    const path = join(folder, name);
    const { mtimeMs } = await stat(path);
    // A younger one may belong to a set-up that is still running.
    if (Date.now() - mtimeMs > 60 * 60 * 1000) await rm(path, { recursive: true, force: true });
  }
}
