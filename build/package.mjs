// npm run package: builds the app and packs it into a folder that runs by itself.
// With the official Electron the folder is for users (dist/). With the runtime from the npm registry it is
// for local tests only, so it goes to a place of its own (dist/dev/).
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { repositoryRoot } from './bootstrap/places.mjs';
import { describeRuntime, electronRuntime } from './electron-path.mjs';

const runtime = electronRuntime();
const forUsers = runtime.kind === 'official';
const output = forUsers ? 'dist' : 'dist/dev';
console.log(`framescope: packaging with ${describeRuntime(runtime)}.`);

run('electron-vite/bin/electron-vite.js', ['build', '--logLevel', 'warn']);
run('electron-builder/cli.js', [
  '--dir',
  '--publish=never',
  '--config=build/electron-builder.yml',
  `-c.electronDist=${runtime.dist}`,
  `-c.electronVersion=${runtime.version}`,
  `-c.directories.output=${output}`,
]);
console.log(`framescope: the package is in ${output}.`);
if (!forUsers) {
  console.log(
    'framescope: it was made with a development runtime, so it is for local tests only: do not give it to anybody.',
  );
}

/**
 * @param {string} script a program of a package, as a path in node_modules
 * @param {string[]} args
 */
function run(script, args) {
  const tool = join(repositoryRoot, 'node_modules', script);
  const { status } = spawnSync(process.execPath, [tool, ...args], { cwd: repositoryRoot, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
