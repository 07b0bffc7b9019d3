import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reportOf } from '../../../../../src/engine/answers/report/report';
import { Session } from '../../../../../src/engine/session/session';
import { caseFiles, fixtureFiles } from '../../../recordings';
import { closeSessions, fileOf, sessionAt, sessionOfFrames } from '../../session-of';
import { checkInvariants } from './report-invariants';

describe('a report', () => {
  it.each([...fixtureFiles(), ...caseFiles()])('of $name adds up', ({ path, bytes }) => {
    const session = sessionAt(path);
    const report = reportOf(session);
    checkInvariants(session, report);
    expect(report.bytes).toBe(bytes);
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  });

  it('of any frames adds up', () => {
    const number = fc.oneof(
      fc.double(),
      fc.constant(1.7e308),
      fc.integer(),
      fc.constantFrom('1', null, -1, {}),
    );
    const usage = fc.record(
      { input_tokens: number, output_tokens: number, cache_read_input_tokens: number },
      { requiredKeys: [] },
    );
    const block = fc.record(
      {
        type: fc.constantFrom('text', 'tool_use', 'tool_result', 'mcp_tool_use', 5),
        id: fc.constantFrom('a', 'b', '', 7),
        tool_use_id: fc.constantFrom('a', 'b', 'c', ''),
        is_error: fc.constantFrom(true, false, 'true', null),
        name: fc.constantFrom('Bash', '__proto__', ''),
      },
      { requiredKeys: [] },
    );
    const frame = fc.record(
      {
        type: fc.constantFrom('user', 'assistant', 'result', 'system', 'stream_event', '', '__proto__', 3),
        subtype: fc.constantFrom('success', 'error_max_turns', 'init', '', null),
        uuid: fc.constantFrom('u1', 'u2', 'u3'),
        session_id: fc.constantFrom('s1', 's2', null),
        parentUuid: fc.constantFrom(null, 'u1'),
        parent_tool_use_id: fc.constantFrom(null, 'a'),
        is_error: fc.constantFrom(true, false, 'true'),
        total_cost_usd: number,
        num_turns: number,
        duration_ms: number,
        usage,
        timestamp: fc.constantFrom('2026-01-15T09:00:00.000Z', 'yesterday', 12),
        message: fc.record({
          id: fc.constantFrom('m1', 'm2'),
          usage,
          content: fc.array(block, { maxLength: 3 }),
        }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 12 }), (frames) => {
        const session = sessionOfFrames(...frames);
        checkInvariants(session, reportOf(session));
        closeSessions();
      }),
      { numRuns: 500 },
    );
  });
});

const result = (session: string, cost: number | undefined, more: object = {}) => ({
  type: 'result',
  subtype: 'success',
  is_error: false,
  session_id: session,
  total_cost_usd: cost,
  ...more,
});

describe('cost', () => {
  const costOf = (...frames: unknown[]) => reportOf(sessionOfFrames(...frames)).costUsd;

  it('is a running total: the last value counts', () => {
    expect(costOf(result('a', 0.1), result('a', 0.3))).toBe(0.3);
  });

  it('adds the parts when a lower value says that the process was started again', () => {
    expect(costOf(result('a', 0.3), result('a', 0.1), result('a', 0.2))).toBe(0.5);
  });

  it('adds up over runs, without dust in the last digits', () => {
    expect(costOf(result('a', 0.1), result('b', 0.2))).toBe(0.3);
  });

  it('is null when it is not stated, and 0 when 0 is', () => {
    expect(costOf(result('a', undefined))).toBeNull();
    expect(costOf(result('a', 0))).toBe(0);
  });

  it('knows the old name', () => {
    expect(costOf({ ...result('a', undefined), cost_usd: 0.25 })).toBe(0.25);
  });
});

describe('outcome', () => {
  const outcomeOf = (...frames: unknown[]) => reportOf(sessionOfFrames(...frames)).outcome;

  it.each([
    ['success', { subtype: 'success', is_error: false }],
    ['error', { subtype: 'success', is_error: true }],
    ['error', { subtype: 'error_max_turns', is_error: false }],
  ])('is %s for %j', (outcome, more) => {
    expect(outcomeOf({ type: 'result', session_id: 'a', ...more })).toBe(outcome);
  });

  it('is that of the last result of the last run', () => {
    expect(outcomeOf(result('a', 0, { is_error: true }), result('a', 0))).toBe('success');
    expect(outcomeOf(result('a', 0), result('b', 0, { is_error: true }))).toBe('error');
  });

  it('is incomplete for a stream without a result, and none for a session file', () => {
    expect(outcomeOf({ type: 'system', subtype: 'init', session_id: 'a' })).toBe('incomplete');
    expect(outcomeOf({ type: 'user', sessionId: 'a', parentUuid: null, message: {} })).toBe('none');
  });
});

describe('usage', () => {
  const message = (id: string | undefined, input: number, output: number) => ({
    type: 'assistant',
    session_id: 'a',
    message: { id, role: 'assistant', usage: { input_tokens: input, output_tokens: output } },
  });

  it('without results is the largest value of each counter of every message', () => {
    const session = sessionOfFrames(message('m', 10, 1), message('m', 8, 5), message('n', 1, 1));
    expect(reportOf(session).usage).toEqual({ input: 11, output: 6, cacheRead: 0, cacheCreation: 0 });
  });

  it('with results is their sum', () => {
    const turn = result('a', 0, { usage: { input_tokens: 3, output_tokens: 4 } });
    expect(reportOf(sessionOfFrames(message('m', 10, 1), turn, turn)).usage).toMatchObject({
      input: 6,
      output: 8,
    });
  });
});

describe('replays', () => {
  const frame = { type: 'user', session_id: 'a', uuid: 'u', message: { role: 'user', content: 'x' } };

  it('same uuid and same bytes: listed, counted once', () => {
    const report = reportOf(sessionOfFrames(frame, frame));
    expect(report).toMatchObject({ frames: 2, replayedFrames: 1, diagnostics: [] });
  });

  it('same uuid and other bytes: a collision', () => {
    const report = reportOf(sessionOfFrames(frame, { ...frame, more: 1 }));
    expect(report.replayedFrames).toBe(0);
    expect(report.diagnostics.map((d) => d.code)).toEqual(['uuid-collision']);
  });
});

describe('a cancelled index', () => {
  it('says how far it came', () => {
    const path = fileOf('{"type":"user"}\n'.repeat(10_000));
    const session = Session.open(0, path, undefined, { firstChunkBytes: 80_000 });
    session.cancel();
    const report = reportOf(session);
    session.close();
    expect(report).toMatchObject({ frames: 5000, bytes: 80_000 });
    expect(report.diagnostics.map((d) => d.code)).toEqual(['index-cancelled']);
    expect(report.diagnostics[0]!.message).toContain('after 80,000 of 160,000 bytes');
  });
});
