import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findClaudeCli, pinnedCli } from '../../../build/bootstrap/claude-cli.mjs';
import { npmReason } from '../../../build/bootstrap/npm-tarball.mjs';
import { cacheRoot } from '../../../build/bootstrap/places.mjs';
import { run, runNpm } from '../../../build/bootstrap/run.mjs';

type Command = readonly [string, ...string[]];

/** What the recorder cannot do: one sentence for the user. */
export class RecordError extends Error {}

/** The command of a CLI version: the pinned one of the tests, else one that npm installs into the user's cache. */
export async function installedCli(version: string): Promise<Command> {
  const pinned = version === pinnedCli.version ? findClaudeCli() : null;
  const command: Command = pinned ? [pinned.executable] : await npmInstalled(version);
  const [program, ...before] = command;
  const told = await run(program, [...before, '--version'], { timeoutMs: 60_000 });
  if (told.ok && told.stdout.startsWith(version)) return command;
  const words = (told.stdout || told.stderr).trim().split('\n')[0];
  throw new RecordError(`The CLI ${version} does not start here: ${words || 'it says nothing'}.`);
}

async function npmInstalled(version: string): Promise<Command> {
  const folder = join(cacheRoot(), 'recorded-clis', version);
  const link = join(folder, 'node_modules', '.bin', 'claude');
  if (!existsSync(link)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    const name = `@anthropic-ai/claude-code@${version}`;
    const flags = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error', '--prefix', folder];
    const installed = await runNpm(['install', ...flags, name], { cwd: folder });
    if (!installed.ok) throw new RecordError(`${name} cannot be installed: ${npmReason(installed.stderr)}.`);
  }
  const executable = realpathSync(link);
  // A script for Node up to 2.1.88 at least; 2.1.332 is an executable, named .exe on every system.
  return /\.[cm]?js$/.test(executable) ? [process.execPath, '--no-warnings', executable] : [executable];
}
