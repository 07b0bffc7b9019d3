import { type MessagePortMain, utilityProcess } from 'electron';
import { engineHostScript, indexCacheFolder } from './app-folders';
import type { HostProcess } from './engine-process';
import { logFailure } from './failure-log';

/** The last words of a crashed engine, as far as they are kept for the log. */
const MAX_LAST_WORDS = 8 * 1024;

/** Starts the one process that the app starts by itself. */
export function forkEngine(): HostProcess<MessagePortMain> {
  const child = utilityProcess.fork(engineHostScript(), [indexCacheFolder()], {
    serviceName: 'framescope-engine',
    stdio: 'pipe',
  });
  let lastWords = '';
  let wanted = true;
  child.stdout?.resume();
  child.stderr?.on('data', (data: Buffer) => {
    lastWords = (lastWords + data.toString()).slice(-MAX_LAST_WORDS);
  });
  child.on('exit', (code) => {
    if (wanted) logFailure(`engine ended with exit code ${code}`, lastWords || 'no message');
  });
  return {
    postMessage: (message, transfer) => child.postMessage(message, transfer),
    on(event: 'message' | 'exit', listener: (value: never) => void) {
      if (event === 'message') child.on('message', listener as (message: unknown) => void);
      else child.on('exit', listener as (code: number) => void);
    },
    kill() {
      wanted = false;
      return child.kill();
    },
  };
}
