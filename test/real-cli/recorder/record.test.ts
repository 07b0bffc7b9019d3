import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pinnedCli } from '../../../build/bootstrap/claude-cli.mjs';
import { checkFigures, openRecording } from '../../recordings/recording-checks';
import { captureFiles, type RecordedCall, recordedCalls } from '../../unit/recordings';
import type { Played } from '../cli/play-scenario';
import { cli, cliTitle } from '../scenario-sessions';
import { allScenarios } from '../scenarios/all-scenarios';
import { record } from './record';
import { writeRecording } from './write-recording';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'framescope-record-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const said: string[] = [];
const run = async (...args: string[]) => {
  said.length = 0;
  const exitCode = await record(args, (line) => said.push(line));
  return exitCode;
};
const filesBelow = (path: string) =>
  readdirSync(path, { recursive: true, withFileTypes: true, encoding: 'utf8' })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
    .sort();

describe('the scenarios', () => {
  it('have names of their own, and the titles that recordings of the same name have', () => {
    const names = allScenarios.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const recorded = new Map(captureFiles().map((file) => [file.scenario, file.version]));
    for (const { name, title } of allScenarios) {
      const version = recorded.get(name);
      if (version !== undefined) expect(title).toBe(recordedCalls(version, name)[0]?.scenario);
    }
    expect(names.filter((name) => recorded.has(name)).length).toBeGreaterThan(15);
  });
});

describe('the flags of the recorder', () => {
  it.each([
    [['--version', '1.2'], '1.2 is no version'],
    [['--scenarios', '01'], 'Say which version'],
    [['--version'], '--version needs a value'],
    [['--version', '--out'], '--version needs a value'],
    [['--verson', '2.1.332'], 'There is no flag --verson'],
    [['--version=2.1.332', '--scenarios=01,99'], 'There is no scenario 99'],
  ])('%j are refused in one sentence', async (args, sentence) => {
    expect(await run(...args)).toBe(2);
    expect(said).toEqual([expect.stringContaining(`record: ${sentence}`)]);
  });

  it('--help tells them', async () => {
    expect(await run('--help')).toBe(0);
    expect(said.join()).toContain('--scenarios');
  });
});

describe('a written recording', () => {
  /** What a scenario left behind, as files of our own. */
  function left(sessions: Record<string, string>): Played {
    const home = join(folder, 'demo');
    const projects = join(home, '.claude/projects');
    const project = `${home.replace(/[^a-zA-Z0-9]/g, '-')}-project`;
    for (const [name, text] of Object.entries(sessions)) {
      mkdirSync(join(projects, project, name, '..'), { recursive: true });
      writeFileSync(join(projects, project, name), text);
    }
    const [stdout, stderr] = [join(folder, 'stdout.jsonl'), join(folder, 'stderr.txt')];
    writeFileSync(stdout, `{"type":"system","cwd":"${home}/project"}\n{"type":"torn ${home}`);
    writeFileSync(stderr, '');
    const call = {
      argv: ['claude', '-p', `Look at ${home}/x`],
      stdout,
      stderr,
      exitCode: null,
      signal: 'SIGKILL',
      durationMs: 12,
    };
    return {
      scenario: { name: '01-demo', title: 'a demo' },
      calls: [call, call],
      folder: { home },
      projects,
    } as unknown as Played;
  }

  it('has the layout of fixtures/README.md, without the folders of this machine', () => {
    const out = join(folder, 'out');
    mkdirSync(out);
    writeFileSync(join(out, '01-demo.5.jsonl'), 'of an older recording');
    writeFileSync(join(out, '01-demonstration.jsonl'), 'of another scenario');
    const written = writeRecording(left({ 'a.jsonl': '{"type":"user"}\n' }), '9.9.9', out);
    expect(filesBelow(out)).toEqual([
      '01-demo.2.jsonl',
      '01-demo.jsonl',
      '01-demo.run.json',
      '01-demo.session.jsonl',
      '01-demonstration.jsonl',
    ]);
    expect(written.sort()).toEqual(filesBelow(out).slice(0, 4));
    expect(readFileSync(join(out, '01-demo.jsonl'), 'utf8')).toBe(
      '{"type":"system","cwd":"/home/demo/project"}\n{"type":"torn /home/demo',
    );
    const calls: RecordedCall[] = JSON.parse(readFileSync(join(out, '01-demo.run.json'), 'utf8'));
    expect(calls).toEqual(
      [1, 2].map(() => ({
        cliVersion: '9.9.9',
        scenario: 'a demo',
        argv: ['claude', '-p', 'Look at /home/demo/x'],
        exitCode: null,
        signal: 'SIGKILL',
        durationMs: 12,
      })),
    );
  });

  it('keeps several session files as they lie below the projects folder', () => {
    const out = join(folder, 'out');
    const sessions = {
      's.jsonl': '{}\n',
      's/subagents/agent-1.jsonl': '{}\n',
      's/subagents/agent-1.meta.json': '{}',
      's/tool-results/x.txt': 'long output',
      'memory/notes.jsonl': '{}',
    };
    writeRecording(left(sessions), '9.9.9', out);
    expect(filesBelow(join(out, '01-demo.session'))).toEqual([
      '-home-demo-project/s.jsonl',
      '-home-demo-project/s/subagents/agent-1.jsonl',
      '-home-demo-project/s/subagents/agent-1.meta.json',
    ]);
  });

  it('that fails to be made leaves the older one', async () => {
    const out = join(folder, 'out');
    const broken = left({ 'a.jsonl': '{}\n' });
    writeRecording(broken, '9.9.9', out);
    rmSync(broken.calls[0]!.stdout);
    expect(() => writeRecording(broken, '9.9.9', out)).toThrow();
    expect(filesBelow(out)).toContain('01-demo.jsonl');
  });
});

describe.skipIf(cli?.version !== pinnedCli.version)(`npm run record, ${cliTitle}`, () => {
  it('records a scenario of a version into a folder of its name', async () => {
    const { version } = pinnedCli;
    const exitCode = await run('--version', version, '--scenarios', '08', '--out', folder);
    expect(said.join('\n')).toContain('08-task');
    expect(exitCode).toBe(0);
    const out = join(folder, version);
    const files = filesBelow(out);
    expect(files.filter((file) => /agent-\w+\.(jsonl|meta\.json)$/.test(file))).toHaveLength(4);
    const stdout = join(out, '08-task.jsonl');
    checkFigures(openRecording(stdout), readFileSync(stdout), { version, source: 'stdout', damaged: false });
    for (const file of files) {
      const text = readFileSync(join(out, file), 'utf8');
      expect(text).not.toContain(`${tmpdir()}/framescope`);
      expect(text).not.toContain('-framescope-cli-');
      // The CLI's own prompts are longer than anything that the demo says.
      for (const line of text.split('\n').filter((one) => file.endsWith('.jsonl') && one !== '')) {
        expect(longestString(JSON.parse(line))).toBeLessThan(400);
      }
    }
    const fixture = JSON.parse(
      readFileSync(new URL(`../../../fixtures/${version}/08-task.run.json`, import.meta.url), 'utf8'),
    );
    const [call] = JSON.parse(readFileSync(join(out, '08-task.run.json'), 'utf8')) as RecordedCall[];
    expect(call).toEqual({ ...fixture[0], durationMs: call?.durationMs });
  });
});

function longestString(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Math.max(0, ...Object.values(value).map(longestString));
}
