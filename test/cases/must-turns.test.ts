import { describe, expect, it } from 'vitest';
import { callsOf } from '../../src/engine/answers/frame/calls';
import { frameDetail } from '../../src/engine/answers/frame/frame-detail';
import { FrameTexts } from '../../src/engine/answers/frame/frame-text';
import { reportOf } from '../../src/engine/answers/report/report';
import { rowPage } from '../../src/engine/answers/rows/row-page';
import { taskPage } from '../../src/engine/answers/turns/task-page';
import { turnPage } from '../../src/engine/answers/turns/turn-page';
import { casePath, sessionAt } from '../unit/engine/session-of';

/** What the cases demand of turns, prompts, tasks, retries and compactions; each title is a line of its sheet. */
function open(number: string) {
  const session = sessionAt(casePath(number));
  const texts = new FrameTexts(session);
  return {
    session,
    report: reportOf(session),
    turns: turnPage(session, 0, 100).turns,
    tasks: taskPage(session, 0, 100).tasks,
    rows: rowPage(session, 1, 200).rows,
    detail: (frame: number) => frameDetail(session, frame - 1, texts),
    calls: (frame: number) => callsOf(session, frame - 1),
    codes: () => reportOf(session).diagnostics.map(({ code, frame }) => `${code} ${frame}`),
  };
}

const factOf = (facts: { label: string; value: string }[], label: string) =>
  facts.find((fact) => fact.label === label)?.value;

describe('tasks', () => {
  it('053 the notification links to task k1 and call t1', () => {
    const { tasks, detail } = open('053');
    expect(tasks).toMatchObject([{ id: 'k1', callId: 't1', callFrame: 2, events: 2 }]);
    expect(tasks[0]?.firstEvents).toEqual([
      { frame: 4, kind: 'started' },
      { frame: 7, kind: 'notification' },
    ]);
    const { facts } = detail(7);
    expect(factOf(facts, 'task')).toBe('k1: failed');
    expect(facts).toContainEqual({ label: 'task of call', value: '#2', frame: 2 });
    expect(facts).toContainEqual({ label: 'task began', value: '#4', frame: 4 });
  });

  it('053 triage lists the failed background task although is_error is false', () => {
    const { report, codes } = open('053');
    expect(report.outcome).toBe('success');
    expect(report.tasks).toEqual({ total: 1, running: 0, failed: 1 });
    expect(codes()).toContain('background-task-failed 7');
  });

  it('062 both layers map to task x under call k1; the legacy frame with no id stays a plain row', () => {
    const { tasks, rows, detail } = open('062');
    expect(tasks).toHaveLength(1);
    expect(tasks[0]).toMatchObject({
      id: 'x',
      callId: 'k1',
      callFrame: 2,
      status: 'completed',
      lastTool: 'Bash',
      tokens: 100,
      toolUses: 1,
      durationMs: 50,
      type: 'local_agent',
      description: 'd',
      summary: 'ok',
      outputFile: null,
    });
    expect(tasks[0]?.firstEvents.map(({ frame }) => frame)).toEqual([3, 4, 5]);
    expect(rows[5]).toMatchObject({ kind: 'task_started', family: 'task' });
    expect(factOf(detail(6).facts, 'task')).toBeUndefined();
  });

  it('062 task usage totals are not added to the run usage', () => {
    expect(open('062').report.usage).toMatchObject({ input: 10, output: 5 });
  });
});

describe('user prompts', () => {
  it('055 the summary is not counted as a user prompt', () => {
    const { report, rows } = open('055');
    expect(report.userPrompts).toBe(0);
    expect(rows[5]?.detail).toBe('summary');
  });

  it('056 user prompts: 3 (first, second, third task); the two summaries are labelled', () => {
    const { report, rows, turns } = open('056');
    expect(report.userPrompts).toBe(3);
    expect(turns.map(({ prompt }) => prompt)).toEqual(['first task', 'second task', 'third task']);
    expect(rows.filter(({ detail }) => detail === 'summary').map(({ frame }) => frame)).toEqual([4, 8]);
  });

  it('061 "do a" and "do b" are prompts to subagents, not user prompts (user prompts in this file: 0)', () => {
    const { report, rows } = open('061');
    expect(report.userPrompts).toBe(0);
    expect(rows[2]).toMatchObject({ detail: 'prompt to subagent', summary: 'do a' });
    expect(rows[4]).toMatchObject({ detail: 'prompt to subagent', summary: 'do b' });
  });

  it('079 user prompts: 1', () => {
    const { report, rows } = open('079');
    expect(report.userPrompts).toBe(1);
    expect(rows[2]?.detail).toBe('prompt to subagent');
  });

  it('083 user prompts: 2. The others keep their rows with a label', () => {
    const { report, rows } = open('083');
    expect(report.userPrompts).toBe(2);
    expect(rows.map(({ detail }) => detail)).toEqual([
      'meta',
      'command',
      'command output',
      'prompt',
      'reminder',
      'tool_use',
      'tool_result',
      'interrupt',
      'summary',
      'prompt',
    ]);
  });

  it('083 the session title falls back to "real prompt one"', () => {
    expect(open('083').report.title).toEqual({ text: 'real prompt one', source: 'first prompt', frame: 4 });
  });

  it('077 the summaries are titles for other sessions; own title is "My name"', () => {
    const { title } = open('077').report;
    expect(title).toMatchObject({ text: 'My name', source: 'custom title' });
  });

  it('088 the queued prompt is visible once as a prompt, at q1', () => {
    const { rows } = open('088');
    const prompts = rows.filter(({ detail }) => detail === 'queued prompt');
    expect(prompts.map(({ frame }) => frame)).toEqual([6]);
    expect(prompts[0]?.summary).toContain('also do this');
  });

  it('088 user prompts: 2 (one typed, one queued)', () => {
    expect(open('088').report.userPrompts).toBe(2);
  });
});

describe('usage', () => {
  it('043 the price of other-model is not stated, not 0', () => {
    const { report, turns } = open('043');
    expect(report.costUsd).toBeNull();
    expect(turns.map(({ costUsd }) => costUsd)).toEqual([null]);
    expect(report.usage).toMatchObject({ input: 58, output: 8 });
  });

  it('044 per-message rows show "not stated" for 1-3; row 6 cache creation 70, row 8 cache creation 90', () => {
    const { detail, codes } = open('044');
    for (const frame of [2, 3, 4]) expect(factOf(detail(frame).facts, 'usage')).toBe('not stated');
    expect(codes()).toEqual(expect.arrayContaining(['odd-usage 5', 'odd-usage 6']));
    expect(factOf(detail(7).facts, 'cache creation')).toBe('70, stated in its parts only');
    expect(factOf(detail(9).facts, 'cache creation')).toBe('90, stated in its parts only');
  });

  it('044 iterations is a breakdown, not an addition', () => {
    const { session } = open('044');
    const { messages, table } = session.index;
    expect(messages.largest(table.message(7) - 1, 0)).toBe(1);
  });
});

describe('runs and turns', () => {
  it('041 API messages: 1', () => {
    expect(open('041').report.apiMessages).toBe(1);
  });

  it('046 the synthetic message is marked as made by the CLI; it is no message of the API', () => {
    const { rows, detail, report } = open('046');
    expect(rows[1]?.detail).toBe('local error');
    expect(factOf(detail(2).facts, 'made by')).toContain('Made by the CLI');
    expect(report.apiMessages).toBe(0);
  });

  it('046 reason text from result.result; never the word "success" as the reason', () => {
    const { turns, report } = open('046');
    expect(turns).toMatchObject([{ outcome: 'failed', says: 'API Error: limit reached', costUsd: 0 }]);
    expect(report.runs[0]?.reason).toBe('API Error: limit reached');
  });

  it('047 unanswered call t1 is listed as the last thing that was running', () => {
    const [run] = open('047').report.runs;
    expect(run?.lastRunning).toEqual({ frame: 2, tool: 'Bash', id: 't1' });
  });

  it('049 outcome is "incomplete", last activity and its time shown', () => {
    const { report, turns } = open('049');
    expect(report.outcome).toBe('incomplete');
    expect(report.runs[0]?.lastActivity).toEqual({ frame: 4, time: null });
    expect(turns).toMatchObject([{ outcome: 'incomplete', firstFrame: 1, lastFrame: 4 }]);
  });

  it('050 turn 1 is "interrupted by user", not "failed by error"', () => {
    const { turns, codes, report } = open('050');
    expect(turns).toMatchObject([
      { number: 1, outcome: 'interrupted', firstFrame: 1, lastFrame: 6, costUsd: 0.02 },
      { number: 2, outcome: 'success', firstFrame: 7, lastFrame: 9, costUsd: 0.01 },
    ]);
    expect(codes()).toContain('interrupted-turn 5');
    expect(report.diagnostics.filter(({ code }) => code === 'interrupted-turn')).toHaveLength(1);
    expect(report.runs[0]?.interrupted).toBe(false);
  });

  it('052 all frames after the first result are shown; the first result is labelled as an empty turn', () => {
    const { turns, rows, codes } = open('052');
    expect(rows).toHaveLength(5);
    expect(turns.map(({ outcome, resultFrame }) => [outcome, resultFrame])).toEqual([
      ['empty', 2],
      ['failed', 5],
    ]);
    expect(codes()).toContain('empty-turn 2');
  });

  it('053 two turns', () => {
    expect(open('053').turns.map(({ outcome, costUsd }) => [outcome, costUsd])).toEqual([
      ['success', 0.02],
      ['success', 0.01],
    ]);
  });

  it('055 one compaction marker: auto, 79267 -> 15092 tokens, 18.4 s', () => {
    const { session, detail } = open('055');
    expect(session.index.marks.compactions.length).toBe(1);
    const { facts } = detail(5);
    expect(factOf(facts, 'compaction')).toBe('auto');
    expect(factOf(facts, 'tokens')).toBe('79,267 → 15,092');
    expect(factOf(facts, 'took')).toBe('18.4 s');
  });

  it('056 two boundary markers (manual 335000, auto 180000), partial metadata named as partial', () => {
    const { detail, codes } = open('056');
    expect(factOf(detail(3).facts, 'compaction')).toBe('manual');
    expect(factOf(detail(3).facts, 'tokens')).toBe('335,000 → not stated');
    expect(factOf(detail(7).facts, 'compaction')).toBe('auto');
    expect(factOf(detail(7).facts, 'tokens')).toBe('180,000 → not stated');
    expect(codes()).toEqual(expect.arrayContaining(['partial-compaction 3', 'partial-compaction 7']));
  });

  it('064 run list shows both ids with "continued as"', () => {
    const { report, turns } = open('064');
    expect(report.runs.map(({ sessionId, continuedAs }) => [sessionId, continuedAs])).toEqual([
      ['old-1', 'new-2'],
      ['new-2', null],
    ]);
    expect(turns.map(({ number, sessionId }) => [number, sessionId])).toEqual([
      [1, 'old-1'],
      [2, 'new-2'],
    ]);
  });

  it('070 three retries fold into one thing with the count; the error message is marked as local', () => {
    const { report, rows, detail } = open('070');
    const retries = report.diagnostics.filter(({ code }) => code === 'api-retries-failed');
    expect(retries).toHaveLength(1);
    expect(retries[0]).toMatchObject({ severity: 'warning', frame: 4 });
    expect(retries[0]?.message).toContain(
      '3 times of at most 10 (529), waiting 3.0 s in all; then the CLI gave up',
    );
    for (const frame of [2, 3, 4]) {
      expect(factOf(detail(frame).facts, 'retries')).toBe('3 retries, then the CLI gave up');
    }
    expect(rows[4]?.detail).toBe('local error');
    expect(report.runs[0]?.model).toBe('model-a');
  });
});

describe('content blocks', () => {
  it('040 the three calls are shown as one parallel group (one message id)', () => {
    const { calls } = open('040');
    for (const [place, frame] of [2, 3, 4].entries()) {
      expect(calls(frame)[0]?.parallel).toEqual({
        size: 3,
        calls: [
          { frame: 2, name: 'Bash', status: 'failed', current: place === 0 },
          { frame: 3, name: 'Bash', status: 'ok', current: place === 1 },
          { frame: 4, name: 'Bash', status: 'ok', current: place === 2 },
        ],
      });
    }
    expect(open('037').calls(1)[0]?.parallel).toBeNull();
  });

  it('082 stderr of t2 is shown although the model saw only stdout', () => {
    const { calls } = open('082');
    expect(calls(3)[0]).toMatchObject({
      id: 't2',
      result: { text: 'out', cut: 0 },
      errorOutput: { text: { text: 'warn', cut: 0 }, seen: false },
      saved: null,
    });
    for (const frame of [2, 4, 5, 6]) expect(calls(frame)[0]?.errorOutput).toBeNull();
  });

  it('082 t6: preview, stated size and "file not found here"', () => {
    const { calls } = open('082');
    const [call] = calls(7);
    expect(call?.saved).toEqual({
      path: '/home/demo/tool-results/t6.txt',
      found: null,
      size: '11.4MB',
      isPreview: true,
    });
    expect(call?.result?.text).toContain('abc');
  });

  it('068 signatures are folded: no block of the summary writes one out', () => {
    const { rows, detail } = open('068');
    for (const { frame } of rows) {
      const { blocks, facts } = detail(frame);
      expect(JSON.stringify([blocks, facts])).not.toMatch(/S1|S2S2/);
    }
    expect(detail(2).blocks[0]?.body.text).toBe('thinking not included (signed)');
  });
});

describe('diagnostics', () => {
  it('022 the timeline says that no other frames were captured', () => {
    const { report } = open('022');
    expect(report.diagnostics).toMatchObject([{ code: 'result-only', severity: 'info', frame: 1 }]);
  });

  it('032 rate_limit status "allowed" is information, "rejected" is a warning', () => {
    const { report, detail } = open('032');
    const limits = report.diagnostics.filter(({ code }) => code.startsWith('rate-limit'));
    expect(limits).toMatchObject([{ code: 'rate-limit-rejected', severity: 'warning', frame: 8 }]);
    expect(detail(2).diagnostics).toEqual([]);
    expect(detail(2).row.summary).toContain('allowed');
  });
});
