import { spawn } from 'node:child_process';

/**
 * Runs a command to its end and keeps what it printed. A command that cannot start counts as failed.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeoutMs?: number, shell?: boolean }} [options]
 * @returns {Promise<{ ok: boolean, stdout: string, stderr: string, timedOut: boolean }>}
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const { timeoutMs, ...spawnOptions } = options;
    const child = spawn(command, args, { ...spawnOptions, stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    let timedOut = false;
    const timer = timeoutMs
      ? setTimeout(() => {
          timedOut = true;
          child.kill('SIGKILL');
        }, timeoutMs)
      : undefined;
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    /** @param {boolean} ok */
    const end = (ok) => {
      clearTimeout(timer);
      resolve({ ok, stdout, stderr, timedOut });
    };
    child.on('error', (error) => {
      stderr += error.message;
      end(false);
    });
    child.on('close', (code) => end(code === 0 && !timedOut));
  });
}

/**
 * Runs the npm that started us, else the one on the path.
 * @param {string[]} args
 * @param {{ cwd?: string, timeoutMs?: number }} [options]
 */
export function runNpm(args, options = {}) {
  const started = process.env.npm_execpath;
  if (started?.endsWith('.js')) return run(process.execPath, [started, ...args], options);
  const windows = process.platform === 'win32';
  return run(windows ? 'npm.cmd' : 'npm', args, { ...options, shell: windows });
}

/**
 * The last lines of a failed command's output, for an error message.
 * @param {string} text
 */
export function tail(text, lines = 5) {
  return text.trim().split('\n').slice(-lines).join('\n');
}
