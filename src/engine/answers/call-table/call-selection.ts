import type { CallColumns } from './call-columns';
import {
  CALL_PERMISSIONS,
  CALL_STATUSES,
  type CallFilter,
  type CallSort,
  type CallTableView,
} from './call-table-types';
import type { CallText } from './reading/call-text';
import type { CallWork } from './reading/call-work';
import { sortedOrder } from './sorted-order';

/** What a selection is made from. */
export interface CallSource {
  columns: CallColumns;
  work: CallWork;
  /** Name of a tool by its number + 1. */
  nameOf(name: number): string;
  /** Places of the names, 0 included, in the order of their letters. */
  nameRanks(): Float64Array;
}

/** The rows of a view in its order: places in the columns. */
export function selectedRows(source: CallSource, view: CallTableView, text: CallText | null): Uint32Array {
  const kept = keptRows(source, view.filter, text);
  if (view.sort === 'order') return view.descending ? kept.reverse() : kept;
  const keyOf = sortKey(source, view.sort);
  const keys = new Float64Array(kept.length);
  for (let i = 0; i < kept.length; i++) keys[i] = keyOf(kept[i] as number);
  const order = sortedOrder(keys, view.descending);
  for (let i = 0; i < order.length; i++) order[i] = kept[order[i] as number] as number;
  return order;
}

function keptRows(source: CallSource, filter: CallFilter, text: CallText | null): Uint32Array {
  const { columns, work, nameOf } = source;
  const tools = filter.tools === undefined ? null : new Set(filter.tools);
  const statuses = filter.statuses === undefined ? null : new Set(filter.statuses);
  const agents = filter.agents === undefined ? null : new Set(filter.agents);
  const { identical } = work.facts;
  const group = filter.identicalTo === undefined ? null : identical.groupOf(filter.identicalTo);
  const names = new Map<number, boolean>();
  const isTool = (name: number) => {
    let is = names.get(name);
    if (is === undefined) {
      is = tools?.has(nameOf(name)) ?? true;
      names.set(name, is);
    }
    return is;
  };
  const kept = new Uint32Array(columns.count);
  let count = 0;
  for (let at = 0; at < columns.count; at++) {
    const call = columns.call[at] as number;
    if (tools !== null && !isTool(columns.name[at] as number)) continue;
    if (statuses !== null && !statuses.has(columns.statusOf(at))) continue;
    if (agents !== null && !agents.has(columns.agent[at] as number)) continue;
    if (filter.repeatedOnly && (call < 0 || identical.count(call) < 2)) continue;
    if (group !== null && (call < 0 || group === 0 || identical.groupOf(call) !== group)) continue;
    if (text !== null && !text.has(call, columns.result[at] as number)) continue;
    kept[count++] = at;
  }
  return kept.subarray(0, count);
}

/** What a row is sorted by; NaN where the recording says nothing. */
function sortKey({ columns, work, nameRanks }: CallSource, sort: CallSort): (at: number) => number {
  const column = (values: ArrayLike<number>) => (at: number) => values[at] as number;
  switch (sort) {
    case 'order':
      return (at) => at;
    case 'tool': {
      const ranks = nameRanks();
      return (at) => ranks[columns.name[at] as number] as number;
    }
    case 'status':
      return column(columns.status);
    case 'time':
      return column(columns.time);
    case 'duration':
      return column(columns.duration);
    case 'callBytes':
      return column(columns.callBytes);
    case 'resultBytes':
      return column(columns.resultBytes);
    case 'agent':
      return column(columns.agent);
    case 'run':
      return column(columns.run);
    case 'repeats':
      return (at) => {
        const count = work.facts.identical.count(columns.call[at] as number);
        return count === 0 ? Number.NaN : count;
      };
    case 'permission':
      return (at) => {
        const of = work.facts.permissions.of(columns.call[at] as number, columns.result[at] as number);
        return of === null ? Number.NaN : CALL_PERMISSIONS.indexOf(of);
      };
  }
}

/** How many rows there are of each status. */
export function statusCounts(columns: CallColumns) {
  const counts = { failed: 0, unanswered: 0, orphan: 0, duplicate: 0, ok: 0 };
  for (let at = 0; at < columns.count; at++) counts[CALL_STATUSES[columns.status[at] as number]!]++;
  return counts;
}
