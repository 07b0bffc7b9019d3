// What Electron runs when it is started without a packed app: `electron [-r FILE]... [SWITCHES] APP_FOLDER [ARGUMENTS]`.
// The same contract as Electron's own default app, as far as development and Playwright need it.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app, dialog } from 'electron';

const require = createRequire(import.meta.url);
const { preloads, file, version } = parse(process.argv.slice(1));

if (version) {
  console.log(`v${process.versions.electron}`);
  process.exit(0);
}
for (const preload of preloads) require(resolve(preload));
if (file === null) {
  console.error('Usage: electron [-r FILE] APP_FOLDER');
  process.exit(1);
}
try {
  await import(pathToFileURL(adopt(resolve(file))).href);
} catch (error) {
  console.error('App threw an error during load');
  console.error(error instanceof Error ? (error.stack ?? error.message) : error);
  if (process.env.CI === undefined && process.stdout.isTTY)
    dialog.showErrorBox('Error launching app', String(error));
  process.exit(1);
}

/** @param {string[]} args */
function parse(args) {
  const found = {
    preloads: /** @type {string[]} */ ([]),
    file: /** @type {string | null} */ (null),
    version: false,
  };
  for (let i = 0; i < args.length; i++) {
    const arg = /** @type {string} */ (args[i]);
    if (arg === '-r' || arg === '--require') found.preloads.push(/** @type {string} */ (args[++i]));
    else if (arg === '--version' || arg === '-v') found.version = true;
    else if (!arg.startsWith('-')) {
      found.file = arg;
      break;
    }
  }
  return found;
}

/**
 * Takes over name, version and folder of the app, and returns its main script.
 * @param {string} target
 */
function adopt(target) {
  // Public to Electron's own default app only, so not in its types.
  const own =
    /** @type {Electron.App & { setAppPath(path: string): void, setVersion(version: string): void }} */ (app);
  Object.defineProperty(process, 'defaultApp', { configurable: false, enumerable: true, value: true });
  const manifestPath = join(target, 'package.json');
  if (!existsSync(manifestPath)) {
    own.setAppPath(dirname(target));
    return target;
  }
  const manifest = JSON.parse(readFileSync(manifestPath, 'utf8'));
  if (manifest.version) own.setVersion(manifest.version);
  if (manifest.productName ?? manifest.name) app.name = manifest.productName ?? manifest.name;
  own.setAppPath(target);
  return join(target, manifest.main ?? 'index.js');
}
