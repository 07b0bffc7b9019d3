// The script time of the frame list and of the timeline in a real Electron window.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { repositoryRoot } from '../../build/bootstrap/places.mjs';
import { startDisplay } from '../../build/display.mjs';
import { electronPath, electronSwitches } from '../../build/electron-path.mjs';
import { outputOf } from './fresh-process.mjs';

export const LIST_ROWS = 5_000_000;
export const TIMELINE_EVENTS = 5_000_000;
const FRAMES = 600;
const RUNS = 3;

/**
 * @typedef {{ scriptMs: { p50: number, p95: number, p99: number, max: number }, lastRowReachable: boolean,
 *   firstRowReachable: boolean, tallestElementPx: number, pooledRows: number }} ListRun
 */

/**
 * @typedef {{ scriptMs: { p50: number, p95: number, p99: number, max: number }, closeP95: number, denseP95: number }}
 *   TimelineRun
 */

/**
 * @param {string} folder for the build and for what Electron keeps
 * @param {(line: string) => void} tell
 * @returns {Promise<ListRun[]>}
 */
export function listScriptTime(folder, tell) {
  return runsOf('frame list', `list-bench.html?rows=${LIST_ROWS}&frames=${FRAMES}`, folder, tell);
}

/**
 * @param {string} folder
 * @param {(line: string) => void} tell
 * @returns {Promise<TimelineRun[]>}
 */
export function timelineScriptTime(folder, tell) {
  return runsOf('timeline', `timeline-bench.html?rows=${TIMELINE_EVENTS}&frames=${FRAMES}`, folder, tell);
}

/**
 * @param {string} what
 * @param {string} page
 * @param {string} folder
 * @param {(line: string) => void} tell
 */
async function runsOf(what, page, folder, tell) {
  const built = join(folder, 'app');
  if (!existsSync(built)) {
    tell('building the pages that measure');
    const tool = join(repositoryRoot, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
    const args = ['build', repositoryRoot, '--outDir', built, '--logLevel', 'warn'];
    await outputOf(process.execPath, [tool, ...args], { ...process.env, FRAMESCOPE_BENCH: '1' });
  }
  const display = await startDisplay();
  const runs = [];
  try {
    for (let run = 1; run <= RUNS; run++) {
      tell(`${what}, run ${run} of ${RUNS}`);
      runs.push(await openPage(join(built, 'renderer'), page, folder, display.env));
    }
  } finally {
    display.stop();
  }
  return runs;
}

/**
 * @param {string} pages
 * @param {string} page
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} env
 */
async function openPage(pages, page, folder, env) {
  const userData = mkdtempSync(join(folder, 'user-data-'));
  const result = join(userData, 'page-bench.json');
  const script = fileURLToPath(new URL('./list-window.mjs', import.meta.url));
  const switches = [...electronSwitches(), `--user-data-dir=${userData}`];
  const address = `app://bench/bench/${page}`;
  await outputOf(electronPath(), [...switches, script, pages, address, result], env);
  const run = JSON.parse(readFileSync(result, 'utf8'));
  rmSync(userData, { recursive: true, force: true });
  return run;
}
