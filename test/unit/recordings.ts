import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const fixtures = join(root, 'fixtures');

export interface Recording {
  name: string;
  path: string;
  bytes: number;
}

/** A recorded file of the CLI, and where it comes from (fixtures/README.md, "Layout"). */
export interface Capture extends Recording {
  version: string;
  scenario: string;
  /** What the CLI printed, a session file, or the file of a subagent beside one. */
  source: 'stdout' | 'session' | 'agent';
}

/** How the CLI was called and how it ended: an entry of `<scenario>.run.json`. */
export interface RecordedCall {
  cliVersion: string;
  scenario: string;
  argv: string[];
  exitCode: number | null;
  signal: string | null;
  durationMs: number;
}

function recordings(base: string): Recording[] {
  return readdirSync(base, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.jsonl'))
    .sort()
    .map((file) => {
      const path = join(base, file);
      const name = relative(base, path)
        .replaceAll(sep, '/')
        .replace(/\.jsonl$/, '');
      return { name, path, bytes: statSync(path).size };
    });
}

/** Files and folders that the table of fixtures/README.md names, without `.jsonl`. */
function namesOfTable(): string[] {
  const rows = readFileSync(join(fixtures, 'README.md'), 'utf8').match(/^\| `.*$/gm) ?? [];
  return rows.flatMap((row) =>
    [...row.split('|')[1]!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!.replace(/\.jsonl$/, '')),
  );
}

/**
 * The recordings worth knowing of fixtures/README.md: for each thing that a recording can show, one that shows it.
 * For tests of one part; test/recordings reads all of them (`captureFiles`).
 */
export function fixtureFiles(): Recording[] {
  const all = recordings(fixtures);
  const picked = namesOfTable().flatMap((name) => {
    const found = all.filter((file) =>
      name.endsWith('/') ? file.name.startsWith(name) : file.name === name,
    );
    if (found.length === 0) throw new Error(`fixtures/README.md names ${name}, which is not there.`);
    return found;
  });
  return picked.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Every recorded file of the CLI, by version and scenario. The demo is one of them under another name. */
export function captureFiles(): Capture[] {
  return recordings(fixtures).flatMap((file) => {
    const [, version, scenario, rest] = /^([\d.]+)\/([^/.]+)(.*)$/.exec(file.name) ?? [];
    if (version === undefined || scenario === undefined || rest === undefined) return [];
    const agent = /\/agent-[^/]+$/.test(rest);
    const source = agent ? 'agent' : rest.startsWith('.session') ? 'session' : 'stdout';
    return [{ ...file, version, scenario, source }];
  });
}

/** How the CLI was called in a scenario, call by call. */
export function recordedCalls(version: string, scenario: string): RecordedCall[] {
  return JSON.parse(readFileSync(join(fixtures, version, `${scenario}.run.json`), 'utf8'));
}

/** Hard inputs, each with the numbers that must be told. */
export const caseFiles = () => recordings(join(root, 'test/cases/data'));

/** The session file of the scenario with two subagents (08-task), its agent files beside or below it. */
export function agentSession(version: string): string {
  const name = new RegExp(`^${version.replaceAll('.', '\\.')}/08-task\\.session/[^/]+/[0-9a-f-]{36}$`);
  const found = fixtureFiles().find((file) => name.test(file.name));
  if (found === undefined) throw new Error(`There is no session of 08-task for CLI ${version}.`);
  return found.path;
}

/** The path of a recording, such as "2.1.332/08-task.jsonl". */
export const fixturePath = (name: string) => join(root, 'fixtures', name);
