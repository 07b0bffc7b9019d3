import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { agentPage } from '../../src/engine/answers/agents/agent-page';
import { frameLinks } from '../../src/engine/answers/links/frame-links';
import { turnPage } from '../../src/engine/answers/turns/turn-page';
import { cli, cliTitle, playedSession } from './scenario-sessions';

// The engine reads what the real CLI wrote a moment ago.

describe.skipIf(cli === null)(cliTitle, () => {
  it('answers with text', async () => {
    const { report, rows, call } = await playedSession('01-text');
    expect(call.exitCode).toBe(0);
    expect(report).toMatchObject({ outcome: 'success', toolCalls: 0, unparsed: 0, runs: [{ turns: 1 }] });
    expect(rows.map(({ kind }) => kind)).toEqual(['system', 'assistant', 'result']);
    expect(rows[1]?.summary).toContain('Hello! This is a demo answer.');
  });

  it('calls a tool, and the call is linked to its result', async () => {
    const { report, calls } = await playedSession('02-bash');
    expect(report).toMatchObject({ outcome: 'success', toolCalls: 1, linked: 1, failedCalls: 0 });
    expect(calls).toMatchObject([{ name: 'Bash', status: 'ok', result: { text: 'hello\nREADME.md\nsrc' } }]);
  });

  it('calls tools in parallel, of which some fail; the run succeeds', async () => {
    const { report, calls } = await playedSession('03-parallel');
    expect(report).toMatchObject({ outcome: 'success', toolCalls: 4, linked: 4, failedCalls: 3 });
    expect(calls.map(({ name, status }) => [name, status])).toEqual([
      ['Bash', 'ok'],
      ['Bash', 'failed'],
      ['Read', 'failed'],
      ['NoSuchTool', 'failed'],
    ]);
    expect(calls[1]?.result?.text).toMatch(/^Exit code 3\n/);
    expect(calls.map(({ parallel }) => parallel?.size)).toEqual([4, 4, 4, 4]);
  });

  it('calls two subagents, whose frames have lanes of their own', async () => {
    const { session, report, rows } = await playedSession('08-task');
    expect(report).toMatchObject({
      outcome: 'success',
      agents: 2,
      tasks: { total: 2, running: 0, failed: 0 },
    });
    const { agents } = agentPage(session, 0, 10);
    expect(agents).toMatchObject([
      { number: 1, description: 'Look at README', status: 'completed', toolCalls: 3, failedCalls: 1 },
      { number: 2, description: 'Look again', status: 'completed', toolCalls: 3, failedCalls: 1 },
    ]);
    expect(new Set(rows.map(({ agent }) => agent))).toEqual(new Set([0, 1, 2]));
  });

  it('fails with 401: the result is an error although its subtype says success', async () => {
    const { report, call } = await playedSession('05a-401');
    expect(call.exitCode).toBe(1);
    expect(report).toMatchObject({ outcome: 'error', runs: [{ subtype: 'success' }] });
    expect(report.runs[0]?.reason).toMatch(/API key|401/);
  });

  it('tries again after 529, and succeeds', async () => {
    const { report, listed, call } = await playedSession('05b-529-retry');
    expect(call.requests).toHaveLength(3);
    expect(report).toMatchObject({ outcome: 'success', kinds: { 'system/api_retry': 2 } });
    expect(listed.filter(({ detail }) => detail === 'api_retry').map(({ events }) => events)).toEqual([2]);
  });

  it('gives up after 529 when no retry is left', async () => {
    const { report } = await playedSession('05c-529-fail');
    expect(report.outcome).toBe('error');
    expect(report.runs[0]?.reason).toContain('529');
  });

  it('stops at the maximum of turns', async () => {
    const { report, calls } = await playedSession('06-max-turns');
    expect(report).toMatchObject({ outcome: 'error', runs: [{ subtype: 'error_max_turns' }] });
    expect(calls.map(({ status }) => status)).toEqual(['ok', 'ok']);
  });

  it('streams partial messages, which fold to one row a message', async () => {
    const { report, listed } = await playedSession('07-thinking');
    expect(report.outcome).toBe('success');
    const messages = listed.filter(({ kind }) => kind === 'stream_event');
    expect(messages).toHaveLength(2);
    const events = messages.reduce((sum, row) => sum + row.events, 0);
    // The CLI's status and thinking_tokens frames that stand between the events are folded, too.
    expect(events).toBeGreaterThanOrEqual(report.kinds.stream_event ?? 0);
  });

  it('is told of rate limits', async () => {
    const { report, rows } = await playedSession('20-rate-limit');
    expect(report).toMatchObject({ outcome: 'success', kinds: { rate_limit_event: 3 } });
    const limits = rows.filter(({ kind }) => kind === 'rate_limit_event').map(({ summary }) => summary);
    expect(limits[1]).toContain('93');
  });

  it('is denied tools in the default mode', async () => {
    const { report, calls } = await playedSession('10-denied');
    expect(report).toMatchObject({ outcome: 'success', kinds: { 'system/permission_denied': 2 } });
    expect(calls.map(({ status }) => status)).toEqual(['failed', 'failed']);
  });

  it('asks for permission over its output: allowed and denied, each request beside its call', async () => {
    const { session, rows, calls } = await playedSession('16b-control');
    const requests = rows.filter(({ detail }) => detail === 'can_use_tool');
    expect(requests).toHaveLength(2);
    expect(calls.map(({ status }) => status)).toEqual(expect.arrayContaining(['ok', 'failed']));
    for (const request of requests) {
      const { relations } = await frameLinks(session, request.frame - 1, true);
      const related = relations.flatMap(({ frames }) => frames.map(({ frame }) => frame));
      const call = calls.find(({ callFrame }) => callFrame !== null && related.includes(callFrame));
      expect(call?.name).toBe('Bash');
    }
  });

  it('is interrupted while it answers: the last turn is interrupted, not failed', async () => {
    const { session, report } = await playedSession('16b-control');
    const { turns } = turnPage(session, 0, 10);
    expect(turns.map(({ outcome }) => outcome)).toEqual(['success', 'interrupted']);
    expect(report.runs.at(-1)?.interrupted).toBe(true);
  });

  it('is interrupted while a tool runs, and answers the next turn', async () => {
    const { session, calls } = await playedSession('16c-interrupt-tool');
    expect(turnPage(session, 0, 10).turns.map(({ outcome }) => outcome)).toEqual(['interrupted', 'success']);
    expect(calls).toMatchObject([{ name: 'Bash', status: 'failed' }]);
  });

  it('answers two turns in one process', async () => {
    const { session, report } = await playedSession('16-two-turns');
    expect(report).toMatchObject({ outcome: 'success', turnCount: 2 });
    expect(turnPage(session, 0, 10).turns.map(({ says }) => says)).toEqual([
      'First answer.',
      'Second answer.',
    ]);
  });

  it('is killed while a long line is half written: the torn line is a row, and the run is incomplete', async () => {
    const { report, rows, call, session } = await playedSession('17a-kill9', true);
    expect(call).toMatchObject({ exitCode: null, signal: 'SIGKILL' });
    expect(report).toMatchObject({ outcome: 'incomplete', unparsed: 1 });
    const last = rows.at(-1);
    expect(last).toMatchObject({ unparsed: true });
    expect(last?.bytes).toBeGreaterThan(60_000);
    expect(session.rawBytes(rows.length - 1)).toEqual(readFileSync(call.stdout).subarray(last?.offset));
  });

  it('is killed while it streams: what came is there, and the run is incomplete', async () => {
    const { report, rows, calls } = await playedSession('17d-kill9-stream');
    expect(report).toMatchObject({ outcome: 'incomplete', unparsed: 0, linked: 1 });
    expect(calls).toMatchObject([{ status: 'ok' }]);
    expect(rows.at(-1)?.kind).toBe('stream_event');
  });

  it('ends at SIGINT with an interrupted turn', async () => {
    const { report, call } = await playedSession('17b-sigint');
    expect(call.exitCode).toBe(0);
    expect(report).toMatchObject({ outcome: 'error', runs: [{ interrupted: true }] });
  });
});
