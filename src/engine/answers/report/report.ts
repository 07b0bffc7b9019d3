import { OTHER_KINDS } from '../../../protocol/frame-kinds';
import { oneLine } from '../../../protocol/frame-summary';
import { fieldOf, stringOf } from '../../../protocol/json-values';
import type { Report, Run, Usage } from '../../answer-types';
import { conversationOf } from '../../conversation/conversation';
import { MAX_KEPT } from '../../runs/diagnostic-list';
import { formatOf } from '../../runs/run-format';
import type { Run as RunState } from '../../runs/run-table';
import type { Session } from '../../session/session';
import { agentCount } from '../agents/agent-page';
import { listedDiagnostics } from '../diagnostics/diagnostic-sources';
import { parsedOrNot, parseFrameHead } from '../frame/parsed-frame';
import { RunEnds } from '../turns/run-ends';
import { turnFigures } from '../turns/turn-figures';
import type { RunEnd } from '../turns/turn-types';
import { outcomeOf } from './outcome';
import { partsOf } from './report-parts';
import { bounded, rounded, toUsage } from './sums';

/** More than this is counted, not listed: a report has to fit into one message. */
const MAX_RUNS = 500;
const MAX_KINDS = 500;
const MAX_KIND_UNITS = 200;
const MAX_WORD_UNITS = 200;

/** The whole report of a session as far as it is indexed (README, "How it counts"). */
export function reportOf(session: Session): Report {
  const { index } = session;
  const { failedCalls, ...counts } = index.links.counts();
  const messageUsage = index.messages.usageByRun();
  const ends = new RunEnds(session);
  const states = index.runs.runs;
  const isShown = (number: number) => number < MAX_RUNS - 1 || number === states.length - 1;
  const runs = states.map((run, number) => ({
    ...runOf(run, messageUsage.get(number) ?? null),
    // Only of runs that are listed are frames read.
    reason: isShown(number) ? reasonOf(session, run) : null,
    ...ends.of(run, number, outcomeOf(run)),
  }));
  // The file that was opened says how it ended; a run that only an agent file holds says nothing of that.
  const last = runs.findLast((run) => session.parts.isOpened(run.firstFrame - 1));
  const shown = runs.filter((_, number) => isShown(number));
  const { listed, leftOff } = listedDiagnostics(session, MAX_KEPT);
  return {
    capture: captureOf(session),
    file: session.path,
    bytes: session.progress.bytes,
    format: formatOf(index.runs.runs),
    physicalLines: index.physicalLines,
    frames: index.frames,
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
    diagnosticsLeftOff: leftOff,
    failedCalls,
    branches: conversationOf(session)?.branchCount ?? null,
    ...turnFigures(session),
    agents: agentCount(session),
    ...partsOf(session),
  };
}

function captureOf({ files: { capture }, index }: Session): Report['capture'] {
  if (capture === null) return null;
  return { ...capture.record, stderrLines: index.stderrRows, stdinLines: index.sentRows };
}

/** Frames by kind, most frequent first. Kinds beyond MAX_KINDS are counted together. */
function kindCounts(session: Session): Record<string, number> {
  const { kinds } = session.index;
  const counts = new Map<string, number>();
  for (let kind = 0; kind < kinds.size; kind++) {
    if (!kinds.isFrame(kind) || kinds.rows(kind) === 0) continue;
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
function runOf(run: RunState, messageUsage: number[] | null): Omit<Run, keyof RunEnd | 'reason'> {
  const usage = run.usage ?? messageUsage;
  return {
    sessionId: word(run.sessionId),
    cliVersion: word(run.cliVersion),
    model: word(run.model),
    outcome: outcomeOf(run),
    subtype: word(run.subtype),
    resultFrame: run.lastResultRow < 0 ? null : run.lastResultRow + 1,
    turns: bounded(run.turns),
    costUsd: rounded(run.cost.value),
    usage: usage === null ? null : toUsage(usage),
    durationMs: bounded(run.durationMs),
    firstFrame: run.firstRow + 1,
    lastFrame: run.lastRow + 1,
  };
}

/** A word of a damaged file may be megabytes long. */
const word = (text: string | null) => text?.slice(0, MAX_WORD_UNITS) ?? null;

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
