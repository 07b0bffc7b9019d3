import type { Report, Run, Usage } from '../engine/answer-types';
import type { AgentPage } from '../engine/answers/agents/agent-types';
import { visibleControls } from '../protocol/frame-summary';

const MAX_DIAGNOSTICS = 20;
const NO_AGENTS: AgentPage = { total: 0, leftOff: 0, agents: [] };
const number = (n: number) => n.toLocaleString('en');

/** The report for people, as `framescope inspect FILE` prints it. What a terminal would act on is shown as a mark. */
export function textReport(report: Report, tree: AgentPage = NO_AGENTS): string {
  const lines = [
    report.file,
    fact('bytes', number(report.bytes)),
    fact('format', report.format),
    fact('lines', number(report.physicalLines)),
    fact(
      'frames',
      number(report.frames) +
        (report.replayedFrames > 0 ? ` (${number(report.replayedFrames)} replayed)` : ''),
    ),
    fact('unparsed', report.unparsed === 0 ? 'none' : number(report.unparsed)),
    fact('tool calls', callsLine(report)),
    ...turnLines(report),
    ...(report.branches !== null && report.branches > 1
      ? [fact('branches', `${number(report.branches)} (all but one abandoned by a rewind)`)]
      : []),
    fact('outcome', report.outcome),
    fact('cost', report.costUsd === null ? 'not stated' : cost(report.costUsd)),
    fact('tokens', report.usage === null ? 'not stated' : usageLine(report.usage)),
    '',
    'Kinds',
    ...kindLines(report.kinds),
  ];
  if (report.runs.length > 0) lines.push('', 'Runs', ...report.runs.map(runLine));
  if (tree.agents.length > 0) lines.push('', 'Subagents', ...agentLines(tree));
  if (report.parts.length > 0) lines.push('', 'Files', ...partLines(report));
  if (report.diagnostics.length > 0) lines.push('', 'Diagnostics', ...diagnosticLines(report));
  return `${lines.map(visibleControls).join('\n')}\n`;
}

function turnLines({ format, title, userPrompts, apiMessages, turnCount, tasks }: Report): string[] {
  const states = [
    tasks.failed > 0 ? `${number(tasks.failed)} failed` : null,
    tasks.running > 0 ? `${number(tasks.running)} running` : null,
  ].filter((part) => part !== null);
  return [
    ...(title === null ? [] : [fact('title', `${title.text} (${title.source})`)]),
    // A stream holds the prompts only if it was told to replay them.
    fact('prompts', userPrompts === 0 && format === 'stream-json' ? 'none recorded' : number(userPrompts)),
    fact('turns', number(turnCount)),
    fact('messages', `${number(apiMessages)} of the API`),
    ...(tasks.total === 0
      ? []
      : [fact('tasks', number(tasks.total) + (states.length > 0 ? ` (${states.join(', ')})` : ''))]),
  ];
}

/** Cents matter in short runs, not in long ones. */
const cost = (usd: number) =>
  `$${usd.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: usd < 100 ? 4 : 2 })}`;

function fact(label: string, value: string): string {
  return `  ${label.padEnd(12)}${value}`;
}

function callsLine(report: Report): string {
  const parts = [`${number(report.toolCalls)} (${number(report.linked)} answered`];
  if (report.failedCalls > 0) parts.push(`${number(report.failedCalls)} failed`);
  if (report.unansweredCalls > 0) parts.push(`${number(report.unansweredCalls)} unanswered`);
  if (report.orphanResults > 0) parts.push(`${number(report.orphanResults)} results without a call`);
  return `${parts.join(', ')})`;
}

function usageLine(usage: Usage): string {
  return `in ${number(usage.input)} · out ${number(usage.output)} · cache read ${number(usage.cacheRead)} · cache creation ${number(usage.cacheCreation)}`;
}

function kindLines(kinds: Record<string, number>): string[] {
  const entries = Object.entries(kinds).sort((a, b) => b[1] - a[1]);
  const width = Math.max(0, ...entries.map(([, count]) => number(count).length));
  return entries.map(([kind, count]) => `  ${number(count).padStart(width)}  ${kind}`);
}

function runLine(run: Run): string {
  const parts = [
    run.sessionId ?? 'no session id',
    run.cliVersion === null ? 'CLI version not stated' : `CLI ${run.cliVersion}`,
    run.model ?? 'model not stated',
    run.subtype === null || run.subtype === run.outcome ? run.outcome : `${run.outcome} (${run.subtype})`,
    // What the results call turns are steps of the model; the turns above are those of the user.
    run.turns === null ? null : `num_turns ${number(run.turns)}`,
    run.durationMs === null ? null : `${(run.durationMs / 1000).toFixed(1)} s`,
    `frames ${run.firstFrame}-${run.lastFrame}`,
    run.reason,
    run.interrupted ? 'interrupted by the user' : null,
    run.continuedAs === null ? null : `continued as ${run.continuedAs}`,
    run.lastRunning === null
      ? null
      : `running last: ${run.lastRunning.tool} in frame ${run.lastRunning.frame}`,
  ];
  return `  ${parts.filter((part) => part !== null).join(' · ')}`;
}

/** The tree: what another one called is indented below it. */
function agentLines({ agents, total, leftOff }: AgentPage): string[] {
  const lines = agents.map((agent) => {
    const parts = [
      agent.number === null ? 'no frames here' : `agent ${agent.number}`,
      agent.statusInferred ? `${agent.status} (inferred)` : agent.status,
      agent.type,
      agent.description || agent.prompt,
      agent.callFrame === null ? agent.relation.rule : `called in frame ${agent.callFrame}`,
      agent.relation.source === 'inferred' ? 'inferred from its prompt' : '',
      agent.toolCalls === 1 ? '1 call' : `${number(agent.toolCalls)} calls`,
      agent.failedCalls > 0 ? `${number(agent.failedCalls)} failed` : '',
      agent.totalTokens === null ? '' : `${number(agent.totalTokens)} tokens`,
      agent.durationMs === null ? '' : `${(agent.durationMs / 1000).toFixed(1)} s`,
      agent.firstFrame === null ? '' : `frames ${agent.firstFrame}-${agent.lastFrame}`,
    ];
    return `${'  '.repeat(Math.min(agent.depth, MAX_INDENT))}${parts.filter((part) => part !== '').join(' · ')}`;
  });
  const left = total - agents.length + leftOff;
  if (left > 0) lines.push(`  … and ${number(left)} more`);
  if (agents.some((agent) => agent.number === null))
    lines.push(
      '  What has no frames here may stand in files of its own beside this one: --agents reads them.',
    );
  return lines;
}

const MAX_INDENT = 12;

function partLines({ parts, partsLeftOff }: Report): string[] {
  const lines = parts.map(({ file, frames, bytes, toolCalls, usage, error }) => {
    const tokens = usage === null ? '' : ` · ${usageLine(usage)}`;
    const calls = toolCalls === 1 ? '1 call' : `${number(toolCalls)} calls`;
    return `  ${file}: ${number(frames)} frames · ${number(bytes)} bytes · ${calls}${tokens}${error === null ? '' : ` · ${error}`}`;
  });
  return partsLeftOff > 0 ? [...lines, `  … and ${number(partsLeftOff)} more`] : lines;
}

function diagnosticLines(report: Report): string[] {
  const shown = report.diagnostics.slice(0, MAX_DIAGNOSTICS);
  const lines = shown.map(
    (d) =>
      `  ${d.severity.padEnd(8)}${d.frame === null ? '' : `frame ${d.frame}, ${d.file === undefined ? '' : `${d.file} `}line ${d.line}: `}${d.message}`,
  );
  const left = report.diagnostics.length - shown.length + report.diagnosticsLeftOff;
  if (left > 0) lines.push(`  … and ${number(left)} more (--json lists them)`);
  return lines;
}
