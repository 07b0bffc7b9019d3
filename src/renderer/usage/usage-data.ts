import type { MessageUsage, UsagePlace, UsageSeries } from '../../ipc/engine-contract';
import { formatPercent } from '../text/format';

export type UsageAxis = 'time' | 'order';

/** Time needs one that is stated; without any the order of the frames is all there is. */
export function axesOf({ messages, costs, compactions }: UsageSeries): UsageAxis[] {
  const places: UsagePlace[] = [...messages, ...costs, ...compactions];
  return places.some(({ time }) => time !== null) ? ['time', 'order'] : ['order'];
}

/** Where something stands on an axis: seconds since `zero`, or the number of its frame. */
export function xOf(place: UsagePlace, axis: UsageAxis, zero: number): number {
  return axis === 'time' ? ((place.time ?? zero) - zero) / 1000 : place.frame;
}

export interface ChartColumns {
  /** The messages in the order of the axis: a file of a subagent goes back in time. */
  messages: MessageUsage[];
  /** x, then the sums that are drawn one over another: cache read; with cache creation; with input; with output. */
  tokens: [number[], number[], number[], number[], number[]];
  /** x, the context of the main thread, and of subagents. */
  context: [number[], (number | null)[], (number | null)[]];
  /** x, the cost so far. */
  costs: [number[], number[]];
}

export function columnsOf(series: UsageSeries, axis: UsageAxis, zero: number): ChartColumns {
  const at = (place: UsagePlace) => xOf(place, axis, zero);
  const messages = [...series.messages].sort((a, b) => at(a) - at(b) || a.frame - b.frame);
  const costs = [...series.costs].sort((a, b) => at(a) - at(b) || a.frame - b.frame);
  const tokens: ChartColumns['tokens'] = [[], [], [], [], []];
  const context: ChartColumns['context'] = [[], [], []];
  for (const message of messages) {
    tokens[0].push(at(message));
    let sum = 0;
    for (const [place, value] of [
      message.cacheRead,
      message.cacheCreation,
      message.input,
      message.output,
    ].entries()) {
      sum += value ?? 0;
      tokens[place + 1]?.push(sum);
    }
    context[0].push(at(message));
    context[1].push(message.agent === 0 ? message.context : null);
    context[2].push(message.agent === 0 ? null : message.context);
  }
  return { messages, tokens, context, costs: [costs.map(at), costs.map(({ total }) => total)] };
}

/** Both ends of the axis, those of the whole session in all charts, with a little room; 0 to 1 of nothing. */
export function endsOf(series: UsageSeries, axis: UsageAxis, zero: number): [number, number] {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const places of [series.messages, series.costs, series.compactions]) {
    for (const place of places) {
      const x = xOf(place, axis, zero);
      from = Math.min(from, x);
      to = Math.max(to, x);
    }
  }
  if (from > to) return [0, 1];
  const room = Math.max((to - from) * 0.01, axis === 'time' ? 0.01 : 0.5);
  return [from - room, to + room];
}

/** The cost as a line of steps over the whole axis: from nothing before the first step, and the last one holds on. */
export function costLine(costs: ChartColumns['costs'], [from, to]: [number, number]): ChartColumns['costs'] {
  const [places, totals] = costs;
  const last = totals.at(-1);
  if (last === undefined) return [[], []];
  return [
    [from, ...places, to],
    [0, ...totals, last],
  ];
}

export type CounterName = 'input' | 'output' | 'cacheRead' | 'cacheCreation';

export interface Differences {
  /** Counters that the main thread alone states as the report does: the report leaves the subagents out. */
  bySubagents: CounterName[];
  /** Counters that no sum of the messages explains. */
  unexplained: CounterName[];
}

/** Which sums of the messages are not what the report states of the session. */
export function differencesOf({ agents, agentsLeftOff, usage }: UsageSeries): Differences {
  const found: Differences = { bySubagents: [], unexplained: [] };
  if (usage === null || agentsLeftOff > 0) return found;
  for (const counter of ['input', 'output', 'cacheRead', 'cacheCreation'] as const) {
    const reported = usage[counter];
    if (reported === null) continue;
    const sumOf = (of: UsageSeries['agents']) =>
      of.reduce((sum, agent) => sum + (agent.usage[counter] ?? 0), 0);
    if (sumOf(agents) === reported) continue;
    const isMain = sumOf(agents.filter(({ agent }) => agent === 0)) === reported;
    (isMain ? found.bySubagents : found.unexplained).push(counter);
  }
  return found;
}

/** A part of a whole in words that do not call something nothing: "less than 1 %", "12 %"; "" of no whole. */
export function shareText(part: number, total: number): string {
  if (total <= 0) return '';
  return part > 0 && part < total / 100 ? 'less than 1 %' : formatPercent(part, total);
}

/** Place of the value that is nearest to `x` in rising values; -1 of none. */
export function nearest(values: readonly number[], x: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const mid = (low + high) >>> 1;
    if ((values[mid] as number) < x) low = mid + 1;
    else high = mid;
  }
  if (low === values.length) return low - 1;
  const before = low === 0 ? Number.POSITIVE_INFINITY : x - (values[low - 1] as number);
  return before < (values[low] as number) - x ? low - 1 : low;
}

/** What the cost was at a place of the axis; null before the first result that states one. */
export function costAt([places, totals]: ChartColumns['costs'], x: number): number | null {
  let cost: number | null = null;
  for (const [at, place] of places.entries()) {
    if (place > x) break;
    cost = totals[at] as number;
  }
  return cost;
}
