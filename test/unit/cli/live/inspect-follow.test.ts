import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Report } from '../../../../src/engine/answer-types';
import type { LiveFile } from '../../../../src/engine/live/live-types';
import { casePath } from '../../engine/session-of';
import { beginProcess, expectationOf, variantsOf } from '../../steps/case-steps';
import { type Follower, playSteps } from '../../steps/play-case';
import { type BuiltCli, buildCli } from './built-cli';

type Line = Report & { live: LiveFile; generation: number };

let built: Awaited<ReturnType<typeof buildCli>>;
let cli: BuiltCli;
beforeAll(async () => {
  built = await buildCli();
});
afterAll(() => built.remove());
beforeEach(() => {
  cli = built.open();
});
afterEach(() => cli.end());

/** `inspect --follow --json` as a follower; it is closed with Ctrl+C, and has to end well. */
function followInCli(path: string): Follower {
  const child = cli.start(['inspect', path, '--follow', '--json']);
  return {
    told: () => child.lines<Line>().map((report) => ({ report, live: report.live })),
    async close() {
      // One that was just started does not obey yet.
      await child.until(() => child.out !== '' || child.errors.includes('waited for'));
      child.child.kill('SIGINT');
      expect(await child.exit()).toBe(0);
    },
  };
}

describe.each([
  ['one process', false],
  ['another process for every step', true],
])('framescope inspect --follow --json, %s', (_title, restart) => {
  it.each(['089', '091', '092'])('follows case %s to the numbers of the case', async (number) => {
    const path = join(cli.folder, 'tailed.jsonl');
    const [steps = []] = variantsOf(number);
    const { report } = await playSteps(steps, path, () => followInCli(path), restart);
    expect(report).toMatchObject(expectationOf(number));
  });

  it.each([
    { variant: 0, outcome: 'incomplete', signal: 'SIGKILL', exitCode: null, stderrLines: 1, state: 'ended' },
    { variant: 1, outcome: 'success', signal: null, exitCode: 1, stderrLines: 0, state: 'ended' },
    { variant: 2, outcome: 'error', signal: null, exitCode: 0, stderrLines: 0, state: 'ended' },
    { variant: 3, outcome: 'success', signal: null, exitCode: null, stderrLines: 0, state: 'watching' },
  ])(
    'tells how the process of case 094 ended, variant $variant',
    async ({ variant, outcome, state, ...end }) => {
      const path = join(cli.folder, 'process.jsonl');
      beginProcess(path);
      const steps = variantsOf('094')[variant] ?? [];
      const { report, live } = await playSteps(steps, path, () => followInCli(path), restart);
      if (variant === 0) expect(report).toMatchObject(expectationOf('094'));
      expect(report).toMatchObject({ outcome, capture: end });
      expect(live?.state).toBe(state);
    },
  );
});

describe('framescope inspect --follow', () => {
  const whole = readFileSync(casePath('061'));

  it('waits for a file that does not exist, and says so once', async () => {
    const path = join(cli.folder, 'late.jsonl');
    const child = cli.start(['inspect', path, '--follow', '--json']);
    await child.until(() => child.errors !== '');
    expect(child.errors).toBe(`framescope: There is no file at ${path} yet. It is waited for.\n`);
    expect(child.out).toBe('');
    writeFileSync(path, whole);
    await child.until(() => child.lines<Line>().at(-1)?.frames === 17);
    child.child.kill('SIGTERM');
    expect(await child.exit()).toBe(0);
    expect(child.errors).toBe(`framescope: There is no file at ${path} yet. It is waited for.\n`);
  });

  it('prints one line for people for every change', async () => {
    const path = join(cli.folder, 'growing.jsonl');
    const end = whole.indexOf(10) + 1;
    writeFileSync(path, whole.subarray(0, end));
    const child = cli.start(['inspect', path, '--follow']);
    await child.until(() => child.out.endsWith('\n'));
    expect(child.out).toMatch(/^\d\d:\d\d:\d\d {2}1 frame · 0 tool calls · .+\n$/);
    appendFileSync(path, whole.subarray(end));
    await child.until(() => child.out.includes('17 frames (+16) · 6 tool calls'));
    child.child.kill('SIGINT');
    expect(await child.exit()).toBe(0);
    for (const line of child.out.trimEnd().split('\n'))
      expect(line).toMatch(/^\d\d:\d\d:\d\d {2}\d+ frames? /);
  });

  it('reads standard input as it comes, and ends with it and a last report', async () => {
    const child = cli.start(['inspect', '-', '--follow', '--json'], { TMPDIR: cli.folder });
    const end = whole.indexOf(10) + 1;
    // Half a line is no frame, and half a character no text.
    child.child.stdin.write(whole.subarray(0, end + 20));
    await child.until(() => child.lines<Line>().at(-1)?.frames === 1);
    child.child.stdin.write(whole.subarray(end + 20, whole.length - 1));
    await child.until(() => child.lines<Line>().some(({ frames }) => frames >= 16));
    expect(child.hasEnded).toBe(false);
    child.child.stdin.end();
    expect(await child.exit()).toBe(0);
    const last = child.lines<Line>().at(-1);
    expect(last).toMatchObject({ file: '-', frames: 17, unparsed: 0, live: { state: 'ended' } });
    expect(last).toMatchObject({ outcome: 'success', toolCalls: 6 });
    expect(readdirSync(cli.folder).filter((name) => name.includes('spool'))).toEqual([]);
  });

  it('of an empty standard input prints the report of nothing', async () => {
    const child = cli.start(['inspect', '-', '--follow', '--json']);
    child.child.stdin.end();
    expect(await child.exit()).toBe(0);
    expect(child.lines<Line>().at(-1)).toMatchObject({ frames: 0, bytes: 0, live: { state: 'ended' } });
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'with standard input ends at %s and leaves nothing',
    async (signal) => {
      const child = cli.start(['inspect', '-', '--follow', '--json'], { TMPDIR: cli.folder });
      child.child.stdin.write(whole);
      await child.until(() => child.lines<Line>().at(-1)?.frames === 17);
      child.child.kill(signal);
      expect(await child.exit()).toBe(0);
      expect(readdirSync(cli.folder).filter((name) => name.includes('spool'))).toEqual([]);
    },
  );

  it('ends when nobody reads what it prints', async () => {
    const path = join(cli.folder, 'growing.jsonl');
    writeFileSync(path, whole);
    const child = cli.start(['inspect', path, '--follow', '--json']);
    await child.until(() => child.lines().length > 0);
    child.child.stdout.destroy();
    appendFileSync(path, whole);
    expect(await child.exit()).toBe(0);
    expect(child.errors).toBe('');
  });

  it('gathers changes that come fast, and loses none', async () => {
    const path = join(cli.folder, 'fast.jsonl');
    writeFileSync(path, '');
    const child = cli.start(['inspect', path, '--follow', '--json']);
    await child.until(() => child.lines().length > 0);
    const lines = 3000;
    for (let n = 0; n < lines; n++) appendFileSync(path, `{"type":"user","message":{"content":"${n}"}}\n`);
    await child.until(() => child.lines<Line>().at(-1)?.frames === lines);
    const frames = child.lines<Line>().map((line) => line.frames);
    expect(frames).toEqual([...frames].sort((a, b) => a - b));
    expect(frames.length).toBeLessThan(lines / 10);
  });

  it('of a folder says that it is none of its files', async () => {
    const child = cli.start(['inspect', tmpdir(), '--follow']);
    expect(await child.exit()).toBe(2);
    expect(child.errors).toBe(
      `framescope: ${tmpdir()} is a folder, not a recording. Open one of the files in it.\n`,
    );
  });
});
