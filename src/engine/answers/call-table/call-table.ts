import { performance } from 'node:perf_hooks';
import type { Session } from '../../session/session';
import { CallColumns } from './call-columns';
import { agentFacets, toolFacets } from './call-facets';
import { callRows } from './call-row';
import { type CallSource, selectedRows, statusCounts } from './call-selection';
import type { CallGroup, CallGroups, CallPage, CallPlace, CallTableView } from './call-table-types';
import { CallWork, versionOf } from './reading/call-work';
import { sortedOrder } from './sorted-order';

/** While a file is indexed the columns are made anew at most this often, and the answer says that it is so far only. */
const COLUMNS_EVERY_MS = 250;
const MAX_GROUPS = 12;
const MAX_SLOWEST = 12;
const MAX_FRAMES = 20;
/** Longer names are told apart by their beginning only: a filter has to be able to name them. */
const MAX_NAME_UNITS = 200;

/** The call table of one session: what is asked of it several times is kept until the session has grown. */
class CallTable {
  readonly work: CallWork;
  private columns: CallColumns | null = null;
  private version = '';
  private madeAt = 0;
  private facets: Pick<CallPage, 'tools' | 'toolsLeftOff' | 'statuses' | 'agents'> | null = null;
  private selection: { key: string; rows: Uint32Array; placeOf: Int32Array | null } | null = null;

  constructor(private readonly session: Session) {
    this.work = new CallWork(session);
  }

  page(view: CallTableView, from: number, count: number): CallPage {
    const columns = this.current();
    const text = this.textOf(view);
    const rows = this.select(columns, view);
    this.work.start();
    this.facets ??= {
      ...toolFacets(columns, this.nameOf),
      statuses: statusCounts(columns),
      agents: agentFacets(columns),
    };
    return {
      total: rows.length,
      all: columns.count,
      from,
      rows: callRows(this.session, columns, this.work, rows.subarray(from, from + count)),
      ...this.facets,
      reading: this.work.reading(text),
    };
  }

  groups(): CallGroups {
    const columns = this.current();
    this.work.start();
    const { session, work } = this;
    const found = work.facts.identical.repeated();
    const shown = found.slice(0, MAX_GROUPS);
    const members = membersOf(columns, work, new Map(shown.map(({ group }, at) => [group, at])));
    const repeated = shown.map(({ first, count }, at): CallGroup => {
      const places = members[at] ?? [];
      const [row] = callRows(
        session,
        columns,
        work,
        [columns.rowOf(first)].filter((place) => place >= 0),
      );
      return {
        call: first,
        tool: row?.tool ?? '',
        summary: row?.summary ?? '',
        count,
        failed: places.filter((place) => columns.statusOf(place) === 'failed').length,
        frames: places
          .slice(0, MAX_FRAMES)
          .map((place) => session.index.links.row(columns.record(place)) + 1),
      };
    });
    const slowest = sortedOrder(columns.duration, true)
      .subarray(0, MAX_SLOWEST)
      .filter((at) => (columns.duration[at] as number) > 0);
    return {
      repeated,
      groups: found.length,
      calls: found.reduce((sum, { count }) => sum + count, 0),
      slowest: callRows(session, columns, work, slowest),
      reading: work.reading(null),
    };
  }

  /** `wanted`: which of the calls of the frame is meant; the first that is listed, if it is none of them. */
  place(row: number, view: CallTableView, wanted?: number): CallPlace {
    const columns = this.current();
    const rows = this.select(columns, view);
    const { links, table } = this.session.index;
    let found: CallPlace = { position: null, call: null, total: rows.length };
    for (let at = table.firstBlock(row) - 1; at >= 0 && at < links.count && links.row(at) === row; at++) {
      const listed = columns.rowOf(at);
      if (listed < 0) continue;
      const call = columns.record(listed);
      const place = this.positionOf(rows, columns, listed);
      const position = place < 0 ? null : place;
      if (call === wanted) return { ...found, position, call };
      if (found.position === null && (position !== null || found.call === null))
        found = { ...found, position, call };
    }
    return found;
  }

  private positionOf(rows: Uint32Array, columns: CallColumns, listed: number): number {
    const { selection } = this;
    if (selection === null) return -1;
    if (selection.placeOf === null) {
      selection.placeOf = new Int32Array(columns.count).fill(-1);
      for (let at = 0; at < rows.length; at++) selection.placeOf[rows[at] as number] = at;
    }
    return selection.placeOf[listed] as number;
  }

  private current(): CallColumns {
    const version = versionOf(this.session);
    const isLate = this.session.state !== 'indexing' || performance.now() - this.madeAt >= COLUMNS_EVERY_MS;
    if (this.columns !== null && (version === this.version || !isLate)) return this.columns;
    this.columns = new CallColumns(this.session);
    this.version = version;
    this.madeAt = performance.now();
    this.facets = null;
    this.selection = null;
    return this.columns;
  }

  private textOf({ filter: { text } }: CallTableView) {
    const wanted = text?.trim() ?? '';
    return wanted === '' ? null : this.work.textOf(wanted);
  }

  private select(columns: CallColumns, view: CallTableView): Uint32Array {
    const text = this.textOf(view);
    const { filter, sort } = view;
    const readsBytes =
      sort === 'repeats' || sort === 'permission' || filter.repeatedOnly || filter.identicalTo !== undefined;
    const key = JSON.stringify([view, text?.record ?? 0, readsBytes ? this.work.facts.row : 0]);
    if (this.selection?.key !== key)
      this.selection = { key, rows: selectedRows(this.source(columns), view, text), placeOf: null };
    return this.selection.rows;
  }

  private readonly nameOf = (name: number) =>
    name === 0 ? '' : this.session.index.toolNames.text(name - 1).slice(0, MAX_NAME_UNITS);

  private source(columns: CallColumns): CallSource {
    return { columns, work: this.work, nameOf: this.nameOf, nameRanks: () => this.nameRanks() };
  }

  private nameRanks(): Float64Array {
    const names = Array.from({ length: this.session.index.toolNames.size + 1 }, (_, at) => this.nameOf(at));
    const order = names.map((_, at) => at).sort((a, b) => compareNames(names[a]!, names[b]!));
    const ranks = new Float64Array(names.length);
    order.forEach((name, rank) => {
      ranks[name] = rank;
    });
    // A row without a name states nothing to sort by.
    ranks[0] = Number.NaN;
    return ranks;
  }
}

function compareNames(a: string, b: string): number {
  const [lowA, lowB] = [a.toLowerCase(), b.toLowerCase()];
  if (lowA !== lowB) return lowA < lowB ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The places of the calls of some groups. */
function membersOf(columns: CallColumns, work: CallWork, wanted: ReadonlyMap<number, number>): number[][] {
  const members: number[][] = Array.from(wanted, () => []);
  for (let at = 0; at < columns.count; at++) {
    const call = columns.call[at] as number;
    const found = call < 0 ? undefined : wanted.get(work.facts.identical.groupOf(call));
    if (found !== undefined) members[found]?.push(at);
  }
  return members;
}

const tables = new WeakMap<Session, CallTable>();

function tableOf(session: Session): CallTable {
  const known = tables.get(session) ?? new CallTable(session);
  tables.set(session, known);
  return known;
}

/** A page of the call table under a sort and a filter. */
export function callTable(session: Session, view: CallTableView, from: number, count: number): CallPage {
  return tableOf(session).page(view, from, count);
}

/** Calls that were made again and again, and those that took longest. */
export function callGroups(session: Session): CallGroups {
  return tableOf(session).groups();
}

/** Where the call or result of a row stands under a sort and a filter. */
export function callPlace(session: Session, row: number, view: CallTableView, call?: number): CallPlace {
  return tableOf(session).place(row, view, call);
}

/** Reads all that the table needs at once, without giving way: for programs without a window, and tests. */
export function readCallsNow(session: Session): void {
  tableOf(session).work.finish();
}
