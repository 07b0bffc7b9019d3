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
  const { name } = played.scenario;
  const files = [...outputFiles(played), ...sessionFiles(played), runFile(played, version)];
  mkdirSync(folder, { recursive: true });
  for (const old of readdirSync(folder)) {
    if (old.startsWith(`${name}.`)) rmSync(join(folder, old), { recursive: true });
  }
  for (const [file, content] of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  }
  return files.map(([file]) => file);
}

type RecordedFile = [name: string, content: Buffer | string];

function outputFiles({ scenario, calls, folder }: Played): RecordedFile[] {
  return calls.flatMap((call, at): RecordedFile[] => {
    const base = at === 0 ? scenario.name : `${scenario.name}.${at + 1}`;
    const stdout: RecordedFile = [`${base}.jsonl`, neutral(call.stdout, folder.home)];
    if (statSync(call.stderr).size === 0) return [stdout];
    return [stdout, [`${base}.stderr.txt`, neutral(call.stderr, folder.home)]];
  });
}

/** One session file stands beside the output; several keep their places below the projects folder. */
function sessionFiles({ scenario, folder, projects }: Played): RecordedFile[] {
  const found = sessionFilesBelow(projects);
  return found.map((file) => [
    found.length === 1
      ? `${scenario.name}.session.jsonl`
      : join(`${scenario.name}.session`, neutralText(file, folder.home)),
    neutral(join(projects, file), folder.home),
  ]);
}

function runFile({ scenario, calls, folder }: Played, version: string): RecordedFile {
  const run = calls.map(({ argv, exitCode, signal, durationMs }) => ({
    cliVersion: version,
    scenario: scenario.title,
    argv: argv.map((word) => neutralText(word, folder.home)),
    exitCode,
    signal,
    durationMs,
  }));
  return [`${scenario.name}.run.json`, `${JSON.stringify(run, null, 1)}\n`];
}

function neutral(path: string, home: string): Buffer {
  const bytes = neutralBytes(readFileSync(path), home);
  return path.endsWith('.jsonl') ? cutProse(bytes) : bytes;
}

/** Session files, those of subagents, and what is kept of these; not the memory, nor outputs kept beside them. */
function sessionFilesBelow(projects: string): string[] {
  if (!existsSync(projects)) return [];
  return readdirSync(projects, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.jsonl') || file.endsWith('.meta.json'))
    .filter((file) => !file.split(sep).includes('memory'))
    .sort();
}
