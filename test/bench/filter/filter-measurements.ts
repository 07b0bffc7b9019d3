import { performance } from 'node:perf_hooks';
import { rowPage } from '../../../src/engine/answers/rows/row-page';
import { Session } from '../../../src/engine/session/session';
import { percentile } from '../medians.mjs';

/**
 * Measures expressions that columns decide, in a process of its own: filter-measurements.js FILE prints one line of
 * JSON. The first expression is found by code that never ran before, as in a window that was just opened.
 */
const COLUMNS = 'kind:assistant tool:Bash';
const OTHERS = ['-kind:stream_event', 'is:failed or gap:>30s', '-kind:stream_event (tool:Read or size:>1k)'];
const PAGES = 200;
const PAGE_ROWS = 50;

const timed = (run: () => void) => {
  const from = performance.now();
  run();
  return performance.now() - from;
};

function measure(path: string) {
  const session = Session.open(1, path);
  session.indexAllNow();
  if (session.error !== null) throw new Error(session.error);
  const find = (expression: string) => {
    const match = session.matches.of(expression);
    match.finish();
    return match.state.matched;
  };
  let matched = 0;
  const coldMs = timed(() => {
    matched = find(COLUMNS);
  });
  const warmMs = Math.max(...OTHERS.map((expression) => timed(() => find(expression))));
  const listing = { unfolded: false, open: [], filter: COLUMNS };
  let total = 0;
  const listMs = timed(() => {
    total = rowPage(session, 1, PAGE_ROWS, listing).total;
  });
  const pageMs: number[] = [];
  for (let page = 0; page < PAGES; page++) {
    const from = 1 + Math.floor((page * Math.max(0, total - PAGE_ROWS)) / PAGES);
    pageMs.push(timed(() => rowPage(session, from, PAGE_ROWS, listing)));
  }
  const { rows } = session.index.table;
  session.close();
  return { rows, matched, coldMs, warmMs, listMs, pageMs: percentile(pageMs, 0.99) };
}

console.log(JSON.stringify(measure(process.argv[2] as string)));
