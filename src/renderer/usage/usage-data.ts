import type { MessageUsage, UsagePlace, UsageSeries } from '../../ipc/engine-contract';

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
