import type { Progress, Report, Run } from '../../ipc/engine-contract';
import type { EngineState } from '../../ipc/shell-contract';
import type { FigureName } from '../../protocol/figure-catalogue';
import {
  formatCost,
  formatCount,
  formatDuration,
  formatInstant,
  formatPercent,
  isStated,
  NOT_STATED,
  plural,
  stated,
} from '../text/format';
import { endedWell, endWithoutResult, processEnd } from './process-end';

export type Tone = 'ok' | 'warn' | 'err' | 'none';

export interface Fact {
  label: string;
  value: string;
  /** What tells from which frames it comes; null: it is no figure. */
  asks: FigureName | 'runs' | null;
}

export interface Verdict {
  tone: Tone;
  /** In the pill. */
  title: string;
  /** One plain sentence: what happened, and what it means for the reader. */
  sentence: string;
  /** The frame that shows it, when one does. */
  evidence: { label: string; frame: number } | null;
  facts: Fact[];
}

/** The shape beside a tone, so that colour is never the only signal. */
export const TONE_SHAPE: Record<Tone, string> = { ok: '●', warn: '▲', err: '■', none: '○' };

const STOP_REASONS: Record<string, string> = {
  error_max_turns: 'The run stopped because it reached its turn limit',
  error_during_execution: 'The run stopped because of an error during execution',
  error_max_budget_usd: 'The run stopped because it reached its cost limit',
  error_max_structured_output_retries: 'The run stopped because its output never matched the asked schema',
};

function afterTurns(run: Run): string {
  return isStated(run.turns) ? ` after ${plural(run.turns, 'turn')}` : '';
}

function problemsOf(report: Report): string[] {
  const problems: string[] = [];
  if (report.failedCalls > 0) problems.push(`${plural(report.failedCalls, 'tool call')} failed`);
  if (report.unansweredCalls > 0) {
    problems.push(
      `${plural(report.unansweredCalls, 'tool call')} ${report.unansweredCalls === 1 ? 'has' : 'have'} no result`,
    );
  }
  if (report.orphanResults > 0) {
    problems.push(
      `${plural(report.orphanResults, 'tool result')} ${report.orphanResults === 1 ? 'has' : 'have'} no call`,
    );
  }
  if (report.tasks.failed > 0) {
    problems.push(`${plural(report.tasks.failed, 'background task')} failed`);
  }
  if (report.unparsed > 0) {
    problems.push(`${plural(report.unparsed, 'piece')} of the file could not be parsed`);
  }
  const { capture } = report;
  if (capture !== null && !endedWell(capture)) problems.push(`its process ${processEnd(capture)}`);
  return problems;
}

function joined(parts: string[]): string {
  if (parts.length < 2) return parts.join('');
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/** ", while Bash was running" */
const runningWords = ({ lastRunning }: Run) =>
  lastRunning === null ? '' : `, while ${lastRunning.tool} was running`;

/** The time of day of the last frame; the frame itself is the evidence. */
function activityWords({ lastActivity }: Run): string {
  if (lastActivity === null) return '';
  const time = isStated(lastActivity.time) ? formatInstant(lastActivity.time) : null;
  return time === null ? ' The time of its last activity is not stated.' : ` Last activity: ${time}.`;
}

const evidence = (label: string, frame: number | null) => (frame === null ? null : { label, frame });

function judge(report: Report, run: Run | undefined): Omit<Verdict, 'facts'> {
  const problems = problemsOf(report);
  if (run?.interrupted && report.outcome !== 'success') {
    return {
      tone: 'warn',
      title: 'Interrupted',
      sentence: `The user stopped the run${afterTurns(run)}${runningWords(run)}. That is no error of the run.`,
      evidence: evidence(
        run.resultFrame === null ? 'Last frame' : 'Result',
        run.resultFrame ?? run.lastFrame,
      ),
    };
  }
  if (report.outcome === 'error' && run) {
    const known = STOP_REASONS[run.subtype ?? ''];
    const says =
      run.subtype === 'success' || run.subtype === null ? 'is marked as an error' : `says "${run.subtype}"`;
    const sentence = known ? `${known}${afterTurns(run)}.` : (run.reason ?? `The last result ${says}.`);
    const running = run.lastRunning === null ? '' : ` Running last: ${run.lastRunning.tool}.`;
    return {
      tone: 'err',
      title: 'Failed',
      sentence: `${sentence}${running}`,
      evidence: evidence('Result', run.resultFrame),
    };
  }
  const ending = endWithoutResult(report.capture, run ? runningWords(run) : '');
  if (ending !== null && (report.outcome === 'incomplete' || report.outcome === 'none')) {
    const failed = report.capture?.error != null;
    return {
      tone: failed ? 'err' : 'warn',
      title: failed ? 'Failed' : 'Incomplete',
      sentence: ending,
      evidence: evidence('Last frame', run?.lastFrame ?? null),
    };
  }
  if (report.outcome === 'incomplete') {
    return {
      tone: 'warn',
      title: 'Incomplete',
      sentence: `The recording ends without a result: the run was stopped, or it was still going on${run ? runningWords(run) : ''}.${run ? activityWords(run) : ''}`,
      evidence: evidence('Last frame', run?.lastFrame ?? null),
    };
  }
  if (report.outcome === 'success' && run) {
    if (problems.length > 0) {
      return {
        tone: 'warn',
        title: 'Success, with problems',
        sentence: `The run finished${afterTurns(run)}, but ${joined(problems)}.`,
        evidence: null,
      };
    }
    return { tone: 'ok', title: 'Success', sentence: `The run finished${afterTurns(run)}.`, evidence: null };
  }
  const unknown = { tone: 'none', title: 'Outcome not stated', evidence: null } as const;
  if (!hasFrames(report)) {
    return { ...unknown, sentence: 'Nothing in this file is a frame of a Claude Code session.' };
  }
  const sentence =
    report.format === 'session'
      ? 'A session file does not say how its runs ended'
      : 'Nothing in this file says how the run ended';
  return {
    ...unknown,
    sentence: `${[sentence, ...(problems.length > 0 ? [joined(problems)] : [])].join('; ')}.`,
  };
}

const hasFrames = (report: Report) => Object.keys(report.kinds).length > 0;

function factsOf(report: Report, run: Run | undefined, isLive: boolean): Fact[] {
  if (!hasFrames(report)) return [];
  const facts: Fact[] = [];
  // Only a result can state these: without one, saying that they are not stated would say it twice.
  const ended = report.outcome === 'success' || report.outcome === 'error';
  const runs = report.runs.length + report.runsLeftOff;
  if (runs > 1) facts.push({ label: 'run', value: `last of ${formatCount(runs)}`, asks: 'runs' });
  if (ended || run?.durationMs != null) {
    facts.push({ label: 'duration', value: stated(run?.durationMs, formatDuration), asks: 'duration' });
  }
  if (ended || run?.turns != null)
    facts.push({ label: 'turns', value: stated(run?.turns, formatCount), asks: 'turns' });
  const calls = [formatCount(report.toolCalls)];
  if (report.failedCalls > 0) calls.push(`${formatCount(report.failedCalls)} failed`);
  if (report.unansweredCalls > 0) {
    calls.push(`${formatCount(report.unansweredCalls)} ${isLive ? 'open' : 'unanswered'}`);
  }
  facts.push({ label: 'tool calls', value: calls.join(', '), asks: 'toolCalls' });
  facts.push({ label: 'cost', value: stated(report.costUsd, formatCost), asks: 'cost' });
  const { capture } = report;
  if (capture !== null && capture.signal !== null) {
    facts.push({ label: 'signal', value: capture.signal, asks: null });
  } else if (capture !== null && capture.exitCode !== null) {
    facts.push({ label: 'exit code', value: formatCount(capture.exitCode), asks: null });
  }
  facts.push({ label: 'CLI', value: run?.cliVersion ?? NOT_STATED, asks: null });
  return facts;
}

type Read = Pick<Progress, 'state' | 'bytes' | 'totalBytes'>;

/**
 * `read`: how far the file was read. A verdict on a part of it would pass for one on the whole. `isLive`: it is being
 * written, so that a call without a result is one that runs.
 */
export function verdictOf(report: Report, read: Read | null = null, isLive = false): Verdict {
  const run = report.runs.at(-1);
  const facts = factsOf(report, run, isLive);
  if (read?.state === 'cancelled' || read?.state === 'failed') {
    const what = read.state === 'failed' ? 'Reading failed' : 'Indexing was stopped';
    return {
      tone: 'warn',
      title: 'Not read to the end',
      sentence: `${what} after ${formatPercent(read.bytes, read.totalBytes)}: the figures are of that part.`,
      evidence: null,
      facts,
    };
  }
  return { ...judge(report, run), facts };
}

/**
 * Why a file is not being read although it looks so, or cannot be asked for anything: its engine is gone. null
 * while there is an engine, and for a file that was read to its end by one that will be back in a moment.
 */
export function stoppedSentence(
  engine: EngineState,
  progress: Pick<Progress, 'state'> | null,
): string | null {
  const wasReading = progress?.state === 'indexing';
  if (engine === 'failed') {
    return wasReading
      ? 'The engine stopped while it read this file: what is shown is a part of it.'
      : 'The engine stopped: what is on screen stays, but no other frame can be read.';
  }
  if (engine === 'restarting' && wasReading) {
    return 'The engine stopped while it read this file, and is being started again.';
  }
  return null;
}
