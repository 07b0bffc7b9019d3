import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { reportOf } from '../../src/engine/answers/report/report';
import { rowPage } from '../../src/engine/answers/rows/row-page';
import type { Session } from '../../src/engine/session/session';
import { printedBy } from '../unit/cli/cli-run';
import { casePath, sessionOf } from '../unit/engine/session-of';
import { bytesOf, diagnostics, exact, openCase, rawOf, rowsOf, rowsOfCase } from './case-answers';

// The "Must" and "Must not" lines of the case sheets on files as a whole: what they are, and how they grow.

describe('020: a pretty-printed file', () => {
  it('reads the 3 records: outcome success, cost 0.01', () => {
    expect(reportOf(openCase('020'))).toMatchObject({
      frames: 3,
      unparsed: 0,
      outcome: 'success',
      costUsd: 0.01,
    });
  });

  it('does not show some 60 separate errors and no summary', () => {
    expect(diagnostics(openCase('020')).map((d) => d.code)).toEqual(['multi-line-records']);
  });
});

describe('022: a single result object', () => {
  it('one result frame; outcome and cost known', () => {
    const report = reportOf(openCase('022'));
    expect(report).toMatchObject({ outcome: 'success', costUsd: 0.25, usage: { input: 10, output: 5 } });
    expect(report.runs).toMatchObject([{ turns: 7, firstFrame: 1, lastFrame: 1, model: null }]);
  });
});

describe('023: an empty file', () => {
  it('says that it is empty', async () => {
    const session = openCase('023');
    expect(diagnostics(session).map((d) => d.code)).toEqual(['empty-file']);
    expect(diagnostics(session)[0]!.message).toContain('empty');
    expect((await printedBy(['inspect', casePath('023')])).toString()).toContain('This file is empty');
  });
});

describe('025: server-sent events', () => {
  it('says that the file looks like server-sent events, not stream-json', () => {
    const [said] = diagnostics(openCase('025'), 'server-sent-events');
    expect(said?.message).toContain('looks like server-sent events');
    expect(said?.message).toContain('not stream-json');
  });

  it('keeps the lines readable', () => {
    const shown = rowsOfCase('025').map((row) => row.summary);
    expect(shown[0]).toBe('event: message_start');
    expect(shown).toContain(': ping');
  });

  it('does not say so of a stream that begins with a line of log output', () => {
    const noise = 'event: started\n';
    expect(diagnostics(sessionOf(noise + bytesOf('001')), 'server-sent-events')).toEqual([]);
  });
});

describe('026: JSON lines that are no objects', () => {
  it('keeps the 6 lines as "JSON, but not a frame"', () => {
    const session = openCase('026');
    const kept = rowsOf(session).filter((row) => row.unparsed);
    expect(kept.map((row) => row.summary)).toEqual(['null', 'true', '12', '"text"', '[]', '[1]']);
    expect(kept.every((row) => row.detail === 'not a frame')).toBe(true);
    expect(diagnostics(session, 'not-a-frame').map((d) => d.frame)).toEqual([2, 3, 4, 5, 6, 7]);
    expect(diagnostics(session)[0]!.message).toMatch(/^JSON, but not a frame/);
  });
});

describe('089: a file that is written in odd pieces', () => {
  const steps: { op: string; data?: string; frames_after?: number }[] = JSON.parse(
    readFileSync(casePath('089').replace('.jsonl', '.steps.json'), 'utf8'),
  );

  it('after each step only whole records are counted; in the end no U+FFFD and no unparsed row', () => {
    let bytes = Buffer.alloc(0);
    let last: Session | undefined;
    for (const { op, data, frames_after } of steps) {
      if (op === 'wait' || op === 'eof') continue;
      const piece = Buffer.from(data ?? '', 'base64');
      bytes = op === 'write' ? piece : Buffer.concat([bytes, piece]);
      last = sessionOf(bytes);
      if (frames_after !== undefined) expect(reportOf(last).frames).toBe(frames_after);
    }
    const rows = rowsOf(last!);
    expect(rows.map((row) => row.unparsed)).toEqual([false, false, false, false, false]);
    expect(rows[1]!.summary).toBe('prix: 10 € 🚀');
    expect(exact(last!, 2)).not.toContain('\ufffd');
  });
});

describe('095 to 098', () => {
  it('095: filter "errors" gives 42', () => {
    const session = openCase('095');
    const { rows } = session.index.table;
    const errors = rowPage(session, 1, rows).rows.filter((row) => row.error);
    expect(errors).toHaveLength(42);
    expect(reportOf(session)).toMatchObject({ failedCalls: 42, usage: { input: 4000, output: 4000 } });
  });

  it('097: one clear message, and the text can still be viewed', () => {
    const session = openCase('097');
    expect(diagnostics(session, 'no-records')[0]!.message).toContain('No JSON records found in 2 lines');
    expect(rowsOf(session).map((row) => row.summary)).toEqual(['Dear reader,', 'this is not a trace.']);
  });

  it('098: says that the file is binary; no thousands of rows', async () => {
    const session = openCase('098');
    expect(diagnostics(session).map((d) => [d.code, d.severity])).toEqual([['binary-file', 'error']]);
    expect(rowsOf(session)).toHaveLength(1);
    expect(rowsOf(session)[0]!.summary).not.toMatch(/\p{Cc}/u);
    expect((await rawOf('098', 1)).equals(bytesOf('098'))).toBe(true);
  });
});
