import { describe, expect, it } from 'vitest';
import type { Report, Run } from '../../../src/ipc/engine-contract';
import { stoppedSentence, verdictOf } from '../../../src/renderer/inspect/verdict';

const run: Run = {
  sessionId: 's',
  cliVersion: '2.1.332',
  model: 'm',
  outcome: 'success',
  subtype: 'success',
  reason: null,
  resultFrame: 34,
  turns: 3,
  costUsd: 0.0264,
  usage: null,
  durationMs: 4900,
  firstFrame: 1,
  lastFrame: 34,
  lastActivity: null,
  lastRunning: null,
  interrupted: false,
  continuedAs: null,
};

const report = (part: Partial<Report>, runPart: Partial<Run> = {}): Report => ({
  capture: null,
  file: 'f.jsonl',
  bytes: 1,
  format: 'stream-json',
  physicalLines: 34,
  frames: 34,
  unparsed: 0,
  kinds: { assistant: 34 },
  toolCalls: 8,
  toolResults: 8,
  linked: 8,
  orphanResults: 0,
  unansweredCalls: 0,
  replayedFrames: 0,
  outcome: 'success',
  costUsd: 0.0264,
  usage: null,
  runs: [{ ...run, ...runPart }],
  runsLeftOff: 0,
  diagnostics: [],
  diagnosticsLeftOff: 0,
  failedCalls: 0,
  title: null,
  userPrompts: 0,
  apiMessages: 0,
  turnCount: 0,
  tasks: { total: 0, running: 0, failed: 0 },
  branches: null,
  agents: 0,
  parts: [],
  partsLeftOff: 0,
  ...part,
});

const fact = (verdict: ReturnType<typeof verdictOf>, label: string) =>
  verdict.facts.find((entry) => entry.label === label)?.value;

describe('the verdict', () => {
  it('says plainly that a run succeeded', () => {
    const verdict = verdictOf(report({}));
    expect(verdict).toMatchObject({
      tone: 'ok',
      title: 'Success',
      sentence: 'The run finished after 3 turns.',
    });
    expect(fact(verdict, 'duration')).toBe('4.9 s');
    expect(fact(verdict, 'cost')).toBe('$0.0264');
    expect(fact(verdict, 'CLI')).toBe('2.1.332');
  });

  it('names the problems of a run that went on', () => {
    const verdict = verdictOf(report({ failedCalls: 2, unansweredCalls: 1 }));
    expect(verdict.tone).toBe('warn');
    expect(verdict.sentence).toBe(
      'The run finished after 3 turns, but 2 tool calls failed and 1 tool call has no result.',
    );
    expect(fact(verdict, 'tool calls')).toBe('8, 2 failed, 1 unanswered');
  });

  it('says why a run failed, also when the subtype is not known or says success', () => {
    const failed = (subtype: string | null) => verdictOf(report({ outcome: 'error' }, { subtype })).sentence;
    expect(failed('error_max_turns')).toBe(
      'The run stopped because it reached its turn limit after 3 turns.',
    );
    expect(failed('success')).toBe('The last result is marked as an error.');
    expect(failed('error_of_tomorrow')).toBe('The last result says "error_of_tomorrow".');
    expect(verdictOf(report({ outcome: 'error' })).evidence).toEqual({ label: 'Result', frame: 34 });
    const reason = 'API Error: 529 Overloaded.';
    expect(verdictOf(report({ outcome: 'error' }, { reason })).sentence).toBe(reason);
  });

  it('counts the runs that the report does not list', () => {
    expect(fact(verdictOf(report({})), 'run')).toBeUndefined();
    expect(fact(verdictOf(report({ runs: [run, run] })), 'run')).toBe('last of 2');
    expect(fact(verdictOf(report({ runs: [run, run], runsLeftOff: 1498 })), 'run')).toBe('last of 1,500');
  });

  it('does not make up an outcome, a cost or a duration', () => {
    const none = { turns: null, durationMs: null, cliVersion: null };
    const verdict = verdictOf(report({ outcome: 'none', format: 'session', costUsd: null }, none));
    expect(verdict.title).toBe('Outcome not stated');
    expect(verdict.sentence).toBe('A session file does not say how its runs ended.');
    for (const label of ['cost', 'CLI']) expect(fact(verdict, label)).toBe('not stated');
  });

  it('shows no absurd figure', () => {
    const verdict = verdictOf(
      report({ costUsd: Infinity }, { turns: Number.MAX_SAFE_INTEGER, durationMs: -5 }),
    );
    expect(verdict.sentence).toBe('The run finished.');
    for (const label of ['duration', 'turns', 'cost']) expect(fact(verdict, label)).toBe('not stated');
  });

  it('judges no file by a part of it', () => {
    const read = { bytes: 59, totalBytes: 100 };
    expect(verdictOf(report({}), { ...read, state: 'cancelled' })).toMatchObject({
      tone: 'warn',
      title: 'Not read to the end',
      sentence: 'Indexing was stopped after 59 %: the figures are of that part.',
      evidence: null,
    });
    expect(verdictOf(report({}), { ...read, state: 'failed' }).sentence).toContain(
      'Reading failed after 59 %',
    );
    expect(verdictOf(report({}), { ...read, state: 'done' }).title).toBe('Success');
  });

  it('says that the user stopped a run, and does not call that a failure', () => {
    const stopped = report(
      { outcome: 'error' },
      {
        outcome: 'error',
        subtype: 'error_during_execution',
        interrupted: true,
        lastRunning: { frame: 2, tool: 'Bash', id: 't1' },
      },
    );
    expect(verdictOf(stopped)).toMatchObject({
      tone: 'warn',
      title: 'Interrupted',
      sentence:
        'The user stopped the run after 3 turns, while Bash was running. That is no error of the run.',
      evidence: { label: 'Result', frame: 34 },
    });
  });

  it('names what was running last in a run that failed or is incomplete, and its last activity', () => {
    const lastRunning = { frame: 2, tool: 'Bash', id: 't1' };
    const failed = report(
      { outcome: 'error' },
      { outcome: 'error', reason: 'It broke.', subtype: null, lastRunning },
    );
    expect(verdictOf(failed).sentence).toBe('It broke. Running last: Bash.');
    const time = Date.parse('2026-01-15T09:00:19Z');
    const cut = report(
      { outcome: 'incomplete' },
      { outcome: 'incomplete', lastRunning, lastActivity: { frame: 4, time } },
    );
    expect(verdictOf(cut).sentence).toContain(
      'while Bash was running. Last activity: 2026-01-15 09:00:19 UTC.',
    );
    for (const odd of [null, 1e300, -1]) {
      const unstated = report({ outcome: 'incomplete' }, { lastActivity: { frame: 4, time: odd } });
      expect(verdictOf(unstated).sentence).toContain('The time of its last activity is not stated.');
    }
  });

  it('counts failed background tasks among the problems of a success', () => {
    const verdict = verdictOf(report({ tasks: { total: 2, running: 0, failed: 1 } }));
    expect(verdict).toMatchObject({ tone: 'warn', title: 'Success, with problems' });
    expect(verdict.sentence).toContain('1 background task failed');
  });

  it('tells an incomplete recording from a file that is none', () => {
    expect(verdictOf(report({ outcome: 'incomplete' })).title).toBe('Incomplete');
    const nothing = report({
      outcome: 'none',
      format: 'unknown',
      kinds: {},
      frames: 0,
      unparsed: 3,
      runs: [],
    });
    expect(verdictOf(nothing).sentence).toContain('Nothing in this file is a frame');
  });
});

describe('a window without its engine', () => {
  it('says that nothing is being read', () => {
    expect(stoppedSentence('failed', { state: 'indexing' })).toContain('a part of it');
    expect(stoppedSentence('failed', { state: 'done' })).toContain('no other frame can be read');
    expect(stoppedSentence('failed', null)).not.toBeNull();
    expect(stoppedSentence('restarting', { state: 'indexing' })).toContain('being started again');
  });

  it('keeps what it knows while the engine comes back', () => {
    expect(stoppedSentence('restarting', { state: 'done' })).toBeNull();
    expect(stoppedSentence('ready', { state: 'indexing' })).toBeNull();
    expect(stoppedSentence('starting', null)).toBeNull();
  });
});

describe('the verdict on a capture', () => {
  const capture = (part: Partial<NonNullable<Report['capture']>>): Report['capture'] => ({
    framescope: 'capture',
    version: 1,
    source: 'process',
    commandLine: 'claude -p x',
    folder: '/w',
    environment: [],
    startedAt: 1,
    pid: 7,
    endedAt: 2,
    exitCode: null,
    signal: null,
    error: null,
    stderrLines: 0,
    stdinLines: 0,
    ...part,
  });
  const running = { tool: 'Bash', frame: 2 } as unknown as Run['lastRunning'];

  it('says which signal killed a process that gave no result, and that it wrote to stderr', () => {
    const verdict = verdictOf(
      report(
        {
          outcome: 'incomplete',
          unansweredCalls: 1,
          capture: capture({ signal: 'SIGKILL', stderrLines: 1 }),
        },
        { outcome: 'incomplete', resultFrame: null, lastFrame: 2, lastRunning: running },
      ),
    );
    expect(verdict).toMatchObject({
      tone: 'warn',
      title: 'Incomplete',
      sentence:
        'The process was killed by SIGKILL before it wrote a result, while Bash was running. It wrote 1 line to stderr.',
      evidence: { frame: 2 },
    });
    expect(fact(verdict, 'signal')).toBe('SIGKILL');
    expect(fact(verdict, 'exit code')).toBeUndefined();
  });

  it('keeps a success, with a warning on the exit code', () => {
    const verdict = verdictOf(report({ capture: capture({ exitCode: 1 }) }));
    expect(verdict).toMatchObject({
      tone: 'warn',
      title: 'Success, with problems',
      sentence: 'The run finished after 3 turns, but its process ended with exit code 1.',
    });
    expect(fact(verdict, 'exit code')).toBe('1');
  });

  it('keeps a failure, whatever the exit code says', () => {
    const verdict = verdictOf(
      report({ outcome: 'error', capture: capture({ exitCode: 0 }) }, { reason: 'API Error' }),
    );
    expect(verdict).toMatchObject({ tone: 'err', title: 'Failed', sentence: 'API Error' });
    expect(fact(verdict, 'exit code')).toBe('0');
  });

  it('is a plain success with exit code 0', () => {
    expect(verdictOf(report({ capture: capture({ exitCode: 0 }) })).title).toBe('Success');
  });

  it('says why a process that wrote no frame ended', () => {
    const none = { outcome: 'none', kinds: {}, runs: [] } as Partial<Report>;
    expect(verdictOf(report({ ...none, capture: capture({ exitCode: 127, stderrLines: 2 }) })).sentence).toBe(
      'The process ended with exit code 127 before it wrote a result. It wrote 2 lines to stderr.',
    );
    expect(
      verdictOf(report({ ...none, capture: capture({ error: 'claude could not be started.' }) })),
    ).toMatchObject({
      tone: 'err',
      title: 'Failed',
      sentence: 'claude could not be started.',
    });
  });

  it('says nothing of the end of a process that runs', () => {
    const runs = { outcome: 'incomplete', capture: capture({ endedAt: null }) } as const;
    expect(verdictOf(report(runs, { outcome: 'incomplete' })).sentence).toContain('ends without a result');
    expect(fact(verdictOf(report(runs)), 'exit code')).toBeUndefined();
  });

  it('calls a call without a result open while the session is live', () => {
    const open = report({ toolCalls: 3, unansweredCalls: 1 });
    expect(fact(verdictOf(open), 'tool calls')).toBe('3, 1 unanswered');
    expect(fact(verdictOf(open, null, true), 'tool calls')).toBe('3, 1 open');
  });
});
