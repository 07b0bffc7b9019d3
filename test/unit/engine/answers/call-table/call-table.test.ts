import { describe, expect, it } from 'vitest';
import { callTable } from '../../../../../src/engine/answers/call-table/call-table';
import type { CallRow, CallTableView } from '../../../../../src/engine/answers/call-table/call-table-types';
import { callsOf } from '../../../../../src/engine/answers/frame/calls';
import { reportOf } from '../../../../../src/engine/answers/report/report';
import type { Session } from '../../../../../src/engine/session/session';
import { captureFiles, caseFiles } from '../../../recordings';
import { closeSessions, sessionAt } from '../../session-of';

const ALL: CallTableView = { sort: 'order', descending: false, filter: {} };

function allRows(session: Session, view: CallTableView = ALL): CallRow[] {
  const rows: CallRow[] = [];
  for (let from = 0; ; from += 200) {
    const page = callTable(session, view, from, 200);
    rows.push(...page.rows);
    if (from + 200 >= page.total) return rows;
  }
}

/** What "calls" says of the row's own call. */
function sameCall(session: Session, row: CallRow): boolean {
  const frame = row.callFrame ?? row.resultFrame;
  const calls = callsOf(session, (frame as number) - 1);
  // That answer lists at most 100 calls of a frame.
  if (calls.length === 100) return true;
  return calls.some(
    (call) =>
      call.callFrame === row.callFrame &&
      call.resultFrame === row.resultFrame &&
      call.status === row.status &&
      Object.is(call.durationMs, row.durationMs) &&
      call.durationInferred === (row.durationMs === null ? call.durationInferred : row.durationInferred) &&
      (call.callFrame === null || call.name === (row.tool || 'unnamed tool')),
  );
}

describe('the call table of every recording and case', () => {
  const files = [...captureFiles(), ...caseFiles()].filter(({ bytes }) => bytes < 4_000_000);

  it('has the calls that "calls" and the report tell of', () => {
    for (const { name, path } of files) {
      const session = sessionAt(path);
      const rows = allRows(session);
      const of = (...statuses: string[]) => rows.filter(({ status }) => statuses.includes(status)).length;
      const counts = reportOf(session);
      expect(of('ok', 'failed', 'unanswered'), name).toBe(counts.toolCalls);
      expect(of('failed'), name).toBe(counts.failedCalls);
      expect(of('unanswered'), name).toBe(counts.unansweredCalls);
      expect(of('orphan'), name).toBe(counts.orphanResults);
      expect(rows.length).toBe(callTable(session, ALL, 0, 1).all);
      for (const row of rows) expect(sameCall(session, row), `${name} ${JSON.stringify(row)}`).toBe(true);
      closeSessions();
    }
  });
});
