import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../../../src/engine/answer-types';
import {
  diagnosticGroups,
  diagnosticPage,
} from '../../../../src/engine/answers/diagnostics/diagnostic-groups';
import { diagnosticsOfRow, fairShare } from '../../../../src/engine/answers/diagnostics/diagnostic-sources';
import { reportOf } from '../../../../src/engine/answers/report/report';
import { nextFrame } from '../../../../src/engine/answers/rows/next-frame';
import { DiagnosticList, MAX_KEPT } from '../../../../src/engine/runs/diagnostic-list';
import type { Session } from '../../../../src/engine/session/session';
import { caseFiles, fixtureFiles } from '../../recordings';
import { casePath, sessionAt, sessionOf } from '../session-of';

const PAGE = 200;

function allOf(session: Session, code: string) {
  const found = [];
  for (;;) {
    const { total, diagnostics } = diagnosticPage(session, code, found.length, PAGE);
    expect(diagnostics).toHaveLength(Math.min(PAGE, total - found.length));
    found.push(...diagnostics);
    if (found.length >= total) return found;
  }
}

describe('diagnostics by code', () => {
  it.each([...fixtureFiles(), ...caseFiles()])('of $name are those of the report', ({ path }) => {
    const session = sessionAt(path);
    const { diagnostics, diagnosticsLeftOff } = reportOf(session);
    const { total, groups } = diagnosticGroups(session);
    expect(total).toBe(diagnostics.length + diagnosticsLeftOff);
    for (const { code, severity, count, examples } of groups) {
      const told = allOf(session, code);
      expect(told).toHaveLength(count);
      // Of missing parents some are only notes: the group is as grave as the gravest of them.
      const mixed = code === 'dangling-parent';
      const isAs = (one: Diagnostic) => one.severity === severity || (mixed && one.severity === 'info');
      expect(told.every((one) => one.code === code && isAs(one))).toBe(true);
      expect(examples).toEqual(told.slice(0, 20));
      // Each frame that is named has it in its detail, and can be gone to.
      for (const one of told.slice(0, 30)) {
        if (one.frame === null) continue;
        expect(diagnosticsOfRow(session, one.frame - 1)).toContainEqual(one);
        expect(nextFrame(session, one.frame - 1, 'forward', 'diagnostic')).toBe(one.frame);
      }
    }
    if (diagnosticsLeftOff === 0) {
      const told = groups.flatMap(({ code }) => allOf(session, code));
      expect(told.map((one) => JSON.stringify(one)).sort()).toEqual(
        diagnostics.map((one) => JSON.stringify(one)).sort(),
      );
    }
  });

  it('say what the code means', () => {
    const { groups } = diagnosticGroups(sessionAt(casePath('059')));
    expect(groups.find(({ code }) => code === 'unanswered-call')).toMatchObject({
      title: 'Call without a result',
      normal: 'sometimes',
      count: 1,
    });
  });

  it('begin with the gravest', () => {
    const torn = '{"type":"assistant","mess\n';
    const { groups } = diagnosticGroups(sessionOf(`noise\nnoise\n{"type":"user"}\n${torn}{"type":"user"}\n`));
    expect(groups.map(({ code, count }) => [code, count])).toEqual([
      ['torn-record', 1],
      ['noise', 2],
    ]);
  });

  it('of a file without any are none', () => {
    expect(diagnosticGroups(sessionAt(casePath('040')))).toEqual({ total: 0, groups: [] });
    expect(diagnosticPage(sessionAt(casePath('040')), 'noise', 0, 5)).toEqual({ total: 0, diagnostics: [] });
  });
});

describe('a noisy code', () => {
  const LINES = 20_000;
  const odd = '{"type":"result","is_error":"maybe"}\n';
  const session = () => sessionOf(`${'noise\n'.repeat(LINES)}${odd}not json either\n${odd}`);

  it('is counted exactly and pushes no other out', () => {
    const report = reportOf(session());
    expect(report.diagnostics.length + report.diagnosticsLeftOff).toBe(LINES + 3);
    expect(report.diagnostics.length).toBeLessThanOrEqual(MAX_KEPT);
    expect(
      report.diagnostics.filter(({ code }) => code === 'odd-is-error').map(({ frame }) => frame),
    ).toEqual([LINES + 1, LINES + 3]);
    expect(diagnosticGroups(session()).groups.map(({ code, count }) => [code, count])).toEqual([
      ['noise', LINES + 1],
      ['odd-is-error', 2],
    ]);
  });

  it('can be asked for any of its frames', () => {
    const asked = session();
    const { total, diagnostics } = diagnosticPage(asked, 'noise', LINES - 1, 5);
    expect(total).toBe(LINES + 1);
    expect(diagnostics.map(({ frame, line }) => [frame, line])).toEqual([
      [LINES, LINES],
      [LINES + 2, LINES + 2],
    ]);
    expect(diagnostics[0]!.offset).toBe((LINES - 1) * 6);
  });

  it('is told in the detail of a frame whose sentence was not kept', () => {
    const [told] = diagnosticsOfRow(session(), LINES - 1);
    expect(told).toMatchObject({ code: 'noise', frame: LINES, severity: 'warning' });
    expect(told!.message).toMatch(/\.$/);
  });
});

describe('the list of diagnostics', () => {
  it('shortens a sentence that quotes megabytes', () => {
    const list = new DiagnosticList();
    list.add(
      'noise',
      'warning',
      { row: 0, line: 1, offset: 0 },
      () => `Odd ${'\ud83d\ude00'.repeat(9000)}x.`,
    );
    const { message } = list.codes.get('noise')!.kept[0]!;
    expect(message.length).toBeLessThanOrEqual(601);
    expect(message).toMatch(/^Odd .*…/);
    expect(message.endsWith('x.')).toBe(true);
    expect(message).not.toMatch(/\p{Surrogate}/u);
  });

  it('makes no sentence that it does not keep', () => {
    const list = new DiagnosticList();
    let made = 0;
    for (let row = 0; row < MAX_KEPT + 1000; row++)
      list.add('noise', 'warning', { row, line: row + 1, offset: row }, () => `Sentence ${made++}.`);
    expect(made).toBe(MAX_KEPT);
    expect(list.codes.get('noise')!.rows.length).toBe(MAX_KEPT + 1000);
  });
});

describe('a fair share', () => {
  it.each([
    [[], 10, 10],
    [[3, 4], 10, 10],
    [[100, 2], 10, 8],
    [[100, 100, 1], 11, 5],
    [[7, 7, 7], 3, 1],
  ])('of %j in %d is %d', (sizes, max, share) => {
    expect(fairShare(sizes, max)).toBe(share);
    const taken = sizes.reduce((sum, size) => sum + Math.min(size, share), 0);
    expect(taken).toBeLessThanOrEqual(max);
  });
});
