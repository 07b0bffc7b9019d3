// npm run record -- --version X [--scenarios A,B] [--out FOLDER]: test/real-cli/recorder/record.ts, in plain Node.
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { repositoryRoot } from './bootstrap/places.mjs';

/** @typedef {{ record: (args: readonly string[], say: (line: string) => void) => Promise<number> }} Recorder */

/** @type {{ module: Recorder }} */
const { module } = await runnerImport(join(repositoryRoot, 'test/real-cli/recorder/record.ts'), {
  configFile: false,
  logLevel: 'error',
});
process.exitCode = await module.record(process.argv.slice(2), (line) => console.log(line));
