// npm run dev: electron-vite's development server on the Electron that the set-up found.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { repositoryRoot } from './bootstrap/places.mjs';
import { electronRuntime, electronSwitches } from './electron-path.mjs';

const tool = join(repositoryRoot, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
const switches = electronSwitches().includes('--no-sandbox') ? ['--noSandbox'] : [];
const env = { ...process.env, ELECTRON_EXEC_PATH: electronRuntime().executable };
const child = spawn(process.execPath, [tool, 'dev', ...switches, ...process.argv.slice(2)], {
  cwd: repositoryRoot,
  env,
  stdio: 'inherit',
});
child.on('exit', (code) => process.exit(code ?? 1));
