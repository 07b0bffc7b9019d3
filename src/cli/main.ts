#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCli } from './commands';

// The package is two folders up, from here in the source as from out/main in the build.
const manifest = join(import.meta.dirname, '..', '..', 'package.json');
const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };

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
