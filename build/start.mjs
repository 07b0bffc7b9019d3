// npm start -- [FILE...]  opens files in the app; without one, the demo session. "-" is standard input.
// Where there is no display, the report of the command line is printed instead.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from './bootstrap/places.mjs';
import { hasDisplay } from './bootstrap/system-libraries.mjs';
import { describeRuntime, electronRuntime, electronSwitches } from './electron-path.mjs';
import { buildIsCurrent } from './freshness.mjs';
import { resolveArguments } from './start-arguments.mjs';

const demo = join(repositoryRoot, 'fixtures', 'demo.jsonl');
const cli = join(repositoryRoot, 'out', 'main', 'cli.js');

const given = resolveArguments(process.argv.slice(2), process.env.INIT_CWD ?? process.cwd());
const files = given.length > 0 ? given : [demo];

if (!buildIsCurrent(repositoryRoot)) {
  console.error('framescope: building …');
  const tool = join(repositoryRoot, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  const code = await run(process.execPath, [tool, 'build', '--logLevel', 'warn']);
  if (code !== 0) process.exit(code);
}

if (hasDisplay() && files.includes('-')) {
  // The command line keeps the input, and comes back here with the capture.
  process.exit(await run(process.execPath, [cli, '-']));
}
if (hasDisplay()) {
  const runtime = electronRuntime();
  console.error(`framescope: running on ${describeRuntime(runtime)}.`);
  process.exit(await run(runtime.executable, [...electronSwitches(), repositoryRoot, ...files]));
}
console.error(
  'framescope: there is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set), so this is the report for the terminal.',
);
const targets = files.filter((file) => file === '-' || existsSync(file));
for (const missing of files.filter((file) => !targets.includes(file)))
  console.error(`framescope: there is no file ${missing}`);
let exitCode = targets.length === files.length ? 0 : 2;
for (const target of targets)
  exitCode = Math.max(exitCode, await run(process.execPath, [cli, 'inspect', target]));
process.exit(exitCode);

/**
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<number>} the exit code
 */
function run(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: repositoryRoot, stdio: 'inherit' });
    child.on('error', (error) => {
      console.error(`framescope: ${command} could not be started: ${error.message}`);
      resolve(1);
    });
    child.on('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)));
    // Ctrl+C reaches the child as well; it decides how to end.
    process.on('SIGINT', () => {});
    process.on('SIGTERM', () => child.kill());
  });
}
