import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FramescopeError } from '../../protocol/errors';

/** Opens the window of the app. */
export interface WindowOpener {
  /** Resolves when the window was closed or another running app took the file over; `stopped` closes it. */
  open(path: string, stopped: AbortSignal): Promise<void>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The window that the work tree at `root` starts; null where there is no display for it, or no work tree. */
export function checkoutWindow(
  root: string,
  platform: NodeJS.Platform,
  environment: Environment,
): WindowOpener | null {
  const start = join(root, 'build', 'start.mjs');
  const display = platform !== 'linux' || Boolean(environment.DISPLAY || environment.WAYLAND_DISPLAY);
  if (!display || !existsSync(start)) return null;
  return { open: (path, stopped) => runStart(start, path, stopped) };
}

/** What it prints goes to stderr: standard output is for answers. */
function runStart(start: string, path: string, stopped: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [start, path], { stdio: ['ignore', 2, 2] });
    const stop = () => child.kill('SIGTERM');
    stopped.addEventListener('abort', stop, { once: true });
    if (stopped.aborted) stop();
    const no = (what: string) =>
      reject(new FramescopeError('internal', `The window could not be shown: ${what}.`));
    child.on('error', (error) => no(error.message));
    child.on('exit', (code, signal) => {
      stopped.removeEventListener('abort', stop);
      if (code === 0 || stopped.aborted) resolve();
      else
        no(signal === null ? `its start ended with exit code ${code}` : `its start was ended by ${signal}`);
    });
  });
}
