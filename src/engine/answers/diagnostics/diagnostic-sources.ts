import { diagnosticMeaning } from '../../../protocol/diagnostic-codes';
import type { Diagnostic, Severity } from '../../answer-types';
import type { Session } from '../../session/session';
import { partDiagnostics, withFile } from '../report/report-parts';
import { turnDiagnostics } from '../turns/turn-figures';
import {
  conversationCounts,
  conversationProblems,
  conversationProblemsOfRow,
} from './conversation-diagnostics';
import { fileDiagnostics } from './file-diagnostics';
import { linkProblemCounts, linkProblems, linkProblemsOfRow, linkSeverity } from './link-diagnostics';
import { unendedCounts, unendedMessages, unendedOfRow } from './message-diagnostics';

export interface CodeCount {
  severity: Severity;
  count: number;
}

/** One place where diagnostics come from. Counts are exact, however many there are. */
interface DiagnosticSource {
  counts(session: Session): Map<string, CodeCount>;
  /** `count` diagnostics of one code, from the `from`-th on. */
  page(session: Session, code: string, from: number, count: number): Diagnostic[];
  ofRow(session: Session, row: number): Diagnostic[];
}

const ofFiles = (session: Session) => [...fileDiagnostics(session), ...partDiagnostics(session)];

const ofFile: DiagnosticSource = {
  counts(session) {
    const counts = new Map<string, CodeCount>();
    for (const { code, severity } of ofFiles(session))
      counts.set(code, { severity, count: (counts.get(code)?.count ?? 0) + 1 });
    return counts;
  },
  page: (session, code, from, count) =>
    ofFiles(session)
      .filter((diagnostic) => diagnostic.code === code)
      .slice(from, from + count),
  ofRow: () => [],
};

const ofIndex: DiagnosticSource = {
  counts: ({ index }) =>
    new Map(
      [...index.diagnostics.codes].map(([code, { severity, rows }]) => [
        code,
        { severity, count: rows.length },
      ]),
    ),
  page(session, code, from, count) {
    const entry = session.index.diagnostics.codes.get(code);
    if (entry === undefined) return [];
    const found = entry.kept.slice(from, from + count).map((told) => withFile(session, told));
    const end = Math.min(from + count, entry.rows.length);
    for (let at = from + found.length; at < end; at++)
      found.push(withoutSentence(session, code, entry.severity, entry.rows.at(at)));
    return found;
  },
  ofRow(session, row) {
    const found: Diagnostic[] = [];
    for (const [code, { severity, kept, rows }] of session.index.diagnostics.codes) {
      if (!rows.has(row)) continue;
      const told = kept.filter(({ frame }) => frame === row + 1).map((one) => withFile(session, one));
      found.push(...(told.length > 0 ? told : [withoutSentence(session, code, severity, row)]));
    }
    return found;
  },
};

/** Beyond the sentences that are kept, the row is known, and what its code means. */
function withoutSentence(session: Session, code: string, severity: Severity, row: number): Diagnostic {
  const { table } = session.index;
  const message = diagnosticMeaning(code, severity).reason;
  const offset = session.offsetInFile(row);
  return withFile(session, { code, severity, line: table.line(row), offset, frame: row + 1, message });
}

const ofLinks: DiagnosticSource = {
  counts: (session) =>
    new Map(
      [...linkProblemCounts(session)].map(([code, count]) => [code, { severity: linkSeverity(code), count }]),
    ),
  page: linkProblems,
  ofRow: linkProblemsOfRow,
};

/** What can only be told of turns as far as the file is read: one diagnostic a code. */
const ofTurns: DiagnosticSource = {
  counts: (session) =>
    new Map(turnDiagnostics(session).map(({ code, severity }) => [code, { severity, count: 1 }])),
  page: (session, code, from, count) =>
    turnDiagnostics(session)
      .filter((diagnostic) => diagnostic.code === code)
      .slice(from, from + count),
  ofRow: (session, row) => turnDiagnostics(session).filter(({ frame }) => frame === row + 1),
};

const ofConversation: DiagnosticSource = {
  counts: conversationCounts,
  page: conversationProblems,
  ofRow: conversationProblemsOfRow,
};

const ofMessages: DiagnosticSource = {
  counts: unendedCounts,
  page: unendedMessages,
  ofRow: unendedOfRow,
};

const SOURCES: readonly DiagnosticSource[] = [ofFile, ofIndex, ofLinks, ofMessages, ofTurns, ofConversation];

/** Exact counts of all codes. A code may come from several sources. */
export function codeCounts(session: Session): Map<string, CodeCount> {
  const all = new Map<string, CodeCount>();
  for (const source of SOURCES) {
    for (const [code, { severity, count }] of source.counts(session)) {
      all.set(code, { severity, count: count + (all.get(code)?.count ?? 0) });
    }
  }
  return all;
}

/** `count` diagnostics of one code, from the `from`-th on, over all sources. */
export function diagnosticsOfCode(session: Session, code: string, from: number, count: number): Diagnostic[] {
  const found: Diagnostic[] = [];
  let skip = from;
  for (const source of SOURCES) {
    const has = source.counts(session).get(code)?.count ?? 0;
    if (skip < has) found.push(...source.page(session, code, skip, count - found.length));
    skip = Math.max(0, skip - has);
    if (found.length >= count) break;
  }
  return found;
}

export function diagnosticsOfRow(session: Session, row: number): Diagnostic[] {
  return SOURCES.flatMap((source) => source.ofRow(session, row));
}

/** At most `max` diagnostics, by frame. Codes share the room: one that fills the file leaves the others theirs. */
export function listedDiagnostics(session: Session, max: number): { listed: Diagnostic[]; leftOff: number } {
  const parts = SOURCES.flatMap((source) =>
    [...source.counts(session)].map(([code, { count }]) => ({ source, code, count })),
  );
  const sizes = parts.map(({ count }) => count);
  const share = fairShare(sizes, max);
  const listed = parts.flatMap(({ source, code }) => source.page(session, code, 0, share));
  listed.sort((a, b) => (a.frame ?? 0) - (b.frame ?? 0));
  return { listed, leftOff: sizes.reduce((sum, size) => sum + size, 0) - listed.length };
}

/** The largest limit for each that keeps their sum within `max`. */
export function fairShare(sizes: readonly number[], max: number): number {
  let left = max;
  let open = sizes.length;
  for (const size of [...sizes].sort((a, b) => a - b)) {
    if (size * open > left) return Math.floor(left / open);
    left -= size;
    open--;
  }
  return max;
}
