import { type MessagePortMain, utilityProcess } from 'electron';
import { engineHostScript } from './app-folders';
import type { HostProcess } from './engine-process';
import { logFailure } from './failure-log';

/** The last words of a crashed engine, as far as they are kept for the log. */
const MAX_LAST_WORDS = 8 * 1024;

/** Starts the one process that the app ever starts. */
export function forkEngine(): HostProcess<MessagePortMain> {
  const child = utilityProcess.fork(engineHostScript(), [], {
    serviceName: 'framescope-engine',
    stdio: 'pipe',
  });
  let lastWords = '';
  child.stdout?.resume();
  child.stderr?.on('data', (data: Buffer) => {
    lastWords = (lastWords + data.toString()).slice(-MAX_LAST_WORDS);
  });
  child.on('exit', (code) => {
    if (code !== 0) logFailure(`engine ended with exit code ${code}`, lastWords || 'no message');
  });
  return child;
}
