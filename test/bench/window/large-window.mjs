// A large recording in the real window: first rows, script a frame while indexing goes on, memory.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { _electron } from '@playwright/test';
import { repositoryRoot } from '../../../build/bootstrap/places.mjs';
import { startDisplay } from '../../../build/display.mjs';
import { electronPath, electronSwitches } from '../../../build/electron-path.mjs';
import { outputOf } from '../fresh-process.mjs';
import { scriptTimes } from './script-times.mjs';

/** @typedef {import('@playwright/test').ElectronApplication} ElectronApplication */
/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('./script-times.mjs').ScriptTimes} ScriptTimes */
/**
 * @typedef {object} WindowRun
 * @property {number} firstRowsMs from handing over the file to the first row on screen, the window being up
 * @property {number} turns of the wheel while indexing went on, over the list and over the timeline
 * @property {ScriptTimes} script an animation frame meanwhile, from the first rows on
 * @property {number} heapBytes of the page, after a collection
 * @property {number} engineBytes memory of the engine's process over that of an idle one
 */

const RUNS = 3;
/** By turns so often over the list, then over the timeline. */
const TURNS_EACH = 5;
const MAX_TURNS = 2000;
const WHEEL_PX = 400;
const INDEX_MS = 120_000;

/**
 * @param {string} path
 * @param {string} folder
 * @param {(line: string) => void} tell
 * @returns {Promise<WindowRun[]>}
 */
export async function largeWindow(path, folder, tell) {
  const tool = join(repositoryRoot, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  tell('building the app');
  await outputOf(process.execPath, [tool, 'build', repositoryRoot, '--logLevel', 'warn']);
  const display = await startDisplay();
  const runs = [];
  try {
    for (let run = 1; run <= RUNS; run++) {
      tell(`large recording in the window, run ${run} of ${RUNS}`);
      runs.push(await openLarge(path, folder, display.env));
    }
  } finally {
    display.stop();
  }
  return runs;
}

/**
 * @param {string} path
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<WindowRun>}
 */
async function openLarge(path, folder, env) {
  const userData = mkdtempSync(join(folder, 'user-data-'));
  const app = await _electron.launch({
    executablePath: electronPath(),
    args: [
      ...electronSwitches(),
      `--user-data-dir=${userData}`,
      repositoryRoot,
      join(repositoryRoot, 'fixtures', 'demo.jsonl'),
    ],
    env: /** @type {Record<string, string>} */ (env),
  });
  try {
    const page = await app.firstWindow();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.locator('[data-testid="status-bar"][data-index-state="done"]').waitFor();
    await settled(page);
    const idleBytes = await engineBytes(app);
    const traced = join(userData, 'trace.json');
    await startTrace(app);
    const firstRowsMs = await handOver(app, page, path);
    const turns = await scrollAndZoom(page);
    const script = await endTrace(app, traced);
    await page.locator('[data-testid="status-bar"][data-index-state="done"]').waitFor({ timeout: INDEX_MS });
    await settled(page);
    const heapBytes = await heapOf(page);
    return { firstRowsMs, turns, script, heapBytes, engineBytes: (await engineBytes(app)) - idleBytes };
  } finally {
    await app.close();
    if (existsSync(userData)) rmSync(userData, { recursive: true, force: true });
  }
}

/**
 * As if the app had been started once more with this file. Returns how long its first row took to be on screen.
 *
 * @param {ElectronApplication} app
 * @param {Page} page
 * @param {string} path
 */
async function handOver(app, page, path) {
  await page.evaluate((name) => {
    const seen = () => {
      const tab = document.querySelector('[role="tab"][aria-selected="true"]')?.textContent ?? '';
      const rows = document.querySelectorAll('[data-testid="frame-list"] [role="row"][aria-rowindex="1"]');
      const shown = [...rows].some((row) => row.checkVisibility() && row.textContent !== '');
      if (tab.includes(name) && shown) {
        performance.mark('first rows');
        Object.assign(window, { __firstRowAt: Date.now() });
      } else requestAnimationFrame(seen);
    };
    requestAnimationFrame(seen);
  }, path.split('/').at(-1)?.slice(0, 12) ?? '');
  const from = await app.evaluate(({ app: electron }, file) => {
    const at = Date.now();
    electron.emit('second-instance', {}, [], '', { files: [file] });
    return at;
  }, path);
  const at = await page.waitForFunction(() => Reflect.get(window, '__firstRowAt') ?? null, null, {
    timeout: INDEX_MS,
  });
  return Number(await at.jsonValue()) - from;
}

/** @param {Page} page */
function settled(page) {
  return page.evaluate(() => new Promise((done) => requestIdleCallback(() => done(null), { timeout: 5000 })));
}

/** @param {Page} page */
function indexState(page) {
  return page.locator('[data-testid="status-bar"]').getAttribute('data-index-state');
}

/**
 * Scrolls the list and zooms the timeline by turns, in every animation frame, until the index is done. Returns how often.
 *
 * @param {Page} page
 */
async function scrollAndZoom(page) {
  const over = [
    { place: page.locator('[data-testid="frame-list"]:visible'), pixels: WHEEL_PX },
    { place: page.locator('[data-testid="timeline-canvas"]:visible'), pixels: -WHEEL_PX / 4 },
  ];
  let turns = 0;
  for (; turns < MAX_TURNS && (await indexState(page)) === 'indexing'; turns++) {
    const { place, pixels } = over[Math.floor(turns / TURNS_EACH) % 2] ?? over[0];
    if (turns % TURNS_EACH === 0) await place.hover();
    await page.mouse.wheel(0, pixels);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => done(null))));
  }
  return turns;
}

/** @param {ElectronApplication} app */
function startTrace(app) {
  return app.evaluate(({ contentTracing }) =>
    contentTracing.startRecording({ included_categories: ['devtools.timeline', 'v8', 'blink.user_timing'] }),
  );
}

/**
 * @param {ElectronApplication} app
 * @param {string} file
 */
async function endTrace(app, file) {
  await app.evaluate(({ contentTracing }, path) => contentTracing.stopRecording(path), file);
  const pid = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId(),
  );
  return scriptTimes(JSON.parse(readFileSync(file, 'utf8')).traceEvents, pid ?? 0);
}

/** @param {Page} page */
async function heapOf(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  await session.detach();
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0;
}

/** @param {ElectronApplication} app */
async function engineBytes(app) {
  const kilobytes = await app.evaluate(
    ({ app: electron }) =>
      electron
        .getAppMetrics()
        .find(({ serviceName, name }) => `${serviceName} ${name}`.includes('framescope-engine'))?.memory
        .workingSetSize ?? 0,
  );
  return kilobytes * 1024;
}
