import { performance } from 'node:perf_hooks';
import { callGroups, callTable, readCallsNow } from '../../../src/engine/answers/call-table/call-table';
import {
  CALL_SORTS,
  type CallFilter,
  type CallSort,
} from '../../../src/engine/answers/call-table/call-table-types';
import { Session } from '../../../src/engine/session/session';
import { percentile } from '../medians.mjs';

/**
 * Measures the table of calls, in a process of its own: call-measurements.js FILE prints one line of JSON. The first sort
 * runs code that never ran before, as in a view that was just opened.
 */
const FILTERS: CallFilter[] = [
  { statuses: ['failed'] },
  { tools: ['Bash'] },
  { tools: ['Read', 'Edit'], statuses: ['ok'], agents: [0] },
  { repeatedOnly: true },
];
const PAGE_ROWS = 200;
const PAGES = 100;

const timed = (run: () => void) => {
  const from = performance.now();
  run();
  return performance.now() - from;
};

function measure(path: string) {
  const session = Session.open(1, path);
  session.indexAllNow();
  if (session.error !== null) throw new Error(session.error);
  let calls = 0;
  const openMs = timed(() => {
    calls = callTable(session, { sort: 'order', descending: false, filter: {} }, 0, PAGE_ROWS).all;
  });
  const readMs = timed(() => readCallsNow(session));
  const page = (sort: CallSort, filter: CallFilter, from = 0) =>
    callTable(session, { sort, descending: true, filter }, from, PAGE_ROWS);
  const firstSortMs = timed(() => page('duration', {}));
  const sorts = CALL_SORTS.map((sort) => ({ sort, ms: timed(() => page(sort, {})) }));
  const filters = FILTERS.map((filter) => timed(() => page('order', filter)));
  const bothMs = timed(() => page('resultBytes', FILTERS[2] as CallFilter));
  const slowest = sorts.reduce((most, one) => (one.ms > most.ms ? one : most));
  const pageMs = Array.from({ length: PAGES }, (_, at) =>
    timed(() => page('resultBytes', {}, Math.floor((at * (calls - PAGE_ROWS)) / PAGES))),
  );
  const groupsMs = timed(() => callGroups(session));
  session.close();
  return {
    calls,
    openMs,
    readMs,
    sortMs: Math.max(firstSortMs, slowest.ms),
    slowestSort: slowest.ms > firstSortMs ? slowest.sort : 'duration',
    filterMs: Math.max(...filters, bothMs),
    pageMs: percentile(pageMs, 0.99),
    groupsMs,
  };
}

console.log(JSON.stringify(measure(process.argv[2] as string)));
