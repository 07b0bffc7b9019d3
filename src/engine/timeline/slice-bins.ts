import { FAMILIES } from '../../protocol/families';
import { RowFlag } from '../frames/frame-table';
import { LinkFlag } from '../links/link-table';
import type { Session } from '../session/session';
import { ERRORS, type LaneCounts } from './lane-counts';
import { laneId, TOOLS_LANE } from './row-lanes';
import type { LaneBins } from './timeline-types';

const NO_FAMILY = 255;

/** A stretch of an axis in equal bins, and the lanes that are asked for. */
export interface BinnedStretch {
  from: number;
  to: number;
  bins: number;
  lanes: readonly number[];
}

interface Tally {
  counts: Uint32Array;
  errors: Uint32Array;
  /** By family, then by bin. */
  families: (Uint32Array | undefined)[];
  hits: Uint32Array | null;
}

/** Which rows are being searched for; null when nothing is. */
export type IsHit = ((row: number) => boolean) | null;

/** Counts events of lanes in the bins of a stretch. */
export class SliceBins {
  private readonly tallies = new Map<number, Tally>();
  /** Rows of the session, on any lane, and those without a time of their own. */
  private readonly all: Uint32Array;
  private readonly inferred: Uint32Array;
  private readonly width: number;
  private lastLane = -1;
  private lastTally: Tally | undefined;

  constructor(
    private readonly stretch: BinnedStretch,
    private readonly isHit: IsHit,
  ) {
    const { bins, lanes, from, to } = stretch;
    this.width = (to - from) / bins;
    this.inferred = new Uint32Array(bins);
    this.all = new Uint32Array(bins);
    const column = () => new Uint32Array(bins);
    for (const lane of lanes)
      this.tallies.set(lane, {
        counts: column(),
        errors: column(),
        families: [],
        hits: isHit === null ? null : column(),
      });
  }

  private binOf(place: number): number {
    const bin = Math.floor((place - this.stretch.from) / this.width);
    return Math.min(Math.max(bin, 0), this.stretch.bins - 1);
  }

  /** Neighbours are mostly of one lane. */
  private tallyOf(lane: number): Tally | undefined {
    if (lane !== this.lastLane) {
      this.lastLane = lane;
      this.lastTally = this.tallies.get(lane);
    }
    return this.lastTally;
  }

  private addTo(tally: Tally, bin: number, family: number, count: number): void {
    tally.counts[bin] = (tally.counts[bin] as number) + count;
    tally.families[family] ??= new Uint32Array(this.stretch.bins);
    const column = tally.families[family] as Uint32Array;
    column[bin] = (column[bin] as number) + count;
  }

  /** One row that stands in the stretch. */
  addRow(session: Session, counts: LaneCounts, row: number, place: number): void {
    const flags = session.index.table.flags(row);
    const bin = this.binOf(place);
    this.all[bin] = (this.all[bin] as number) + 1;
    if (counts.places.isInferred(row)) this.inferred[bin] = (this.inferred[bin] as number) + 1;
    const family = counts.lanes.familyOf(row);
    if ((flags & (RowFlag.HasCall | RowFlag.HasResult)) !== 0) this.addRecords(session, row, bin, family);
    const tally = this.tallyOf(counts.lanes.laneOf(row));
    if (tally === undefined) return;
    this.addTo(tally, bin, family, 1);
    if ((flags & RowFlag.Error) !== 0) tally.errors[bin] = (tally.errors[bin] as number) + 1;
    if (tally.hits !== null && this.isHit?.(row)) tally.hits[bin] = (tally.hits[bin] as number) + 1;
  }

  /** The calls of a row, and those that it tells to have failed. */
  private addRecords(session: Session, row: number, bin: number, family: number): void {
    const tally = this.tallies.get(TOOLS_LANE);
    if (tally === undefined) return;
    const { links, table } = session.index;
    for (let record = table.firstBlock(row) - 1; record >= 0 && record < links.count; record++) {
      if (links.row(record) !== row) return;
      const flags = links.flags(record);
      if ((flags & LinkFlag.Repeat) !== 0) continue;
      if ((flags & LinkFlag.Result) === 0) this.addTo(tally, bin, family, 1);
      else if ((flags & LinkFlag.Error) !== 0) tally.errors[bin] = (tally.errors[bin] as number) + 1;
    }
  }

  /** Everything from the counts of the whole axis, whose bins are narrower than those of the stretch. */
  addCounts(counts: LaneCounts): void {
    const { width } = counts;
    const { from, to } = this.stretch;
    // A bin belongs to the stretch that it begins in. That in which the axis begins does so before the axis.
    const first = from <= counts.from ? Math.floor(from / width) : Math.ceil(from / width);
    const last = Math.ceil(to / width) - 1;
    const scale = { width, from, columnWidth: this.width };
    for (const [lane, tally] of this.tallies) {
      for (let family = 0; family < FAMILIES.length; family++) {
        const counted = counts.counted(lane, family);
        if (counted === undefined) continue;
        tally.families[family] ??= new Uint32Array(this.stretch.bins);
        counted.addTo(tally.families[family] as Uint32Array, first, last, scale);
      }
      for (const column of tally.families)
        if (column !== undefined)
          for (let bin = 0; bin < column.length; bin++)
            tally.counts[bin] = (tally.counts[bin] as number) + (column[bin] as number);
      counts.counted(lane, ERRORS)?.addTo(tally.errors, first, last, scale);
    }
    counts.all.addTo(this.all, first, last, scale);
    counts.inferred.addTo(this.inferred, first, last, scale);
  }

  /** A row that is searched for, when the rest came from counts. */
  addHit(lane: number, place: number): void {
    const hits = this.tallies.get(lane)?.hits;
    if (!hits) return;
    const bin = this.binOf(place);
    hits[bin] = (hits[bin] as number) + 1;
  }

  get lanes(): LaneBins[] {
    return [...this.tallies].map(([lane, { counts, errors, families, hits }]) => ({
      lane: laneId(lane),
      counts,
      errors,
      families: this.mostOften(counts, families),
      hits,
    }));
  }

  private mostOften(counts: Uint32Array, families: readonly (Uint32Array | undefined)[]): Uint8Array {
    const most = new Uint8Array(counts.length).fill(NO_FAMILY);
    for (let bin = 0; bin < counts.length; bin++) {
      if (counts[bin] === 0) continue;
      let highest = 0;
      families.forEach((column, family) => {
        const count = column?.[bin] ?? 0;
        if (count > highest) {
          highest = count;
          most[bin] = family;
        }
      });
    }
    return most;
  }

  /** Stretches of bins most of whose rows, on any lane, have no time of their own: from, to, from, to, … */
  get inferredStretches(): number[] {
    const stretches: number[] = [];
    const { from, bins } = this.stretch;
    for (let bin = 0; bin < bins; bin++) {
      const isInferred = (this.inferred[bin] as number) * 2 > (this.all[bin] as number);
      if (!isInferred) continue;
      const begins = from + bin * this.width;
      if (stretches.length > 0 && Math.abs((stretches.at(-1) as number) - begins) < this.width / 2)
        stretches[stretches.length - 1] = begins + this.width;
      else stretches.push(begins, begins + this.width);
    }
    return stretches;
  }
}
