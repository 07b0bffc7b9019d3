// The script time of the frame list in a real Electron window.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { repositoryRoot } from '../../build/bootstrap/places.mjs';
import { startDisplay } from '../../build/display.mjs';
import { electronPath, electronSwitches } from '../../build/electron-path.mjs';
import { outputOf } from './fresh-process.mjs';

export const LIST_ROWS = 5_000_000;
const FRAMES = 600;
const RUNS = 3;

/**
 * @typedef {{ scriptMs: { p50: number, p95: number, p99: number, max: number }, lastRowReachable: boolean,
 *   firstRowReachable: boolean, tallestElementPx: number, pooledRows: number }} ListRun
 */

/**
 * @param {string} folder for the build and for what Electron keeps
 * @param {(line: string) => void} tell
 * @returns {Promise<ListRun[]>}
 */
export async function listScriptTime(folder, tell) {
  const built = join(folder, 'app');
  tell('building the page of the frame list');
  const tool = join(repositoryRoot, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  const args = ['build', repositoryRoot, '--outDir', built, '--logLevel', 'warn'];
  await outputOf(process.execPath, [tool, ...args], { ...process.env, FRAMESCOPE_BENCH: '1' });

  const display = await startDisplay();
  const runs = [];
  try {
    for (let run = 1; run <= RUNS; run++) {
      tell(`frame list, run ${run} of ${RUNS}`);
      runs.push(await openList(join(built, 'renderer'), folder, display.env));
    }
  } finally {
    display.stop();
  }
  return runs;
}

/**
 * @param {string} pages
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<ListRun>}
 */
async function openList(pages, folder, env) {
  const userData = mkdtempSync(join(folder, 'user-data-'));
  const result = join(userData, 'list-bench.json');
  const script = fileURLToPath(new URL('./list-window.mjs', import.meta.url));
  const switches = [...electronSwitches(), `--user-data-dir=${userData}`];
  const page = `app://bench/bench/list-bench.html?rows=${LIST_ROWS}&frames=${FRAMES}`;
  await outputOf(electronPath(), [...switches, script, pages, page, result], env);
  const run = JSON.parse(readFileSync(result, 'utf8'));
  rmSync(userData, { recursive: true, force: true });
  return run;
}
