import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callsOf } from '../../../../../src/engine/answers/frame/calls';
import { frameDetail } from '../../../../../src/engine/answers/frame/frame-detail';
import { FrameTexts } from '../../../../../src/engine/answers/frame/frame-text';
import { reportOf } from '../../../../../src/engine/answers/report/report';
import { taskEvents, taskPage } from '../../../../../src/engine/answers/turns/task-page';
import { turnPage } from '../../../../../src/engine/answers/turns/turn-page';
import type { Session } from '../../../../../src/engine/session/session';
import { fixtureFiles } from '../../../recordings';
import { sessionAt, sessionOfFrames } from '../../session-of';

function fixture(name: string): Session {
  const found = fixtureFiles().find((file) => file.name === name);
  if (found === undefined) throw new Error(`There is no fixture ${name}.`);
  return sessionAt(found.path);
}

const turnsOf = (session: Session) => turnPage(session, 0, 100).turns;
const codesOf = (session: Session) => reportOf(session).diagnostics.map(({ code }) => code);
const factsOf = (session: Session, frame: number) =>
  Object.fromEntries(
    frameDetail(session, frame - 1, new FrameTexts(session)).facts.map(({ label, value }) => [label, value]),
  );

describe('turns of a stream', () => {
  it('have their own part of the running cost and their own usage (2.1.332/16-two-turns)', () => {
    const session = fixture('2.1.332/16-two-turns');
    const [first, second, ...none] = turnsOf(session);
    expect(none).toEqual([]);
    expect(first).toMatchObject({
      outcome: 'success',
      promptFrame: 2,
      prompt: 'First question.',
      costUsd: 0.0033072,
    });
    expect(second).toMatchObject({ outcome: 'success', costUsd: 0.0066144, usageSource: 'result' });
    expect(second?.usage).toEqual({ input: 24, output: 84, cacheRead: 8192, cacheCreation: 640 });
    const { costUsd } = reportOf(session);
    expect((first?.costUsd ?? 0) + (second?.costUsd ?? 0)).toBeCloseTo(costUsd ?? Number.NaN, 10);
  });

  it('that the user stopped are not failed (2.1.332/17b-sigint, 16b-control)', () => {
    for (const [name, outcomes] of [
      ['2.1.332/17b-sigint', ['interrupted']],
      ['2.1.332/16b-control', ['success', 'interrupted']],
    ] as const) {
      const session = fixture(name);
      expect(turnsOf(session).map(({ outcome }) => outcome)).toEqual(outcomes);
      expect(codesOf(session).filter((code) => code === 'interrupted-turn')).toHaveLength(1);
      expect(reportOf(session).runs.at(-1)?.interrupted).toBe(true);
    }
  });

  it('count the process as started again when the running cost falls', () => {
    const result = (cost: number) => ({
      type: 'result',
      subtype: 'success',
      is_error: false,
      total_cost_usd: cost,
    });
    const session = sessionOfFrames(
      result(0.5),
      result(0.7),
      result(0.1),
      { ...result(0), total_cost_usd: null },
      result(0.3),
    );
    expect(turnsOf(session).map(({ costUsd }) => costUsd)).toEqual([0.5, 0.2, 0.1, null, 0.2]);
  });

  it('end with a compaction that asked no model (2.1.332/11-compact)', () => {
    expect(turnsOf(fixture('2.1.332/11-compact')).map(({ outcome }) => outcome)).toEqual([
      'success',
      'empty',
      'success',
    ]);
    expect(turnsOf(fixture('1.0.128/11-compact'))).toHaveLength(3);
  });

  it('without a result are incomplete (2.1.332/17a-kill9)', () => {
    const session = fixture('2.1.332/17a-kill9');
    expect(turnsOf(session)).toMatchObject([{ outcome: 'incomplete', resultFrame: null, costUsd: null }]);
  });
});

describe('turns of a session file', () => {
  it('begin with prompts, and their usage is the sum of their messages (1.0.128/11-compact.session)', () => {
    const session = fixture('1.0.128/11-compact.session');
    const turns = turnsOf(session);
    expect(turns.map(({ outcome, usageSource }) => [outcome, usageSource])).toEqual([
      ['none', 'messages'],
      ['none', 'messages'],
    ]);
    const sum = turns.reduce((total, { usage }) => total + (usage?.output ?? 0), 0);
    expect(sum).toBe(reportOf(session).usage?.output);
    expect(turns.every(({ durationInferred }) => durationInferred)).toBe(true);
  });

  it('come in pages', () => {
    const prompts = Array.from({ length: 250 }, (_, at) => ({
      type: 'user',
      sessionId: 's',
      parentUuid: null,
      message: { role: 'user', content: `prompt ${at + 1}` },
    }));
    const session = sessionOfFrames(...prompts);
    const page = turnPage(session, 200, 100);
    expect(page.total).toBe(250);
    expect(page.turns.map(({ number, prompt }) => [number, prompt])[0]).toEqual([201, 'prompt 201']);
    expect(page.turns).toHaveLength(50);
    expect(turnPage(session, 500, 100).turns).toEqual([]);
    expect(factsOf(session, 201).turn).toBe('201, outcome not stated');
  });
});

describe('tasks', () => {
  it('are one for each id, with the frame of their call (2.1.332/08-task)', () => {
    const session = fixture('2.1.332/08-task');
    const { tasks, total } = taskPage(session, 0, 10);
    expect(total).toBe(2);
    for (const task of tasks) {
      expect(task).toMatchObject({ status: 'completed', events: 6, type: 'local_agent' });
      const call = callsOf(session, (task.callFrame ?? 0) - 1).find(({ id }) => id === task.callId);
      expect(call).toBeDefined();
      expect(task.firstEvents.map(({ kind }) => kind)).toContain('notification');
      expect(taskEvents(session, task.id, 2, 3).events).toEqual(task.firstEvents.slice(2, 5));
    }
  });

  it('that nobody knows have no events', () => {
    expect(taskEvents(fixture('2.1.332/02-bash'), '__proto__', 0, 10)).toEqual({ events: [] });
  });

  it('keep their end when progress is told late', () => {
    const frame = (subtype: string, fields: object) => ({ type: 'system', subtype, task_id: 'k', ...fields });
    const session = sessionOfFrames(
      frame('task_started', { description: 'look' }),
      frame('task_updated', { patch: { status: 'killed' } }),
      frame('task_progress', { description: 'late', last_tool_name: 'Read' }),
    );
    expect(taskPage(session, 0, 10).tasks).toMatchObject([
      { status: 'stopped', statusFrame: 2, description: 'look', lastTool: 'Read', events: 3 },
    ]);
  });
});

describe('retries', () => {
  it('are one series with its count and its end (2.1.332/05b-529-retry, 05c-529-fail)', () => {
    const answered = fixture('2.1.332/05b-529-retry');
    const frames = [2, 3];
    for (const frame of frames)
      expect(factsOf(answered, frame).retries).toBe('2 retries, then the API answered');
    expect(factsOf(answered, 2)['last of them']).toBe('#3');
    const told = reportOf(answered).diagnostics.filter(({ code }) => code.startsWith('api-retries'));
    expect(told).toMatchObject([{ code: 'api-retries', severity: 'info', frame: 3 }]);
    expect(told[0]?.message).toContain('2 times of at most 10 (529 overloaded), waiting 2.2 s in all');
    expect(codesOf(fixture('2.1.332/05c-529-fail'))).toContain('api-retries-failed');
  });

  it('that go on at the end of the file are told as open', () => {
    const session = sessionOfFrames(
      { type: 'system', subtype: 'init', session_id: 's' },
      { type: 'system', subtype: 'api_retry', attempt: 1, session_id: 's' },
    );
    expect(codesOf(session)).toContain('api-retries-open');
    expect(factsOf(session, 2).retries).toBe('1 retry, the file does not say how they ended');
  });
});

describe('a saved result', () => {
  it('is found beside the session file by its name, and not opened', () => {
    const folder = mkdtempSync(join(tmpdir(), 'framescope-saved-'));
    try {
      const path = join(folder, 's.jsonl');
      const result = {
        type: 'user',
        message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'short' }] },
        toolUseResult: { persistedOutputPath: '/home/demo/s/tool-results/x.txt', persistedOutputSize: 5 },
      };
      writeFileSync(path, `${JSON.stringify(result)}\n`);
      expect(callsOf(sessionAt(path), 0)[0]?.saved?.found).toBeNull();
      mkdirSync(join(folder, 's', 'tool-results'), { recursive: true });
      writeFileSync(join(folder, 's', 'tool-results', 'x.txt'), '12345');
      expect(callsOf(sessionAt(path), 0)[0]?.saved).toEqual({
        path: '/home/demo/s/tool-results/x.txt',
        found: 's/tool-results/x.txt',
        size: '5 bytes',
        isPreview: false,
      });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('a prompt of megabytes', () => {
  it('is still told apart by the flags behind it', () => {
    const long = 'x'.repeat(1_200_000);
    const line = (fields: object) => ({ type: 'user', message: { role: 'user', content: long }, ...fields });
    const session = sessionOfFrames(
      line({}),
      line({ uuid: 'u', isMeta: true }),
      line({ isCompactSummary: true }),
    );
    expect(reportOf(session).userPrompts).toBe(1);
    expect([0, 1, 2].map((row) => session.index.marks.userLines.ofRow(row))).toEqual([
      'prompt',
      'meta',
      'summary',
    ]);
  });
});
