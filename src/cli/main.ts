#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { runCli } from './commands';

// The package is two folders up, from here in the source as from out/main in the build.
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

// A reader that closes the pipe early (`framescope raw FILE 1 | head -c 100`) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

process.exitCode = await runCli(process.argv.slice(2), {
  version,
  stdin: process.stdin,
  out: (chunk) => process.stdout.write(chunk),
  error: (line) => process.stderr.write(`framescope: ${line}\n`),
});
