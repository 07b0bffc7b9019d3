import { appendFileSync, mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { agentPage } from '../../../../src/engine/answers/agents/agent-page';
import { reportOf } from '../../../../src/engine/answers/report/report';
import { rowPage } from '../../../../src/engine/answers/rows/row-page';
import { Session } from '../../../../src/engine/session/session';
import { agentLine, call, line, lines, projectOf, result } from '../agents/session-folder';

const open: Session[] = [];
afterEach(() => {
  for (const session of open.splice(0)) session.close();
});

function read(path: string, follow: boolean): Session {
  const session = Session.open(0, path, undefined, { agentFiles: true, follow });
  session.indexAllNow();
  open.push(session);
  return session;
}

/** Looks for new files as well, as the engine does now and then. */
async function look(session: Session): Promise<boolean> {
  session.files.lookForAgentFiles();
  return await session.grow(0);
}

const rowsOf = (session: Session) => rowPage(session, 1, 100_000).rows;
const told = (session: Session) =>
  rowsOf(session).map(({ file, kind, line }) => `${file ?? 'main'} ${line} ${kind}`);

/** What each file holds, whatever came between its rows. Blank lines may stand with either neighbour. */
function byFile(session: Session) {
  const files: Record<string, unknown[]> = {};
  for (const { file, line, kind, beginsFile, error, unparsed, frame } of rowsOf(session)) {
    const name = file ?? 'main';
    files[name] ??= [];
    const text = session
      .rawBytes(frame - 1)
      .toString('utf8')
      .trim();
    files[name].push({ line, text, kind, beginsFile, error, unparsed });
  }
  return files;
}

const firstLines = () => lines(line('user', 'go'), line('assistant', call('t1', { prompt: 'look' })));

describe('the files of subagents', () => {
  test('one appears while the session is followed, and grows together with it', async () => {
    const folder = projectOf({ 's1.jsonl': firstLines() });
    const path = join(folder, 's1.jsonl');
    const session = read(path, true);
    expect(told(session)).toEqual(['main 1 user', 'main 2 assistant']);
    mkdirSync(join(folder, 's1/subagents'), { recursive: true });
    const agent = join(folder, 's1/subagents/agent-a.jsonl');
    writeFileSync(agent, lines(agentLine('a', 'user', 'look')));
    await look(session);
    appendFileSync(path, lines(line('user', 'more')));
    await look(session);
    appendFileSync(agent, lines(agentLine('a', 'assistant', [{ type: 'text', text: 'seen' }])));
    await look(session);
    appendFileSync(path, lines(line('user', result('t1'))));
    await look(session);
    const name = 's1/subagents/agent-a.jsonl';
    expect(told(session)).toEqual([
      'main 1 user',
      'main 2 assistant',
      `${name} 1 user`,
      'main 3 user',
      `${name} 2 assistant`,
      'main 4 user',
    ]);
    expect(rowsOf(session).map(({ beginsFile }) => beginsFile)).toEqual([
      false,
      false,
      true,
      false,
      false,
      false,
    ]);
    expect(agentPage(session, 1, 10).total).toBe(1);
    const once = read(path, false);
    expect(byFile(once)).toEqual(byFile(session));
    expect(reportOf(session)).toMatchObject({ toolCalls: 1, linked: 1, frames: 6, unparsed: 0 });
  });

  test('one that lies beside the session, before that states its id', async () => {
    const folder = projectOf({
      's1.jsonl': '',
      'agent-a.jsonl': lines(agentLine('a', 'user', 'look')),
      'agent-x.jsonl': lines(agentLine('x', 'user', 'look', { sessionId: 'other' })),
    });
    const path = join(folder, 's1.jsonl');
    const session = read(path, true);
    await look(session);
    expect(told(session)).toEqual([]);
    appendFileSync(path, firstLines());
    await look(session);
    await look(session);
    expect(told(session)).toEqual(['main 1 user', 'main 2 assistant', 'agent-a.jsonl 1 user']);
    appendFileSync(path, lines(line('user', 'hi', { sessionId: 'other' })));
    await look(session);
    await look(session);
    expect(told(session)).toContain('agent-x.jsonl 1 user');
  });

  test('one that is empty or blank at first', async () => {
    const folder = projectOf({ 's1.jsonl': firstLines(), 's1/subagents/agent-a.jsonl': '\n\n' });
    const path = join(folder, 's1.jsonl');
    const session = read(path, true);
    const bytes = () => rowsOf(session).map(({ bytes }) => bytes);
    const before = bytes();
    await look(session);
    expect(bytes()).toEqual(before);
    appendFileSync(path, lines(line('user', 'more')));
    await look(session);
    appendFileSync(join(folder, 's1/subagents/agent-a.jsonl'), lines(agentLine('a', 'user', 'look')));
    await look(session);
    expect(byFile(session)).toEqual(byFile(read(path, false)));
    for (let row = 0; row < session.index.table.rows; row++)
      expect(() => JSON.parse(session.jsonText(row).toString())).not.toThrow();
  });

  test('one whose torn end is told keeps it while the session grows', async () => {
    const agent = lines(agentLine('a', 'user', 'look'));
    const folder = projectOf({
      's1.jsonl': firstLines(),
      's1/subagents/agent-a.jsonl': agent + agent.slice(0, 90),
    });
    const path = join(folder, 's1.jsonl');
    const session = read(path, true);
    session.settle();
    const { bytes, rows } = session.progress;
    expect(rows).toBe(4);
    appendFileSync(path, '\n');
    await session.grow(0, false);
    expect(session.progress.bytes).toBe(bytes + 1);
    expect(session.files.pendingBytes).toBe(90);
    session.settle();
    expect(byFile(session)).toEqual(byFile(read(path, false)));
  });

  test('one that was cut: the session is read anew', async () => {
    const agent = lines(agentLine('a', 'user', 'look'));
    const folder = projectOf({ 's1.jsonl': firstLines(), 's1/subagents/agent-a.jsonl': agent + agent });
    const session = read(join(folder, 's1.jsonl'), true);
    expect(await look(session)).toBe(true);
    truncateSync(join(folder, 's1/subagents/agent-a.jsonl'), agent.length);
    expect(await look(session)).toBe(false);
  });

  test('one that goes away costs its own frames only', async () => {
    const folder = projectOf({
      's1.jsonl': firstLines(),
      's1/subagents/agent-a.jsonl': lines(agentLine('a', 'user', 'look')),
    });
    const path = join(folder, 's1.jsonl');
    const session = read(path, true);
    rmSync(join(folder, 's1'), { recursive: true });
    appendFileSync(path, lines(line('user', 'more')));
    expect(await look(session)).toBe(true);
    expect(rowsOf(session).at(-1)).toMatchObject({ frame: 4, summary: 'more' });
  });

  test('any of them grows at any time, torn lines included: each file reads as it does at once', {
    timeout: 60_000,
  }, async () => {
    const piece = fc.constantFrom('whole', 'torn', 'rest', 'noise', 'blank', 'value', 'nul');
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.tuple(fc.constantFrom(0, 1, 2), piece) },
      { weight: 4, arbitrary: fc.constantFrom('look', 'look at the session', 'settle') },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const folder = projectOf({ 's1.jsonl': firstLines() });
        const main = join(folder, 's1.jsonl');
        const subagents = join(folder, 's1/subagents');
        mkdirSync(subagents, { recursive: true });
        const paths = [main, join(subagents, 'agent-a.jsonl'), join(subagents, 'agent-b.jsonl')];
        let session = read(main, true);
        let n = 0;
        for (const one of steps) {
          if (one === 'look at the session') {
            if (!(await session.grow(0, false))) session = read(main, true);
          } else if (one === 'look') {
            if (!(await look(session))) session = read(main, true);
          } else if (one === 'settle') session.settle();
          else {
            const [file, what] = one as [number, string];
            const whole =
              file === 0
                ? lines(line('user', `m${n++}`))
                : lines(agentLine('ab'[file - 1] as string, 'user', `a${n++}`));
            const pieces: Record<string, string> = {
              whole,
              torn: whole.slice(0, 50),
              // A message without its line would make a stream of the session file, and a stream has no agent files.
              rest: file === 0 ? whole : whole.slice(50),
              noise: 'noise\n',
              blank: '\n \n',
              value: whole.trimEnd(),
              nul: '\0\0\n',
            };
            appendFileSync(paths[file] as string, pieces[what] as string);
          }
        }
        // A file that states nothing yet is given when it is looked for again.
        for (let i = 0; i < 3; i++) if (!(await look(session))) session = read(main, true);
        session.settle();
        const once = read(main, false);
        expect(byFile(session)).toEqual(byFile(once));
        const counts = ({
          frames,
          unparsed,
          physicalLines,
          bytes,
          toolCalls,
        }: ReturnType<typeof reportOf>) => ({
          frames,
          unparsed,
          physicalLines,
          bytes,
          toolCalls,
        });
        expect(counts(reportOf(session))).toEqual(counts(reportOf(once)));
        for (const open of [session, once]) open.close();
      }),
      {
        numRuns: Number(process.env.RUNS ?? 300),
        seed: Number(process.env.SEED ?? 20261204),
        interruptAfterTimeLimit: 10_000,
      },
    );
  });
});
