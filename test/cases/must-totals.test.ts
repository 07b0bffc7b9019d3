import { describe, expect, it } from 'vitest';
import { callsOf } from '../../src/engine/answers/frame/calls';
import { reportOf } from '../../src/engine/answers/report/report';
import { sessionOf } from '../unit/engine/session-of';
import { bytesOf, call, detail, diagnostics, openCase, parsed, rowsOf, rowsOfCase } from './case-answers';

// The "Must" and "Must not" lines of the case sheets on what adds up and what does not: messages, usage, results, compactions, deltas and subagents.

describe('041: a message over three lines with the same usage', () => {
  it('tokens once, not three times', () => {
    expect(reportOf(openCase('041')).usage).toEqual({
      input: 100,
      output: 40,
      cacheRead: 1000,
      cacheCreation: 200,
    });
  });

  it('the three lines stay three frames, grouped as one message', () => {
    const session = openCase('041');
    for (const frame of [2, 3, 4]) expect(detail(session, frame).messageFrames).toEqual([2, 3, 4]);
    expect(detail(session, 1).messageFrames).toEqual([]);
  });
});

describe('043: no request id', () => {
  it('counts a message once by its id, and a line without an id for itself', () => {
    expect(reportOf(openCase('043')).usage).toMatchObject({ input: 58, output: 8 });
  });
});

describe('044: odd usage values', () => {
  it('no NaN anywhere; the result states the totals', () => {
    const session = openCase('044');
    const report = reportOf(session);
    expect(report.usage).toMatchObject({ input: 20, output: 9 });
    for (const row of rowsOf(session)) {
      expect(JSON.stringify([report, row, detail(session, row.frame)])).not.toContain('NaN');
    }
  });

  it('negative and non-number values are flagged and left out of sums', () => {
    expect(diagnostics(openCase('044')).map((d) => [d.code, d.severity, d.frame])).toEqual([
      ['odd-usage', 'warning', 5],
      ['odd-usage', 'warning', 6],
    ]);
    const lines = bytesOf('044').toString('utf8').split('\n').slice(0, 6).join('\n');
    expect(reportOf(sessionOf(lines)).usage).toMatchObject({ input: 0, cacheRead: 0 });
  });

  it('absent is "not stated", not 0', () => {
    const lines = bytesOf('044').toString('utf8').split('\n').slice(0, 4).join('\n');
    expect(reportOf(sessionOf(lines)).usage).toBeNull();
  });
});

describe('046 and 047: results that contradict themselves', () => {
  it('046: is_error with subtype success is an error, with a warning', () => {
    const session = openCase('046');
    expect(reportOf(session)).toMatchObject({ outcome: 'error', runs: [{ outcome: 'error' }] });
    expect(diagnostics(session).map((d) => [d.code, d.severity])).toEqual([
      ['contradicting-result', 'warning'],
    ]);
    const result = rowsOf(session)[2]!;
    expect(result.error).toBe(true);
    expect(result.summary).toMatch(/^API Error: limit reached/);
  });

  it('046: <synthetic> is not listed as a model', () => {
    expect(reportOf(openCase('046')).runs[0]!.model).toBe('model-a');
  });

  it('047: a subtype that is not success makes the run failed; the contradiction is a warning', () => {
    const session = openCase('047');
    expect(reportOf(session)).toMatchObject({ outcome: 'error', costUsd: 0.65716315 });
    expect(diagnostics(session, 'contradicting-result')).toMatchObject([{ severity: 'warning', frame: 3 }]);
    expect(diagnostics(session, 'unanswered-call')).toMatchObject([{ frame: 2 }]);
  });
});

describe('049 to 053: results that are absent, late or early', () => {
  it('049: a text that says it finished does not make a success', () => {
    expect(reportOf(openCase('049'))).toMatchObject({ outcome: 'incomplete', costUsd: null });
  });

  it('050: no throw on the absent result key; the last result decides', () => {
    const session = openCase('050');
    expect(detail(session, 6).facts.length).toBeGreaterThan(0);
    expect(reportOf(session).outcome).toBe('success');
  });

  it('052: all frames after the first result are shown', () => {
    expect(rowsOfCase('052')).toHaveLength(5);
    expect(reportOf(openCase('052')).outcome).toBe('error');
  });

  it('053: two turns, and the notification names its task', () => {
    const session = openCase('053');
    expect(reportOf(session).runs).toMatchObject([{ turns: 2 }]);
    expect(rowsOf(session)[6]!.summary).toContain('k1');
  });
});

describe('055 and 056: compaction', () => {
  it('055: says trigger and tokens; usage is that of the result', () => {
    const session = openCase('055');
    expect(rowsOf(session)[4]!.summary).toBe('auto · 79,267 → 15,092 tokens · 18.4 s');
    expect(reportOf(session).usage).toMatchObject({ input: 18, output: 273 });
  });

  it('056: all 9 frames in file order, not only what the last line leads to', () => {
    const session = openCase('056');
    expect(rowsOf(session).map((row) => row.line)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(rowsOf(session)[2]!.summary).toContain('manual · 335,000');
    expect(rowsOf(session)[6]!.summary).toContain('auto · 180,000');
  });
});

describe('058 and 059: partial messages', () => {
  it('058: one call, told by a delta and by the whole frame, counts once', () => {
    const session = openCase('058');
    expect(reportOf(session)).toMatchObject({ frames: 18, toolCalls: 1, linked: 1 });
    expect(callsOf(session, 7)).toEqual(callsOf(session, 12));
    expect(call(session, 't1')).toMatchObject({ callFrame: 13, resultFrame: 17 });
  });

  it('058: joined input equals the input of the assistant frame', () => {
    const session = openCase('058');
    const joined = [9, 10, 11, 12].map((frame) => parsed(session, frame).event.delta.partial_json).join('');
    expect(JSON.parse(call(session, 't1').input!.text)).toEqual(JSON.parse(joined));
  });

  it('058: messages are keyed by message id: the usage counts once', () => {
    const session = openCase('058');
    expect(reportOf(session).usage).toMatchObject({ input: 12, output: 33 });
    expect(detail(session, 6).messageFrames).toEqual([6, 13]);
  });

  it('059: deltas of the main thread and of a subagent stay apart', () => {
    const rows = rowsOfCase('059').slice(6);
    const texts = (agent: number) => rows.filter((row) => row.agent === agent).map((row) => row.summary);
    expect(texts(0)).toEqual(['MAIN-1', 'MAIN-2']);
    expect(texts(1)).toEqual(['SUB-1', 'SUB-2']);
  });
});

describe('061 and 062: subagents and tasks', () => {
  it('061: nesting comes from parent_tool_use_id only', () => {
    const session = openCase('061');
    const agents = rowsOf(session).map((row) => [
      row.agent,
      parsed(session, row.frame).parent_tool_use_id ?? null,
    ]);
    const byAgent = new Map(agents as [number, string | null][]);
    for (const [agent, parent] of agents) expect(byAgent.get(agent as number)).toEqual(parent);
    expect(byAgent.get(4)).toBe('ghost');
  });

  it('061: usage is that of the main thread, cost that of all', () => {
    expect(reportOf(openCase('061'))).toMatchObject({ usage: { input: 30, output: 60 }, costUsd: 0.5 });
  });

  it('062: both layers name the task; its totals are not added to the run', () => {
    const session = openCase('062');
    const tasks = rowsOf(session).filter((row) => row.family === 'task');
    expect(tasks.map((row) => row.summary.split(' ')[0])).toEqual(['x', 'x', 'x', 'message:']);
    expect(reportOf(session).usage).toMatchObject({ input: 10, output: 5 });
  });
});
