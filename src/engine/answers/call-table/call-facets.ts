import type { CallColumns } from './call-columns';
import type { CallPage, ToolFacet } from './call-table-types';
import { sortedOrder } from './sorted-order';

const MAX_TOOLS = 200;
const MAX_AGENTS = 200;
const FAILED = 0;

/** Counts and times by tool, over the whole table, the tool that was called most first. */
export function toolFacets(
  columns: CallColumns,
  nameOf: (name: number) => string,
): Pick<CallPage, 'tools' | 'toolsLeftOff'> {
  const byName = new Map<number, ToolFacet & { durations: number[] }>();
  // In the order of their durations, so that the median of each tool stands in its middle.
  for (const at of sortedOrder(columns.duration, false)) {
    const name = columns.name[at] as number;
    let facet = byName.get(name);
    if (facet === undefined) {
      facet = { tool: nameOf(name), count: 0, failed: 0, totalMs: null, medianMs: null, durations: [] };
      byName.set(name, facet);
    }
    facet.count++;
    if (columns.status[at] === FAILED) facet.failed++;
    const ms = columns.duration[at] as number;
    if (!Number.isNaN(ms)) facet.durations.push(ms);
  }
  const all = [...byName.values()].sort((a, b) => b.count - a.count || (a.tool < b.tool ? -1 : 1));
  const tools = all.slice(0, MAX_TOOLS).map(({ durations, ...facet }) => ({
    ...facet,
    totalMs: durations.length === 0 ? null : durations.reduce((sum, ms) => sum + ms, 0),
    medianMs: medianOf(durations),
  }));
  return { tools, toolsLeftOff: all.length - tools.length };
}

/** Of numbers in rising order; null when there is none. */
function medianOf(sorted: readonly number[]): number | null {
  const high = sorted[sorted.length >> 1];
  const low = sorted[(sorted.length - 1) >> 1];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** How many rows each subagent has, the main thread (0) first. */
export function agentFacets({ agent, count }: CallColumns): CallPage['agents'] {
  const counts = new Map<number, number>();
  for (let at = 0; at < count; at++) counts.set(agent[at]!, (counts.get(agent[at]!) ?? 0) + 1);
  return [...counts]
    .sort(([a], [b]) => a - b)
    .slice(0, MAX_AGENTS)
    .map(([number, rows]) => ({ agent: number, count: rows }));
}
