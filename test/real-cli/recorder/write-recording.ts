import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { Played } from '../cli/play-scenario';
import { cutProse } from './cut-prose';
import { neutralBytes, neutralText } from './neutral-paths';

/**
 * Writes what a scenario left behind in the layout of fixtures/README.md, in the place of an older recording of it.
 * Tells the files, relative to `folder`.
 */
export function writeRecording(played: Played, version: string, folder: string): string[] {
  const { scenario, calls, projects } = played;
  const { home } = played.folder;
  mkdirSync(folder, { recursive: true });
  removeRecording(folder, scenario.name);
  const written: string[] = [];
  const write = (name: string, content: Buffer | string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
    written.push(name);
  };
  for (const [at, call] of calls.entries()) {
    const base = at === 0 ? scenario.name : `${scenario.name}.${at + 1}`;
    write(`${base}.jsonl`, neutral(call.stdout, home));
    if (statSync(call.stderr).size > 0) write(`${base}.stderr.txt`, neutral(call.stderr, home));
  }
  const sessions = sessionFiles(projects);
  const [only] = sessions;
  if (only !== undefined && sessions.length === 1) {
    write(`${scenario.name}.session.jsonl`, neutral(join(projects, only), home));
  } else {
    for (const file of sessions) {
      write(join(`${scenario.name}.session`, neutralText(file, home)), neutral(join(projects, file), home));
    }
  }
  const run = calls.map(({ argv, exitCode, signal, durationMs }) => ({
    cliVersion: version,
    scenario: scenario.title,
    argv: argv.map((word) => neutralText(word, home)),
    exitCode,
    signal,
    durationMs,
  }));
  write(`${scenario.name}.run.json`, `${JSON.stringify(run, null, 1)}\n`);
  return written;
}

function neutral(path: string, home: string): Buffer {
  const bytes = neutralBytes(readFileSync(path), home);
  return path.endsWith('.jsonl') ? cutProse(bytes) : bytes;
}

/** Session files, those of subagents, and what is kept of these; not the memory, nor outputs kept beside them. */
function sessionFiles(projects: string): string[] {
  if (!existsSync(projects)) return [];
  return readdirSync(projects, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.jsonl') || file.endsWith('.meta.json'))
    .filter((file) => !file.split(sep).includes('memory'))
    .sort();
}

function removeRecording(folder: string, name: string): void {
  for (const file of readdirSync(folder)) {
    if (file.startsWith(`${name}.`)) rmSync(join(folder, file), { recursive: true });
  }
}
