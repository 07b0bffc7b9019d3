import { spawn } from 'node:child_process';

// `read` fails when the other end of the pipe is closed, which the system does for a process that was killed. Those who
// left the group are found by their mark, where there is a /proc.
const SCRIPT = `
end() {
  kill -s "$1" -- "-$2"
  for file in $(grep -lzFx -e "$3" /proc/[0-9]*/environ); do
    pid="\${file#/proc/}"
    kill -s "$1" "\${pid%/environ}"
  done
}
read -r _ && exit 0
end TERM "$1" "$2"
sleep 1
end KILL "$1" "$2"
`;

export interface OrphanGuard {
  /** The process is gone, or was ended: nothing is left to guard. */
  release(): void;
}

/**
 * A shell that ends a process group, and who carries this mark in its environment, when Framescope itself is killed: a
 * child without an open input would never hear of it. Windows has no such shell; there it does nothing.
 */
export function guardGroup(group: number, mark: string): OrphanGuard {
  const nobody = { release() {} };
  if (process.platform === 'win32') return nobody;
  // Without a guard, where there is no room for one, the process is as safe as any other child of an app.
  try {
    const shell = spawn('/bin/sh', ['-c', SCRIPT, 'framescope-guard', String(group), mark], {
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
