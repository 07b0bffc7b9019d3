import type { Diagnostic } from '../../answer-types';
import type { Session } from '../../session/session';
import { seriesSentence } from '../../turns/retry-table';
import { withFile } from '../report/report-parts';
import { sessionTitle } from './session-title';
import { taskCounts } from './task-page';
import { turnCount } from './turn-page';
import type { TurnFigures } from './turn-types';

export function turnFigures(session: Session): TurnFigures {
  const { marks, messages, syntheticMessages } = session.index;
  return {
    title: sessionTitle(session),
    userPrompts: marks.userLines.prompts.length,
    apiMessages: messages.apiMessages - syntheticMessages,
    turnCount: turnCount(session),
    tasks: taskCounts(session),
  };
}

/** What can only be told of the file as far as it is read. */
export function turnDiagnostics(session: Session): Diagnostic[] {
  const { frames, marks, runs, table } = session.index;
  const found: Diagnostic[] = [];
  const add = (code: string, severity: Diagnostic['severity'], row: number, message: string) =>
    found.push(
      withFile(session, {
        code,
        severity,
        line: table.line(row),
        offset: session.offsetInFile(row),
        frame: row + 1,
        message,
      }),
    );
  const last = runs.runs[0]?.lastResultRow ?? -1;
  if (session.progress.state === 'done' && frames === 1 && last >= 0) {
    add(
      'result-only',
      'info',
      last,
      'This file holds a result and nothing else: no other frames were captured.',
    );
  }
  const { open } = marks.retries;
  if (open !== null) add('api-retries-open', 'warning', open.lastRow, seriesSentence(open, 'open'));
  return found;
}
