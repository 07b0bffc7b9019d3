import { OTHER_KINDS } from '../../protocol/frame-kinds';
import { oneLine } from '../../protocol/frame-summary';
import { fieldOf, stringOf } from '../../protocol/json-values';
import type { Diagnostic, Outcome, Report, Run, Usage } from '../answer-types';
import { conversationOf } from '../conversation/conversation';
import { RowFlag } from '../frames/frame-table';
import { LinkFlag } from '../links/link-table';
import { formatOf } from '../runs/run-format';
import type { Run as RunState } from '../runs/run-table';
import type { Session } from '../session/session';
import { agentCount } from './agents/agent-page';
import { linkDiagnostics } from './link-diagnostics';
import { parsedOrNot, parseFrameHead } from './parsed-frame';
import { partDiagnostics, partsOf, withFile } from './report-parts';
import { bounded, toUsage } from './sums';

/** More than this is counted, not listed: a report has to fit into one message. */
const MAX_RUNS = 500;
const MAX_KINDS = 500;
const MAX_KIND_UNITS = 200;

/** The whole report of a session as far as it is indexed (README, "How it counts"). */
export function reportOf(session: Session): Report {
  const { index } = session;
  const counts = index.links.counts();
  const messageUsage = index.messages.usageByRun();
  const runs = index.runs.runs.map((run, number) => runOf(session, run, messageUsage.get(number) ?? null));
  // The file that was opened says how it ended; a run that only an agent file holds says nothing of that.
  const rowsOpened = session.parts.list[1]?.firstRow ?? index.table.rows;
  const last = runs.findLast((run) => run.firstFrame <= rowsOpened);
  const shown = runs.length > MAX_RUNS ? [...runs.slice(0, MAX_RUNS - 1), ...runs.slice(-1)] : runs;
  const links = linkDiagnostics(session);
  const conversation = conversationOf(session);
  const found = [...index.diagnostics.listed, ...(conversation?.diagnostics ?? [])].map((diagnostic) =>
    withFile(session, diagnostic),
  );
  const listed = [...fileDiagnostics(session), ...partDiagnostics(session), ...found, ...links.listed];
  listed.sort((a, b) => (a.frame ?? 0) - (b.frame ?? 0));
  return {
    file: session.path,
    bytes: session.progress.bytes,
    format: formatOf(index.runs.runs),
    physicalLines: index.physicalLines,
    frames: index.table.rows - index.unparsedRows,
    unparsed: index.unparsedRows,
    kinds: kindCounts(session),
    ...counts,
    replayedFrames: index.replays.count,
    outcome: last?.outcome ?? 'none',
    costUsd: rounded(sumOrNull(runs.map((run) => run.costUsd))),
    usage: addUsage(runs.map((run) => run.usage)),
    runs: shown,
    runsLeftOff: runs.length - shown.length,
    diagnostics: listed,
    diagnosticsLeftOff: index.diagnostics.leftOff + links.leftOff + (conversation?.diagnosticsLeftOff ?? 0),
    failedCalls: failedCalls(session),
    branches: conversation?.branchCount ?? null,
    agents: agentCount(session),
    ...partsOf(session),
  };
}

/** Frames by kind, most frequent first. Kinds beyond MAX_KINDS are counted together. */
function kindCounts(session: Session): Record<string, number> {
  const { kinds } = session.index;
  const counts = new Map<string, number>();
  for (let kind = 0; kind < kinds.size; kind++) {
    if (kinds.isUnparsed(kind) || kinds.rows(kind) === 0) continue;
    const name = kinds.text(kind).slice(0, MAX_KIND_UNITS);
    counts.set(name, (counts.get(name) ?? 0) + kinds.rows(kind));
  }
  const entries = [...counts].sort((a, b) => b[1] - a[1]);
  const others = entries.splice(MAX_KINDS).reduce((sum, [, count]) => sum + count, 0);
  if (others > 0) entries.push([OTHER_KINDS, others + (counts.get(OTHER_KINDS) ?? 0)]);
  // fromEntries defines the keys, so that a kind named "__proto__" is a plain one (case 028).
  return Object.fromEntries(entries);
}

/** `messageUsage`: what its messages state; it counts only when no result states a usage. */
function runOf(session: Session, run: RunState, messageUsage: number[] | null): Run {
  const usage = run.usage ?? messageUsage;
  return {
    sessionId: run.sessionId,
    cliVersion: run.cliVersion,
    model: run.model,
    outcome: outcomeOf(run),
    subtype: run.subtype,
    reason: reasonOf(session, run),
    resultFrame: run.lastResultRow < 0 ? null : run.lastResultRow + 1,
    turns: bounded(run.turns),
    costUsd: rounded(run.costUsd),
    usage: usage === null ? null : toUsage(usage),
    durationMs: bounded(run.durationMs),
    firstFrame: run.firstRow + 1,
    lastFrame: run.lastRow + 1,
  };
}

/**
 * The last result of a run decides. Without one, a run that began in a stream is incomplete; a session file or a
 * fragment of one states no outcome.
 */
function outcomeOf(run: RunState): Outcome {
  if (run.results > 0) return run.failed ? 'error' : 'success';
  if (run.hasInit || run.bareMessages) return 'incomplete';
  return run.streamSigns > 0 && run.sessionSigns === 0 ? 'incomplete' : 'none';
}

/** The text of a failing result, else its first error. A subtype of "success" is never the reason (case 046). */
function reasonOf(session: Session, run: RunState): string | null {
  if (!run.failed) return null;
  const frame = parsedOrNot(parseFrameHead, session, run.lastResultRow);
  const errors = fieldOf(frame, 'errors');
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  const text = stringOf(frame, 'result') ?? (typeof first === 'string' ? first : null);
  return text === null || text.trim() === '' ? null : oneLine(text);
}

function sumOrNull(values: readonly (number | null)[]): number | null {
  const stated = values.filter((value) => value !== null);
  return stated.length === 0 ? null : stated.reduce((a, b) => a + b, 0);
}

function addUsage(parts: readonly (Usage | null)[]): Usage | null {
  const stated = parts.filter((part) => part !== null);
  if (stated.length === 0) return null;
  return {
    input: stated.reduce((sum, part) => sum + part.input, 0),
    output: stated.reduce((sum, part) => sum + part.output, 0),
    cacheRead: stated.reduce((sum, part) => sum + part.cacheRead, 0),
    cacheCreation: stated.reduce((sum, part) => sum + part.cacheCreation, 0),
  };
}

function failedCalls(session: Session): number {
  const { links } = session.index;
  let failed = 0;
  for (let record = 0; record < links.count; record++) {
    const flags = links.flags(record);
    const isFailedResult = (flags & LinkFlag.Result) !== 0 && (flags & LinkFlag.Error) !== 0;
    if (isFailedResult && (flags & LinkFlag.Repeat) === 0 && links.other(record) >= 0) failed++;
  }
  return failed;
}

/** What is to be said of the file as a whole. */
function fileDiagnostics(session: Session): Diagnostic[] {
  const { index } = session;
  const found: Diagnostic[] = [];
  const add = (code: string, severity: Diagnostic['severity'], message: string) =>
    found.push({ code, severity, line: null, offset: null, frame: null, message });
  const frames = index.table.rows - index.unparsedRows;
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

/** An HTTP log of the Messages API begins with an `event:` or `data:` line, and its values are bare API events. */
function looksLikeServerSentEvents(session: Session): boolean {
  const { table, kinds } = session.index;
  if (table.rows === 0 || (table.flags(0) & RowFlag.Unparsed) === 0) return false;
  for (let kind = 0; kind < kinds.size; kind++) {
    if (!kinds.isUnparsed(kind) && kinds.rows(kind) > 0 && !kinds.traits(kind).isBareEvent) return false;
  }
  return /^\s*(event: ?\w+|data: ?[{[])/.test(session.utf8Bytes(0, 256).toString('utf8'));
}

/** Sums of decimal fractions leave dust in the last digits; ten decimals are far below a cent. */
function rounded(usd: number | null): number | null {
  return usd === null ? null : Math.round(bounded(usd) * 1e10) / 1e10;
}
