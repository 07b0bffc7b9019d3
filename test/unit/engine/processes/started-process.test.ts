import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type CaptureFiles,
  captureFiles,
  readCaptureRecord,
} from '../../../../src/engine/captures/capture-files';
import { planProcess } from '../../../../src/engine/processes/command/process-plan';
import type { RunForm } from '../../../../src/engine/processes/command/run-form';
import { interrupt, userTurn } from '../../../../src/engine/processes/input/input-frames';
import { StartedProcess } from '../../../../src/engine/processes/running/started-process';
import { livingOf, textOf, until } from '../../../processes/living-processes';
import { runForm } from '../../../processes/run-forms';

let folder: string;
let started: StartedProcess[];
let changes: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'framescope-process-'));
  started = [];
  changes = 0;
});
afterEach(async () => {
  for (const process of started) await process.end(0);
  rmSync(folder, { recursive: true, force: true });
});

function launchOf(form: RunForm) {
  const surroundings = { environment: process.env, home: folder, platform: process.platform };
  const { plan, launch } = planProcess(form, surroundings);
  expect(plan.problem).toBeNull();
  return launch!;
}

async function start(prompt: string, more: Partial<RunForm> = {}): Promise<StartedProcess> {
  const launch = launchOf(runForm(prompt, more));
  const outcome = await StartedProcess.start(launch, join(folder, 'captures'), () => changes++);
  expect(outcome.problem).toBeNull();
  started.push(outcome.process!);
  return outcome.process!;
}

const script = (code: string) =>
  ({ program: 'command', command: `'${process.execPath}' -e '${code}'` }) as const;
const filesOf = (running: StartedProcess) => captureFiles(running.capture) as CaptureFiles;
const ended = (running: StartedProcess) =>
  until(
    () => running.status,
    ({ state }) => state === 'ended',
  );
const says = (running: StartedProcess, text: string | RegExp) =>
  until(
    () => textOf(running.capture),
    (capture) => (typeof text === 'string' ? capture.includes(text) : text.test(capture)),
  );
const living = (running: StartedProcess) => livingOf({ pid: running.status.pid, capture: running.capture });
const nobody = (running: StartedProcess) =>
  until(
    () => living(running),
    (pids) => pids.length === 0,
  );

interface Said {
  type: string;
  [field: string]: unknown;
}
const framesOf = (running: StartedProcess): Said[] =>
  textOf(running.capture)
    .split('\n')
    // What stands behind the last line break may not be whole yet.
    .slice(0, -1)
    .map((line) => JSON.parse(line));

describe('the capture of a process', () => {
  it('holds every byte of chunks of a megabyte', async () => {
    const code = `for (let i = 0; i < 20; i++) require("fs").writeSync(1, Buffer.alloc(1048576, 97 + i))`;
    const running = await start('', script(code));
    await ended(running);
    const expected = Buffer.concat(Array.from({ length: 20 }, (_, i) => Buffer.alloc(1048576, 97 + i)));
    expect(readFileSync(running.capture).equals(expected)).toBe(true);
  });

  it('holds every byte of single bytes, and what was torn', async () => {
    const code = `for (const b of Buffer.from("é🙂\\u0000\\n{".repeat(500))) require("fs").writeSync(1, Buffer.of(b))`;
    const running = await start('', script(code));
    await ended(running);
    expect(readFileSync(running.capture, 'utf8')).toBe('é🙂\0\n{'.repeat(500));
  });

  it('keeps standard error apart', async () => {
    const running = await start('say out\nstderr first\nstderr größer');
    await ended(running);
    expect(textOf(filesOf(running).stderr)).toBe('first\ngrößer\n');
    expect(framesOf(running).map(({ type }) => type)).toEqual(['system', 'assistant', 'result']);
  });

  it('is told in its record, from the beginning and at the end, without values of variables', async () => {
    const running = await start('wait', { environment: 'FAKE_SECRET=hidden' });
    await says(running, 'waiting');
    const { pid, startedAt } = running.status;
    const record = readCaptureRecord(filesOf(running).record);
    expect(record).toMatchObject({ source: 'process', folder, environment: ['FAKE_SECRET'], startedAt, pid });
    expect(record).toMatchObject({ endedAt: null, exitCode: null, signal: null, error: null });
    running.stop('kill');
    const { endedAt } = await ended(running);
    expect(readCaptureRecord(filesOf(running).record)).toMatchObject({ endedAt, signal: 'SIGKILL' });
    for (const path of Object.values(filesOf(running))) expect(textOf(path)).not.toContain('hidden');
  });

  it.skipIf(process.platform === 'win32')('belongs to this user alone', async () => {
    const running = await start('', { conversation: true });
    const { stdout, stderr, stdin, record } = filesOf(running);
    for (const path of [stdout, stderr, stdin, record]) expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'captures')).mode & 0o777).toBe(0o700);
  });

  it('has a name of its own, from its first words', async () => {
    const both = await Promise.all([start('Fix the Pärser: now'), start('Fix the Pärser: now')]);
    const names = both.map(({ capture }) => capture.slice(join(folder, 'captures').length + 1));
    expect(new Set(names).size).toBe(2);
    for (const name of names) expect(name).toMatch(/^\d{4}-\d\d-\d\d-\d{6}-fix-the-parser-now(-2)?\.jsonl$/);
  });
});

describe('a started process', () => {
  it('gets its arguments, folder and environment', async () => {
    const prompt = 'arguments\n"two" $words `x` größer 🙂';
    const running = await start(prompt, { environment: 'FAKE_A=b c=d', maxTurns: 2 });
    await ended(running);
    const text = framesOf(running).find(({ type }) => type === 'assistant') as unknown as {
      message: { content: [{ text: string }] };
    };
    const told = JSON.parse(text.message.content[0].text);
    expect(told.args).toEqual([
      ...['-p', prompt, '--output-format', 'stream-json', '--verbose', '--max-turns', '2'],
    ]);
    expect(told.variables).toEqual({ FAKE_A: 'b c=d' });
    expect(told.folder).toBe(folder);
  });

  it.each([0, 1, 137])('tells its exit code %i', async (code) => {
    const running = await start(`exit ${code}`);
    expect(await ended(running)).toMatchObject({ exitCode: code, signal: null, error: null });
    expect(readCaptureRecord(filesOf(running).record)).toMatchObject({ exitCode: code, signal: null });
    expect(changes).toBeGreaterThan(0);
  });

  it('takes no input without a conversation', async () => {
    const running = await start('wait');
    expect(running.status.takesInput).toBe(false);
    await expect(running.send('x')).rejects.toThrow('The input of this process is closed.');
    expect(existsSync(filesOf(running).stdin)).toBe(false);
  });
});

describe('the input of a process', () => {
  it('begins with the greeting and the prompt, takes turns, and ends', async () => {
    const running = await start('say one', { conversation: true });
    await says(running, '"num_turns":1');
    await running.send(userTurn('say two\n🙂'));
    await says(running, '"num_turns":2');
    running.endInput();
    expect(running.status.takesInput).toBe(false);
    expect(await ended(running)).toMatchObject({ exitCode: 0, signal: null });
    const kept = textOf(filesOf(running).stdin)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(kept.map(({ type }) => type)).toEqual(['control_request', 'user', 'user']);
    expect(kept[2].message.content[0].text).toBe('say two\n🙂');
    await expect(running.send(userTurn('x'))).rejects.toThrow('The input of this process is closed.');
  });

  it('interrupts a turn, and the process lives on', async () => {
    const running = await start('wait', { conversation: true });
    await says(running, 'waiting');
    await running.send(interrupt());
    await says(running, 'error_during_execution');
    await running.send(userTurn('say still there'));
    await says(running, '"result":"say still there"');
    expect(running.status.state).toBe('running');
    const ids = textOf(filesOf(running).stdin).match(/"request_id":"[^"]+"/g);
    expect(new Set(ids).size).toBe(2);
  });

  it('keeps a line before it is sent, also when nobody takes it', async () => {
    const code = `require("fs").closeSync(0); console.log("closed"); setInterval(() => {}, 1000)`;
    const running = await start('', { ...script(code), conversation: true });
    await says(running, 'closed');
    await expect(running.send('{"kept":1}')).rejects.toThrow('The process no longer reads its input.');
    await until(
      () => running.status.takesInput,
      (takes) => !takes,
    );
    expect(textOf(filesOf(running).stdin)).toBe('{"kept":1}\n');
    expect(running.status).toMatchObject({ state: 'running', error: null });
  });

  it('carries a turn of a megabyte', async () => {
    const running = await start('', { conversation: true });
    await running.send(userTurn(`say ${'é'.repeat(500_000)}`));
    await says(running, '"num_turns":1');
    expect(textOf(running.capture)).toContain('é'.repeat(500_000));
  });
});

describe('stopping a process', () => {
  it('interrupts, as Ctrl+C does', async () => {
    const running = await start('count 100000 5');
    await says(running, 'text 2');
    running.stop('interrupt');
    expect(running.status.state).toBe('stopping');
    expect(await ended(running)).toMatchObject({ exitCode: 130 });
  });

  it('terminates', async () => {
    const running = await start('wait');
    await says(running, 'waiting');
    running.stop('terminate');
    expect(await ended(running)).toMatchObject({ exitCode: null, signal: 'SIGTERM' });
  });

  it('kills what ignores the other two', async () => {
    const running = await start('stubborn\ncount 100000 5');
    await says(running, 'text 1');
    running.stop('interrupt');
    running.stop('terminate');
    const lines = framesOf(running).length;
    await until(
      () => framesOf(running).length,
      (more) => more > lines + 3,
    );
    expect(running.status.state).toBe('stopping');
    running.stop('kill');
    expect(await ended(running)).toMatchObject({ exitCode: null, signal: 'SIGKILL' });
  });

  it.each(['interrupt', 'terminate', 'kill'] as const)(
    '%s reaches children and who left the group',
    async (how) => {
      const running = await start(`child\nescape\ncount 100000 5`);
      await says(running, /child \d+[\s\S]*child \d+[\s\S]*text 1/);
      expect(living(running).length).toBe(3);
      running.stop(how);
      await ended(running);
      await nobody(running);
    },
  );

  it('ends what a process left behind when the app ends', async () => {
    const running = await start('child\nescape');
    expect(await ended(running)).toMatchObject({ exitCode: 0 });
    expect(living(running)).toHaveLength(2);
    expect(running.lives).toBe(true);
    await running.end(1000);
    expect(living(running)).toEqual([]);
    expect(running.lives).toBe(false);
  });

  it('ends who ignores being asked after the grace', async () => {
    const running = await start('stubborn\nchild\nwait');
    await says(running, 'waiting');
    await running.end(50);
    expect(living(running)).toEqual([]);
    expect(running.status).toMatchObject({ state: 'ended', signal: 'SIGKILL' });
  });

  it('kills at once as the last resort', async () => {
    const running = await start('stubborn\nchild\nescape\nwait');
    await says(running, 'waiting');
    running.killNow();
    await nobody(running);
  });

  it('never signals a process that is gone', async () => {
    const running = await start('say done');
    await ended(running);
    expect(running.lives).toBe(false);
    running.stop('kill');
    running.killNow();
    await running.end(0);
    expect(running.status).toMatchObject({ state: 'ended', exitCode: 0, signal: null });
  });
});

describe('a process that cannot be started', () => {
  const launchWith = (executable: string, more = {}) => ({ ...launchOf(runForm('hi')), executable, ...more });
  const fail = async (launch: ReturnType<typeof launchOf>, captures = join(folder, 'captures')) => {
    const outcome = await StartedProcess.start(launch, captures, () => changes++);
    expect(outcome.process).toBeNull();
    return outcome.problem;
  };

  it('says why in one sentence, and leaves no file', async () => {
    const plain = join(folder, 'plain');
    writeFileSync(plain, 'text');
    const lost = join(folder, 'lost');
    writeFileSync(lost, '#!/no/such/interpreter\n', { mode: 0o755 });
    expect(await fail(launchWith(join(folder, 'none')))).toMatch(
      /could not be started: it, the program named/,
    );
    expect(await fail(launchWith(lost))).toMatch(/program named in its first line/);
    expect(await fail(launchWith(plain))).toMatch(/the system does not allow it\.$/);
    expect(await fail(launchWith(process.execPath, { folder: join(folder, 'gone') }))).toMatch(/is gone\.$/);
    const long = Array.from({ length: 40 }, () => 'x'.repeat(120_000));
    expect(await fail(launchWith(process.execPath, { args: long }))).toMatch(/too long for the system/);
    expect(readdirSync(join(folder, 'captures'))).toEqual([]);
    expect(changes).toBe(0);
  });

  it('says that the capture cannot be made', async () => {
    writeFileSync(join(folder, 'a-file'), '');
    expect(await fail(launchOf(runForm('hi')), join(folder, 'a-file', 'captures'))).toMatch(
      /could not be written/,
    );
  });

  it.skipIf(process.getuid?.() === 0)('says that the folder of captures may not be written', async () => {
    chmodSync(folder, 0o500);
    expect(await fail(launchOf(runForm('hi')))).toMatch(/may not be written/);
    chmodSync(folder, 0o700);
  });

  // Every write to it fails as on a full disk.
  it.skipIf(!existsSync('/dev/full'))('says that the disk is full', async () => {
    const { captureProblem } = await import('../../../../src/engine/processes/running/start-problem');
    let problem: unknown;
    try {
      writeFileSync('/dev/full', 'x');
    } catch (error) {
      problem = error;
    }
    expect(captureProblem(problem, '/x/y')).toBe('The disk is full: /x/y could not be written.');
  });
});
