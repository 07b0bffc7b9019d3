import { serialize } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { callsOf, cutText } from '../../../../../src/engine/answers/frame/calls';
import type { Session } from '../../../../../src/engine/session/session';
import { caseFiles, fixtureFiles } from '../../../recordings';
import { sessionAt, sessionOf, sessionOfFrames } from '../../session-of';

const use = (id: string, input: unknown = {}, name = 'Bash') => ({ type: 'tool_use', id, name, input });
const answer = (id: string, content: unknown = 'ok', more: object = {}) => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
  ...more,
});
let messages = 0;
const assistant = (content: unknown[], more: object = {}) => ({
  type: 'assistant',
  message: { id: `m${messages++}`, role: 'assistant', content },
  ...more,
});
const user = (content: unknown[], more: object = {}) => ({
  type: 'user',
  message: { role: 'user', content },
  ...more,
});
const second = (n: number) => ({ timestamp: `2026-01-15T09:00:0${n}.000Z` });
const firstCall = (session: Session, row = 0) => callsOf(session, row)[0]!;

describe('a call', () => {
  it('is the same seen from its call and from its result', () => {
    for (const { path } of fixtureFiles()) {
      const session = sessionAt(path);
      for (let row = 0; row < session.index.table.rows; row++) {
        for (const call of callsOf(session, row)) {
          expect([call.callFrame, call.resultFrame].some((frame) => frame !== null)).toBe(true);
          if (call.callFrame === null || call.resultFrame === null) continue;
          expect(callsOf(session, call.callFrame - 1)).toContainEqual(call);
          expect(callsOf(session, call.resultFrame - 1)).toContainEqual(call);
        }
      }
    }
  });

  it('has one of five states', () => {
    const session = sessionOfFrames(
      assistant([use('ok'), use('failed'), use('unanswered')]),
      user([
        answer('ok'),
        answer('failed', 'no', { is_error: true }),
        answer('orphan'),
        answer('ok', 'again'),
      ]),
    );
    expect(callsOf(session, 0).map((call) => call.status)).toEqual(['ok', 'failed', 'unanswered']);
    expect(callsOf(session, 1).map((call) => call.status)).toEqual(['ok', 'failed', 'orphan', 'duplicate']);
  });

  it('is found in any block whose type ends so, and in bare messages', () => {
    const session = sessionOfFrames(
      { type: 'message', role: 'assistant', content: [{ ...use('s'), type: 'server_tool_use' }] },
      { role: 'user', content: [{ ...answer('s'), type: 'web_search_tool_result' }] },
    );
    expect(firstCall(session)).toMatchObject({ id: 's', status: 'ok', callFrame: 1, resultFrame: 2 });
  });

  it('without a name or an id says so', () => {
    const session = sessionOfFrames(
      assistant([{ type: 'tool_use' }, { type: 'tool_use', id: '', name: '' }]),
    );
    expect(callsOf(session, 0)).toMatchObject([
      { id: '', name: 'unnamed tool', status: 'unanswered', notes: ['The call states no input.'] },
      { id: '', name: 'unnamed tool', status: 'unanswered' },
    ]);
  });
});

describe('the duration', () => {
  const durationOf = (from: object, to: object, before: object = {}) => {
    const session = sessionOfFrames(
      { type: 'user', ...before },
      assistant([use('t')], from),
      user([answer('t')], to),
    );
    const { durationMs, durationInferred } = firstCall(session, 1);
    return [durationMs, durationInferred];
  };

  it('is between the own times of both frames', () => {
    expect(durationOf(second(1), second(4))).toEqual([3000, false]);
  });

  it('is inferred when one of the times is a neighbour’s', () => {
    expect(durationOf({}, second(4), second(2))).toEqual([2000, true]);
    expect(durationOf(second(1), {})).toEqual([0, true]);
  });

  it('is null when a time is not known, and when an end is missing', () => {
    expect(durationOf({}, second(4))[0]).toBeNull();
    expect(durationOf({}, {})[0]).toBeNull();
    const open = firstCall(sessionOfFrames(assistant([use('t')], second(1))));
    expect([open.durationMs, open.durationInferred]).toEqual([null, false]);
  });
});

describe('the texts', () => {
  const pair = (input: unknown, content?: unknown, more: object = {}) =>
    firstCall(sessionOfFrames(assistant([use('t', input)]), user([answer('t', content, more)])));

  it.each([
    ['a string', 'x "y"', 'text', 'x "y"'],
    ['an object', { a: 1 }, 'json', '{\n  "a": 1\n}'],
    ['null', null, 'json', 'null'],
    ['kept text', { __unparsedToolInput: { raw: '{"a', len: 3 } }, 'text', '{"a'],
  ])('of an input that is %s', (_, input, form, text) => {
    expect(pair(input)).toMatchObject({ inputForm: form, input: { text, cut: 0 } });
  });

  it.each([
    ['a string', 'a\nb', 'a\nb', []],
    ['texts', [{ type: 'text', text: 'a' }, 'b'], 'a\nb', []],
    ['a picture', [{ type: 'image' }], '[\n  {\n    "type": "image"\n  }\n]', []],
    [
      'text and pictures',
      [{ type: 'text', text: 'a' }, { type: 'image' }, {}],
      'a',
      ['Besides its text the result holds: image, unknown.'],
    ],
    ['an object', { a: 1 }, '{\n  "a": 1\n}', []],
    ['an empty text', '', '', ['The result is empty.']],
    ['null', null, '', ['The result has no content.']],
  ])('of a result that is %s', (_, content, text, notes) => {
    expect(pair({}, content)).toMatchObject({ result: { text, cut: 0 }, notes });
  });

  it('give way to pictures that can be drawn, which say where their data is', () => {
    const session = sessionAt(fixtureFiles().find(({ name }) => name === '2.1.332/15-image')!.path);
    const call = firstCall(session, 1);
    expect(call).toMatchObject({ callFrame: 2, resultFrame: 4, result: { text: '', cut: 0 }, notes: [] });
    const path = ['message', 'content', 0, 'content', 0];
    expect(call.pictures).toEqual([
      { image: { path, media: 'image/png', units: 112 }, words: 'image/png · 16 × 16 · 82 bytes' },
    ]);
    expect(firstCall(session, 3).pictures).toEqual(call.pictures);
  });

  it('stay where pictures are more than are drawn', () => {
    const data = 'R0lGODlhAQABAAAAACw=';
    const picture = { type: 'image', source: { type: 'base64', media_type: 'image/gif', data } };
    const call = pair({}, Array(11).fill(picture));
    expect(call.pictures).toHaveLength(10);
    expect(call.result!.text.split(data)).toHaveLength(12);
  });

  it('say what is_error is when it is neither true nor false', () => {
    for (const odd of ['true', 1, { deep: [] }]) {
      const call = pair({}, 'x', { is_error: odd });
      expect(call.status).toBe('ok');
      expect(call.notes[0]).toContain(`is_error is ${JSON.stringify(odd)},`);
    }
    expect(pair({}, 'x', { is_error: null }).notes).toEqual([]);
  });

  it('are cut, and say by how much', () => {
    const { input, result } = pair('i'.repeat(250_000), 'r'.repeat(100_001));
    expect([input!.text.length, input!.cut]).toEqual([100_000, 150_000]);
    expect([result!.text.length, result!.cut]).toEqual([100_000, 1]);
  });

  it('are never cut inside a character of two units', () => {
    expect(cutText('ab🚀', 3)).toEqual({ text: 'ab', cut: 2 });
    expect(cutText('ab🚀', 4)).toEqual({ text: 'ab🚀', cut: 0 });
    expect(cutText('a🚀c', 3)).toEqual({ text: 'a🚀', cut: 1 });
  });
});

describe('the calls of a row', () => {
  it('are at most a hundred, and fit into one message', () => {
    const ids = Array.from({ length: 120 }, (_, i) => `${i}${'é€'.repeat(500)}`);
    const session = sessionOfFrames(
      assistant(ids.map((id) => use(id, '€'.repeat(9000), '€'.repeat(5000)))),
      user(ids.map((id) => answer(id, '€'.repeat(9000), { is_error: [id] }))),
    );
    const calls = callsOf(session, 0);
    expect(calls).toHaveLength(100);
    expect(calls.every((call) => call.status === 'ok' && call.input!.cut > 0)).toBe(true);
    expect(serialize(calls).length).toBeLessThan(1_000_000);
  });

  it('of a frame that is no strict JSON still say which frames they join', () => {
    const raw = `{"type":"assistant","message":{"id":"m","content":[{"type":"tool_use","id":"t","name":"N","input":{"a":"\u0001"}}]}}\n`;
    const session = sessionOf(raw + JSON.stringify(user([answer('t', 'done')])));
    expect(firstCall(session)).toMatchObject({
      id: 't',
      name: 'N',
      status: 'ok',
      callFrame: 1,
      resultFrame: 2,
      notes: ['The call cannot be parsed; see its raw form.'],
    });
  });

  it.each([...fixtureFiles(), ...caseFiles()])('of $name never fail, and can be sent', ({ path }) => {
    const session = sessionAt(path);
    for (let row = 0; row < session.index.table.rows; row++) {
      const calls = callsOf(session, row);
      expect(structuredClone(calls)).toEqual(calls);
      expect(serialize(calls).length).toBeLessThan(1_000_000);
    }
  });
});
