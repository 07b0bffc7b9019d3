import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { frameDetail } from '../../../../src/engine/answers/frame/frame-detail';
import { FrameTexts } from '../../../../src/engine/answers/frame/frame-text';
import { reportOf } from '../../../../src/engine/answers/report/report';
import { rowPage } from '../../../../src/engine/answers/rows/row-page';
import { rowFrame } from '../../../../src/engine/lenses/row-frame';
import type { Session } from '../../../../src/engine/session/session';
import { sessionOfFrames } from '../session-of';
import { agentLine, line, lines, projectOf, withAgents } from './session-folder';

const retry = { type: 'system', subtype: 'api_error', retryAttempt: 1, sessionId: 's1', isSidechain: false };
const says = [{ type: 'text', text: 'hello' }];
const told = (session: Session, code: string) =>
  reportOf(session).diagnostics.filter((diagnostic) => diagnostic.code === code);

describe('between the files of a session', () => {
  it('a series of retries ends with its file, and is of no message of another one', () => {
    const folder = projectOf({
      's1.jsonl': lines(line('user', 'go'), { ...retry, uuid: 'r1' }),
      's1/subagents/agent-a.jsonl': lines(
        { ...retry, uuid: 'r2', isSidechain: true, agentId: 'a' },
        agentLine('a', 'assistant', says),
      ),
    });
    const session = withAgents(join(folder, 's1.jsonl'));
    expect(told(session, 'api-retries-open')).toMatchObject([{ frame: 2, line: 2 }]);
    expect(told(session, 'api-retries-open')[0]).not.toHaveProperty('file');
    expect(told(session, 'api-retries')).toMatchObject([
      { frame: 3, line: 1, file: 's1/subagents/agent-a.jsonl' },
    ]);
    const { rows } = rowPage(session, 1, 9, { unfolded: false, open: [] });
    expect(rows.map(({ frame, fold }) => [frame, fold])).toEqual([
      [1, 'none'],
      [2, 'none'],
      [3, 'none'],
      [4, 'none'],
    ]);
    const { facts } = frameDetail(session, 1, new FrameTexts(session));
    expect(facts).toContainEqual({
      label: 'retries',
      value: '1 retry, the file does not say how they ended',
      frame: null,
    });
  });

  it('retries that are open at the end name the file that they are in', () => {
    const folder = projectOf({
      's1.jsonl': lines(line('user', 'go'), line('assistant', says)),
      's1/subagents/agent-a.jsonl': lines({ ...retry, uuid: 'r2', isSidechain: true, agentId: 'a' }),
    });
    const session = withAgents(join(folder, 's1.jsonl'));
    expect(told(session, 'api-retries-open')).toMatchObject([
      { frame: 3, line: 1, offset: 0, file: 's1/subagents/agent-a.jsonl' },
    ]);
  });

  it('a summary in the file of a subagent folds under no compaction of the main file', () => {
    const boundary = line('system', '', { subtype: 'compact_boundary' });
    const summary = { isCompactSummary: true };
    const inMain = [line('user', 'go'), boundary, line('user', 'so far', summary)];
    const foldsOf = (session: Session) =>
      rowPage(session, 1, 9, { unfolded: false, open: [] }).rows.map(({ frame }) => frame);
    const alone = projectOf({ 's1.jsonl': lines(...inMain) });
    expect(foldsOf(withAgents(join(alone, 's1.jsonl')))).toEqual([1, 2]);
    const folder = projectOf({
      's1.jsonl': lines(...inMain.slice(0, 2)),
      's1/subagents/agent-a.jsonl': lines(agentLine('a', 'user', 'so far', summary)),
    });
    expect(foldsOf(withAgents(join(folder, 's1.jsonl')))).toEqual([1, 2, 3]);
  });

  it('rows with the same number of line share no line', () => {
    const folder = projectOf({
      's1.jsonl': lines(line('user', 'go')),
      's1/subagents/agent-a.jsonl': lines(agentLine('a', 'user', 'look')),
    });
    const session = withAgents(join(folder, 's1.jsonl'));
    expect([0, 1].map((row) => rowFrame(session, row).standing)).toEqual(['line', 'line']);
  });

  it('a title in the file of a subagent is not that of the session', () => {
    const folder = projectOf({
      's1.jsonl': lines(line('user', 'go'), { type: 'custom-title', customTitle: 'mine', sessionId: 's1' }),
      's1/subagents/agent-a.jsonl': lines(agentLine('a', 'user', 'look'), {
        type: 'custom-title',
        customTitle: 'other',
        sessionId: 's1',
      }),
    });
    expect(reportOf(withAgents(join(folder, 's1.jsonl'))).title).toMatchObject({ text: 'mine', frame: 2 });
  });
});

describe('between the runs of a file', () => {
  it('a series of retries that another run cuts off is told all the same', () => {
    const of = (run: string) => ({ type: 'system', subtype: 'api_retry', attempt: 1, session_id: run });
    const session = sessionOfFrames(of('s'), of('t'), of('t'));
    expect(told(session, 'api-retries-open').map(({ frame }) => frame)).toEqual([1, 3]);
  });
});
