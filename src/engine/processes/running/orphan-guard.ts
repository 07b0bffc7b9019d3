import { spawn } from 'node:child_process';

// `read` fails when the other end of the pipe is closed, which the system does for a process that was killed.
const SCRIPT = 'read -r _ && exit 0; kill -s TERM -- "-$1"; sleep 1; kill -s KILL -- "-$1"';

export interface OrphanGuard {
  /** The process is gone, or was ended: nothing is left to guard. */
  release(): void;
}

/**
 * A shell that ends a process group when Framescope itself is killed: a child without an open input would never hear of
 * it. Windows has no such shell; there it does nothing.
 */
export function guardGroup(group: number): OrphanGuard {
  const nobody = { release() {} };
  if (process.platform === 'win32') return nobody;
  // Without a guard, where there is no room for one, the process is as safe as any other child of an app.
  try {
    const shell = spawn('/bin/sh', ['-c', SCRIPT, 'framescope-guard', String(group)], {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
      env: { PATH: '/usr/bin:/bin' },
    });
    shell.on('error', () => {});
    shell.stdin.on('error', () => {});
    shell.unref();
    return { release: () => void shell.stdin.end('\n') };
  } catch {
    return nobody;
  }
}
