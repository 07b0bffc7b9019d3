import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { callsOf } from '../../../src/engine/answers/frame/calls';
import { frameDetail } from '../../../src/engine/answers/frame/frame-detail';
import { FrameTexts } from '../../../src/engine/answers/frame/frame-text';
import { reportOf } from '../../../src/engine/answers/report/report';
import { nextFrame } from '../../../src/engine/answers/rows/next-frame';
import { rowOf } from '../../../src/engine/answers/rows/row-page';
import { casePath, sessionAt, sessionOf, sessionOfFrames } from './session-of';

const codes = (session: ReturnType<typeof sessionOf>) =>
  reportOf(session).diagnostics.map(({ code }) => code);

describe('kinds', () => {
  it('are pairs of type and subtype, whatever characters they hold', () => {
    const session = sessionOfFrames(
      ...[
        { type: 'result/x', subtype: 'boom', is_error: true },
        { type: 'unparsed', subtype: 'torn' },
        { type: 'a', subtype: 'b' },
      ],
    );
    const report = reportOf(session);
    expect(report.outcome).toBe('none');
    expect(report.kinds).toEqual({ 'result/x/boom': 1, 'unparsed/torn': 1, 'a/b': 1 });
    expect(report.unparsed).toBe(0);
  });

  it('are not changed by looking at a frame', () => {
    const block = { type: 'text', text: 'x' };
    const message = { id: 'm', role: 'assistant', content: [block] };
    const session = sessionOfFrames(
      ...[
        { type: 'assistant', message },
        { type: 'assistant', message },
      ],
    );
    const before = reportOf(session).kinds;
    frameDetail(session, 0, new FrameTexts(session));
    expect(reportOf(session).kinds).toEqual(before);
  });
});

describe('usage', () => {
  it('is that of assistant messages, not of whatever begins with an a', () => {
    const usage = { input_tokens: 1000 };
    expect(reportOf(sessionOfFrames(...[{ type: 'attachment', usage }])).usage).toBe(null);
  });

  it('takes the two known parts of cache_creation, and nothing else in it', () => {
    const cache_creation = {
      ephemeral_5m_input_tokens: 10,
      ephemeral_1h_input_tokens: 5,
      note: 'a:7',
      total: 15,
      'ephemeral_5m_input_tokens ': 100,
    };
    const usage = { input_tokens: 1, output_tokens: 2, cache_creation };
    const session = sessionOfFrames(
      ...[{ type: 'assistant', message: { id: 'm', role: 'assistant', usage } }],
    );
    expect(reportOf(session).usage).toEqual({ input: 1, output: 2, cacheRead: 0, cacheCreation: 15 });
  });
});

describe('stored requests', () => {
  it('of a session file count no calls', () => {
    const call = { type: 'tool_use', id: 't1', name: 'Bash', input: {} };
    const message = { id: 'm', role: 'assistant', content: [call] };
    const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'x' }] };
    const session = sessionOfFrames(
      ...[
        { type: 'assistant', message, sessionId: 's', uuid: '1' },
        { type: 'user', message: result, sessionId: 's', uuid: '2' },
        { type: 'api-request-blob', message: { ...message, id: 'other' }, sessionId: 's' },
        { type: 'api-request-blob', message: result, sessionId: 's' },
      ],
    );
    expect(reportOf(session)).toMatchObject({ toolCalls: 1, toolResults: 1, linked: 1, frames: 4 });
    expect(codes(session)).toEqual([]);
  });
});

describe('a uuid', () => {
  it('that a long frame and many short ones share is compared without reading the long one each time', () => {
    const long = { type: 'user', uuid: 'same', text: 'x'.repeat(4_000_000) };
    const session = sessionOfFrames(
      ...[long, ...Array.from({ length: 2000 }, (_, n) => ({ type: 'user', uuid: 'same', n }))],
    );
    expect(reportOf(session).replayedFrames).toBe(0);
    expect(codes(session).filter((code) => code === 'uuid-collision').length).toBeGreaterThan(0);
  });
});

describe('a frame with very many calls', () => {
  it('has each of them, with its own input', () => {
    const content = Array.from({ length: 70_000 }, (_, i) => ({
      type: 'tool_use',
      id: `t${i}`,
      name: 'N',
      input: { i },
    }));
    const last = { type: 'tool_result', tool_use_id: 't69999', content: 'x' };
    const session = sessionOfFrames(
      ...[
        { type: 'assistant', message: { id: 'm', role: 'assistant', content } },
        { type: 'user', message: { role: 'user', content: [last] } },
      ],
    );
    expect(reportOf(session)).toMatchObject({ toolCalls: 70_000, linked: 1 });
    expect(callsOf(session, 1)[0]).toMatchObject({ id: 't69999', callFrame: 1 });
    expect(callsOf(session, 1)[0]?.input?.text).toContain('69999');
  });
});

describe('a frame behind kilobytes of blank lines', () => {
  it('is still summed up', () => {
    const session = sessionOf(
      `${'\n'.repeat(30_000)}{"type":"user","message":{"role":"user","content":"hi"}}\n`,
    );
    expect(rowOf(session, 0)).toMatchObject({ kind: 'user', summary: 'hi' });
  });
});

describe('a time that no date can hold', () => {
  it('is shown as the number it is', () => {
    const session = sessionOfFrames(
      ...[{ type: 'rate_limit_event', rate_limit_info: { status: 'allowed', resetsAt: 1e18 } }],
    );
    expect(rowOf(session, 0).summary).toContain('1000000000000000000');
  });
});

describe('a row of a long frame', () => {
  it('counts nothing that may go on beyond what was read', () => {
    const call = (n: number) => ({
      type: 'tool_use',
      id: `t${n}`,
      name: 'Bash',
      input: { command: `echo ${n} ${'x'.repeat(200)}` },
    });
    const content = Array.from({ length: 50 }, (_, n) => call(n));
    const image = {
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: 'A'.repeat(100_000) },
    };
    const session = sessionOfFrames(
      ...[
        { type: 'assistant', message: { id: 'm', role: 'assistant', content } },
        { type: 'user', message: { role: 'user', content: [image] } },
      ],
    );
    expect(rowOf(session, 0).summary).not.toMatch(/\+\d+ more/);
    expect(rowOf(session, 1).summary).toBe('[image image/png]');
  });
});

describe('the next diagnostic', () => {
  it('may be an unanswered call, an orphan or an id that is used twice', () => {
    const session = sessionAt(casePath('037'));
    const frames = [1, 2, 4];
    expect(frames.map((frame) => nextFrame(session, frame - 1, 'forward', 'diagnostic'))).toEqual(frames);
    expect(nextFrame(session, 4, 'forward', 'diagnostic')).toBe(1);
    expect(nextFrame(sessionAt(casePath('038')), 0, 'forward', 'diagnostic')).not.toBe(null);
    expect(nextFrame(sessionAt(casePath('001')), 0, 'forward', 'diagnostic')).toBe(3);
  });
});

describe('a packed file', () => {
  it('is said to be packed, and with what', () => {
    const noise = Buffer.from(Array.from({ length: 3000 }, (_, i) => (i * 7919 + (i >> 3)) % 256));
    const packed = gzipSync(noise);
    expect(reportOf(sessionOf(packed)).diagnostics.map(({ message }) => message)).toEqual([
      'This file is packed with gzip. Unpack it and open what comes out.',
    ]);
    expect(codes(sessionOf('\n \n\t\n'))).toEqual(['blank-file']);
  });
});

describe('a file of noise', () => {
  it('makes sentences only for what it lists', () => {
    const session = sessionOf('x\n'.repeat(200_000));
    const { diagnostics, diagnosticsLeftOff, unparsed } = reportOf(session);
    expect(unparsed).toBe(200_000);
    expect(diagnostics.length + diagnosticsLeftOff).toBeGreaterThanOrEqual(200_000);
    expect(diagnostics.at(-1)?.message).toBe('1 byte that is no JSON, such as log output.');
  });
});

it('a fixture with a fallback message has no unanswered call for its delta', () => {
  const bytes = readFileSync(new URL('../../../fixtures/2.1.40/13-server-tools.jsonl', import.meta.url));
  expect(reportOf(sessionOf(bytes))).toMatchObject({ toolCalls: 2, linked: 2, unansweredCalls: 0 });
});
