#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { appFolder, capturesIn } from '../engine/captures/captures-folder';
import { runCli } from './commands';
import { checkoutWindow } from './live/checkout-window';

// The package is two folders up, from here in the source as from out/main in the build.
const root = join(import.meta.dirname, '..', '..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

const stop = new AbortController();
let stoppable = false;

/** From here on the command ends by itself when it is told to. */
function interrupted(): AbortSignal {
  if (!stoppable) {
    stoppable = true;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort());
  }
  return stop.signal;
}

// A reader that closes the pipe early (`framescope raw FILE 1 | head -c 100`) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  if (stoppable) stop.abort();
  else process.exit(0);
});
// Nobody is left to be told.
process.stderr.on('error', () => {});

process.exitCode = await runCli(process.argv.slice(2), {
  version,
  stdin: process.stdin,
  out: (chunk) => process.stdout.write(chunk),
  error: (line) => process.stderr.write(`framescope: ${line}\n`),
  captures: capturesIn(appFolder(process.platform, process.env, homedir())),
  window: checkoutWindow(root, process.platform, process.env),
  interrupted,
});
