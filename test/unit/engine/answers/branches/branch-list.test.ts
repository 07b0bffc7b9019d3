import { describe, expect, it } from 'vitest';
import { conversationTree } from '../../../../../src/engine/answers/branches/branch-list';
import { frameDetail } from '../../../../../src/engine/answers/frame/frame-detail';
import { FrameTexts } from '../../../../../src/engine/answers/frame/frame-text';
import { reportOf } from '../../../../../src/engine/answers/report/report';
import { nextFrame } from '../../../../../src/engine/answers/rows/next-frame';
import { rowPage } from '../../../../../src/engine/answers/rows/row-page';
import type { Session } from '../../../../../src/engine/session/session';
import { caseFiles, fixtureFiles } from '../../../recordings';
import { casePath, closeSessions, sessionAt, sessionOf, sessionOfFrames } from '../../session-of';

let second = 0;
const line = (type: string, uuid: string, parentUuid: string | null | undefined, part: object = {}) => ({
  parentUuid,
  isSidechain: false,
  type,
  uuid,
  sessionId: 's',
  timestamp: new Date(Date.UTC(2026, 0, 1) + second++ * 1000).toISOString(),
  ...part,
});
const prompt = (uuid: string, parent: string | null, text = uuid, part: object = {}) =>
  line('user', uuid, parent, { message: { role: 'user', content: text }, ...part });
const answer = (uuid: string, parent: string | null) =>
  line('assistant', uuid, parent, {
    message: { id: `m-${uuid}`, role: 'assistant', content: [{ type: 'text', text: uuid }] },
  });

/** A prompt, its answer, a second prompt that was taken back, and what was asked instead. */
const rewound = () =>
  sessionOfFrames(
    { type: 'mode', mode: 'normal', sessionId: 's' },
    prompt('u1', null, 'first'),
    answer('a1', 'u1'),
    prompt('u2', 'a1', 'second, taken back'),
    answer('a2', 'u2'),
    prompt('u3', 'a1', 'second, again'),
    answer('a3', 'u3'),
    { type: 'last-prompt', lastPrompt: 'second, again', leafUuid: 'a3', sessionId: 's' },
  );

const codesOf = (session: Session) =>
  reportOf(session)
    .diagnostics.filter(
      ({ code }) => code === 'dangling-parent' || code === 'parent-left-out' || code === 'parent-cycle',
    )
    .map(({ code, severity, frame }) => `${code} ${severity} ${frame}`);
const offBranch = (session: Session) =>
  rowPage(session, 1, 200)
    .rows.filter((row) => row.offBranch)
    .map(({ frame }) => frame);

describe('a conversation that was rewound', () => {
  it('has the branch that was abandoned and the one that goes on', () => {
    const tree = conversationTree(rewound());
    expect(tree).toMatchObject({ branchesLeftOff: 0, roots: 1, sidechainRoots: 0 });
    expect(
      tree?.branches.map(({ firstTime, leafTime, ...branch }) => [
        branch,
        (leafTime ?? 0) - (firstTime ?? 0),
      ]),
    ).toEqual([
      [
        {
          current: true,
          forkFrame: null,
          promptFrame: 2,
          prompt: 'first',
          firstFrame: 2,
          leafFrame: 7,
          frames: 4,
        },
        5000,
      ],
      [
        {
          current: false,
          forkFrame: 3,
          promptFrame: 4,
          prompt: 'second, taken back',
          firstFrame: 4,
          leafFrame: 5,
          frames: 2,
        },
        1000,
      ],
    ]);
  });

  it('marks the rows that were left behind, and says so of each frame', () => {
    const session = rewound();
    expect(offBranch(session)).toEqual([4, 5]);
    const facts = frameDetail(session, 4, new FrameTexts(session)).facts.slice(0, 3);
    expect(facts).toEqual([
      { label: 'branch', value: 'off the current branch: abandoned by a rewind', frame: null },
      { label: 'branch parts after', value: '#3', frame: 3 },
      { label: 'branch ends with', value: '#5', frame: 5 },
    ]);
    expect(frameDetail(session, 6, new FrameTexts(session)).facts.map(({ label }) => label)).not.toContain(
      'branch',
    );
  });

  it('is counted in the report, and costs a stream nothing', () => {
    expect(reportOf(rewound()).branches).toBe(2);
    const stream = sessionOfFrames({ type: 'system', subtype: 'init', session_id: 's', uuid: 'u' });
    expect(reportOf(stream).branches).toBeNull();
    expect(conversationTree(stream)).toBeNull();
    expect(stream.index.table.parentUuidHash(0)).toBe(0);
  });

  it('is told only when the file is indexed', () => {
    const text = 'x'.repeat(100_000);
    const frames = [prompt('u1', null, text), prompt('u2', null, text)];
    const session = sessionOf(frames.map((frame) => `${JSON.stringify(frame)}\n`).join(''));
    expect(conversationTree(session)?.branches).toHaveLength(2);
    session.state = 'indexing';
    expect(conversationTree(session)).toBeNull();
    expect(rowPage(session, 1, 1).rows[0]?.offBranch).toBe(false);
  });

  it('is not branched by lines that nobody typed', () => {
    const meta = prompt('x', 'a1', 'a caveat', { isMeta: true });
    const session = sessionOfFrames(prompt('u1', null), answer('a1', 'u1'), meta, prompt('u2', 'a1'));
    expect(conversationTree(session)?.branches).toHaveLength(1);
    expect(offBranch(session)).toEqual([]);
  });

  it('knows a parent by its text where two uuids have one hash, and by its place where two lines have one uuid', () => {
    const session = sessionOfFrames(
      prompt('same', null),
      answer('same', 'same'),
      prompt('u2', 'same'),
      prompt('u3', 'same'),
    );
    // Both prompts hang on the nearest earlier line with that uuid.
    expect(conversationTree(session)?.branches.map(({ forkFrame }) => forkFrame)).toEqual([null, 2]);
  });
});

describe('parents that are not there', () => {
  it('are normal for the first line, and for a compaction, and else worth a look', () => {
    const session = sessionAt(casePath('076'));
    expect(codesOf(session)).toEqual(['parent-left-out info 1', 'dangling-parent warning 4']);
    expect(conversationTree(session)).toMatchObject({ roots: 3, branches: [{ frames: 5 }] });
    expect(codesOf(sessionAt(casePath('056')))).toEqual(['parent-left-out info 7']);
    expect(conversationTree(sessionAt(casePath('056')))?.branches).toHaveLength(1);
  });

  it('are found by the key that goes from diagnostic to diagnostic', () => {
    const session = sessionAt(casePath('076'));
    reportOf(session);
    expect(nextFrame(session, 1, 'forward', 'diagnostic')).toBe(4);
  });

  it('may stand in a piece that could not be parsed, which is said', () => {
    const session = sessionOf(
      `${JSON.stringify(prompt('u1', null))}\n{"torn":\n${JSON.stringify(answer('a1', 'gone'))}\n`,
    );
    const [told] = reportOf(session).diagnostics.filter(({ code }) => code === 'dangling-parent');
    expect(told?.message).toContain('could not be parsed');
  });
});

describe('parents that lead round', () => {
  it('are cut at the earliest line and told once', () => {
    const session = sessionOfFrames(
      prompt('u1', 'a2'),
      answer('a1', 'u1'),
      answer('a2', 'a1'),
      prompt('me', 'me'),
    );
    expect(codesOf(session)).toEqual(['parent-cycle warning 1', 'parent-cycle warning 4']);
    expect(conversationTree(session)?.branches).toMatchObject([{ frames: 4 }]);
  });
});

describe('recordings and cases', () => {
  const sessions = [...fixtureFiles(), ...caseFiles()].filter(({ bytes }) => bytes < 3_000_000);

  it('hold no rewind: parallel calls, progress, hooks, compactions and subagents make no branch', () => {
    for (const { name, path } of sessions) {
      const session = sessionAt(path);
      const tree = conversationTree(session);
      expect(tree?.branches.length ?? 0, name).toBeLessThanOrEqual(1);
      expect(offBranch(session), name).toEqual([]);
      closeSessions();
    }
  });

  it.each([
    ['073', 1, 0],
    ['074', 1, 0],
    ['079', 1, 1],
    ['080', 0, 1],
    ['083', 1, 0],
    ['088', 1, 0],
  ])('case %s has %i roots, and %i of subagents', (number, roots, sidechainRoots) => {
    const tree = conversationTree(sessionAt(casePath(number)));
    expect(tree).toMatchObject({ roots, sidechainRoots });
    expect(tree?.branches).toHaveLength(roots);
  });

  it('without a line of a conversation have no branch', () => {
    expect(conversationTree(sessionAt(casePath('077')))?.branches ?? []).toEqual([]);
  });

  it('that were compacted are one conversation', () => {
    const compacted = fixtureFiles().filter(({ name }) => name.endsWith('11-compact.session'));
    expect(compacted).toHaveLength(2);
    for (const { path } of compacted) {
      const session = sessionAt(path);
      expect(conversationTree(session)).toMatchObject({ branches: [{ current: true }] });
      expect(codesOf(session)).toEqual([]);
    }
  });
});
