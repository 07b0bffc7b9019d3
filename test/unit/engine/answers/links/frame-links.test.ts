import { describe, expect, it } from 'vitest';
import { frameDetail } from '../../../../../src/engine/answers/frame/frame-detail';
import { FrameTexts } from '../../../../../src/engine/answers/frame/frame-text';
import { frameLinks } from '../../../../../src/engine/answers/links/frame-links';
import { searchIds } from '../../../../../src/engine/answers/links/id-search';
import { reportOf } from '../../../../../src/engine/answers/report/report';
import type { Session } from '../../../../../src/engine/session/session';
import { caseFiles, fixtureFiles } from '../../../recordings';
import { casePath, closeSessions, fileOf, sessionAt, sessionOf, sessionOfFrames } from '../../session-of';

const fixture = (name: string) =>
  sessionAt(fixtureFiles().find((file) => file.name.endsWith(name))?.path ?? name);
/** Relations of a frame as title -> frames. */
async function relationsOf(session: Session, frame: number, search = true) {
  const { relations } = await frameLinks(session, frame - 1, search);
  return Object.fromEntries(
    relations.map(({ title, frames }) => [title, frames.map((related) => related.frame)]),
  );
}

const assistant = (part: object) => ({ type: 'assistant', session_id: 's', ...part });
const message = (id: string, ...content: object[]) => ({ id, role: 'assistant', content });
const call = (id: string) => ({ type: 'tool_use', id, name: 'Bash', input: {} });
const result = (id: string) => ({
  type: 'user',
  session_id: 's',
  message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'ok' }] },
});

describe('relations that the index knows', () => {
  it('of retries are those of one request, not of a message', async () => {
    const retry = { type: 'system', subtype: 'api_retry', attempt: 1, session_id: 's' };
    const session = sessionOfFrames(retry, retry, retry);
    expect(await relationsOf(session, 2, false)).toEqual({ 'same request': [1, 3] });
  });

  it('are the message, calls and results', async () => {
    const session = sessionOfFrames(
      assistant({ uuid: 'a', message: message('m', { type: 'text', text: 'x' }) }),
      assistant({ uuid: 'b', message: message('m', call('t1')) }),
      { ...result('t1'), uuid: 'c' },
    );
    expect(await relationsOf(session, 1, false)).toEqual({ 'same message': [2] });
    expect(await relationsOf(session, 2, false)).toEqual({ results: [3], 'same message': [1] });
    expect(await relationsOf(session, 3, false)).toEqual({ calls: [2] });
  });

  it('are the subagent of a call, told from both ends', async () => {
    const inner = (uuid: string) => assistant({ uuid, parent_tool_use_id: 'task', message: message(uuid) });
    const session = sessionOfFrames(
      assistant({ uuid: 'a', message: message('m', call('task')) }),
      inner('b'),
      assistant({ uuid: 'x', message: message('x') }),
      inner('c'),
      { ...result('task'), uuid: 'd' },
    );
    expect(await relationsOf(session, 4)).toEqual({
      'call of this subagent': [1],
      'frames of this subagent': [2, 4],
    });
    const fromCall = await relationsOf(session, 1);
    expect(fromCall['frames of the subagent that it started']).toEqual([2, 4]);
    expect(Object.keys(fromCall)).not.toContain('tells of the same call');
  });

  it('of a long subagent are counted, with the ends and the nearest', async () => {
    const inner = Array.from({ length: 1000 }, (_, n) =>
      assistant({ uuid: `i${n}`, parent_tool_use_id: 'task' }),
    );
    const session = sessionOfFrames(assistant({ message: message('m', call('task')) }), ...inner);
    const { relations } = await frameLinks(session, 500, true);
    const lane = relations.find(({ title }) => title === 'frames of this subagent');
    expect(lane).toMatchObject({ count: 1000, first: 2, last: 1001, value: 'task', atLeast: false });
    expect(lane?.frames.map(({ frame }) => frame)).toEqual([
      495, 496, 497, 498, 499, 500, 501, 502, 503, 504, 505, 506,
    ]);
  });

  it('of one uuid are replays or collisions', async () => {
    const line = JSON.stringify(assistant({ uuid: 'same', message: message('m') }));
    const session = sessionOf(`${line}\n${line}\n${JSON.stringify(assistant({ uuid: 'same', n: 1 }))}\n`);
    expect(await relationsOf(session, 2, false)).toMatchObject({ 'replay of': [1] });
    expect(await relationsOf(session, 1, false)).toMatchObject({
      'told again': [2],
      'same uuid, other content': [3],
    });
    expect(await relationsOf(sessionAt(casePath('065')), 2, false)).toEqual({
      'same uuid, other content': [3, 4],
    });
  });

  it('of a session line are its parent and its children, and a parent elsewhere is said to be so', async () => {
    const dangling = sessionAt(casePath('076'));
    const { relations } = await frameLinks(dangling, 0, false);
    expect(relations).toMatchObject([{ title: 'parent', value: 'missing-1', count: 0, frames: [] }]);
    const fork = sessionAt(casePath('073'));
    expect(await relationsOf(fork, 3)).toMatchObject({ parent: [2], children: [4, 5] });
    expect(await relationsOf(fork, 7)).toMatchObject({ parent: [6] });
  });
});

describe('relations that a search finds', () => {
  it('are the frames of a task, in both forms', async () => {
    const session = sessionOfFrames(
      { type: 'system', subtype: 'task_started', task_id: 'b1', uuid: 'a' },
      { type: 'task_progress', task_id: 'b1', uuid: 'b' },
      { type: 'task_progress', task_id: 'b2', uuid: 'c', text: 'b1' },
    );
    expect(await relationsOf(session, 1)).toEqual({ 'same task': [2] });
    expect(await relationsOf(session, 3)).toEqual({});
  });

  it('are control requests with what answers or withdraws them', async () => {
    const session = sessionOfFrames(
      { type: 'control_request', request_id: 'r1', request: { subtype: 'can_use_tool', tool_use_id: 't' } },
      { type: 'control_cancel_request', request_id: 'r1' },
      { type: 'control_response', response: { subtype: 'success', request_id: 'r1' } },
      { type: 'control_response', response: { subtype: 'success', request_id: 'r2' } },
    );
    expect(await relationsOf(session, 1)).toEqual({ 'tool use': [], 'same control request': [2, 3] });
    expect(await relationsOf(session, 3)).toEqual({ 'same control request': [1, 2] });
  });

  it('are frames that take others back or replace them', async () => {
    const session = sessionOfFrames(
      assistant({ uuid: 'old', message: message('m1') }),
      { type: 'system', subtype: 'model_refusal_fallback', uuid: 'f', retracted_message_uuids: ['old'] },
      assistant({ uuid: 'new', supersedes: ['old'], message: message('m2') }),
    );
    expect(await relationsOf(session, 1)).toEqual({ 'retracted by': [2], 'superseded by': [3] });
    expect(await relationsOf(session, 2)).toEqual({ retracts: [1] });
    expect(await relationsOf(session, 3)).toEqual({ supersedes: [1] });
  });

  it('say how far the file was searched, and that there may be more', async () => {
    const pad = 'x'.repeat(2000);
    const session = sessionOfFrames(
      ...Array.from({ length: 200 }, (_, n) => ({
        type: 'task_progress',
        task_id: 'b1',
        uuid: `u${n}`,
        pad,
      })),
    );
    const { rows, extent } = await searchIds(session, 100, ['b1'], undefined, 20_000);
    expect(extent.complete).toBe(false);
    expect(rows.get('b1')).toContain(99);
    expect(rows.get('b1')).not.toContain(100);
    expect(extent.fromFrame).toBeGreaterThan(90);
    expect(extent.toFrame).toBeLessThan(110);
    const whole = await searchIds(session, 100, ['b1']);
    expect(whole.extent).toEqual({ fromFrame: 1, toFrame: 200, frames: 200, complete: true });
    expect(whole.rows.get('b1')).toHaveLength(199);
  });

  it('find an id at the border of two pieces, and in UTF-16', async () => {
    for (const shift of [-40, -20, -3, 0]) {
      const head = `{"type":"user","pad":"${'x'.repeat(1024 * 1024 + shift - 40)}"}\n`;
      const session = sessionOf(
        `${head}{"type":"task_started","task_id":"the-id","uuid":"u1"}\n{"task_id":"the-id"}\n`,
      );
      expect((await searchIds(session, 2, ['the-id'])).rows.get('the-id')).toEqual([1]);
    }
    const text = '\ufeff{"type":"task_started","task_id":"bé1"}\n{"type":"task_progress","task_id":"bé1"}\n';
    const session = sessionAt(fileOf(Buffer.from(text, 'utf16le')));
    expect(await relationsOf(session, 1)).toEqual({ 'same task': [2] });
  });

  it('are given up when nobody waits for them', async () => {
    const session = sessionOfFrames({ type: 'task_started', task_id: 'b1' });
    await expect(frameLinks(session, 0, true, AbortSignal.abort())).rejects.toThrow('cancelled');
  });
});

describe('inferred ids', () => {
  it('name their rule: the run around a frame, and the message that an event belongs to', async () => {
    const session = fixture('2.1.332/07-thinking');
    const { table, kinds } = session.index;
    const deltas = Array.from({ length: table.rows }, (_, row) => row).filter(
      (row) => kinds.type(table.kind(row)) === 'stream_event',
    );
    const { identities } = await frameLinks(session, deltas[3] as number, false);
    expect(identities.find(({ as }) => as === 'message')?.value).toMatch(/^msg_/);
    const troubles = sessionAt(casePath('064'));
    const inferred = (await frameLinks(troubles, 4, false)).identities.find(({ as }) => as === 'session');
    expect(inferred).toMatchObject({ value: 'new-2', confidence: 'inferred' });
  });
});

describe('disagreements', () => {
  const frame = { type: 'user', uuid: 'u', session_id: 'a', sessionId: 'b', turn_id: 't', turnId: 'v' };

  it('are in the report and in the frame, each once; deeper ones are told where the frame is looked at', () => {
    const session = sessionOfFrames(
      frame,
      { type: 'user', session_id: 'a', sessionId: 'a' },
      { session_id: ' ', sessionId: 'a' },
    );
    const told = reportOf(session).diagnostics.filter(({ code }) => code === 'snake-camel-disagreement');
    expect(told).toMatchObject([
      { frame: 1, message: 'session_id is "a", but sessionId is "b". The snake_case one is read.' },
      { frame: 1, message: 'turn_id is "t", but turnId is "v". The snake_case one is read.' },
    ]);
    expect(reportOf(session).runs.map(({ sessionId }) => sessionId)).toEqual(['a']);
    const { diagnostics } = frameDetail(session, 0, new FrameTexts(session));
    expect(diagnostics.map(({ message: text }) => text)).toEqual([
      'session_id is "a", but sessionId is "b". The snake_case one is read.',
      'turn_id is "t", but turnId is "v". The snake_case one is read.',
    ]);
    const deeper = sessionOfFrames({ type: 'system', data: { session_id: 'a', sessionId: 'b' } });
    expect(frameDetail(deeper, 0, new FrameTexts(deeper)).diagnostics).toHaveLength(1);
  });

  it('are in no real recording', () => {
    for (const { path } of fixtureFiles()) {
      const codes = reportOf(sessionAt(path)).diagnostics.map(({ code }) => code);
      expect(codes).not.toContain('snake-camel-disagreement');
      closeSessions();
    }
  });
});

describe('every recording and every hard case', () => {
  it('has links for every frame, one own id each, and every relation names frames that are there', async () => {
    for (const { path, bytes } of [...fixtureFiles(), ...caseFiles()]) {
      if (bytes > 300_000) continue;
      const session = sessionAt(path);
      const { rows } = session.index.table;
      for (let row = 0; row < rows; row += Math.ceil(rows / 25)) {
        const { identities, relations } = await frameLinks(session, row, true);
        expect(identities.filter(({ role }) => role === 'event').length).toBeLessThanOrEqual(1);
        for (const { title, frames, count, first, last } of relations) {
          expect(count).toBeGreaterThanOrEqual(frames.length);
          const numbers = frames.map(({ frame }) => frame);
          expect(numbers.every((at) => at >= (first ?? 0) && at <= (last ?? 0))).toBe(true);
          // A frame is one of its own subagent's, and stands in no other relation to itself.
          if (title !== 'frames of this subagent') expect(numbers).not.toContain(row + 1);
        }
      }
      closeSessions();
    }
  }, 60_000);
});
