import type { Diagnostic } from '../../answer-types';
import { RowFlag } from '../../frames/frame-table';
import { formatOf } from '../../runs/run-format';
import type { Session } from '../../session/session';

/** What is to be said of the file as a whole. */
export function fileDiagnostics(session: Session): Diagnostic[] {
  const { index } = session;
  const found: Diagnostic[] = [];
  const add = (code: string, severity: Diagnostic['severity'], message: string) =>
    found.push({ code, severity, line: null, offset: null, frame: null, message });
  const { frames } = index;
  const { state, bytes, totalBytes } = session.progress;
  if (state === 'done' && bytes === 0) {
    add('empty-file', 'info', 'This file is empty: nothing has been written to it.');
  } else if (looksLikeServerSentEvents(session)) {
    add(
      'server-sent-events',
      'error',
      'This file looks like server-sent events (an HTTP log), not stream-json. Its lines stay readable.',
    );
  } else if (state === 'done' && frames === 0 && !index.isBinary && index.physicalLines > 0) {
    const lines = index.physicalLines === 1 ? '1 line' : `${index.physicalLines.toLocaleString('en')} lines`;
    add('no-records', 'error', `No JSON records found in ${lines}. Its text stays readable.`);
  }
  if (state === 'done' && frames > 0 && isWithoutConversation(session)) {
    const sentence = 'There is no conversation in this file: its lines are titles and notes of a session.';
    add('no-conversation', 'info', sentence);
  }
  if (session.encoding !== 'utf-8') {
    const name = session.encoding.toUpperCase();
    add(
      'utf-16',
      'info',
      `This file is ${name}. It was decoded; offsets count its bytes as they are on disk.`,
    );
  }
  if (index.multilineFrames > 0) {
    add(
      'multi-line-records',
      'info',
      'Records of this file lie over several lines each (pretty-printed JSON).',
    );
  }
  if (state === 'cancelled') {
    add(
      'index-cancelled',
      'warning',
      `Indexing was stopped after ${bytes.toLocaleString('en')} of ${totalBytes.toLocaleString('en')} bytes. All figures are of that part.`,
    );
  }
  if (session.changed) {
    add(
      'file-changed',
      'error',
      'The file changed after it was read: these figures are of what it was. Read it again.',
    );
  }
  if (state === 'failed' && session.error !== null) add('read-failed', 'error', session.error);
  return found;
}

/** A session file without a line of the user or the model. */
function isWithoutConversation({ index: { kinds, runs } }: Session): boolean {
  if (formatOf(runs.runs) !== 'session') return false;
  for (let kind = 0; kind < kinds.size; kind++) {
    if (kinds.rows(kind) > 0 && /^(user|assistant)$/.test(kinds.type(kind))) return false;
  }
  return true;
}

/** An HTTP log of the Messages API begins with an `event:` or `data:` line, and its values are bare API events. */
function looksLikeServerSentEvents(session: Session): boolean {
  const { table, kinds } = session.index;
  if (table.rows === 0 || (table.flags(0) & RowFlag.Unparsed) === 0) return false;
  for (let kind = 0; kind < kinds.size; kind++) {
    if (kinds.isFrame(kind) && kinds.rows(kind) > 0 && !kinds.traits(kind).isBareEvent) return false;
  }
  return /^\s*(event: ?\w+|data: ?[{[])/.test(session.utf8Bytes(0, 256).toString('utf8'));
}
