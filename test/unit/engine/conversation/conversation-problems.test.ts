import { describe, expect, it } from 'vitest';
import { conversationTree } from '../../../../src/engine/answers/branches/branch-list';
import {
  diagnosticGroups,
  diagnosticPage,
} from '../../../../src/engine/answers/diagnostics/diagnostic-groups';
import { diagnosticsOfRow } from '../../../../src/engine/answers/diagnostics/diagnostic-sources';
import { reportOf } from '../../../../src/engine/answers/report/report';
import { sessionOf, sessionOfFrames } from '../session-of';

const line = (uuid: string, parentUuid: string | null, more: object = {}) => ({
  type: 'user',
  sessionId: 's',
  isSidechain: false,
  uuid,
  parentUuid,
  message: { role: 'user', content: uuid },
  ...more,
});

describe('lines whose parent is a problem', () => {
  it('are told in the order of the file, each for what it is', () => {
    const boundary = { type: 'system', subtype: 'compact_boundary', logicalParentUuid: 'gone' };
    const session = sessionOfFrames(
      { type: 'summary', summary: 'x' },
      line('a', 'before'),
      line('b', 'd'),
      line('c', 'nowhere'),
      line('d', 'b'),
      line('e', null, boundary),
      line('f', 'f'),
    );
    const framesOf = (code: string) =>
      diagnosticPage(session, code, 0, 100).diagnostics.map(({ frame }) => frame);
    expect(framesOf('parent-left-out')).toEqual([2, 6]);
    expect(framesOf('parent-cycle')).toEqual([3, 7]);
    expect(framesOf('dangling-parent')).toEqual([4]);
    expect(diagnosticPage(session, 'parent-cycle', 1, 1).diagnostics[0]?.message).toContain('itself');
    expect(diagnosticsOfRow(session, 2)[0]?.message).toContain('2 frames');
    expect(diagnosticsOfRow(session, 4)).toEqual([]);
  });

  it('may be very many behind very many lines without a uuid', () => {
    const many = 150_000;
    const bare = '{"type":"mode","sessionId":"s"}\n'.repeat(many);
    const lost = Array.from(
      { length: many },
      (_, at) => `{"parentUuid":"p${at}","type":"system","sessionId":"s","uuid":"u${at}"}\n`,
    ).join('');
    const session = sessionOf(bare + lost);
    const { total, groups } = diagnosticGroups(session);
    const counts = new Map(groups.map(({ code, count }) => [code, count]));
    const dangling = counts.get('dangling-parent') ?? 0;
    // The index keeps 32 bits of a uuid: of so many, a few parents are taken for a line that has the same.
    expect(dangling).toBeGreaterThan(many - 100);
    expect(dangling).toBeLessThan(many);
    expect(counts.get('parent-left-out')).toBe(1);
    const page = diagnosticPage(session, 'dangling-parent', dangling - 2, 10);
    expect(page.total).toBe(dangling);
    expect(page.diagnostics).toHaveLength(2);
    const { diagnostics, diagnosticsLeftOff } = reportOf(session);
    expect(diagnostics.length + diagnosticsLeftOff).toBe(total);
  }, 20_000);
});

describe('prompts beside each other', () => {
  it('part the conversation only where somebody typed them', () => {
    const asked = (text: string) =>
      sessionOfFrames(
        line('a', null),
        line('b', 'a', { message: { role: 'user', content: 'one' } }),
        line('c', 'a', { message: { role: 'user', content: text } }),
      );
    expect(conversationTree(asked('two'))?.branches).toHaveLength(2);
    expect(conversationTree(asked('<task-notification>done'))?.branches).toHaveLength(1);
    expect(conversationTree(asked('Stop hook feedback: no'))?.branches).toHaveLength(1);
  });

  it('are told apart behind the first thousands as well', () => {
    const pairs = Array.from({ length: 5000 }, (_, at) => [
      line(`n${at}`, 'a', { message: { role: 'user', content: '<command-name>/x</command-name>' } }),
      line(`m${at}`, 'a', { message: { role: 'user', content: '<system-reminder>x' } }),
    ]);
    expect(conversationTree(sessionOfFrames(line('a', null), ...pairs.flat()))).toMatchObject({
      branchesLeftOff: 5000 - 200,
    });
  });
});
