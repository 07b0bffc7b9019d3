import { CancelledError, InvalidRequestError } from '../../protocol/errors';
import { FAMILIES } from '../../protocol/families';
import type { RowMatch } from '../matching/row-match';
import type { Session } from '../session/session';
import { BLOCK_ROWS, type LaneCounts } from './lane-counts';
import { laneId, laneOfId } from './row-lanes';
import { timelineOf } from './session-timeline';
import { type IsHit, SliceBins } from './slice-bins';
import type { SpanColumns } from './span-columns';
import { spanAt } from './span-facts';
import type { TimelineAxis, TimelinePoint, TimelineSlice, TimelineSpan } from './timeline-types';

/** More frames and spans than this are not drawn one by one. */
export const MAX_EVENTS = 2000;
/** Of more spans only blocks with long ones are looked at. */
const MAX_SPANS_LOOKED_AT = 20_000;
/** So many rows are looked at themselves, so that every bin is exact. */
const MAX_EXACT_ROWS = 50_000;
/** Rows that are looked at before other requests are answered. */
const ROWS_AT_ONCE = 64 * BLOCK_ROWS;

export interface SliceQuestion {
  axis: TimelineAxis;
  from: number;
  to: number;
  bins: number;
  /** Ids of lanes. */
  lanes: readonly string[];
  /** What is searched for. */
  expression?: string | undefined;
}

/**
 * What stands between two places of an axis. Throws InvalidRequestError for a stretch without length, and FilterError for
 * an expression that is none.
 */
export async function timelineSlice(
  session: Session,
  question: SliceQuestion,
  signal?: AbortSignal,
): Promise<TimelineSlice> {
  const { axis, from, to, bins, expression } = question;
  if (!(to > from)) throw new InvalidRequestError('A stretch of the timeline ends behind its beginning.');
  const lanes = [...new Set(question.lanes.map(laneOfId))].filter((lane) => lane >= 0);
  const match = expression === undefined ? null : session.matches.of(expression);
  const isHit: IsHit = match === null ? null : (row) => match.has(row);
  const timeline = timelineOf(session);
  const counts = await timeline.upToDate(axis, signal);
  const columns = timeline.spansOn(axis, counts);
  const binned = new SliceBins({ from, to, bins, lanes }, isHit);
  const around = counts.rowsAround(from, to);
  const isExact = around <= MAX_EXACT_ROWS || counts.width > (to - from) / bins;
  if (isExact) {
    await addRows(session, counts, binned, from, to, signal);
  } else {
    binned.addCounts(counts);
    if (match !== null) await addHits(match, counts, binned, question, signal);
  }
  const wanted = new Set(lanes);
  return {
    axis,
    from,
    to,
    bins: binned.lanes,
    spans: spansIn(session, columns, counts, from, to, bins, wanted),
    points: around <= MAX_EXACT_ROWS ? pointsIn(counts, from, to, wanted, isHit) : null,
    inferred: binned.inferredStretches,
  };
}

async function addRows(
  session: Session,
  counts: LaneCounts,
  binned: SliceBins,
  from: number,
  to: number,
  signal?: AbortSignal,
): Promise<void> {
  for (let first = 0; first < counts.rows; first += ROWS_AT_ONCE) {
    const seen = counts.forEachRow(
      from,
      to,
      (row, place) => {
        binned.addRow(session, counts, row, place);
        return true;
      },
      first,
      first + ROWS_AT_ONCE,
    );
    if (seen === 0 || first + ROWS_AT_ONCE >= counts.rows) continue;
    await new Promise((resolve) => setImmediate(resolve));
    if (signal?.aborted) throw new CancelledError();
  }
}

async function addHits(
  match: RowMatch,
  counts: LaneCounts,
  binned: SliceBins,
  { from, to }: SliceQuestion,
  signal?: AbortSignal,
): Promise<void> {
  let seen = 0;
  for (const row of match.rowsFrom(0)) {
    if (row >= counts.rows) return;
    const place = counts.places.of(row);
    if (place >= from && place < to) binned.addHit(counts.lanes.laneOf(row), place);
    if (++seen % ROWS_AT_ONCE !== 0) continue;
    await new Promise((resolve) => setImmediate(resolve));
    if (signal?.aborted) throw new CancelledError();
  }
}

/** The spans of these lanes; of too many those that are at least half a bin long, and of these the longest. */
function spansIn(
  session: Session,
  columns: SpanColumns,
  counts: LaneCounts,
  from: number,
  to: number,
  bins: number,
  lanes: ReadonlySet<number>,
): TimelineSpan[] {
  const { list, order } = columns;
  const half = (to - from) / bins / 2;
  const isMany = columns.beginsIn(from, to) > MAX_SPANS_LOOKED_AT;
  let found: number[] = [];
  columns.within(
    from,
    to,
    (at) => {
      if (lanes.has(list.lane(order[at] as number))) found.push(at);
    },
    isMany ? half : 0,
  );
  if (found.length > MAX_EVENTS) found = found.filter((at) => columns.lengthOf(at) >= half);
  if (found.length > MAX_EVENTS) {
    found.sort((a, b) => columns.lengthOf(b) - columns.lengthOf(a) || a - b);
    found.length = MAX_EVENTS;
    found.sort((a, b) => a - b);
  }
  return found.map((at) => spanAt(session, columns, counts, at));
}

/** Every frame on these lanes; null when there are too many. */
function pointsIn(
  counts: LaneCounts,
  from: number,
  to: number,
  wanted: ReadonlySet<number>,
  isHit: IsHit,
): TimelinePoint[] | null {
  const { lanes, places } = counts;
  const points: TimelinePoint[] = [];
  let tooMany = false;
  counts.forEachRow(from, to, (row, at) => {
    const lane = lanes.laneOf(row);
    if (!wanted.has(lane)) return true;
    points.push({
      lane: laneId(lane),
      at,
      frame: row + 1,
      family: FAMILIES[lanes.familyOf(row)] ?? 'new',
      mark: lanes.markOf(row),
      inferred: places.isInferred(row),
      hit: isHit?.(row) ?? false,
    });
    tooMany = points.length > MAX_EVENTS;
    return !tooMany;
  });
  return tooMany ? null : points;
}
