import type { MessageUsage } from '../../ipc/engine-contract';
import { formatCost, formatCount, formatRelative, stated } from '../text/format';
import type { CounterName, Differences } from './usage-data';

export const laneName = (agent: number) => (agent === 0 ? 'main thread' : `agent ${agent}`);

export function timeText(
  { time, inferred }: { time: number | null; inferred: boolean },
  zero: number,
): string {
  if (time === null) return 'no time';
  return `${inferred ? '~' : ''}${formatRelative(time - zero)}`;
}

/** One message as a sentence, for the read-out above the charts and for screen readers. */
export function messageText(message: MessageUsage, zero: number, cost: number | null): string {
  const parts = [
    `frame ${formatCount(message.frame)}`,
    timeText(message, zero),
    laneName(message.agent),
    `input ${stated(message.input, formatCount)}`,
    `output ${stated(message.output, formatCount)}`,
    `cache read ${stated(message.cacheRead, formatCount)}`,
    `cache creation ${stated(message.cacheCreation, formatCount)}`,
    `context ${stated(message.context, formatCount)}`,
  ];
  if (cost !== null) parts.push(`cost so far ${formatCost(cost)}`);
  return parts.join(' · ');
}

const COUNTERS: Record<CounterName, string> = {
  input: 'input',
  output: 'output',
  cacheRead: 'cache read',
  cacheCreation: 'cache creation',
};

/**
 * Why the messages do not add up to the figures above them; "" when they do. From CLI 2.1.88 on an assistant frame
 * states what was counted when its message began (output 1); a result or a message_delta tells the rest.
 */
export function differenceText({ bySubagents, unexplained }: Differences): string {
  const names = (counters: readonly CounterName[]) => counters.map((name) => COUNTERS[name]).join(', ');
  const parts: string[] = [];
  if (unexplained.length > 0)
    parts.push(`these do not add up to the ${names(unexplained)} above: a frame may state an early count`);
  if (bySubagents.length > 0) parts.push('the figures above leave subagents out');
  const text = parts.join('; ');
  return text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
