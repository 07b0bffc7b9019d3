import type { Cycle } from './conversation-tree';
import type { ParentLines } from './parent-lines';

/** What is wrong with the parent of a line. "first" and "logical": it stands in an earlier part that is not here. */
export type ParentFault =
  | { what: 'dangling' | 'first' | 'logical' }
  | { what: 'circle' /** How many go round in it; the line is the earliest of them. */; rows: number };

const DANGLING = 0;
const FIRST = 1;
const LOGICAL = 2;
/** And above: a circle of so many more rows. */
const CIRCLE = 3;
const WORDS = ['dangling', 'first', 'logical'] as const;

/** The lines whose parent is a problem, in the order of the file: eight bytes each, because all of them may be. */
export class ParentProblems {
  readonly rows: Uint32Array;
  private readonly kinds: Uint32Array;

  /** `first`: the first line that takes part in the conversation, or -1. */
  constructor(
    { dangling, logical }: Pick<ParentLines, 'dangling' | 'logical'>,
    cycles: readonly Cycle[],
    first: number,
  ) {
    this.rows = new Uint32Array(dangling.length + cycles.length);
    this.kinds = new Uint32Array(this.rows.length);
    let lost = 0;
    let round = 0;
    for (let at = 0; at < this.rows.length; at++) {
      const row = dangling[lost] ?? Number.POSITIVE_INFINITY;
      const cycle = cycles[round];
      if (cycle !== undefined && cycle.row < row) {
        this.rows[at] = cycle.row;
        this.kinds[at] = CIRCLE + cycle.rows;
        round++;
      } else {
        this.rows[at] = row;
        this.kinds[at] = logical.has(row) ? LOGICAL : row === first ? FIRST : DANGLING;
        lost++;
      }
    }
  }

  /** The problem at a place of `rows`. */
  at(place: number): ParentFault {
    const kind = this.kinds[place] as number;
    return kind < CIRCLE
      ? { what: WORDS[kind] as (typeof WORDS)[number] }
      : { what: 'circle', rows: kind - CIRCLE };
  }

  /** How many there are of each sort. */
  counts(): Record<ParentFault['what'], number> {
    const counts = { dangling: 0, first: 0, logical: 0, circle: 0 };
    for (const kind of this.kinds) counts[WORDS[kind] ?? 'circle']++;
    return counts;
  }

  /** Place of the row in `rows`, or -1. */
  placeOf(row: number): number {
    let low = 0;
    let high = this.rows.length;
    while (low < high) {
      const mid = (low + high) >>> 1;
      if ((this.rows[mid] as number) < row) low = mid + 1;
      else high = mid;
    }
    return this.rows[low] === row ? low : -1;
  }
}
