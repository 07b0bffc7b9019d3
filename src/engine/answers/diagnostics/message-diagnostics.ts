import type { Diagnostic, Severity } from '../../answer-types';
import type { Session } from '../../session/session';
import { withFile } from '../report/report-parts';

const UNENDED = { code: 'message-without-end', severity: 'info' } as const;

/** How many streamed messages have no end as far as the file is read. */
export function unendedCounts({
  index: { messages },
}: Session): Map<string, { severity: Severity; count: number }> {
  const { unended } = messages;
  return new Map(unended === 0 ? [] : [[UNENDED.code, { severity: UNENDED.severity, count: unended }]]);
}

/** `count` of these messages, from the `from`-th on. */
export function unendedMessages(session: Session, code: string, from: number, count: number): Diagnostic[] {
  const found: Diagnostic[] = [];
  if (code !== UNENDED.code) return found;
  let before = 0;
  for (const message of unended(session)) {
    if (found.length >= count) break;
    if (before++ >= from) found.push(told(session, message));
  }
  return found;
}

/** Of the row that a message without an end begins with. */
export function unendedOfRow(session: Session, row: number): Diagnostic[] {
  const { messages, table } = session.index;
  const message = table.message(row) - 1;
  const begins = message >= 0 && messages.isUnended(message) && messages.firstEvent(message) === row;
  return begins ? [told(session, message)] : [];
}

/** The first rows of all messages without an end. */
export function* unendedRows(session: Session): Generator<number> {
  for (const message of unended(session)) yield session.index.messages.firstEvent(message);
}

function* unended({ index: { messages } }: Session): Generator<number> {
  for (let message = 0, left = messages.unended; left > 0 && message < messages.size; message++) {
    if (!messages.isUnended(message)) continue;
    left--;
    yield message;
  }
}

function told(session: Session, message: number): Diagnostic {
  const { messages, table } = session.index;
  const row = messages.firstEvent(message);
  const last = messages.lastRow(message);
  const until = last === row ? 'Nothing more of it came.' : `Its last frame is frame ${last + 1}.`;
  return withFile(session, {
    ...UNENDED,
    line: table.line(row),
    offset: session.offsetInFile(row),
    frame: row + 1,
    message: `The message that begins to stream here has no message_stop. ${until}`,
  });
}
