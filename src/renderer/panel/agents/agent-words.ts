import type { AgentEntry, AgentStatus } from '../../../ipc/engine-contract';
import { formatCount, formatDuration, isStated, NOT_STATED, plural } from '../../text/format';

/** Shape and tone of a status: colour is never the only sign. */
export const STATUS_MARK: Record<AgentStatus, { shape: string; tone: string }> = {
  completed: { shape: '●', tone: 'ok' },
  failed: { shape: '■', tone: 'err' },
  stopped: { shape: '▲', tone: 'warn' },
  running: { shape: '◌', tone: 'running' },
  unanswered: { shape: '▲', tone: 'warn' },
  unknown: { shape: '○', tone: 'none' },
};

export const agentName = ({ number }: AgentEntry) => (number === null ? 'no frames' : `agent ${number}`);

/** "3 calls, 1 failed" */
export function callsText({ number, toolCalls, failedCalls }: AgentEntry): string {
  if (number === null) return '';
  const calls = plural(toolCalls, 'call');
  return failedCalls > 0 ? `${calls}, ${formatCount(failedCalls)} failed` : calls;
}

/** What its result states, else what its messages add up to, which says so. */
export function tokensText({ totalTokens, usage }: AgentEntry): { text: string; says: string } {
  if (isStated(totalTokens))
    return { text: formatCount(totalTokens), says: 'Total tokens, as its result states them' };
  if (usage === null) return { text: NOT_STATED, says: '' };
  const { input, output, cacheRead, cacheCreation } = usage;
  return {
    text: `~${formatCount(input + output + cacheRead + cacheCreation)}`,
    says: `Added up over its messages: in ${formatCount(input)}, out ${formatCount(output)}, cache ${formatCount(cacheRead + cacheCreation)}`,
  };
}

export function durationText({ durationMs, durationSource }: AgentEntry): { text: string; says: string } {
  if (!isStated(durationMs)) return { text: NOT_STATED, says: '' };
  return durationSource === 'stated'
    ? { text: formatDuration(durationMs), says: 'As its result or task frame states it' }
    : { text: `~${formatDuration(durationMs)}`, says: 'From the times of its frames' };
}

export interface AgentSection {
  title: string;
  agents: AgentEntry[];
}

/** The tree, and apart from it those whose call is not in the session. */
export function sectionsOf(agents: readonly AgentEntry[]): AgentSection[] {
  const called = agents.filter(({ callFrame }) => callFrame !== null);
  const rest = agents.filter(({ callFrame }) => callFrame === null);
  return [
    { title: 'Called in this session', agents: called },
    {
      title: 'Called by a call that is not in this session',
      agents: rest.filter(({ relation }) => relation.source === 'missing'),
    },
    {
      title: 'Not called by anything in this session',
      agents: rest.filter(({ relation }) => relation.source !== 'missing'),
    },
  ].filter((section) => section.agents.length > 0);
}
