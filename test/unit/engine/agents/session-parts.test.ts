import { readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { frameDetail } from '../../../../src/engine/answers/frame/frame-detail';
import { FrameTexts } from '../../../../src/engine/answers/frame/frame-text';
import { reportOf } from '../../../../src/engine/answers/report/report';
import { rowOf, rowPage } from '../../../../src/engine/answers/rows/row-page';
import { MAX_AGENT_FILES } from '../../../../src/engine/session/agent-file-queue';
import { Session } from '../../../../src/engine/session/session';
import { OpenFiles } from '../../../../src/engine/sources/open-files';
import { agentSession } from '../../recordings';
import { plainRows, sessionAt } from '../session-of';
import { agentLine, agentsOf, call, line, lines, projectOf, result, withAgents } from './session-folder';

const VERSIONS = ['2.0.50', '2.1.332'];

/** The bytes of all rows of each file, in order. */
function bytesByFile(session: Session): Map<string | null, Buffer> {
  const parts = new Map<string | null, Buffer[]>();
  for (let row = 0; row < session.index.table.rows; row++) {
    const { file } = rowOf(session, row);
    parts.set(file, [...(parts.get(file) ?? []), session.rawBytes(row)]);
  }
  return new Map([...parts].map(([file, rows]) => [file, Buffer.concat(rows)]));
}

describe.each(VERSIONS)('a session of CLI %s with the files of its subagents', (version) => {
  const path = agentSession(version);

  it('is lossless: the rows of each file are the file', () => {
    const files = bytesByFile(withAgents(path));
    expect(files.size).toBeGreaterThan(2);
    for (const [file, bytes] of files) {
      expect(bytes.equals(readFileSync(file === null ? path : join(dirname(path), file)))).toBe(true);
    }
  });

  it('counts lines and offsets anew in each file', () => {
    const session = withAgents(path);
    for (let row = 0; row < session.index.table.rows; row++) {
      const { file, line: number, offset, bytes, beginsFile } = rowOf(session, row);
      const whole = readFileSync(file === null ? path : join(dirname(path), file));
      expect(whole.subarray(offset, offset + bytes).equals(session.rawBytes(row))).toBe(true);
      expect(whole.subarray(0, offset).toString('latin1').split('\n')).toHaveLength(number);
      expect(beginsFile).toBe(file !== null && offset === 0);
    }
  });

  it('has the same rows however the files are cut into chunks', () => {
    const whole = plainRows(withAgents(path));
    for (const chunkBytes of [1, 7, 64, 1000, 4096]) {
      const cut = withAgents(path, { chunkBytes, firstChunkBytes: chunkBytes });
      expect(plainRows(cut)).toEqual(whole);
    }
  });

  it('begins with the rows of the file alone, and leaves its figures as they are', () => {
    const alone = sessionAt(path);
    const all = withAgents(path);
    expect(plainRows(all).slice(0, alone.index.table.rows)).toEqual(plainRows(alone));
    const [main] = reportOf(all).parts;
    const report = reportOf(alone);
    expect(report.parts).toEqual([]);
    expect(main).toMatchObject({
      agent: 0,
      bytes: report.bytes,
      frames: report.frames,
      physicalLines: report.physicalLines,
      toolCalls: report.toolCalls,
      usage: report.usage,
    });
    const together = reportOf(all);
    expect({ outcome: together.outcome, costUsd: together.costUsd, format: together.format }).toEqual({
      outcome: report.outcome,
      costUsd: report.costUsd,
      format: report.format,
    });
    expect(together.runs).toHaveLength(report.runs.length);
  });

  it('adds the figures of the files up', () => {
    const report = reportOf(withAgents(path));
    const sum = (values: number[]) => values.reduce((a, b) => a + b, 0);
    for (const key of ['frames', 'unparsed', 'bytes', 'physicalLines', 'toolCalls', 'failedCalls'] as const)
      expect(sum(report.parts.map((part) => part[key]))).toBe(report[key]);
    for (const key of ['input', 'output', 'cacheRead', 'cacheCreation'] as const)
      expect(sum(report.parts.map((part) => part.usage?.[key] ?? 0))).toBe(report.usage?.[key]);
    expect(report.diagnostics).toEqual([]);
  });

  it('reads pages over the ends of files', () => {
    const session = withAgents(path);
    const { total, rows } = rowPage(session, 1, 200);
    expect(rows).toHaveLength(total);
    expect(rows).toEqual(rows.map((_, row) => rowOf(session, row)));
  });
});

describe('parts', () => {
  const main = lines(line('user', 'go'), line('assistant', call('t1')));
  const agent = (id: string, more = {}) => lines(agentLine(id, 'user', `ask ${id}`, more));

  it('do not glue: a last line without its end stays apart from the next file', () => {
    const folder = projectOf({
      's1.jsonl': main.trimEnd(),
      's1/subagents/agent-a.jsonl': `${agent('a')}{"type":"user","torn`,
      's1/subagents/agent-b.jsonl': agent('b'),
    });
    const session = withAgents(join(folder, 's1.jsonl'));
    const rows = rowPage(session, 1, 20).rows.map(({ file, line, unparsed }) => ({ file, line, unparsed }));
    expect(rows).toEqual([
      { file: null, line: 1, unparsed: false },
      { file: null, line: 2, unparsed: false },
      { file: 's1/subagents/agent-a.jsonl', line: 1, unparsed: false },
      { file: 's1/subagents/agent-a.jsonl', line: 2, unparsed: true },
      { file: 's1/subagents/agent-b.jsonl', line: 1, unparsed: false },
    ]);
    const torn = reportOf(session).diagnostics.find(({ code }) => code === 'torn-record');
    expect(torn).toMatchObject({ frame: 4, line: 2, file: 's1/subagents/agent-a.jsonl' });
    expect(torn?.offset).toBe(Buffer.byteLength(agent('a')));
    expect(frameDetail(session, 3, new FrameTexts(session)).diagnostics[0]?.file).toBe(torn?.file);
  });

  it('have an encoding each', () => {
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(agent('wide'), 'utf16le')]);
    const folder = projectOf({
      's1.jsonl': main,
      's1/subagents/agent-wide.jsonl': utf16,
      's1/subagents/agent-z.jsonl': agent('z'),
    });
    const session = withAgents(join(folder, 's1.jsonl'));
    expect(
      rowPage(session, 3, 2)
        .rows.map(({ summary }) => summary)
        .sort(),
    ).toEqual(['ask wide', 'ask z']);
    expect(bytesByFile(session).get('s1/subagents/agent-wide.jsonl')?.equals(utf16)).toBe(true);
    expect(session.encoding).toBe('utf-8');
  });

  it('may be empty, also all of them', () => {
    const folder = projectOf({
      's1.jsonl': main,
      's1/subagents/agent-a.jsonl': '',
      's1/subagents/agent-b.jsonl': agent('b'),
      's1/subagents/agent-c.jsonl': '',
    });
    const session = withAgents(join(folder, 's1.jsonl'));
    expect(session.index.table.rows).toBe(3);
    expect(rowOf(session, 2)).toMatchObject({ file: 's1/subagents/agent-b.jsonl', offset: 0, line: 1 });
    expect(
      reportOf(session)
        .parts.map(({ frames }) => frames)
        .sort(),
    ).toEqual([0, 0, 1, 2]);
  });

  it('that cannot be read are told of, and break nothing', async () => {
    const folder = projectOf({
      's1.jsonl': main,
      's1/subagents/agent-a.jsonl': agent('a').repeat(50),
      's1/subagents/agent-b.jsonl': agent('b'),
      's1/subagents/agent-c.jsonl': agent('c'),
    });
    const options = { agentFiles: true, chunkBytes: 64, firstChunkBytes: 64 };
    const session = Session.open(0, join(folder, 's1.jsonl'), undefined, options);
    const done = session.indexAll();
    // All were found by the time the first is read.
    while (session.parts.list.length < 2) await new Promise((resolve) => setImmediate(resolve));
    rmSync(join(folder, 's1/subagents/agent-b.jsonl'));
    await done;
    expect(session.state).toBe('done');
    expect(reportOf(session).parts.map(({ frames }) => frames)).toEqual([2, 50, 0, 1]);
    expect(reportOf(session).diagnostics).toMatchObject([
      {
        code: 'agent-file-unreadable',
        severity: 'warning',
        file: 's1/subagents/agent-b.jsonl',
        message: expect.stringMatching(/^There is no file at .*agent-b.jsonl/),
      },
      { code: 'unanswered-call' },
    ]);
    const last = agentsOf(session).at(-1);
    expect(last).toMatchObject({ file: 's1/subagents/agent-b.jsonl', frames: 0, status: 'unknown' });
    session.close();
  });

  it('that go away later are told of when they are looked at', () => {
    const folder = projectOf({ 's1.jsonl': main, 's1/subagents/agent-a.jsonl': agent('a') });
    const session = withAgents(join(folder, 's1.jsonl'));
    rmSync(join(folder, 's1/subagents/agent-a.jsonl'));
    session.parts.files[1]?.source.close();
    void session.changed;
    expect(rowOf(session, 0).summary).toBe('go');
    expect(rowOf(session, 2).summary).toBe('These bytes are gone: the file changed after it was read.');
    expect(reportOf(session).diagnostics).toMatchObject([
      { code: 'agent-file-changed', file: 's1/subagents/agent-a.jsonl' },
      { code: 'unanswered-call' },
    ]);
  });

  it('are those below the folder of the session only: no links, no folders, no other sessions', () => {
    const elsewhere = projectOf({ 'agent-x.jsonl': agent('x'), 'subagents/agent-y.jsonl': agent('y') });
    const folder = projectOf({
      's1.jsonl': main,
      's2.jsonl': main,
      'agent-other.jsonl': agent('other', { sessionId: 's9' }),
      'agent-none.jsonl': '{"type":"mode"}\n',
      'agent-own.jsonl': agent('own'),
      'agent-folder.jsonl/file': 'x',
      's1/subagents/notes.txt': 'x',
      's1/subagents/agent-real.jsonl': agent('real'),
    });
    symlinkSync(join(elsewhere, 'agent-x.jsonl'), join(folder, 'agent-x.jsonl'));
    symlinkSync(join(elsewhere, 'agent-x.jsonl'), join(folder, 's1/subagents/agent-x.jsonl'));
    symlinkSync(elsewhere, join(folder, 's2'));
    const names = (name: string) =>
      withAgents(join(folder, name))
        .parts.files.slice(1)
        .map((part) => part.name)
        .sort();
    expect(names('s1.jsonl')).toEqual(['agent-own.jsonl', 's1/subagents/agent-real.jsonl']);
    // Its folder is a link, so only what lies beside it is of it.
    expect(names('s2.jsonl')).toEqual(['agent-own.jsonl']);
    // An agent file alone, and a stream, are what they are.
    expect(names('agent-own.jsonl')).toEqual([]);
  });

  it('are not looked for beside a stream', () => {
    const init = { type: 'system', subtype: 'init', session_id: 's1', uuid: 'x' };
    const folder = projectOf({ 's1.jsonl': lines(init), 'agent-own.jsonl': agent('own') });
    expect(withAgents(join(folder, 's1.jsonl')).parts.list).toHaveLength(1);
  });

  it('leave the outcome alone, whatever they say', () => {
    const init = { type: 'system', subtype: 'init', session_id: 'zz', uuid: 'i' };
    const failed = {
      type: 'result',
      subtype: 'error_x',
      is_error: true,
      session_id: 'zz',
      total_cost_usd: 9,
    };
    const folder = projectOf({
      's1.jsonl': main,
      's1/subagents/agent-a.jsonl': agent('a') + lines(init, failed, { ...failed, session_id: 's1' }),
    });
    const report = reportOf(withAgents(join(folder, 's1.jsonl')));
    expect(report).toMatchObject({ outcome: 'none', costUsd: null, format: 'session' });
  });

  it('count a message that the session file has as well once (case 080)', () => {
    const message = {
      id: 'm1',
      role: 'assistant',
      content: [{ type: 'text', text: 'x' }],
      usage: { input_tokens: 500, output_tokens: 50 },
    };
    const own = { ...message, id: 'm2', usage: { input_tokens: 5, output_tokens: 2 } };
    const folder = projectOf({
      's1.jsonl': main + lines(line('assistant', [], { message })),
      's1/subagents/agent-a.jsonl':
        '{"type":"mode","mode":"normal","sessionId":"s1"}\n' +
        lines(
          agentLine('a', 'assistant', [], { message }),
          agentLine('a', 'assistant', [], { message: own }),
        ),
    });
    const report = reportOf(withAgents(join(folder, 's1.jsonl')));
    expect(report.usage).toMatchObject({ input: 515, output: 57 });
    expect(report.parts.map(({ usage }) => usage?.input)).toEqual([510, 5]);
  });

  it('may be hundreds, of which few are open at a time', () => {
    const files: Record<string, string> = { 's1.jsonl': main };
    for (let n = 0; n < 300; n++) files[`s1/subagents/agent-${n}.jsonl`] = agent(String(n));
    const session = withAgents(join(projectOf(files), 's1.jsonl'));
    expect(session.index.table.rows).toBe(302);
    expect(session.progress).toMatchObject({ state: 'done', rows: 302 });
    expect(session.progress.bytes).toBe(session.progress.totalBytes);
    expect(new Set(rowPage(session, 3, 300).rows.map(({ summary }) => summary)).size).toBe(300);
    expect(agentsOf(session)).toHaveLength(301);
    expect(reportOf(session).parts).toHaveLength(301);
  });

  it('beyond two thousand are told of, not read', () => {
    const files: Record<string, string> = { 's1.jsonl': main };
    for (let n = 0; n < MAX_AGENT_FILES + 3; n++) files[`s1/subagents/agent-${n}.jsonl`] = agent(String(n));
    const session = withAgents(join(projectOf(files), 's1.jsonl'));
    expect(session.index.table.rows).toBe(MAX_AGENT_FILES + 2);
    const report = reportOf(session);
    expect(report.diagnostics[0]).toMatchObject({
      code: 'agent-files-left-off',
      message: '3 more agent files lie beside this session than are read.',
    });
    expect([report.parts.length, report.partsLeftOff]).toEqual([500, MAX_AGENT_FILES - 499]);
  });

  it('answers while they are indexed: progress never goes back', async () => {
    const files: Record<string, string> = { 's1.jsonl': main };
    for (let n = 0; n < 40; n++) files[`s1/subagents/agent-${n}.jsonl`] = agent(String(n)).repeat(20);
    const seen: number[] = [];
    const session = Session.open(0, join(projectOf(files), 's1.jsonl'), undefined, {
      agentFiles: true,
      chunkBytes: 500,
    });
    const done = session.indexAll();
    while (session.state === 'indexing') {
      const { bytes, totalBytes, rows } = session.progress;
      expect(bytes).toBeLessThanOrEqual(totalBytes);
      if (rows > 0) rowOf(session, rows - 1);
      agentsOf(session);
      seen.push(bytes);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await done;
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(new Set(seen).size).toBeGreaterThan(5);
    session.close();
  });
});

describe('open files', () => {
  it('are closed when others are used, and opened again', () => {
    const folder = projectOf({ a: 'a', b: 'b', c: 'c' });
    const files = new OpenFiles(2);
    for (const name of ['a', 'b', 'c', 'a', 'c', 'b']) {
      const target = Buffer.alloc(1);
      expect(files.use(join(folder, name)).read(target, 0, 1, 0)).toBe(1);
      expect(target.toString()).toBe(name);
      expect(files.size).toBeLessThanOrEqual(2);
    }
    files.closeAll();
    expect(files.size).toBe(0);
  });
});

it('links calls and results over the ends of files', () => {
  const folder = projectOf({
    's1.jsonl': lines(line('assistant', call('t1')), line('user', result('inner'))),
    's1/subagents/agent-a.jsonl': lines(agentLine('a', 'assistant', call('inner', {}, 'Bash'))),
  });
  const session = withAgents(join(folder, 's1.jsonl'));
  expect(reportOf(session)).toMatchObject({ linked: 1, orphanResults: 0, unansweredCalls: 1 });
  expect(rowOf(session, 1).links).toEqual([3]);
  expect(rowOf(session, 2).links).toEqual([2]);
});
