// A virtual display of its own for what opens windows in tests and benchmarks (Linux only).
import { spawn } from 'node:child_process';
import { hasXvfb } from './bootstrap/system-libraries.mjs';

/**
 * Starts Xvfb on a free display number. Where there is no Xvfb, the windows go to the display that is there.
 * @param {{ width?: number, height?: number }} [size]
 * @returns {Promise<{ env: NodeJS.ProcessEnv, stop: () => void }>} the environment that names the display
 */
export async function startDisplay({ width = 1920, height = 1200 } = {}) {
  if (process.platform !== 'linux' || !hasXvfb()) return { env: process.env, stop: () => {} };
  const args = ['-displayfd', '3', '-screen', '0', `${width}x${height}x24`, '-nolisten', 'tcp', '-noreset'];
  const server = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const stop = () => {
    server.kill();
  };
  process.once('exit', stop);
  const number = await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`Xvfb ended at its start (exit code ${code}).`)));
    server.stdio[3]?.once('data', (data) => resolve(String(data).trim()));
  });
  const { WAYLAND_DISPLAY: _, ...env } = process.env;
  return { env: { ...env, DISPLAY: `:${number}`, XDG_SESSION_TYPE: 'x11' }, stop };
}
