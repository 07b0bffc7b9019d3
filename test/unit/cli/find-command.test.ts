import { describe, expect, it } from 'vitest';
import { fileOf } from '../engine/session-of';
import { fixturePath } from '../recordings';
import { cliRun, printedBy } from './cli-run';

const use = (id: string, name: string) => ({
  type: 'assistant',
  message: { content: [{ type: 'tool_use', id, name, input: { command: 'ls -l' } }] },
});
const path = () =>
  fileOf(
    [use('a', 'Bash'), { type: 'user' }, use('b', 'Read')]
      .map((frame) => `${JSON.stringify(frame)}\n`)
      .join(''),
  );

describe('framescope find', () => {
  it('prints the frames that match, one a line', async () => {
    const text = (await printedBy(['find', path(), 'tool:Bash'])).toString('utf8');
    expect(text).toBe('1\tline 1\tassistant/tool_use\tBash\tls -l\n');
  });

  it('prints JSON lines with --json', async () => {
    const text = (await printedBy(['find', path(), '-kind:user', '--json'])).toString('utf8');
    const lines = text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
    expect(lines.map(({ frame, line, tool }) => [frame, line, tool])).toEqual([
      [1, 1, 'Bash'],
      [3, 3, 'Read'],
    ]);
  });

  it('prints each frame of a recording once, in order', async () => {
    const text = (
      await printedBy(['find', fixturePath('2.1.332/08b-task-partial.jsonl'), 'has:type', '--json'])
    ).toString('utf8');
    const frames = text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line).frame);
    expect(frames).toEqual(frames.map((_, at) => at + 1));
    expect(frames.length).toBe(46);
  });

  it('ends with 1 when nothing matches, and with 2 when the expression cannot be read', async () => {
    const none = await cliRun(['find', path(), 'tool:Grep']);
    expect([none.code, none.out.length, none.errors]).toEqual([1, 0, []]);
    const odd = await cliRun(['find', path(), 'knd:x']);
    expect(odd.code).toBe(2);
    expect(odd.errors.join()).toMatch(/^There is no word "knd:"/);
    const mistyped = await cliRun(['find', path(), '--jsn', 'tool:Bash']);
    expect([mistyped.code, mistyped.out.length]).toEqual([2, 0]);
    const gone = await cliRun(['find', `${path()}.gone`, 'x']);
    expect(gone.code).toBe(2);
  });
});
