import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { reportOf } from '../../src/engine/answers/report/report';
import { Session } from '../../src/engine/session/session';
import { casePath, fileOf, sessionOf, sessionOfFrames } from '../unit/engine/session-of';
import { bytesOf, call, detail, diagnostics, exact, openCase, parsed, rowsOf } from './case-answers';

// More "Must" and "Must not" lines of the case sheets: what is read, however long, odd or changed it is.

describe('002, 013 and 014: reading goes on behind what is damaged', () => {
  it.each([
    ['002', 'a3'],
    ['013', 'a3'],
    ['014', 'a2'],
  ])('%s: the last record is read', (number, uuid) => {
    const session = openCase(number);
    const last = rowsOf(session).findLast((row) => !row.unparsed)!;
    expect(parsed(session, last.frame).uuid).toBe(uuid);
    expect(session.progress).toMatchObject({ state: 'done', bytes: bytesOf(number).length });
  });
});

describe('019: no fixed limit of a line', () => {
  it.each([65_535, 65_536, 65_537, 1_048_575, 1_048_576, 1_048_577, 9_000_000])(
    'a line of %i bytes is a frame, and so are its neighbours',
    (length) => {
      const around = ['{"type":"user","message":{"content":"', '"}}'];
      const long = around.join('x'.repeat(length - around.join('').length));
      const session = sessionOf(`{"type":"system"}\n${long}\n{"type":"result"}\n`);
      expect(rowsOf(session).map((row) => [row.kind, row.unparsed])).toEqual([
        ['system', false],
        ['user', false],
        ['result', false],
      ]);
      expect(exact(session, 2)).toBe(`${long}\n`);
    },
  );

  it('above the ceiling the frame stays one row that says how long it is, and the next lines are read', () => {
    const session = sessionOf(bytesOf('019'), { maxValueBytes: 1_000_000 });
    const rows = rowsOf(session);
    expect(rows.map((row) => row.unparsed)).toEqual([false, false, true, false, false]);
    expect(rows[2]).toMatchObject({ detail: 'too long', bytes: 2_190_176 });
    expect(diagnostics(session, 'oversize-line')[0]!.message).toContain('1,000,000 bytes');
    expect(reportOf(session).outcome).toBe('success');
  });
});

describe('062: the same task told in both layers', () => {
  it('a system subtype that is not known is not shown as a compaction', () => {
    const session = sessionOfFrames(
      {
        type: 'system',
        subtype: 'compact_something',
        uuid: 'u',
        compact_metadata: { trigger: 'auto', pre_tokens: 5 },
      },
      {
        type: 'system',
        subtype: 'compact_boundary',
        uuid: 'v',
        compact_metadata: { trigger: 'auto', pre_tokens: 5 },
      },
    );
    const [unknown, boundary] = rowsOf(session);
    expect(unknown).toMatchObject({ family: 'new', detail: 'compact_something' });
    expect(unknown!.summary).not.toContain('tokens');
    expect(boundary).toMatchObject({ family: 'system' });
    expect(boundary!.summary).toContain('5 tokens');
  });
});

describe('068: shapes of thinking', () => {
  it('signatures are folded: no part of the summary holds one', () => {
    const session = openCase('068');
    const signatures = bytesOf('068')
      .toString('utf8')
      .match(/"(?:signature|data)":"[^"]+"/g)!;
    expect(signatures.length).toBeGreaterThan(0);
    for (const row of rowsOf(session)) {
      const shown = JSON.stringify([row, detail(session, row.frame).blocks]);
      for (const field of signatures) expect(shown).not.toContain(field.split('":"')[1]!.slice(0, -1));
    }
  });
});

describe('082: shapes of toolUseResult', () => {
  it('t6: the preview and the stated size are in the result', () => {
    const text = call(openCase('082'), 't6').result!.text;
    expect(text).toContain('11.4MB');
    expect(text).toMatch(/Preview \(first 2KB\):\nabc/);
  });

  it('the stderr of t2 is beside its result', () => {
    const extra = detail(openCase('082'), 3).blocks.at(-1)!;
    expect(JSON.parse(extra.body.text)).toMatchObject({ stdout: 'out', stderr: 'warn' });
  });
});

describe('091: a file that is written anew in place', () => {
  const steps: { op: string; data: string }[] = JSON.parse(
    readFileSync(casePath('091').replace('.jsonl', '.steps.json'), 'utf8'),
  );
  const contents = steps
    .filter((step) => step.op === 'write')
    .map((step) => Buffer.from(step.data, 'base64'));

  it('both rewrites are noticed, also that of the same size', () => {
    expect(contents.map((bytes) => bytes.length)).toEqual([
      contents[1]!.length,
      contents[1]!.length,
      expect.any(Number),
    ]);
    const path = fileOf(contents[0]!);
    let seconds = 60;
    for (const next of contents.slice(1)) {
      const session = Session.open(0, path);
      session.indexAllNow();
      expect(session.changed).toBe(false);
      writeFileSync(path, next);
      // Two writes within one tick of the clock would look alike, here and to the engine.
      utimesSync(path, 1, seconds++);
      expect(session.changed).toBe(true);
      expect(reportOf(session).diagnostics.map((d) => d.code)).toContain('file-changed');
      session.close();
    }
  });

  it('read again it is run ccc with 3 frames', () => {
    const report = reportOf(sessionOf(contents.at(-1)!));
    expect(report.frames).toBe(3);
    expect(report.runs.map((run) => run.sessionId)).toEqual(['ccc']);
  });
});
