import type { Family, Row } from '../../ipc/engine-contract';
import type { RowSource } from '../list/row-source';

const FAMILIES: readonly Family[] = ['assistant', 'user', 'system', 'task', 'stream', 'result'];
const TOOLS = ['Bash', 'Read', 'Edit', 'Grep', 'WebFetch'];

/** Rows made from their number alone: any count of them costs no memory. */
export function syntheticRow(frame: number): Row {
  const family = FAMILIES[(frame * 7) % FAMILIES.length] ?? 'new';
  const calls = family === 'assistant' && frame % 3 === 0 ? 1 : 0;
  const results = family === 'user' && frame % 2 === 0 ? 1 : 0;
  return {
    frame,
    line: frame,
    offset: frame * 1570,
    bytes: 200 + ((frame * 7919) % 9000),
    family,
    stream: null,
    kind: family,
    detail: family === 'system' ? 'task_progress' : '',
    time: frame * 41,
    timeSource: frame % 4 === 0 ? 'own' : 'inherited',
    agent: frame % 11 === 0 ? 2 : 0,
    agentDepth: frame % 11 === 0 ? 1 : 0,
    file: null,
    beginsFile: false,
    calls,
    results,
    links: calls + results > 0 ? [frame + 1] : [],
    error: frame % 97 === 0,
    replay: frame % 1009 === 0,
    fold: 'none',
    events: 0,
    offBranch: false,
    hit: false,
    unparsed: frame % 499 === 0,
    invalidUtf8: false,
    unlinked: frame % 211 === 0,
    strong: calls > 0 ? (TOOLS[frame % TOOLS.length] ?? '') : '',
    summary: `Row ${frame}: some words of a message that are long enough to be cut at the end of the cell`,
  };
}

/** Loads what is on screen a moment later, as the engine would, in pages that are new objects each time. */
export function createSyntheticSource(total: number, pageRows = 100): RowSource {
  const pages = new Map<number, Row[]>();
  const listeners = new Set<() => void>();
  let scheduled = false;
  let wanted: number[] = [];
  const pageOf = (frame: number) => Math.floor((frame - 1) / pageRows);

  function load(): void {
    scheduled = false;
    for (const index of wanted) {
      if (pages.has(index)) continue;
      const from = index * pageRows + 1;
      const length = Math.min(pageRows, total - from + 1);
      pages.set(
        index,
        Array.from({ length }, (_, i) => syntheticRow(from + i)),
      );
    }
    for (const index of pages.keys()) {
      if (pages.size <= 60) break;
      if (!wanted.includes(index)) pages.delete(index);
    }
    for (const listener of listeners) listener();
  }

  return {
    total,
    frames: total,
    settled: true,
    firstTime: 41,
    get: (frame) => pages.get(pageOf(frame))?.[(frame - 1) % pageRows],
    frameAt: (position) => position,
    positionOf: (frame) => frame,
    ensure(from, to) {
      wanted = [];
      for (let index = pageOf(from); index <= pageOf(to); index++) wanted.push(index);
      if (scheduled || wanted.every((index) => pages.has(index))) return;
      scheduled = true;
      setTimeout(load, 1);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
