import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FrameTexts } from '../../../../src/engine/answers/frame/frame-text';
import { FieldAnswers, fieldsOfFrame } from '../../../../src/engine/fields/frame-fields';
import type { Session } from '../../../../src/engine/session/session';
import { caseFiles, fixtureFiles } from '../../recordings';
import { closeSessions, sessionAt, sessionOf, sessionOfFrames } from '../session-of';

const rowsOf = (session: Session) => Array.from({ length: session.index.table.rows }, (_, row) => row);

const answersOf = (session: Session) => {
  const texts = new FrameTexts(session);
  return { texts, answers: new FieldAnswers(session, texts) };
};

/** What the marks of a whole pretty text say, asked for in slices of `count` units. */
function marksOf(session: Session, row: number, count: number): number[] {
  const { texts, answers } = answersOf(session);
  const { total } = texts.slice(row, 'pretty', 0, 1);
  const marks: number[] = [];
  for (let from = 0; from < total; from += count) {
    const { lines, beginsWithin } = answers.marks(row, from, count);
    marks.push(...(beginsWithin ? lines.subarray(1) : lines));
  }
  return marks;
}

describe('the marks beside a pretty text', () => {
  /** Whether a line has a key, and which, read from the line alone. */
  const keyOf = (line: string) => {
    const key = /^ *("(?:[^"\\]|\\.)*"): /.exec(line)?.[1];
    return key === undefined ? null : (JSON.parse(key) as string);
  };

  function check(session: Session, row: number, slice: number): void {
    const { texts, answers } = answersOf(session);
    const { missing, entries } = answers.list(row);
    const marks = marksOf(session, row, slice);
    if (missing !== null) {
      expect(marks.every((mark) => mark === -1)).toBe(true);
      return;
    }
    const lines = (texts.prettyText(row) as string).split('\n');
    expect(marks).toHaveLength(lines.length);
    const counts = new Map<number, number>();
    lines.forEach((line, index) => {
      const mark = marks[index] as number;
      const key = keyOf(line);
      if (mark < 0) return;
      const name = entries[mark]?.path.split('.').at(-1);
      expect([key, '<key>']).toContain(name);
      counts.set(mark, (counts.get(mark) ?? 0) + 1);
    });
    for (const [number, entry] of entries.entries()) {
      // Elements of arrays are listed when nobody knows them, and have no line of their own.
      if (!entry.path.endsWith(']'))
        expect([entry.path, counts.get(number) ?? 0]).toEqual([entry.path, entry.count]);
    }
    // Keys at the top of a frame always have one.
    const top = lines
      .map((line, index) => ({ line, mark: marks[index] }))
      .filter(({ line }) => /^ {2}"/.test(line));
    for (const { line, mark } of top) expect([line.slice(0, 80), mark]).not.toEqual([line.slice(0, 80), -1]);
  }

  it.each([...fixtureFiles(), ...caseFiles().filter(({ name }) => !/095|019/.test(name))])(
    'agree with its lines: $name',
    ({ path }) => {
      const session = sessionAt(path);
      for (const row of rowsOf(session)) check(session, row, 4096);
    },
  );

  it('agree for any frame, however its text is cut into slices', () => {
    const text = fc.oneof(
      fc.constantFrom('type', 'content', 'input', '": ', '{', '}', '\\', 'a\nb', '__proto__', ''),
      fc.string(),
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 6 },
        text,
        fc.integer(),
        fc.constant(null),
        fc.constant([]),
        fc.constant({}),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(text, tie('value'), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(
        fc.dictionary(text, value, { maxKeys: 6 }),
        fc.integer({ min: 1, max: 300 }),
        (frame, slice) => {
          const session = sessionOfFrames({ type: 'assistant', ...frame });
          if (session.index.table.rows === 1) check(session, 0, slice);
          closeSessions();
        },
      ),
      { numRuns: 150 },
    );
  });

  it('stand beside repeated keys and escaped ones each', () => {
    const session = sessionOf(
      '{"type":"user","uuid":"a","u\\u0075id":"b","made":{},"made":[{"x":1}],"input":{"q":1}}\n',
    );
    const { entries } = fieldsOfFrame(session, 0);
    const paths = marksOf(session, 0, 1000).map((mark) => entries[mark]?.path ?? '');
    expect(paths).toEqual([
      '',
      'type',
      'uuid',
      'uuid',
      'made',
      'made',
      '',
      'made[].x',
      '',
      '',
      'input',
      '',
      '',
      '',
    ]);
    expect(entries.find(({ path }) => path === 'made')).toMatchObject({
      count: 2,
      types: ['object', 'array'],
    });
  });
});

describe('the list of fields', () => {
  it('says of each where it comes from, with versions, types and sentences', () => {
    const session = sessionOfFrames(
      { type: 'system', subtype: 'init', session_id: 's', claude_code_version: '2.1.332' },
      { type: 'task_progress', session_id: 's', task_id: 5, stream: 'command', made_up: [1] },
      { type: 'assistant', session_id: 's', message: { content: [{ type: 'hologram', beam: 1 }] } },
    );
    const { kind, entries } = fieldsOfFrame(session, 1);
    expect(kind).toBe('system/task_progress');
    expect(entries.map(({ path, provenance }) => [path, provenance])).toEqual([
      ['type', 'bridge'],
      ['session_id', 'reference'],
      ['task_id', 'reference'],
      ['stream', 'bridge'],
      ['made_up', 'new'],
      ['made_up[]', 'new'],
    ]);
    const block = fieldsOfFrame(session, 2).entries;
    expect(block.find(({ path }) => path === 'message.content[hologram].beam')?.provenance).toBe('new');
    expect(block.find(({ path }) => path === 'uuid')).toMatchObject({
      provenance: 'reference',
      count: 0,
      types: [],
      publishedType: 'uuid',
      optional: false,
      since: '2.0.0',
      until: null,
      notes: ['Published as required (uuid); it is missing in this frame.'],
    });
  });

  it('knows the tool whose result a frame holds from the call', () => {
    const call = { type: 'tool_use', id: 't1', name: 'Bash', input: {} };
    const session = sessionOfFrames(
      { type: 'assistant', session_id: 's', message: { id: 'm', role: 'assistant', content: [call] } },
      {
        type: 'user',
        session_id: 's',
        message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'x' }] },
        tool_use_result: { stdout: 'x', made_up: 1 },
      },
    );
    const { entries } = fieldsOfFrame(session, 1);
    const of = (path: string) => entries.find((entry) => entry.path === path);
    expect(of('tool_use_result.stdout')?.explanation).toContain('results of Bash');
    expect(of('tool_use_result.made_up')?.provenance).toBe('new');
  });

  it('says why there is none', () => {
    const session = sessionOf(
      `noise\n{"type":"user","n":"\\q"}\n{"type":"user","x":"${'x'.repeat(8 << 20)}"}\n`,
    );
    expect(rowsOf(session).map((row) => fieldsOfFrame(session, row).missing)).toEqual([
      'This piece is no JSON object.',
      'This frame is no strict JSON, so its fields cannot be told apart.',
      'This frame is longer than 8 MB: its fields are not told apart.',
    ]);
    const { answers } = answersOf(session);
    expect(answers.marks(0, 0, 100).lines).toHaveLength(0);
  });

  it('stays far below the size of one message, and marks what it lists', () => {
    const wide = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`key_${n}`, { deep: n }]));
    const session = sessionOfFrames({ type: 'user', ...wide });
    const { answers } = answersOf(session);
    const list = answers.list(0);
    expect(list.entries.length).toBe(1000);
    expect(list.leftOff).toBe(9001);
    expect(JSON.stringify(list).length).toBeLessThan(700_000);
    const marks = marksOf(session, 0, 256 * 1024);
    expect(Math.max(...marks)).toBe(999);
  });
});
