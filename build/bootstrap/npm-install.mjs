// The npm packages: installed when missing, or when the lock file is not the one they were installed from.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from './places.mjs';
import { SetupError, say } from './report.mjs';
import { runNpm, tail } from './run.mjs';

/** @typedef {{ packages?: Record<string, { version?: string, integrity?: string, optional?: boolean, devOptional?: boolean }> }} Lock */

/** @param {string | Buffer} lockText */
export function lockStamp(lockText) {
  return createHash('sha256').update(lockText).digest('hex');
}

/**
 * Whether what npm recorded in node_modules is what the lock file asks for.
 * Optional packages may be absent: most of them are for other platforms.
 * @param {Lock} lock
 * @param {Lock} installed
 */
export function satisfiesLock(lock, installed) {
  return Object.entries(lock.packages ?? {}).every(([path, wanted]) => {
    if (path === '') return true;
    const found = installed.packages?.[path];
    if (!found) return Boolean(wanted.optional || wanted.devOptional);
    return found.version === wanted.version && found.integrity === wanted.integrity;
  });
}

/**
 * @param {string} root
 * @returns {'current' | 'unstamped' | 'outdated'}
 */
export function packagesState(root) {
  const lockText = readFileSync(join(root, 'package-lock.json'));
  const stamp = readOrNull(stampPath(root));
  if (stamp !== null) return stamp === lockStamp(lockText) ? 'current' : 'outdated';
  const recorded = readOrNull(join(root, 'node_modules', '.package-lock.json'));
  if (recorded === null) return 'outdated';
  return satisfiesLock(JSON.parse(lockText.toString('utf8')), JSON.parse(recorded))
    ? 'unstamped'
    : 'outdated';
}

export async function ensurePackages(root = repositoryRoot) {
  const state = packagesState(root);
  if (state === 'current') return;
  if (state === 'outdated') {
    say('installing the npm packages (npm ci) …');
    const result = await runNpm(['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: root });
    if (!result.ok) throw new SetupError(`npm ci failed:\n${tail(result.stderr || result.stdout, 15)}`);
  }
  writeFileSync(stampPath(root), lockStamp(readFileSync(join(root, 'package-lock.json'))));
}

/** @param {string} root */
function stampPath(root) {
  return join(root, 'node_modules', '.framescope-lock');
}

/** @param {string} path */
function readOrNull(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
