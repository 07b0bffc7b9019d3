import type { Diagnostic, Report, ReportPart } from '../../answer-types';
import { LinkFlag } from '../../links/link-table';
import type { Session } from '../../session/session';
import type { Part } from '../../session/session-parts';
import { toUsage } from './sums';

/** More than this is counted, not listed: a report has to fit into one message. */
const MAX_PARTS = 500;

/** What each file of a session holds of its own. */
export function partsOf(session: Session): Pick<Report, 'parts' | 'partsLeftOff'> {
  const { list } = session.parts;
  if (list.length === 1) return { parts: [], partsLeftOff: 0 };
  const { index } = session;
  const { messages, table } = index;
  const calls = callsByPart(session);
  const usage = messages.usageBy((message) => session.parts.ofRow(messages.firstRow(message)));
  const parts = list.slice(0, MAX_PARTS).map((part, at): ReportPart => {
    const next: Part | undefined = list[at + 1];
    const rows = (next?.firstRow ?? table.rows) - part.firstRow;
    const unparsed = (next?.unparsedBefore ?? index.unparsedRows) - part.unparsedBefore;
    const counters = usage.get(at);
    return {
      file: part.name || session.name,
      agent: part.agent,
      agentId: part.file?.agentId ?? null,
      bytes: (next?.base ?? table.bytes) - part.base,
      physicalLines: (next?.linesBefore ?? index.physicalLines) - part.linesBefore,
      frames: rows - unparsed,
      unparsed,
      firstFrame: rows > 0 ? part.firstRow + 1 : null,
      toolCalls: calls.made[at] as number,
      failedCalls: calls.failed[at] as number,
      usage: counters === undefined ? null : toUsage(counters),
      error: part.error,
    };
  });
  return { parts, partsLeftOff: list.length - parts.length };
}

/** Calls by the part that they stand in, and those whose result says is_error: true. */
function callsByPart({ index, parts }: Session): { made: number[]; failed: number[] } {
  const { links } = index;
  const made = parts.list.map(() => 0);
  const failed = parts.list.map(() => 0);
  for (let record = 0; record < links.count; record++) {
    if ((links.flags(record) & (LinkFlag.Repeat | LinkFlag.Result)) !== 0) continue;
    const at = parts.ofRow(links.row(record));
    made[at] = (made[at] as number) + 1;
    const result = links.other(record);
    if (result >= 0 && (links.flags(result) & LinkFlag.Error) !== 0) failed[at] = (failed[at] as number) + 1;
  }
  return { made, failed };
}

/** A diagnostic of a frame with the agent file that its line is of. */
export function withFile(session: Session, diagnostic: Diagnostic): Diagnostic {
  if (diagnostic.frame === null) return diagnostic;
  const { name } = session.partOf(diagnostic.frame - 1);
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
  for (const part of session.parts.list.slice(1)) {
    if (found.length >= MAX_PARTS) break;
    if (part.error !== null) add('agent-file-unreadable', 'warning', part.error, part.name);
    if (part.guard.changed) {
      const sentence = `${part.name} changed after it was read: its figures are of what it was. Read the session again.`;
      add('agent-file-changed', 'warning', sentence, part.name);
    }
  }
  if (session.agentFilesLeftOff > 0) {
    const count = session.agentFilesLeftOff.toLocaleString('en');
    add(
      'agent-files-left-off',
      'warning',
      `${count} more agent files lie beside this session than are read.`,
    );
  }
  return found;
}
