#!/usr/bin/env node
import { runCli } from './commands';

// A reader that closes the pipe early (`framescope raw FILE 1 | head -c 100`) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

process.exitCode = await runCli(process.argv.slice(2), {
  stdin: process.stdin,
  out: (chunk) => process.stdout.write(chunk),
  error: (line) => process.stderr.write(`framescope: ${line}\n`),
});
