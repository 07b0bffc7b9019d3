import { describe, expect, it } from 'vitest';
import { callsOf } from '../../src/engine/answers/frame/calls';
import { reportOf } from '../../src/engine/answers/report/report';
import { bytesOf, call, detail, diagnostics, openCase, parsed, rowsOf, rowsOfCase } from './case-answers';

// The "Must" and "Must not" lines of the case sheets on ids: calls and results, sessions, and lines of session files.

describe('037: orphans both ways', () => {
  it('lists orphans ("gone", "") and the unanswered call t2, each with its frame', () => {
    const session = openCase('037');
    expect(diagnostics(session).map((d) => [d.code, d.frame])).toEqual([
      ['orphan-result', 1],
      ['unanswered-call', 2],
      ['orphan-result', 4],
    ]);
    const [gone, open, empty] = diagnostics(session).map((d) => d.message);
    expect(gone).toContain('"gone"');
    expect(open).toContain('"t2"');
    expect(empty).toMatch(/with (the id ""|no id)/);
    expect(rowsOf(session).map((row) => row.unlinked)).toEqual([true, true, false, true]);
  });
});

describe('038: two calls with one id', () => {
  it('two pairs: file a with A, file b with B, never B for both', () => {
    const session = openCase('038');
    const pairs = [2, 4].map((frame) => callsOf(session, frame - 1)[0]!);
    expect(pairs.map((pair) => [JSON.parse(pair.input!.text).file_path, pair.result!.text])).toEqual([
      ['a', 'A'],
      ['b', 'B'],
    ]);
    expect(pairs.map((pair) => [pair.callFrame, pair.resultFrame])).toEqual([
      [2, 3],
      [4, 5],
    ]);
  });

  it('warns that the id is used twice', () => {
    const found = diagnostics(openCase('038'));
    expect(found.map((d) => [d.code, d.severity, d.frame])).toEqual([['call-id-reused', 'warning', 4]]);
    expect(found[0]!.message).toContain('"call_0"');
  });
});

describe('040: parallel calls out of order', () => {
  it('pairs by id only: A failed, B and C fine', () => {
    const session = openCase('040');
    expect(['A', 'B', 'C'].map((id) => call(session, id))).toMatchObject([
      { status: 'failed', callFrame: 2, resultFrame: 6, result: { text: 'a failed' } },
      { status: 'ok', callFrame: 3, resultFrame: 6, result: { text: 'b out' } },
      { status: 'ok', callFrame: 4, resultFrame: 5, result: { text: 'c out' } },
    ]);
  });

  it('the three calls are one message, counted once', () => {
    const session = openCase('040');
    expect(detail(session, 3).messageFrames).toEqual([2, 3, 4]);
    expect(reportOf(session).usage).toMatchObject({ input: 10, output: 5 });
  });
});

describe('064 and 065: session ids and uuids', () => {
  it('064: the run list shows both ids; t1 is linked across them', () => {
    const session = openCase('064');
    const report = reportOf(session);
    expect(report.runs).toHaveLength(2);
    expect(new Set(report.runs.map((run) => run.sessionId)).size).toBe(2);
    const { callFrame, resultFrame, status } = call(session, 't1');
    expect([callFrame, resultFrame, status]).toEqual([2, 4, 'ok']);
    const { table } = session.index;
    expect(table.run(1)).not.toBe(table.run(3));
  });

  it('064: frames without an id belong to the run they stand in', () => {
    const session = openCase('064');
    const { table } = session.index;
    const withoutId = rowsOf(session).filter(({ frame }) => {
      const { session_id, sessionId } = parsed(session, frame);
      return (session_id ?? sessionId ?? null) === null;
    });
    expect(withoutId.length).toBeGreaterThan(0);
    for (const { frame } of withoutId) expect(table.run(frame - 1)).toBe(table.run(frame - 2));
  });

  it('065: 8 rows, all visible', () => {
    expect(rowsOfCase('065').map((row) => row.replay)).toEqual(Array.from({ length: 8 }, () => false));
  });

  it('065: the same uuid with other content is a collision to warn about', () => {
    expect(diagnostics(openCase('065')).map((d) => [d.code, d.severity, d.frame])).toEqual([
      ['uuid-collision', 'warning', 3],
      ['uuid-collision', 'warning', 4],
    ]);
  });
});

describe('073 to 088: session files', () => {
  it('073: both calls of a fork are linked, no line is lost', () => {
    const session = openCase('073');
    expect(['t1', 't2'].map((id) => call(session, id).status)).toEqual(['ok', 'ok']);
    expect(rowsOf(session)).toHaveLength(7);
    expect(reportOf(session).usage).toMatchObject({ input: 20, output: 10 });
  });

  it.each(['074', '076', '077', '079', '080'])('%s: every line is a frame, in file order', (number) => {
    const lines = bytesOf(number).toString('utf8').trimEnd().split('\n').length;
    expect(rowsOfCase(number).map((row) => row.line)).toEqual(Array.from({ length: lines }, (_, i) => i + 1));
  });

  it('082: six pairs; usage inside toolUseResult is not added', () => {
    const session = openCase('082');
    expect(callsOf(session, 0).map((one) => one.status)).toEqual(['failed', 'ok', 'ok', 'ok', 'ok', 'ok']);
    expect(reportOf(session).usage).toMatchObject({ input: 10, output: 5 });
    expect(detail(session, 3).blocks.at(-1)!.body.text).toContain('stderr');
  });

  it('086: paths show as written', () => {
    const session = openCase('086');
    const cwds = [1, 2, 3, 4, 5].map(
      (frame) => detail(session, frame).facts.find((fact) => fact.label === 'cwd')?.value,
    );
    expect(cwds).toEqual([1, 2, 3, 4, 5].map((frame) => parsed(session, frame).cwd));
    expect(cwds[0]).toMatch(/^[A-Z]:\\[^\\]/);
  });

  it('088: the queued prompt is visible', () => {
    expect(rowsOfCase('088')[5]).toMatchObject({ detail: 'queued prompt', summary: 'also do this' });
  });
});
