import type { Diagnostic, Report, ReportPart } from '../../answer-types';
import { LinkFlag } from '../../links/link-table';
import type { Session } from '../../session/session';
import { toUsage } from './sums';

/** More than this is counted, not listed: a report has to fit into one message. */
const MAX_PARTS = 500;

/** What each file of a session holds of its own; none when there is but one. */
export function partsOf(session: Session): Pick<Report, 'parts' | 'partsLeftOff'> {
  const files = session.parts.files.filter(({ side }) => side === null);
  if (files.length === 1) return { parts: [], partsLeftOff: 0 };
  const { messages } = session.index;
  const numbers = new Map(files.map((file, at) => [file, at]));
  const numberOf = (row: number) => numbers.get(session.fileOf(row)) ?? -1;
  const calls = callsByFile(session, files.length, numberOf);
  const usage = messages.usageBy((message) => numberOf(messages.firstRow(message)));
  const parts = files.slice(0, MAX_PARTS).map((file, at): ReportPart => {
    const counters = usage.get(at);
    const { rows = 0, unparsedRows = 0, scanner } = file.stream ?? {};
    return {
      file: file.name || session.name,
      agent: file.agent,
      agentId: file.file?.agentId ?? null,
      bytes: file.indexing?.bytesRead ?? 0,
      physicalLines: scanner?.physicalLines ?? 0,
      frames: rows - unparsedRows,
      unparsed: unparsedRows,
      firstFrame: rows > 0 ? file.firstRow + 1 : null,
      toolCalls: calls.made[at] as number,
      failedCalls: calls.failed[at] as number,
      usage: counters === undefined ? null : toUsage(counters),
      error: file.error,
    };
  });
  return { parts, partsLeftOff: files.length - parts.length };
}

/** Calls by the file that they stand in, and those whose result says is_error: true. */
function callsByFile(
  { index: { links } }: Session,
  files: number,
  numberOf: (row: number) => number,
): { made: number[]; failed: number[] } {
  const made = new Array<number>(files).fill(0);
  const failed = new Array<number>(files).fill(0);
  for (let record = 0; record < links.count; record++) {
    if ((links.flags(record) & (LinkFlag.Repeat | LinkFlag.Result)) !== 0) continue;
    const at = numberOf(links.row(record));
    made[at] = (made[at] as number) + 1;
    const result = links.other(record);
    if (result >= 0 && (links.flags(result) & LinkFlag.Error) !== 0) failed[at] = (failed[at] as number) + 1;
  }
  return { made, failed };
}

/** A diagnostic of a frame with the agent file that its line is of. */
export function withFile(session: Session, diagnostic: Diagnostic): Diagnostic {
  if (diagnostic.frame === null) return diagnostic;
  const { name } = session.fileOf(diagnostic.frame - 1);
  return name === '' ? diagnostic : { ...diagnostic, file: name };
}

/** What is to be said of agent files as a whole. */
export function partDiagnostics(session: Session): Diagnostic[] {
  const found: Diagnostic[] = [];
  const add = (code: string, severity: Diagnostic['severity'], message: string, file?: string) =>
    found.push({
      code,
      severity,
      line: null,
      offset: null,
      frame: null,
      message,
      ...(file !== undefined && { file }),
    });
  for (const part of session.parts.files) {
    if (part.file === null) continue;
    if (found.length >= MAX_PARTS) break;
    if (part.error !== null) add('agent-file-unreadable', 'warning', part.error, part.name);
    if (part.guard.changed) {
      const sentence = `${part.name} changed after it was read: its figures are of what it was. Read the session again.`;
      add('agent-file-changed', 'warning', sentence, part.name);
    }
  }
  if (session.files.agentFilesLeftOff > 0) {
    const count = session.files.agentFilesLeftOff.toLocaleString('en');
    add(
      'agent-files-left-off',
      'warning',
      `${count} more agent files lie beside this session than are read.`,
    );
  }
  return found;
}
