import { describe, expect, it } from 'vitest';
import { conversationTree } from '../../src/engine/answers/branches/branch-list';
import { frameLinks } from '../../src/engine/answers/links/frame-links';
import { reportOf } from '../../src/engine/answers/report/report';
import { rowPage } from '../../src/engine/answers/rows/row-page';
import { runSteps } from '../../src/engine/conversation/conversation-tree';
import { readParents } from '../../src/engine/conversation/parent-lines';
import type { Session } from '../../src/engine/session/session';
import { compareVersions } from '../../src/protocol/fields/registry';
import { agentsOf, line, lines, projectOf, withAgents } from '../unit/engine/agents/session-folder';
import { bytesOf, detail, diagnostics, openCase, parsed, rowsOf } from './case-answers';

// The "Must" and "Must not" lines of the case sheets on how lines of session files hang together, and what they fold under.

const FOLDED = { unfolded: false, open: [] as number[] };
const listed = (session: Session, listing = FOLDED) => rowPage(session, 1, 100, listing).rows;
const framesOf = (session: Session, listing = FOLDED) => listed(session, listing).map(({ frame }) => frame);
const factOf = (session: Session, frame: number, label: string) =>
  detail(session, frame).facts.find((fact) => fact.label === label);
/** The frame of each line's parent, as the tree reads it; 0 for none. */
const parentsOf = (session: Session) =>
  Array.from(runSteps(readParents(session)).parent, (parent) => parent + 1);
const codesOf = (session: Session) => diagnostics(session).map(({ code, frame }) => `${code} ${frame}`);
/** One conversation with a single branch that has every line. */
const straight = (frames: number) => ({ branches: [{ current: true, frames, leafFrame: frames }] });

describe('002 and 013: damage between the lines of a chain', () => {
  it('002: the chain a1 <- a2 <- a3 is unbroken', () => {
    // Frame 2 is the stub.
    const session = openCase('002');
    expect(parentsOf(session)).toEqual([0, 0, 1, 3]);
    expect(codesOf(session).filter((code) => code.startsWith('dangling'))).toEqual([]);
  });

  it('013: 3 frames, all in one chain', () => {
    const session = openCase('013');
    const frames = rowsOf(session).filter(({ unparsed }) => !unparsed);
    const parents = parentsOf(session);
    expect(frames.map(({ frame }) => parents[frame - 1])).toEqual([0, frames[0]?.frame, frames[1]?.frame]);
    expect(conversationTree(session)?.branches).toMatchObject([{ frames: 3 }]);
  });
});

describe('056: compaction in a session file', () => {
  it('all 9 frames in file order, in three segments with two boundary markers', () => {
    const session = openCase('056');
    expect(rowsOf(session).map(({ frame }) => frame)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const boundaries = rowsOf(session).filter((row) => row.detail === 'compact_boundary');
    expect(boundaries.map(({ frame }) => [frame, factOf(session, frame, 'segment')?.value])).toEqual([
      [3, '2 of 3 begins here'],
      [7, '3 of 3 begins here'],
    ]);
    expect(boundaries.map(({ summary }) => /^(manual|auto) · [\d,]+/.exec(summary)?.[0])).toEqual([
      'manual · 335,000',
      'auto · 180,000',
    ]);
  });

  it('the two summaries fold under their boundary', () => {
    const session = openCase('056');
    expect(framesOf(session)).toEqual([1, 2, 3, 5, 6, 7, 9]);
    const closed = listed(session).filter(({ fold }) => fold === 'closed');
    expect(closed.map(({ frame, events, summary }) => [frame, events, summary.slice(0, 6)])).toEqual([
      [3, 2, 'manual'],
      [7, 2, 'auto ·'],
    ]);
    expect(session.listings.place(8, FOLDED)).toEqual({ position: 6, foldedUnder: 7, total: 7 });
    // Opened, by the boundary or by the summary itself.
    for (const frame of [7, 8]) {
      const rows = listed(session, { unfolded: false, open: [frame] });
      expect(rows.map((row) => row.frame)).toEqual([1, 2, 3, 5, 6, 7, 8, 9]);
      expect(rows[6]).toMatchObject({ frame: 8, fold: 'inside', detail: 'summary' });
    }
    // They are no message of the API.
    expect(detail(session, 3).streamed).toBeNull();
    expect(detail(session, 4)).toMatchObject({ streamed: null, messageFrames: [] });
    expect(reportOf(session).apiMessages).toBe(2);
  });

  it('a dangling logicalParentUuid is a note, not a cut; no frame is dropped', () => {
    const session = openCase('056');
    expect(codesOf(session)).toContain('parent-left-out 7');
    expect(diagnostics(session, 'parent-left-out')[0]?.severity).toBe('info');
    expect(conversationTree(session)).toMatchObject(straight(9));
    expect(rowsOf(session).filter(({ offBranch }) => offBranch)).toEqual([]);
  });
});

describe('073: parallel calls make a fork', () => {
  it('one straight conversation with 2 linked calls; the fork is not a branch, line d is not lost', () => {
    const session = openCase('073');
    expect(conversationTree(session)).toMatchObject(straight(7));
    expect(reportOf(session)).toMatchObject({ branches: 1, linked: 2, unansweredCalls: 0 });
    const rows = rowsOf(session);
    expect(rows.map((row) => parsed(session, row.frame).uuid)).toContain('d');
    expect(rows.filter(({ offBranch }) => offBranch)).toEqual([]);
  });
});

describe('074: progress and hooks beside the answer', () => {
  it('"the answer" is shown between the result and "thanks"', () => {
    const rows = listed(openCase('074'));
    const told = rows.flatMap(({ frame, summary, results }) =>
      results > 0 || /^(the answer|thanks)$/.test(summary) ? [frame] : [],
    );
    expect(told).toEqual([4, 6, 8]);
    expect(rows.filter(({ offBranch }) => offBranch)).toEqual([]);
    expect(conversationTree(openCase('074'))).toMatchObject(straight(8));
  });

  it('progress lines fold under call t1', () => {
    const session = openCase('074');
    expect(framesOf(session)).toEqual([1, 2, 4, 6, 7, 8]);
    expect(listed(session)[1]).toMatchObject({ strong: 'Bash', summary: 'true', fold: 'closed', events: 3 });
    for (const frame of [3, 5]) expect(session.listings.place(frame, FOLDED).foldedUnder).toBe(2);
    expect(framesOf(session, { unfolded: false, open: [2] })).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(session.progress.folded).toBe(2);
    // The call is no part of a streamed message, and its own message is as it was.
    expect(detail(session, 2).streamed).toBeNull();
    expect(reportOf(session)).toMatchObject({ apiMessages: 2, usage: { input: 20, output: 10 } });
  });

  it('the hook line is a small row', () => {
    const rows = listed(openCase('074'));
    expect(rows.find(({ frame }) => frame === 7)).toMatchObject({
      detail: 'stop_hook_summary',
      summary: '1 hook',
    });
  });
});

describe('076: dangling parents', () => {
  it('all 5 frames in file order, in one conversation; roots are noted', () => {
    const session = openCase('076');
    expect(rowsOf(session).map(({ frame }) => frame)).toEqual([1, 2, 3, 4, 5]);
    expect(conversationTree(session)).toMatchObject({ ...straight(5), roots: 3 });
    expect(codesOf(session)).toEqual(['parent-left-out 1', 'dangling-parent 4']);
  });

  it('a missing key means "continues the line before", null means a root', () => {
    const session = openCase('076');
    expect(factOf(session, 3, 'parent')).toEqual({
      label: 'parent',
      value: 'not stated: it goes on from the line before',
      frame: 2,
    });
    expect(factOf(session, 5, 'parent')?.value).toBe('none: this line is a root');
    for (const frame of [1, 2, 4]) expect(factOf(session, frame, 'parent')).toBeUndefined();
  });
});

describe('077: summaries only', () => {
  it('says "no conversation in this file"', () => {
    const [found, ...others] = diagnostics(openCase('077'));
    expect(found).toMatchObject({ code: 'no-conversation', severity: 'info' });
    expect(found?.message).toMatch(/no conversation in this file/);
    expect(others).toEqual([]);
    for (const other of ['076', '080']) expect(diagnostics(openCase(other), 'no-conversation')).toEqual([]);
  });

  it('the summaries are titles for other sessions', () => {
    const session = openCase('077');
    for (const frame of [1, 2])
      expect(factOf(session, frame, 'title of')).toMatchObject({
        value: expect.stringContaining('another session'),
        frame: null,
      });
    expect(factOf(session, 3, 'title of')).toBeUndefined();
  });
});

describe('080: an agent file', () => {
  it('is listed under its parent session, not as a session of its own; msg-parent-1 counts once', () => {
    const message = { ...parsed(openCase('080'), 3).message };
    const folder = projectOf({
      'sess-0001.jsonl': lines(line('assistant', [], { sessionId: 'sess-0001', message })),
      'sess-0001/subagents/agent-ab12.jsonl': bytesOf('080'),
    });
    const session = withAgents(`${folder}/sess-0001.jsonl`);
    const report = reportOf(session);
    expect(report.runs.map(({ sessionId }) => sessionId)).toEqual(['sess-0001']);
    expect(report.parts.map(({ file, agentId }) => [file, agentId])).toEqual([
      ['sess-0001.jsonl', null],
      ['sess-0001/subagents/agent-ab12.jsonl', 'ab12'],
    ]);
    expect(agentsOf(session)).toMatchObject([{ agentId: 'ab12', frames: 4 }]);
    expect(report.usage).toMatchObject({ input: 505, output: 52 });
  });
});

describe('085: lines of several versions', () => {
  it('Task and Agent are treated as the same tool', () => {
    const agents = agentsOf(openCase('085'));
    expect(agents.map(({ callFrame, resultFrame, status }) => [callFrame, resultFrame, status])).toEqual([
      [2, 3, 'completed'],
      [4, 5, 'completed'],
    ]);
  });

  it('versions sort by number: 2.0.76 before 2.1.29 before 2.1.200', () => {
    const session = openCase('085');
    const versions: string[] = rowsOf(session).flatMap(({ frame }) => parsed(session, frame).version ?? []);
    const sorted = [...new Set(versions)].sort().sort(compareVersions);
    expect(sorted).toEqual(['1.0.65', '2.0.76', '2.1.29', '2.1.200']);
  });
});

describe('086: folders', () => {
  it('the change of cwd is visible, and paths show as written', () => {
    const session = openCase('086');
    const changes = rowsOf(session).map(({ frame }) => factOf(session, frame, 'cwd before'));
    expect(changes.map((fact) => fact && [fact.value, fact.frame])).toEqual([
      undefined,
      ['C:\\work\\demo-app', 1],
      ['\\\\srv\\share\\de mo', 2],
      ['/work/open source/app.v2', 3],
      ['/work/проект/示例', 4],
    ]);
    expect(factOf(session, 1, 'cwd')?.value).toBe('C:\\work\\demo-app');
    // Where it stays the same nothing is said.
    expect(factOf(openCase('076'), 2, 'cwd before')).toBeUndefined();
  });
});

describe('065: frames without a usable uuid', () => {
  it('have ids of their own that say how they were made, and are the same when the file is read again', async () => {
    const idsOf = async (session: Session) => {
      const answers = await Promise.all([4, 5, 6].map((row) => frameLinks(session, row, false)));
      return answers.map(({ identities }) => identities.find(({ role }) => role === 'event'));
    };
    const ids = await idsOf(openCase('065'));
    expect(new Set(ids.map((id) => id?.value)).size).toBe(3);
    for (const id of ids)
      expect(id).toMatchObject({ confidence: 'inferred', rule: expect.stringMatching(/uuid/) });
    expect(await idsOf(openCase('065'))).toEqual(ids);
  });
});

describe('095: many frames', () => {
  it('walks are loops: a chain of 8000 is one branch with every line', () => {
    const session = openCase('095');
    expect(conversationTree(session)).toMatchObject({ ...straight(8000), roots: 1 });
  });
});
