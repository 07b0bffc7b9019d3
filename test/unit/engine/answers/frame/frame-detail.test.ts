import { serialize } from 'node:v8';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FrameDetail } from '../../../../../src/engine/answer-types';
import { frameDetail } from '../../../../../src/engine/answers/frame/frame-detail';
import { FrameTexts } from '../../../../../src/engine/answers/frame/frame-text';
import { reportOf } from '../../../../../src/engine/answers/report/report';
import { rowPage } from '../../../../../src/engine/answers/rows/row-page';
import type { Session } from '../../../../../src/engine/session/session';
import { caseFiles, fixtureFiles } from '../../../recordings';
import { casePath, closeSessions, sessionAt, sessionOf, sessionOfFrames } from '../../session-of';

const detailOf = (session: Session, row = 0): FrameDetail =>
  frameDetail(session, row, new FrameTexts(session));
const detailOfFrame = (frame: unknown) => detailOf(sessionOfFrames(frame));
const factsOf = (frame: unknown) =>
  Object.fromEntries(detailOfFrame(frame).facts.map(({ label, value }) => [label, value]));
const blocksOf = (frame: unknown) =>
  detailOfFrame(frame).blocks.map(({ type, title, form, body, error }) => [
    type,
    title,
    form,
    body.text,
    error,
  ]);

function check(session: Session, row: number): void {
  const detail = detailOf(session, row);
  expect(structuredClone(detail)).toEqual(detail);
  expect(serialize(detail).length).toBeLessThan(1_000_000);
  expect(detail.row).toEqual(rowPage(session, row + 1, 1).rows[0]);
  expect(detail.exactUnits).toBeGreaterThan(0);
  for (const { text, cut } of detail.blocks.map((block) => block.body)) {
    expect(cut).toBeGreaterThanOrEqual(0);
    expect(text.length).toBeLessThanOrEqual(20_000);
  }
}

describe('the detail of a frame', () => {
  it.each([...fixtureFiles(), ...caseFiles()])('can be shown and sent for every row of $name', ({ path }) => {
    const session = sessionAt(path);
    const { rows } = session.index.table;
    // Of the case with 8,000 equal frames every hundredth is enough.
    for (let row = 0; row < rows; row += rows > 1000 ? 100 : 1) check(session, row);
  });

  it('can be shown and sent for any JSON object', () => {
    const key = fc.constantFrom(
      ...'type subtype message event content role id usage result name input is_error tool_use_id model delta'.split(
        ' ',
      ),
      'content_block',
      'text',
    );
    const text = fc.constantFrom(
      'assistant',
      'user',
      'result',
      'tool_use',
      'tool_result',
      'thinking',
      'image',
      'text',
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 5 },
        text,
        fc.jsonValue({ maxDepth: 1 }),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(key, tie('value'), { maxKeys: 6 }),
      ),
    }));
    fc.assert(
      fc.property(fc.dictionary(key, value, { maxKeys: 8 }), (frame) => {
        check(sessionOfFrames(frame), 0);
        closeSessions();
      }),
      { numRuns: 400 },
    );
  });

  it('fits into one message, however large the frame is', () => {
    const wide = '€'.repeat(21_000);
    const many = Array.from({ length: 100 }, (_, i) => i);
    const call = (i: number) => ({ type: 'tool_use', id: `${i}${wide}`, name: wide, input: { wide } });
    const session = sessionOfFrames(
      { type: 'user', message: { content: many.map(() => ({ type: 'text', text: wide })) } },
      { type: 'user', ...Object.fromEntries(many.map((i) => [`${i}${wide}`, i])) },
      { type: 'assistant', message: { content: many.map((i) => call(i)) } },
      { type: 'assistant', message: { content: many.map((i) => ({ type: `${i}${wide}` })) } },
    );
    for (let row = 0; row < 4; row++) check(session, row);
    const [first] = detailOf(session, 0).blocks;
    expect(first!.body.text.length + first!.body.cut).toBe(wide.length);
    expect(detailOf(session, 0).blocks).toHaveLength(61);
    expect(detailOf(session, 0).blocks.at(-1)!.body.text).toBe('40 more blocks are in the raw form.');
  });
});

describe('facts', () => {
  it('are what the frame states of itself, and of its message', () => {
    const message = {
      id: 'm1',
      model: 'model-a',
      role: 'assistant',
      stop_reason: 'end_turn',
      usage: { input_tokens: 1200, output_tokens: 5, cache_read_input_tokens: 0 },
    };
    const frame = {
      type: 'assistant',
      message,
      uuid: 'u',
      n: 0,
      yes: false,
      none: null,
      empty: '',
      nested: {},
    };
    expect(factsOf(frame)).toEqual({
      'message id': 'm1',
      model: 'model-a',
      role: 'assistant',
      'stop reason': 'end_turn',
      usage: 'in 1,200 · out 5 · cache read 0',
      uuid: 'u',
      n: '0',
      yes: 'false',
    });
  });
});

describe('blocks', () => {
  it('are the parts of the message, each in the form that it has', () => {
    const content = [
      { type: 'text', text: 'a\nb' },
      { type: 'thinking', thinking: 'hm', signature: 's' },
      { type: 'thinking', thinking: '', signature: 's' },
      { type: 'redacted_thinking', data: 'x' },
      { type: 'tool_use', id: 't', name: 'Bash', input: { command: 'ls' } },
      { type: 'tool_use', id: 't', name: 'Bash', input: 'raw' },
      { type: 'tool_result', tool_use_id: 't', content: 'no', is_error: true },
      { type: 'tool_result', tool_use_id: 't', content: [] },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
      { type: 'brand_new', n: 1 },
      { n: 1 },
    ];
    expect(blocksOf({ type: 'user', message: { content } })).toEqual([
      ['text', 'text', 'text', 'a\nb', false],
      ['thinking', 'thinking', 'text', 'hm', false],
      ['thinking', 'thinking', 'note', 'thinking not included (signed)', false],
      ['redacted_thinking', 'redacted_thinking', 'note', 'redacted thinking', false],
      ['tool_use', 'Bash ls', 'json', '{\n  "command": "ls"\n}', false],
      ['tool_use', 'Bash raw', 'text', 'raw', false],
      ['tool_result', 'failed result', 'text', 'no', true],
      ['tool_result', 'result', 'note', 'empty', false],
      [
        'image',
        'image',
        'note',
        'The picture cannot be drawn: its data is no picture of the kind image/png. It has 3 bytes.',
        false,
      ],
      ['brand_new', 'brand_new', 'json', '{\n  "type": "brand_new",\n  "n": 1\n}', false],
      ['', 'block without a type', 'json', '{\n  "n": 1\n}', false],
    ]);
  });

  it('are also the nested and the long fields of the frame', () => {
    const long = 'x'.repeat(401);
    expect(blocksOf({ type: 'result', result: 'done', usage: {}, list: [1], long, short: 'y' })).toEqual([
      ['result', 'result', 'text', 'done', false],
      ['list', 'list', 'json', '[\n  1\n]', false],
      ['long', 'long', 'text', long, false],
    ]);
  });

  it('of an unparsed piece are its bytes', () => {
    const session = sessionOf(`{"type":"user"}\nlog €\n${'€'.repeat(30_000)}\n`);
    expect(detailOf(session, 1).blocks).toMatchObject([
      { title: 'unparsed bytes', body: { text: 'log €\n', cut: 0 } },
    ]);
    const [long] = detailOf(session, 2).blocks;
    expect(long!.body.text).toMatch(/^€+$/);
    expect(long!.body.cut).toBeGreaterThan(0);
  });

  it('of a frame that is no strict JSON are a note and its bytes', () => {
    const session = sessionOf('{"type":"user","x":"\u0001"}\n');
    expect(detailOf(session).blocks.map((block) => [block.form, block.title])).toEqual([
      ['note', ''],
      ['text', 'bytes'],
    ]);
  });
});

describe('what belongs to a frame', () => {
  it('are the other frames of its message, without deltas', () => {
    const session = sessionAt(casePath('058'));
    expect(detailOf(session, 5).messageFrames).toEqual([6, 13]);
    expect(detailOf(session, 0).messageFrames).toEqual([]);
  });

  it.each(['001', '014', '035', '037', '038', '044', '047', '065'])(
    'are those diagnostics of case %s that name it',
    (number) => {
      const session = sessionAt(casePath(number));
      const { diagnostics } = reportOf(session);
      for (let row = 0; row < session.index.table.rows; row++) {
        const named = diagnostics.filter((diagnostic) => diagnostic.frame === row + 1);
        expect(detailOf(session, row).diagnostics).toEqual(named);
      }
    },
  );
});
