import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const outputs = [
  'out/main/index.js',
  'out/main/engine-host.js',
  'out/main/cli.js',
  'out/preload/index.cjs',
  'out/renderer/index.html',
];
const inputs = ['src', 'electron.vite.config.ts', 'package-lock.json'];

/**
 * Whether everything that is built is there and no source is newer than it.
 * @param {string} root
 */
export function buildIsCurrent(root) {
  const built = outputs.map((path) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0);
  const newest = Math.max(...inputs.map((path) => newestChange(join(root, path))));
  return Math.min(...built) >= newest;
}

/**
 * @param {string} path
 * @returns {number}
 */
function newestChange(path) {
  const info = statSync(path, { throwIfNoEntry: false });
  if (!info) return 0;
  if (!info.isDirectory()) return info.mtimeMs;
  // The folder's own time counts too: it changes when a file is removed.
  return Math.max(info.mtimeMs, ...readdirSync(path).map((name) => newestChange(join(path, name))));
}
