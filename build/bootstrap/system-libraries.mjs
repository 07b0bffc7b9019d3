// The shared libraries that Electron needs on Linux, and the virtual display that the tests need.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { SetupError, say } from './report.mjs';
import { run, tail } from './run.mjs';

/** Debian and Ubuntu packages; newer releases renamed some, so each is a list of names, newest first. */
const libraryPackages = [
  ['libgtk-3-0t64', 'libgtk-3-0'],
  ['libnss3'],
  ['libasound2t64', 'libasound2'],
  ['libgbm1'],
];
const displayPackages = [['xvfb']];

/**
 * Makes sure that the executable finds its libraries.
 * @param {string} executable
 * @returns {Promise<string[]>} where they are
 */
export async function ensureLibraries(executable) {
  if (process.platform !== 'linux') return [];
  let libraries = await librariesOf(executable);
  if (libraries.missing.length > 0) {
    await install(
      libraryPackages,
      `Electron needs system libraries that are missing (${nameSome(libraries.missing)})`,
    );
    libraries = await librariesOf(executable);
    if (libraries.missing.length > 0) {
      throw new SetupError(
        `system libraries are still missing after the installation: ${nameSome(libraries.missing)}.`,
      );
    }
  }
  return libraries.found;
}

export async function ensureDisplayServer() {
  if (process.platform !== 'linux' || hasXvfb()) return;
  // Without Xvfb the tests can still open their windows on the user's own display.
  if (hasDisplay() && process.getuid?.() !== 0) return;
  await install(displayPackages, 'the tests need the virtual display Xvfb, which is missing');
}

export function hasXvfb() {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'Xvfb')));
}

/** @param {NodeJS.ProcessEnv} [env] */
export function hasDisplay(env = process.env) {
  return process.platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

/** @param {unknown} paths */
export function librariesStillThere(paths) {
  return Array.isArray(paths) && paths.every((path) => typeof path === 'string' && existsSync(path));
}

/** @param {string} executable */
async function librariesOf(executable) {
  const result = await run('ldd', [executable]);
  // No ldd (musl, unusual systems): the trial start will tell.
  return result.ok ? parseLdd(result.stdout) : { found: [], missing: [] };
}

/**
 * @param {string} output what `ldd` printed
 * @returns {{ found: string[], missing: string[] }}
 */
export function parseLdd(output) {
  /** @type {Set<string>} */
  const found = new Set();
  /** @type {Set<string>} */
  const missing = new Set();
  for (const line of output.split('\n')) {
    const match = /^\s*(\S+) => (not found|\/\S+)/.exec(line);
    if (!match?.[1] || !match[2]) continue;
    if (match[2] === 'not found') missing.add(match[1]);
    else found.add(match[2]);
  }
  return { found: [...found], missing: [...missing] };
}

/** @param {string[]} names */
export function nameSome(names) {
  const shown = names.slice(0, 3).join(', ');
  return names.length > 3 ? `${shown} and ${names.length - 3} more` : shown;
}

/**
 * @param {string[][]} packages
 * @param {string} need what is missing, as the start of a sentence
 */
async function install(packages, need) {
  const isRoot = process.getuid?.() === 0;
  const apt = (await run('apt-get', ['--version'])).ok;
  if (!apt) throw new SetupError(`${need}; please install that with your package manager.`);
  if (!isRoot) {
    const command = `sudo apt-get install -y ${(await availableNames(packages)).join(' ')}`;
    throw new SetupError(`${need}; please run: ${command}`);
  }
  say(`${need}: installing with apt-get …`);
  await aptGet(['update']);
  await aptGet(['install', '-y', '--no-install-recommends', ...(await availableNames(packages))]);
}

/** @param {string[]} args */
async function aptGet(args) {
  const result = await run('apt-get', ['-q', ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (!result.ok)
    throw new SetupError(`apt-get ${args.join(' ')} failed:\n${tail(result.stderr || result.stdout)}`);
}

/** @param {string[][]} packages */
async function availableNames(packages) {
  const policy = await run('apt-cache', ['policy', ...packages.flat()], {
    env: { ...process.env, LC_ALL: 'C' },
  });
  return chooseNames(packages, policy.stdout);
}

/**
 * For each package the first name that this release has; the last one when none is known.
 * @param {string[][]} packages
 * @param {string} policy what `apt-cache policy` printed for all names
 */
export function chooseNames(packages, policy) {
  const known = new Set(
    [...policy.matchAll(/^(\S+):\n {2}Installed: .*\n {2}Candidate: (?!\(none\))/gm)].map(
      (match) => match[1],
    ),
  );
  return packages.map(
    (names) => names.find((name) => known.has(name)) ?? /** @type {string} */ (names.at(-1)),
  );
}
