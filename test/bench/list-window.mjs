// Runs in Electron: shows one built page and writes the result that it leaves in window.__benchResult.
// electron list-window.mjs FOLDER_OF_PAGES PAGE RESULT_FILE
import { writeFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app, BrowserWindow, net, protocol } from 'electron';

const TIMEOUT_MS = 3 * 60_000;
const POLL_MS = 200;

const [pages = '', page = '', resultFile = ''] = process.argv.slice(-3);

protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true } }]);
app.on('window-all-closed', () => {});

// Not awaited here: Electron is not ready before this module has ended.
app
  .whenReady()
  .then(measure)
  .then(
    () => app.exit(0),
    (error) => fail(error instanceof Error ? error.message : String(error)),
  );

async function measure() {
  protocol.handle('app', ({ url }) => {
    const path = normalize(decodeURIComponent(new URL(url).pathname));
    return net.fetch(pathToFileURL(join(pages, path)).href);
  });
  const window = new BrowserWindow({
    width: 1440,
    height: 900,
    // A window that another one covers would get no animation frames.
    webPreferences: { backgroundThrottling: false },
  });
  window.webContents.on('render-process-gone', (_event, { reason }) => fail(`The page is gone: ${reason}.`));
  await window.loadURL(page);
  writeFileSync(resultFile, JSON.stringify(await result(window)));
}

/** @param {BrowserWindow} window */
async function result(window) {
  const until = performance.now() + TIMEOUT_MS;
  while (performance.now() < until) {
    const found = await window.webContents.executeJavaScript('window.__benchResult ?? null');
    if (found !== null) return found;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`${page} had no result after ${TIMEOUT_MS / 1000} s.`);
}

/** @param {string} message */
function fail(message) {
  console.error(message);
  app.exit(1);
}
