import type { SpanList } from './span-list';

const BLOCK = 64;

/** The spans of a session in the order in which they begin on one axis, so that those in a stretch are found at once. */
export class SpanColumns {
  readonly count: number;
  /** Of the spans in order: their place in the list, where they begin and end, and their row on the lane. */
  readonly order: Uint32Array;
  readonly from: Float64Array;
  readonly to: Float64Array;
  readonly depth: Uint8Array;
  /** The furthest end of each 64 spans. */
  private readonly ends: Float64Array;
  /** The length of the longest of each 64 spans. */
  private readonly lengths: Float64Array;

  /** `end`: where open spans are drawn to. `maxDepth`: rows of a lane. */
  constructor(
    readonly list: SpanList,
    placeOf: (row: number) => number,
    end: number,
    maxDepth: number,
  ) {
    const { length } = list;
    const begins = new Float64Array(length);
    for (let at = 0; at < length; at++) begins[at] = placeOf(list.begin(at));
    // Sorted as a plain array: that takes runs which are in order as they are, and spans come in a few of them.
    const order = Uint32Array.from(
      Array.from({ length }, (_, at) => at).sort(
        (a, b) => (begins[a] as number) - (begins[b] as number) || a - b,
      ),
    );
    this.count = length;
    this.order = order;
    this.from = new Float64Array(length);
    this.to = new Float64Array(length);
    for (let place = 0; place < length; place++) {
      const at = order[place] as number;
      const begin = begins[at] as number;
      this.from[place] = begin;
      // Times need not rise: a result may state an earlier one than its call.
      this.to[place] = Math.max(begin, list.end(at) < 0 ? end : placeOf(list.end(at)));
    }
    this.depth = this.depths(maxDepth);
    this.ends = new Float64Array(Math.ceil(length / BLOCK)).fill(Number.NEGATIVE_INFINITY);
    this.lengths = new Float64Array(this.ends.length);
    for (let at = 0; at < length; at++) {
      const block = Math.floor(at / BLOCK);
      const to = this.to[at] as number;
      this.ends[block] = Math.max(this.ends[block] as number, to);
      this.lengths[block] = Math.max(this.lengths[block] as number, to - (this.from[at] as number));
    }
  }

  /** For each span the first row of its lane that is free where it begins; one that holds others takes none. */
  private depths(maxDepth: number): Uint8Array {
    const depths = new Uint8Array(this.count);
    const busy = new Map<number, number[]>();
    for (let at = 0; at < this.count; at++) {
      const span = this.order[at] as number;
      if (this.list.kind(span) === 'agent') continue;
      const lane = this.list.lane(span);
      const ends = busy.get(lane) ?? [];
      busy.set(lane, ends);
      let depth = ends.findIndex((end) => end <= (this.from[at] as number));
      if (depth < 0) depth = Math.min(ends.length, maxDepth - 1);
      ends[depth] = Math.max(ends[depth] ?? Number.NEGATIVE_INFINITY, this.to[at] as number);
      depths[at] = depth;
    }
    return depths;
  }

  lengthOf(place: number): number {
    return (this.to[place] as number) - (this.from[place] as number);
  }

  /** How many spans begin in [from, to). */
  beginsIn(from: number, to: number): number {
    return this.firstFrom(to) - this.firstFrom(from);
  }

  /** The first span that begins at `place` of the axis or behind it. */
  private firstFrom(place: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.from[middle] as number) < place) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /**
   * Calls back with the place of every span that reaches into [from, to) and is at least that long, in the order in
   * which they begin.
   */
  within(from: number, to: number, use: (place: number) => void, least = 0): void {
    for (let block = 0; block < this.ends.length; block++) {
      if ((this.from[block * BLOCK] as number) >= to) return;
      if ((this.ends[block] as number) < from || (this.lengths[block] as number) < least) continue;
      const end = Math.min((block + 1) * BLOCK, this.count);
      for (let at = block * BLOCK; at < end; at++) {
        if ((this.from[at] as number) >= to) return;
        if ((this.to[at] as number) >= from && this.lengthOf(at) >= least) use(at);
      }
    }
  }
}
