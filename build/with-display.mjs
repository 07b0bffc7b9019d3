// node build/with-display.mjs COMMAND [ARGUMENTS]: runs a command with a virtual display of its own.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { startDisplay } from './display.mjs';

const [command, ...args] = process.argv.slice(2);
if (!command) {
  console.error('Usage: node build/with-display.mjs COMMAND [ARGUMENTS]');
  process.exit(2);
}
const display = await startDisplay();
const child = spawn(command, args, { env: display.env, stdio: 'inherit' });
child.on('error', (error) => {
  console.error(`${command} could not be started: ${error.message}`);
  process.exit(127);
});
child.on('exit', (code, signal) => {
  display.stop();
  process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0));
});
