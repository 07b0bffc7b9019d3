// Runs a program of ours in a fresh process and takes the one line of JSON that it prints.
import { spawn } from 'node:child_process';

const TIMEOUT_MS = 10 * 60_000;

/**
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<string>} standard output
 */
export function outputOf(command, args, env = process.env) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'], timeout: TIMEOUT_MS });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (data) => {
      stdout += data;
    });
    child.stderr.on('data', (data) => {
      stderr += data;
    });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) return resolve(stdout);
      const how = signal === null ? `exit code ${code}` : signal;
      const said = stderr.trim().split('\n').slice(-12).join('\n');
      reject(new Error(`${[command, ...args].join(' ')} failed (${how}):\n${said}`));
    });
  });
}

/**
 * @param {string} script
 * @param {(string | number)[]} args
 * @returns {Promise<any>}
 */
export async function measureInNode(script, ...args) {
  return JSON.parse(await outputOf(process.execPath, [script, ...args.map(String)]));
}
