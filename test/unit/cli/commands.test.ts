import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { casePath, fileOf, sessionAt } from '../engine/session-of';
import { agentSession, caseFiles, fixtureFiles, fixturePath } from '../recordings';
import { cliRun, parsedCli, printedBy } from './cli-run';

describe('framescope raw', () => {
  const fixtures = fixtureFiles().filter(({ name }) =>
    ['demo', '0.2.74/02-bash', '1.0.60/08-task', '2.1.332/19-unicode'].includes(name),
  );
  const cases = caseFiles().filter(({ name }) => /^(002|008|010|013|014|017|020|026|098)/.test(name));

  it.each([...fixtures, ...cases])(
    'prints the bytes of every frame of $name, and together the file',
    async ({ path }) => {
      const session = sessionAt(path);
      const { table } = session.index;
      const parts: Buffer[] = [];
      for (let row = 0; row < table.rows; row++) {
        const part = await printedBy(['raw', path, String(row + 1)]);
        expect(part.equals(session.rawBytes(row))).toBe(true);
        parts.push(part);
      }
      expect(Buffer.concat(parts).equals(readFileSync(path))).toBe(true);
    },
  );

  it('prints a frame of several megabytes whole', async () => {
    const line = `{"type":"user","text":"${'é'.repeat(1_500_000)}"}\n`;
    const path = fileOf(`{"type":"user"}\n${line}`);
    expect((await printedBy(['raw', path, '2'])).toString('utf8') === line).toBe(true);
  });
});

describe('framescope', () => {
  it('without a command shows how it is used, and fails', async () => {
    const { code, out, errors } = await cliRun([]);
    expect({ code, errors }).toEqual({ code: 2, errors: [] });
    expect(out.toString()).toContain('Usage: framescope');
  });

  it('tells its version', async () => {
    expect((await printedBy(['--version'])).toString()).toBe('1.2.3\n');
  });
});

describe('framescope inspect', () => {
  const lineOf = (text: string, label: string) =>
    text
      .split('\n')
      .find((line) => line.startsWith(`  ${label.padEnd(12)}`))
      ?.slice(14);

  it('prints the figures for people', async () => {
    const path = casePath('061');
    const text = (await printedBy(['inspect', path])).toString('utf8');
    expect(text.split('\n')[0]).toBe(path);
    expect(lineOf(text, 'bytes')).toBe('4,679');
    expect(lineOf(text, 'format')).toBe('stream-json');
    expect(lineOf(text, 'lines')).toBe('17');
    expect(lineOf(text, 'frames')).toBe('17');
    expect(lineOf(text, 'unparsed')).toBe('none');
    expect(lineOf(text, 'tool calls')).toBe('6 (6 answered)');
    expect(lineOf(text, 'outcome')).toBe('success');
    expect(lineOf(text, 'cost')).toBe('$0.50');
    expect(lineOf(text, 'tokens')).toBe('in 30 · out 60 · cache read 0 · cache creation 0');
    expect(text).toContain('\nKinds\n  8  user\n  7  assistant\n');
    expect(text).toMatch(
      /\nRuns\n {2}sess-0001 · CLI 2\.1\.200 · model-a · success · num_turns 1 · 1\.0 s · frames 1-17\n\nSubagents\n/,
    );
  });

  it('prints the tree of subagents, those of a call that is not there last (case 061)', async () => {
    const text = (await printedBy(['inspect', casePath('061')])).toString('utf8');
    expect(text.slice(text.indexOf('\nSubagents\n') + 1)).toBe(
      [
        'Subagents',
        '  agent 1 · completed · a · called in frame 2 · 2 calls · frames 3-12',
        '    agent 3 · completed · inner · called in frame 8 · 1 call · frames 10-11',
        '  agent 2 · completed · b · called in frame 2 · 1 call · frames 5-7',
        '  agent 4 · completed (inferred) · Its frames name a call that is not in this session (parent_tool_use_id). · 0 calls · frames 14-14',
        '',
      ].join('\n'),
    );
  });

  it('reads the files of subagents when it is asked to, and only then', async () => {
    const path = agentSession('2.0.50');
    const alone = await parsedCli(['inspect', path, '--json']);
    expect(await parsedCli(['inspect', path, '--json', '--no-agents'])).toEqual(alone);
    expect(alone).toMatchObject({ frames: 9, toolCalls: 2, parts: [], agents: 2 });
    const all = await parsedCli(['inspect', path, '--json', '--agents']);
    expect(all).toMatchObject({ frames: 27, toolCalls: 8, linked: 8, agents: 4, outcome: 'none' });
    expect((all.parts as { frames: number }[]).map(({ frames }) => frames)).toEqual([9, 1, 1, 8, 8]);
    const text = (await printedBy(['inspect', path, '--agents'])).toString('utf8');
    expect(text).toContain('\nFiles\n  ff9323b5-118f-442c-9d47-6314f1b8a3b8.jsonl: 9 frames');
    const last = await printedBy(['raw', path, '27', '--agents']);
    expect(last.toString('utf8')).toContain('"agentId":"f87bbbf6"');
    expect((await cliRun(['raw', path, '27'])).errors).toEqual([
      `There is no frame 27 in ${path}: it has 9 frames.`,
    ]);
  });

  it('says what went wrong', async () => {
    const text = (await printedBy(['inspect', casePath('037')])).toString('utf8');
    expect(lineOf(text, 'tool calls')).toBe('2 (1 answered, 1 unanswered, 2 results without a call)');
    expect(lineOf(text, 'cost')).toBe('not stated');
    expect(text).toContain('\nDiagnostics\n  warning frame 1, line 1: A tool result with the id "gone"');
    const failed = (await printedBy(['inspect', casePath('040')])).toString('utf8');
    expect(lineOf(failed, 'tool calls')).toBe('3 (3 answered, 1 failed)');
    const torn = (await printedBy(['inspect', casePath('002')])).toString('utf8');
    expect(lineOf(torn, 'unparsed')).toBe('1');
  });

  it('counts the branches of a conversation that was rewound', async () => {
    const line = (uuid: string, parentUuid: string | null) =>
      JSON.stringify({ type: 'user', uuid, parentUuid, sessionId: 's', message: { content: uuid } });
    const path = fileOf([line('a', null), line('b', 'a'), line('c', 'a')].join('\n'));
    const text = (await printedBy(['inspect', path])).toString('utf8');
    expect(lineOf(text, 'branches')).toBe('2 (all but one abandoned by a rewind)');
    expect((await parsedCli(['inspect', path, '--json'])).branches).toBe(2);
    expect((await parsedCli(['inspect', casePath('001'), '--json'])).branches).toBeNull();
    expect((await printedBy(['inspect', casePath('073')])).toString('utf8')).not.toContain('branches');
  });

  it('prints twenty diagnostics at most, and says how many more there are', async () => {
    const path = fileOf(`{"type":"user"}\n${'noise\n'.repeat(30)}`);
    const text = (await printedBy(['inspect', path])).toString('utf8');
    expect(text.match(/bytes that are no JSON/g)).toHaveLength(20);
    expect(text).toContain('… and 10 more (--json lists them)');
  });

  it('--explain tells a frame from a number of frames', async () => {
    const text = (
      await printedBy(['inspect', fixturePath('2.1.332/07-thinking.jsonl'), '--explain', 'frames'])
    ).toString();
    expect(text).toMatch(/^ {2}from frame \d+ +\+ \d+ · stream_event$/m);
    expect(text).not.toMatch(/frame \d+\+/);
  });

  it('--explain says from which frames a figure comes', async () => {
    const path = fixturePath('1.0.128/11-compact.jsonl');
    const text = (await printedBy(['inspect', path, '--explain', 'turns'])).toString('utf8');
    expect(text.split('\n')).toEqual([
      'Turns: 10 (run 1)',
      expect.stringMatching(/^ {2}Each result frame states num_turns/),
      '',
      '  frame 3     + 0 · result/success · states 1 · Running total: frame 8 states a newer one.',
      '  frame 8     + 0 · result/success · states 9 · Running total: frame 11 states a newer one.',
      '  frame 11    + 10 · result/success',
      '  total       10',
      '',
    ]);
    const cost = (await printedBy(['inspect', path, '--explain', 'cost'])).toString('utf8');
    expect(cost).toMatch(/^Cost: \$0\.0092844\n/);
    expect(cost).toContain('By model, subagents included, as frame 11 states in modelUsage\n');
    expect(cost).toContain('· in 36 · out 126 · cache read 12,288 ·');
  });

  it('--explain knows every spelling of a figure, and names the figures for any other word', async () => {
    const path = casePath('040');
    const { figure, terms } = await parsedCli(['inspect', path, '--json', '--explain', 'tool-calls']);
    expect([figure, (terms as unknown[]).length]).toEqual(['toolCalls', 3]);
    const { code, errors } = await cliRun(['inspect', path, '--explain', 'love']);
    expect(code).toBe(2);
    expect(errors[0]).toContain('The figures are outcome, cost, input,');
  });

  it('--run asks one run, and needs a figure', async () => {
    const path = casePath('064');
    expect(await parsedCli(['inspect', path, '--json', '--explain', 'frames', '--run', '2'])).toMatchObject({
      run: 2,
    });
    expect((await cliRun(['inspect', path, '--explain', 'cost', '--run', '9'])).errors[0]).toMatch(
      /^There is no run 9/,
    );
    expect((await cliRun(['inspect', path, '--run', '1'])).errors[0]).toBe(
      '--run needs --explain with a figure.',
    );
  });

  it('--json prints one object, and nothing else', async () => {
    const out = (await printedBy(['inspect', casePath('001'), '--json'])).toString('utf8');
    expect(out.endsWith('}\n')).toBe(true);
    expect(Object.keys(JSON.parse(out))).toEqual(
      'capture file bytes format physicalLines frames unparsed kinds toolCalls toolResults linked orphanResults unansweredCalls replayedFrames outcome costUsd usage runs runsLeftOff diagnostics diagnosticsLeftOff failedCalls branches title userPrompts apiMessages turnCount tasks agents parts partsLeftOff agentTree'.split(
        ' ',
      ),
    );
  });

  it('states the same figures with and without --json', async () => {
    for (const { path } of fixtureFiles()) {
      const report = await parsedCli(['inspect', path, '--json']);
      const text = (await printedBy(['inspect', path])).toString('utf8');
      expect(lineOf(text, 'bytes')).toBe((report.bytes as number).toLocaleString('en'));
      expect(lineOf(text, 'frames')).toMatch(
        new RegExp(`^${(report.frames as number).toLocaleString('en')}\\b`),
      );
      expect(lineOf(text, 'outcome')).toBe(report.outcome);
    }
  });

  it('never prints what a terminal would act on', async () => {
    const name = '\u001b]0;owned\u0007\u001b[2J\nfake line\u009b31m';
    const path = fileOf(
      [
        { type: name, session_id: name, subtype: name },
        { type: 'system', subtype: 'init', model: name, claude_code_version: name, session_id: name },
        { type: 'assistant', message: { content: [{ type: 'tool_use', id: name, name }] } },
        { type: 'result', subtype: name, is_error: false, uuid: name },
        { type: 'user', uuid: name },
      ]
        .map((frame) => JSON.stringify(frame))
        .join('\n'),
    );
    const text = (await printedBy(['inspect', path])).toString('utf8');
    expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    expect(text).not.toContain('\nfake line');
  });
});

describe('standard input', () => {
  it('is read for a file named -, and says the same', async () => {
    const path = casePath('061');
    const { code, out } = await cliRun(['inspect', '-', '--json'], readFileSync(path));
    expect(code).toBe(0);
    expect(JSON.parse(out.toString())).toEqual({
      ...(await parsedCli(['inspect', path, '--json'])),
      file: '-',
    });
  });

  it('gives the exact bytes of a frame', async () => {
    const bytes = readFileSync(casePath('098'));
    expect((await cliRun(['raw', '-', '1'], bytes)).out.equals(bytes)).toBe(true);
  });

  it('may be empty', async () => {
    const { code, out } = await cliRun(['inspect', '-']);
    expect(code).toBe(0);
    expect(out.toString()).toContain('This file is empty');
  });
});

describe('what goes wrong', () => {
  const missing = join(tmpdir(), 'framescope-that-is-not-there', 'x.jsonl');
  const good = () => casePath('001');

  it.each([
    ['a missing file', () => ['inspect', missing], /There is no file at .*x\.jsonl/],
    ['a missing file for raw', () => ['raw', missing, '1'], /There is no file at .*x\.jsonl/],
    ['a folder', () => ['inspect', tmpdir()], /is a folder, not a recording/],
    ['a device', () => ['inspect', '/dev/null'], /is no regular file/],
    ['a file as a folder', () => ['inspect', join(good(), 'x')], /There is no file at/],
    ['no file', () => ['inspect'], /Missing required argument 'file'/],
    ['no frame', () => ['raw', good()], /Missing required argument 'frame'/],
    ['frame 0', () => ['raw', good(), '0'], /whole and start at 1/],
    ['frame -1', () => ['raw', good(), '--', '-1'], /whole and start at 1/],
    ['frame 1.5', () => ['raw', good(), '1.5'], /whole and start at 1/],
    ['frame x', () => ['raw', good(), 'x'], /whole and start at 1/],
    ['frame 6 of 5', () => ['raw', good(), '6'], /There is no frame 6 in .*: it has 5 frames\./],
    ['a frame beyond all numbers', () => ['raw', good(), '9'.repeat(400)], /There is no frame/],
    ['frame 2 of 1', () => ['raw', casePath('022'), '2'], /it has one frame\./],
    ['frame 1 of an empty file', () => ['raw', casePath('023'), '1'], /it has 0 frames\./],
    ['an unknown option', () => ['inspect', good(), '--nope'], /Unknown option '--nope'/],
    ['an unknown command', () => ['frobnicate'], /Unknown command 'frobnicate'/],
    ['too many arguments', () => ['inspect', good(), good()], /Too many arguments/],
  ])('%s: one line that says so, exit code 2, nothing printed', async (_, args, said) => {
    const { code, out, errors } = await cliRun(args());
    expect(code).toBe(2);
    expect(out.toString()).toBe('');
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(said);
    expect(errors[0]).toMatch(/^\S[^\n]*\.$/);
    expect(errors[0]).not.toMatch(/\bat \S+ \(|node:|\.ts:/);
  });

  it('a wrong use names the help', async () => {
    expect((await cliRun(['inspect'])).errors[0]).toMatch(/ See framescope --help\.$/);
  });
});

describe('--help', () => {
  it.each([[['--help']], [['inspect', '--help']], [['raw', '--help']], [['help', 'raw']]])(
    '%j is exit code 0',
    async (args) => {
      const { code, out, errors } = await cliRun(args);
      expect({ code, errors }).toEqual({ code: 0, errors: [] });
      expect(out.toString()).toContain('Usage: framescope');
    },
  );

  it('names every command', async () => {
    const help = (await printedBy(['--help'])).toString();
    for (const command of ['inspect', 'raw']) expect(help).toMatch(new RegExp(`^  ${command} `, 'm'));
  });
});
