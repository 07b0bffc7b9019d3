import type { Bound, FilterValue, Range } from '../../../protocol/filter/filter-ast';
import type { RangeKey, StateWord } from '../../../protocol/filter/filter-words';
import { familyOf } from '../../../protocol/frame-kinds';
import type { FrameTable } from '../../frames/frame-table';
import { RowFlag } from '../../frames/frame-table';
import type { Run } from '../../runs/run-table';
import type { Session } from '../../session/session';
import type { RowSet } from '../row-set';
import { type ColumnLeaf, RowLeaf } from './leaf';
import { valueMatcher } from './value-match';

/** Rows of some kinds: a table says of every kind whether it is one. */
export class KindLeaf extends RowLeaf {
  private lookup = new Uint8Array(0);

  constructor(
    private readonly session: Session,
    private readonly isWanted: (kind: number) => boolean,
  ) {
    super();
  }

  /** Whether rows of this kind are wanted. */
  has(kind: number): boolean {
    if (kind >= this.lookup.length) this.learnKinds();
    return this.lookup[kind] === 1;
  }

  private learnKinds(): void {
    const { size } = this.session.index.kinds;
    const known = this.lookup.length;
    const lookup = new Uint8Array(size);
    lookup.set(this.lookup);
    for (let kind = known; kind < size; kind++) lookup[kind] = this.isWanted(kind) ? 1 : 0;
    this.lookup = lookup;
  }

  protected decide(from: number, to: number): void {
    this.learnKinds();
    const { lookup } = this;
    const { words } = this.bits;
    // Written out: the filter that is used most, on millions of rows.
    this.session.index.table.eachSegment(from, to, ({ kind }, base, first, end) => {
      for (let at = first; at < end; ) {
        const row = base + at;
        const stop = Math.min(end, at + 32 - (row & 31));
        let word = 0;
        for (let shift = row & 31; at < stop; at++, shift++)
          word |= (lookup[kind[at] as number] as number) << shift;
        words[row >>> 5] = (words[row >>> 5] as number) | word;
      }
    });
  }
}

/** Adds the rows `base + at` where `bit` is 1. */
function addWhere(bits: RowSet, base: number, first: number, end: number, bit: (at: number) => number): void {
  const { words } = bits;
  for (let at = first; at < end; ) {
    const row = base + at;
    const stop = Math.min(end, at + 32 - (row & 31));
    let word = 0;
    for (let shift = row & 31; at < stop; at++, shift++) word |= bit(at) << shift;
    words[row >>> 5] = (words[row >>> 5] as number) | word;
  }
}

/** Rows whose flags, or whose subagent, say so. */
class FlagLeaf extends RowLeaf {
  constructor(
    private readonly table: FrameTable,
    private readonly any: number,
    private readonly isNot = false,
  ) {
    super();
  }

  protected decide(from: number, to: number): void {
    const { any, bits } = this;
    const hit = this.isNot ? 0 : 1;
    this.table.eachSegment(from, to, ({ flags }, base, first, end) => {
      addWhere(bits, base, first, end, (at) => (((flags[at] as number) & any) !== 0 ? hit : hit ^ 1));
    });
  }
}

class AgentLeaf extends RowLeaf {
  constructor(
    private readonly table: FrameTable,
    private readonly isWanted: (agent: number) => boolean,
  ) {
    super();
  }

  protected decide(from: number, to: number): void {
    const { bits, isWanted } = this;
    // Neighbours are mostly of the same subagent.
    let last = -1;
    let hit = 0;
    this.table.eachSegment(from, to, ({ parent }, base, first, end) => {
      addWhere(bits, base, first, end, (at) => {
        const agent = parent[at] as number;
        if (agent !== last) hit = isWanted(agent) ? 1 : 0;
        last = agent;
        return hit;
      });
    });
  }
}

/** Rows of some runs. What a run is of is learned while it is read, so that rows before may become others. */
class RunLeaf extends RowLeaf {
  private wanted = new Set<number>();

  constructor(
    private readonly session: Session,
    private readonly isWanted: (run: Run, at: number) => boolean,
  ) {
    super();
  }

  protected override hasChanged(): boolean {
    const now = new Set<number>();
    this.session.index.runs.runs.forEach((run, at) => {
      if (this.isWanted(run, at)) now.add(at);
    });
    const { rows } = this;
    const { runs } = this.session.index.runs;
    // A run that begins behind the rows that are decided changes none of them.
    const isChange = (at: number) => (runs[at] as Run).firstRow < rows;
    const hasChanged =
      [...now].some((at) => !this.wanted.has(at) && isChange(at)) ||
      [...this.wanted].some((at) => !now.has(at) && isChange(at));
    this.wanted = now;
    return hasChanged;
  }

  protected decide(from: number, to: number): void {
    this.session.index.table.eachRun(from, to, (run, first, end) => {
      if (this.wanted.has(run)) this.bits.addRange(first, end);
    });
  }
}

/** Rows with a number in one of the ranges. */
class NumberLeaf extends RowLeaf {
  private readonly isIn: (value: number) => boolean;
  private zero = Number.NaN;

  /** `numberOf`: NaN is no number, and in no range. */
  constructor(
    private readonly session: Session,
    ranges: readonly Range[],
    private readonly numberOf: (row: number) => number,
    private readonly usesZero: boolean,
  ) {
    super();
    this.isIn = rangeMatcher(ranges, () => this.zero);
  }

  protected override hasChanged(): boolean {
    const { firstTime } = this.session.index;
    const hasChanged = this.usesZero && !Object.is(firstTime, this.zero);
    this.zero = firstTime;
    return hasChanged;
  }

  protected decide(from: number, to: number): void {
    const { bits, isIn, numberOf } = this;
    for (let row = from; row < to; row++) if (isIn(numberOf(row))) bits.add(row);
  }
}

/** Tells whether a number is in one of the ranges; `zero` is what relative ends count from. */
export function rangeMatcher(
  ranges: readonly Range[],
  zero: () => number = () => 0,
): (value: number) => boolean {
  const at = (bound: Bound) => (bound.relative ? zero() + bound.value : bound.value);
  return (value) =>
    !Number.isNaN(value) &&
    ranges.some(({ min, max }) => {
      if (min !== null && !(min.open ? value > at(min) : value >= at(min))) return false;
      return max === null || (max.open ? value < at(max) : value <= at(max));
    });
}

/** The time of a row as rows show it: those before the first one that states a time take that one. */
function timeOf({ index }: Session, row: number): number {
  const time = index.table.time(row);
  return Number.isNaN(time) ? index.firstTime : time;
}

/** A term about a number of the row. */
export function rangeLeaf(
  session: Session,
  key: Exclude<RangeKey, 'duration'>,
  ranges: readonly Range[],
): ColumnLeaf {
  const { table } = session.index;
  const leaf = (numberOf: (row: number) => number, usesZero = false) =>
    new NumberLeaf(session, ranges, numberOf, usesZero);
  switch (key) {
    case 'size':
      return leaf((row) => table.length(row));
    case 'frame':
      return leaf((row) => row + 1);
    case 'line':
      return leaf((row) => table.line(row));
    case 'offset':
      return leaf((row) => table.offset(row));
    case 'time':
      return leaf((row) => timeOf(session, row), true);
    case 'gap':
      return leaf((row) => (row === 0 ? Number.NaN : timeOf(session, row) - timeOf(session, row - 1)), true);
  }
}

/** A term that names runs. */
export function runLeaf(
  session: Session,
  key: 'session' | 'run' | 'version',
  values: readonly FilterValue[],
): ColumnLeaf {
  if (key === 'run') {
    const numbers = new Set(values.map(({ text }) => Number(text) - 1));
    return new RunLeaf(session, (_, at) => numbers.has(at));
  }
  const isWanted = valueMatcher(values);
  return new RunLeaf(session, (run) => {
    const text = key === 'session' ? run.sessionId : run.cliVersion;
    return text !== null && isWanted(text);
  });
}

/** A term that names subagents. */
export function agentLeaf(session: Session, values: readonly FilterValue[]): ColumnLeaf {
  const numbers = new Set(values.map(({ text }) => Number(text)));
  return new AgentLeaf(session.index.table, (agent) => numbers.has(agent));
}

/** A state that a row has by its flags, kind or subagent; null for a state that tables tell. */
export function stateLeaf(session: Session, state: StateWord): ColumnLeaf | null {
  const { kinds, table } = session.index;
  const flag = FLAGS[state];
  if (flag !== undefined) return new FlagLeaf(table, flag);
  switch (state) {
    case 'inferred':
      return new FlagLeaf(table, RowFlag.OwnTime | RowFlag.Arrival, true);
    case 'new':
      return new KindLeaf(
        session,
        (kind) => kinds.isFrame(kind) && familyOf(kinds.type(kind), kinds.subtype(kind)) === 'new',
      );
    case 'stderr':
      return new KindLeaf(session, (kind) => kinds.isStderr(kind));
    case 'main':
      return new AgentLeaf(table, (agent) => agent === 0);
    case 'agent':
      return new AgentLeaf(table, (agent) => agent !== 0);
    default:
      return null;
  }
}

const FLAGS: Partial<Record<StateWord, RowFlag>> = {
  error: RowFlag.Error,
  unparsed: RowFlag.Unparsed,
  call: RowFlag.HasCall,
  result: RowFlag.HasResult,
  replay: RowFlag.Replay,
  sidechain: RowFlag.Sidechain,
  folded: RowFlag.Folded,
  stdin: RowFlag.Sent,
};
