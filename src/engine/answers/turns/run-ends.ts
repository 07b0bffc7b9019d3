import { contentBlocks } from '../../../protocol/content-blocks';
import { stringOf } from '../../../protocol/json-values';
import { LinkFlag } from '../../links/link-table';
import type { Run } from '../../runs/run-table';
import type { Session } from '../../session/session';
import { parsedOrNot, parseFrame } from '../frame/parsed-frame';
import type { RunEnd, TurnOutcome } from './turn-types';

/** A report must not parse megabytes for the sake of an id. */
const MAX_PARSED = 256 * 1024;
const MAX_NAME_UNITS = 200;
/** Of more runs than this none is listed anyway. */
const MAX_RUNS = 500;

/** What the links say of the ends of runs, in a table of so many records. */
interface LinkEnds {
  records: number;
  /** The last open call of each run, as a record. */
  openCalls: Map<number, number>;
  /** The last run that answers a call of each run. */
  continued: Map<number, number>;
}

const known = new WeakMap<object, LinkEnds>();

/** Looks at every link once, and anew only when there are more. */
function linkEnds(session: Session): LinkEnds {
  const { links, table, runs } = session.index;
  const before = known.get(session.epoch);
  if (before?.records === links.count) return before;
  const ends: LinkEnds = { records: links.count, openCalls: new Map(), continued: new Map() };
  // What stands in the files of subagents is no part of how the run ended.
  const many = runs.runs.length > 1;
  for (let record = 0; record < links.count; record++) {
    const flags = links.flags(record);
    if ((flags & LinkFlag.Repeat) !== 0 || !session.parts.isOpened(links.row(record))) continue;
    const other = links.other(record);
    if ((flags & LinkFlag.Result) === 0 && other < 0) {
      ends.openCalls.set(table.run(links.row(record)), record);
    } else if (many && (flags & LinkFlag.Result) !== 0 && other >= 0) {
      const from = table.run(links.row(other));
      const to = table.run(links.row(record));
      // Copied history gives a call to several runs; only one that comes later goes on with it.
      if (to > from) ends.continued.set(from, to);
    }
  }
  known.set(session.epoch, ends);
  return ends;
}

/** How the runs of a session ended, by their number: what was running last, and which run goes on with them. */
export class RunEnds {
  private readonly links: LinkEnds;
  /** Outcomes of the turns that have not ended. */
  private readonly open = new Map<number, TurnOutcome>();

  constructor(private readonly session: Session) {
    this.links = linkEnds(session);
    const { marks, runs } = session.index;
    for (const { run, outcome } of marks.turns.unfinished(runs.runs)) this.open.set(run, outcome);
  }

  of(run: Run, number: number, outcome: 'success' | 'error' | 'incomplete' | 'none'): RunEnd {
    const { table, runs, marks } = this.session.index;
    const time = table.time(run.lastRow);
    const next = number < MAX_RUNS ? this.links.continued.get(number) : undefined;
    return {
      lastActivity:
        outcome === 'incomplete' ? { frame: run.lastRow + 1, time: Number.isNaN(time) ? null : time } : null,
      lastRunning: outcome === 'success' || number >= MAX_RUNS ? null : this.lastRunning(number),
      interrupted: (this.open.get(number) ?? marks.turns.lastOutcome(number)) === 'interrupted',
      continuedAs: next === undefined ? null : (runs.runs[next]?.sessionId?.slice(0, MAX_NAME_UNITS) ?? null),
    };
  }

  private lastRunning(run: number): RunEnd['lastRunning'] {
    const record = this.links.openCalls.get(run);
    if (record === undefined) return null;
    const { links, table, toolNames } = this.session.index;
    const row = links.row(record);
    const frame = table.length(row) > MAX_PARSED ? undefined : parsedOrNot(parseFrame, this.session, row);
    const name = links.name(record);
    return {
      frame: row + 1,
      tool: (name === 0 ? '' : toolNames.text(name - 1).slice(0, MAX_NAME_UNITS)) || 'unnamed tool',
      id: (stringOf(contentBlocks(frame)[links.block(record)], 'id') ?? '').slice(0, MAX_NAME_UNITS),
    };
  }
}
