import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planProcess } from '../../../../src/engine/processes/command/process-plan';
import type { RunForm } from '../../../../src/engine/processes/command/run-form';
import { runForm } from '../../../processes/run-forms';

let home: string;
let bin: string;
const program = (path: string, mode = 0o755) => writeFileSync(path, '#!/bin/sh\n', { mode });

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'framescope-plan-'));
  bin = join(home, 'bin');
  mkdirSync(bin);
  mkdirSync(join(home, 'work'));
  program(join(bin, 'claude'));
  program(join(bin, 'printer'));
  program(join(home, 'work', 'local-cli'));
  writeFileSync(join(bin, 'cli.js'), '');
  writeFileSync(join(bin, 'plain'), '');
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

interface Given {
  environment?: NodeJS.ProcessEnv;
  home?: string;
}

function plan(form: Partial<RunForm>, given: Given = {}) {
  const environment = { PATH: `relative:/nowhere:${bin}`, ...given.environment };
  const surroundings = { environment, home: given.home ?? home, platform: 'linux' as const };
  return planProcess(runForm('hi', { claudePath: null, ...form }), surroundings);
}
const args = (form: Partial<RunForm>) => plan(form).launch?.args;
const problem = (form: Partial<RunForm>, given: Given = {}) => plan(form, given).plan.problem;

const STREAM = ['--output-format', 'stream-json', '--verbose'];
const TALK = ['--input-format', 'stream-json', '--permission-prompt-tool', 'stdio'];

describe('the command of a form', () => {
  it('shows what is started, where, and what was added and why', () => {
    const { plan: shown, launch } = plan({ prompt: 'fix the parser' });
    expect(shown).toMatchObject({ problem: null, folder: home, executable: join(bin, 'claude') });
    expect(shown.commandLine).toBe("claude -p 'fix the parser' --output-format stream-json --verbose");
    expect(shown.added.map(({ argument }) => argument)).toEqual(['--output-format stream-json', '--verbose']);
    expect(shown.added[1]?.why).toContain('refuses print mode with stream-json without --verbose');
    expect(launch).toMatchObject({ title: 'fix the parser', opening: [], conversation: false });
  });

  it('passes every field on', () => {
    const form = { model: ' opus ', permissionMode: 'plan', maxTurns: 3, partial: true, extra: `--a 'b c'` };
    const fields = ['--include-partial-messages', '--model', 'opus', '--permission-mode', 'plan'];
    expect(args(form)).toEqual(['-p', 'hi', ...STREAM, ...fields, '--max-turns', '3', '--a', 'b c']);
  });

  it('sends the prompt of a conversation as its first turn', () => {
    const { launch, plan: shown } = plan({ conversation: true, prompt: '-x\n"é🙂"\0' });
    expect(launch?.args).toEqual(['-p', ...STREAM, ...TALK]);
    const [greeting, turn, ...more] = (launch?.opening ?? []).map((line) => JSON.parse(line));
    expect(greeting).toMatchObject({ type: 'control_request', request: { subtype: 'initialize' } });
    expect(turn.message).toEqual({ role: 'user', content: [{ type: 'text', text: '-x\n"é🙂"\0' }] });
    expect(more).toEqual([]);
    expect(shown.added).toHaveLength(4);
    expect(launch?.opening.every((line) => !line.includes('\n'))).toBe(true);
  });

  it('starts a conversation without a prompt, to wait for its first turn', () => {
    const { launch } = plan({ conversation: true, prompt: ' \n' });
    expect(launch?.opening).toHaveLength(1);
    expect(launch?.title).toBe('claude');
  });

  it('keeps a permission tool of the user, and does not greet for it', () => {
    const { launch } = plan({ conversation: true, extra: '--permission-prompt-tool mcp__a__b' });
    expect(launch?.args.filter((word) => word === '--permission-prompt-tool')).toHaveLength(1);
    expect(launch?.opening.map((line) => JSON.parse(line).type)).toEqual(['user']);
  });

  it('never repeats a flag of the user', () => {
    expect(args({ extra: '--verbose --include-partial-messages', partial: true })).toEqual([
      '-p',
      'hi',
      '--output-format',
      'stream-json',
      '--verbose',
      '--include-partial-messages',
    ]);
  });

  it('puts a prompt that begins with a dash behind the end of the options', () => {
    expect(args({ prompt: '--help', extra: '--allowedTools Bash' })).toEqual([
      '-p',
      ...STREAM,
      '--allowedTools',
      'Bash',
      '--',
      '--help',
    ]);
  });

  it.each([`it's`, '"a" $b `c`', 'two\nlines', 'größer 🙂', ' spaces '])(
    'carries the prompt %j',
    (prompt) => {
      expect(args({ prompt })?.[1]).toBe(prompt);
    },
  );

  it('takes the words of any command', () => {
    const { plan: shown, launch } = plan({ program: 'command', command: `printer 'a b' --c`, prompt: '' });
    expect(launch).toMatchObject({
      executable: join(bin, 'printer'),
      args: ['a b', '--c'],
      title: shown.commandLine,
    });
    expect(shown).toMatchObject({ commandLine: "printer 'a b' --c", added: [] });
  });

  it('sees a command with a path from its folder', () => {
    const { plan: shown } = plan({ program: 'command', command: './local-cli', folder: 'work' });
    expect(shown).toMatchObject({ executable: join(home, 'work', 'local-cli'), folder: join(home, 'work') });
  });

  it('sees what was chosen from the home folder', () => {
    expect(plan({ claudePath: ' ~/bin/printer ', folder: '~/work' }).plan).toMatchObject({
      executable: join(bin, 'printer'),
      folder: join(home, 'work'),
    });
    expect(plan({ claudePath: 'bin/claude', folder: '~' }).plan).toMatchObject({
      executable: join(bin, 'claude'),
      folder: home,
    });
  });

  it('finds claude where its installers put it', () => {
    const other = mkdtempSync(join(home, 'other-'));
    mkdirSync(join(other, '.local', 'bin'), { recursive: true });
    const path = join(other, '.local', 'bin', 'claude');
    program(path);
    const { plan: shown } = plan({}, { home: other, environment: { PATH: '/nowhere' } });
    expect(shown.executable).toBe(path);
    expect(shown.commandLine).toMatch(new RegExp(`^${path} -p hi`));
  });

  it('gives the process the environment of the app and of the lines, and never shows a value', () => {
    const environment = { KEPT: 'kept', ELECTRON_RUN_AS_NODE: '1', PASSED: 'p' };
    const { plan: shown, launch } = plan(
      { environment: 'PASSED\n\n FAKE_SECRET=a=b c \nEMPTY=\n' },
      { environment },
    );
    expect(launch?.environment).toMatchObject({
      KEPT: 'kept',
      PASSED: 'p',
      FAKE_SECRET: 'a=b c ',
      EMPTY: '',
    });
    expect(launch?.environment).not.toHaveProperty('ELECTRON_RUN_AS_NODE');
    expect(launch?.environmentNames).toEqual(['PASSED', 'FAKE_SECRET', 'EMPTY']);
    expect(JSON.stringify(shown)).not.toContain('a=b');
  });
});

describe('what cannot be started', () => {
  const cases: [why: string, form: Partial<RunForm>, sentence: RegExp][] = [
    ['an empty prompt', { prompt: ' \n ' }, /Write a prompt/],
    ['a NUL', { prompt: 'a\0b' }, /prompt holds a NUL/],
    ['a NUL in another field', { model: 'a\0b' }, /field holds a NUL/],
    ['a long prompt', { prompt: 'é'.repeat(70_000) }, /140000 bytes long/],
    ['an operator', { extra: 'a | b' }, /extra arguments cannot be used\. "\|" is an operator/],
    ['its own flag', { extra: '--output-format=json' }, /^--output-format is set by Framescope/],
    ['the end of options', { extra: '-- x' }, /it would end the options/],
    ['no command', { program: 'command', command: ' ' }, /Write a command/],
    ['an empty program', { program: 'command', command: `'' a` }, /first word is empty/],
    [
      'an unknown program',
      { program: 'command', command: 'no-such-program' },
      /no program "no-such-program"/,
    ],
    ['an operator in a command', { program: 'command', command: 'printer > x' }, /">" is an operator/],
    ['no folder', { folder: 'nowhere' }, /There is no folder .*nowhere\.$/],
    ['a file as folder', { folder: 'bin/claude' }, /is a file, not a folder/],
    ['a wrong name', { environment: 'A B' }, /Line 1 of the environment has to be NAME/],
    ['a name that is not set', { environment: 'A=1\nNOT_SET' }, /Line 2 .* names NOT_SET, which is not set/],
    ['a prototype key that is not set', { environment: '__proto__' }, /not set/],
  ];
  it.each(cases)('says so in one sentence: %s', (_why, form, sentence) => {
    const { plan: shown, launch } = plan(form);
    expect(launch).toBeNull();
    expect(shown.problem).toMatch(sentence);
    expect(shown.problem).toMatch(/\.$/);
    expect(shown.commandLine).toBe('');
  });

  it('says which file is no program', () => {
    expect(problem({ claudePath: join(bin, 'none') })).toMatch(/There is no program at/);
    expect(problem({ claudePath: bin })).toMatch(/is a folder, not a program/);
    expect(problem({ claudePath: join(bin, 'cli.js') })).toMatch(/JavaScript file .*"node cli\.js"/);
    expect(problem({ claudePath: join(bin, 'plain') })).toMatch(
      /may not be executed: allow it with chmod \+x/,
    );
    expect(problem({ program: 'command', command: 'plain' })).toMatch(/may not be executed/);
  });

  it('says that there is no claude', () => {
    const empty = mkdtempSync(join(home, 'empty-'));
    expect(problem({}, { home: empty, environment: { PATH: '' } })).toMatch(/There is no claude on the PATH/);
  });

  it.skipIf(process.getuid?.() === 0)('says that a folder may not be entered', () => {
    const locked = join(home, 'locked');
    mkdirSync(locked, { mode: 0o600 });
    chmodSync(locked, 0o600);
    expect(problem({ folder: locked })).toMatch(/may not be entered/);
  });
});
