import { RowFlag } from '../frames/frame-table';
import type { Session } from '../session/session';
import type { SessionFile } from '../session/session-parts';
import type { LaneCounts } from './lane-counts';
import type { TimelineGap } from './timeline-types';

/** Shorter silences are never asked for. */
export const LEAST_GAP_MS = 1000;
/** Silences of single files that are kept: of more, only the longest ones matter. */
const MAX_KEPT = 20_000;
export const MAX_GAPS = 1000;

interface Silence {
  from: number;
  to: number;
  before: number;
  after: number;
}

/** Finds where nothing happened for long, by the times that rows state, file by file. Grows with the session. */
export class Silences {
  private rows = 0;
  private kept: Silence[] = [];
  private least = LEAST_GAP_MS;
  /** The last time of each file, and the row that states it. */
  private readonly files = new Map<SessionFile, { time: number; row: number }>();

  constructor(private readonly session: Session) {}

  /** Looks at the rows that came since, as far as `end`. */
  update(end: number): void {
    const { table } = this.session.index;
    for (; this.rows < end; this.rows++) {
      if ((table.flags(this.rows) & (RowFlag.OwnTime | RowFlag.Arrival)) === 0) continue;
      this.add(this.rows, table.time(this.rows));
    }
  }

  private add(row: number, time: number): void {
    const file = this.session.fileOf(row);
    const last = this.files.get(file);
    if (last === undefined) {
      this.files.set(file, { time, row });
      return;
    }
    // Replays and bridges state earlier times than what stands before them.
    if (time <= last.time) return;
    if (time - last.time >= this.least)
      this.keep({ from: last.time, to: time, before: last.row + 1, after: row + 1 });
    last.time = time;
    last.row = row;
  }

  private keep(silence: Silence): void {
    this.kept.push(silence);
    if (this.kept.length <= MAX_KEPT) return;
    this.least *= 2;
    this.kept = this.kept.filter(({ from, to }) => to - from >= this.least);
  }

  /** Silences of the session as a whole that last at least `ms`, in order. */
  longerThan(ms: number, counts: LaneCounts): TimelineGap[] {
    const found: TimelineGap[] = [];
    for (const silence of this.kept)
      if (silence.to - silence.from >= ms) found.push(...this.quietParts(silence, ms, counts));
    found.sort((a, b) => a.from - b.from || a.to - b.to);
    // Two files may be silent at once.
    return found.filter((gap, at) => at === 0 || gap.from !== (found[at - 1] as TimelineGap).from);
  }

  /** What is left of a silence of one file when the others are listened to as well. */
  private quietParts({ from, to, before, after }: Silence, ms: number, counts: LaneCounts): TimelineGap[] {
    const between: { row: number; time: number }[] = [];
    counts.forEachRow(from, to, (row, time) => {
      if (time > from && !counts.places.isInferred(row)) between.push({ row, time });
      return between.length < MAX_KEPT;
    });
    between.sort((a, b) => a.time - b.time);
    const parts: TimelineGap[] = [];
    let last = { time: from, frame: before };
    for (const { row, time } of [...between, { row: after - 1, time: to }]) {
      if (time - last.time >= ms)
        parts.push({ from: last.time, to: time, before: last.frame, after: row + 1 });
      last = { time, frame: row + 1 };
    }
    return parts;
  }
}
