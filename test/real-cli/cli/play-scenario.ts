import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MockApi, startMockApi } from '../mock-api/mock-api';
import type { ModelRequest } from '../mock-api/model-request';
import { cliEnvironment } from './cli-environment';
import { type DemoFolder, makeDemoFolder } from './demo-folder';
import { type Ended, RunningCli, type Start } from './running-cli';
import type { Scenario, ScenarioCall, Until } from './scenario';

export interface PlayedCall extends Ended {
  /** The command, "claude" first. */
  argv: string[];
  stdout: string;
  stderr: string;
  session: string | null;
  requests: ModelRequest[];
  /** Other hosts that the CLI wanted to reach, in vain. */
  refused: string[];
}

export interface Played {
  scenario: Scenario;
  calls: PlayedCall[];
  folder: DemoFolder;
  /** Where the CLI keeps its sessions. */
  projects: string;
  remove(): void;
}

type Command = Start['command'];

/** A scenario that takes longer hangs: its CLI is killed. The longest one waits for 34 s. */
const LIMIT_MS = 55_000;

/** Plays a scenario with a CLI of the caller's choice and keeps everything that it wrote. */
export async function playScenario(command: Command, scenario: Scenario): Promise<Played> {
  const folder = makeDemoFolder(scenario.files);
  const output = mkdtempSync(join(tmpdir(), 'framescope-played-'));
  const remove = () => {
    folder.remove();
    rmSync(output, { recursive: true, force: true });
  };
  const calls: PlayedCall[] = [];
  try {
    for (const [at, call] of [scenario, ...(scenario.further ?? [])].entries()) {
      const base = join(output, `${scenario.name}${at === 0 ? '' : `.${at + 1}`}`);
      calls.push(await playCall(command, call, folder, base, calls.at(-1)?.session ?? null));
    }
  } catch (error) {
    remove();
    throw error;
  }
  return { scenario, calls, folder, projects: join(folder.home, '.claude', 'projects'), remove };
}

async function playCall(
  command: Command,
  call: ScenarioCall,
  folder: DemoFolder,
  base: string,
  before: string | null,
): Promise<PlayedCall> {
  const api = await startMockApi(call.model(), folder.project);
  const args = argumentsOf(call, { session: before, home: folder.home });
  const [stdout, stderr] = [`${base}.jsonl`, `${base}.stderr.txt`];
  const cli = RunningCli.start({
    command,
    args,
    folder: folder.project,
    environment: { ...cliEnvironment(api.url, folder, call.account), ...call.environment },
    stdout,
    stderr,
    stallAfter: call.stallAfter,
  });
  let hangs = false;
  const timer = setTimeout(() => {
    hangs = true;
    cli.signal('SIGKILL');
  }, LIMIT_MS);
  try {
    if (call.prompt !== undefined) cli.endInput();
    await call.meanwhile?.(cli, untilOf(cli, api, folder));
    cli.endInput();
    const ended = await cli.ended;
    if (api.faults.length > 0) throw api.faults[0];
    if (hangs) throw new Error(`The CLI did not end within ${LIMIT_MS / 1000} s.`);
    const { requests, refused } = api;
    return { ...ended, argv: ['claude', ...args], stdout, stderr, session: cli.session, requests, refused };
  } finally {
    clearTimeout(timer);
    cli.signal('SIGKILL');
    await cli.ended.catch(() => {});
    cli.close();
    await api.close();
  }
}

/** Waits that fail when the CLI ends first. */
function untilOf(cli: RunningCli, api: MockApi, folder: DemoFolder): Until {
  const orEnd = (wait: Promise<void>) =>
    Promise.race([
      wait,
      cli.ended.then(() => {
        throw new Error('The CLI ended before what the scenario waits for.');
      }),
    ]);
  return {
    asked: (requests) => orEnd(api.asked(requests)),
    there: (name) => orEnd(fileThere(join(folder.project, name), cli)),
  };
}

async function fileThere(path: string, cli: RunningCli): Promise<void> {
  while (!existsSync(path) && !cli.over) await new Promise((resolve) => setTimeout(resolve, 10));
}

function argumentsOf(call: ScenarioCall, at: { session: string | null; home: string }): string[] {
  const { prompt, partial, permissions = 'bypass' } = call;
  return [
    '-p',
    ...(prompt === undefined ? [] : [prompt]),
    '--output-format',
    'stream-json',
    '--verbose',
    ...(prompt === undefined ? ['--input-format', 'stream-json'] : []),
    ...(partial ? ['--include-partial-messages'] : []),
    ...(permissions === 'ask' ? ['--permission-prompt-tool', 'stdio'] : []),
    ...(call.args?.(at) ?? []),
    ...(permissions === 'bypass' ? ['--permission-mode', 'bypassPermissions'] : []),
    ...(permissions === 'plan' ? ['--permission-mode', 'plan'] : []),
  ];
}
