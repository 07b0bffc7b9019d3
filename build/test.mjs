// Everything that has to hold before a change goes in, in the order of how quickly it tells.
// node build/test.mjs [STAGE...]  runs all stages or the named ones: typecheck lint unit build e2e
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { repositoryRoot } from './bootstrap/places.mjs';
import { startDisplay } from './display.mjs';
import { addCounts, readPlaywrightCounts, readVitestCounts, summaryLine } from './test-counts.mjs';

/** @typedef {import('./test-counts.mjs').Counts} Counts */
/** @typedef {{ ok: boolean, counts?: Counts }} StageResult */

const reports = mkdtempSync(join(tmpdir(), 'framescope-test-'));
process.once('exit', () => rmSync(reports, { recursive: true, force: true }));

/** @type {{ name: string, title: string, run: () => Promise<StageResult> }[]} */
const stages = [
  { name: 'typecheck', title: 'Types', run: async () => ({ ok: await runScript('typecheck') }) },
  { name: 'lint', title: 'Lint and format', run: async () => ({ ok: await runScript('lint') }) },
  { name: 'unit', title: 'Unit tests and cases', run: runUnit },
  {
    name: 'build',
    title: 'Build',
    run: async () => ({ ok: await runTool('electron-vite', ['build', '--logLevel', 'warn']) }),
  },
  { name: 'e2e', title: 'The app in a real window', run: runE2e },
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !stages.some((stage) => stage.name === name));
if (unknown.length > 0) {
  console.error(
    `There is no stage ${unknown.join(', ')}; the stages are ${stages.map((stage) => stage.name).join(', ')}.`,
  );
  process.exit(2);
}

/** @type {Counts} */
let counts = { passed: 0, failed: 0, skipped: 0 };
/** @type {string[]} */
const timings = [];
let failedStage = '';
for (const stage of stages) {
  if (wanted.length > 0 && !wanted.includes(stage.name)) continue;
  console.log(`\n== ${stage.title} (${stage.name}) ==`);
  const started = performance.now();
  const result = await stage.run();
  timings.push(
    `  ${stage.name.padEnd(10)}${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${result.ok ? 'ok' : 'FAILED'}`,
  );
  if (result.counts) counts = addCounts(counts, result.counts);
  if (result.ok) continue;
  failedStage = stage.name;
  // A stage that fails without a failing test (types, build, a file that cannot be loaded) counts as one.
  if (!result.counts?.failed) counts.failed++;
  console.log(`\n== FAILED: ${stage.title} (${stage.name}); the stages after it were not run ==`);
  break;
}

console.log(`\n${timings.join('\n')}`);
if (counts.skipped > 0) console.log(`  ${counts.skipped} skipped`);
console.log(summaryLine(counts));
process.exitCode = failedStage ? 1 : 0;

/** @returns {Promise<StageResult>} */
async function runUnit() {
  const report = join(reports, 'vitest.json');
  const ok = await runTool('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  return { ok, counts: readVitestCounts(report) };
}

/** @returns {Promise<StageResult>} */
async function runE2e() {
  const report = join(reports, 'playwright.json');
  const display = await startDisplay();
  const ok = await runTool('playwright', ['test'], { ...display.env, FRAMESCOPE_E2E_REPORT: report });
  display.stop();
  return { ok, counts: readPlaywrightCounts(report) };
}

/** @param {string} name */
function runScript(name) {
  return runTool('npm', ['run', '--silent', name]);
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<boolean>}
 */
function runTool(command, args, env = process.env) {
  const path = `${join(repositoryRoot, 'node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`;
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: repositoryRoot,
      env: { ...env, PATH: path },
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32',
    });
    child.on('error', (error) => {
      console.error(`${command} could not be started: ${error.message}`);
      resolve(false);
    });
    child.on('exit', (code) => resolve(code === 0));
  });
}
