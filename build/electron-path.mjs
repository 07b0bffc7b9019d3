// Which Electron this work tree runs. The set-up (bootstrap.mjs) puts it there; everybody else asks here.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from './bootstrap/places.mjs';
import {
  registryRuntime,
  registryRuntimeDist,
  registryRuntimeInstalled,
  registryRuntimeSupported,
} from './bootstrap/registry-runtime.mjs';

/** @typedef {{ kind: 'official' | 'registry' | 'override', version: string, dist: string, executable: string }} ElectronRuntime */

const packageFolder = join(repositoryRoot, 'node_modules', 'electron');

/** The version that package.json asks for. */
export function officialVersion() {
  return /** @type {string} */ (
    JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')).version
  );
}

/** @returns {ElectronRuntime | null} */
export function findOfficialRuntime() {
  const dist = join(packageFolder, 'dist');
  const version = versionIn(dist);
  if (version !== officialVersion() || !existsSync(executableIn(dist))) return null;
  return { kind: 'official', version, dist, executable: executableIn(dist) };
}

/** @returns {ElectronRuntime | null} */
export function findRegistryRuntime() {
  if (!registryRuntimeSupported() || !registryRuntimeInstalled()) return null;
  const dist = registryRuntimeDist();
  return { kind: 'registry', version: registryRuntime.electron, dist, executable: executableIn(dist) };
}

/** An Electron that the user names in ELECTRON_OVERRIDE_DIST_PATH comes first, then the official one, then the registry's. */
export function findRuntime() {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (!override) return findOfficialRuntime() ?? findRegistryRuntime();
  if (!existsSync(executableIn(override))) return null;
  /** @type {ElectronRuntime} */
  const runtime = {
    kind: 'override',
    version: versionIn(override) ?? 'unknown',
    dist: override,
    executable: executableIn(override),
  };
  return runtime;
}

export function electronRuntime() {
  const runtime = findRuntime();
  if (!runtime) throw new Error('There is no Electron yet: run `node build/bootstrap.mjs` first.');
  return runtime;
}

/** The executable, for Playwright's `_electron.launch({ executablePath })` and for spawning. */
export function electronPath() {
  return electronRuntime().executable;
}

/** The folder of the runtime, for electron-builder's `electronDist`. */
export function electronDist() {
  return electronRuntime().dist;
}

/** Switches that have to come before the app folder: Chromium refuses its sandbox to root. */
export function electronSwitches() {
  return process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : [];
}

/** @param {ElectronRuntime} runtime */
export function describeRuntime(runtime) {
  if (runtime.kind === 'official') return `Electron ${runtime.version}`;
  if (runtime.kind === 'override') return `the Electron in ${runtime.dist}`;
  return `Electron ${runtime.version} from the npm registry (for development and tests; the official ${officialVersion()} could not be downloaded)`;
}

/** @param {string} dist */
function executableIn(dist) {
  if (process.platform === 'darwin') return join(dist, 'Electron.app', 'Contents', 'MacOS', 'Electron');
  return join(dist, process.platform === 'win32' ? 'electron.exe' : 'electron');
}

/** @param {string} dist */
function versionIn(dist) {
  try {
    return readFileSync(join(dist, 'version'), 'utf8').trim().replace(/^v/, '');
  } catch {
    return null;
  }
}
