import { performance } from 'node:perf_hooks';
import { CancelledError } from '../../protocol/errors';
import type { Session } from '../session/session';
import { axisPlaces } from './axis-places';
import { LaneCounts } from './lane-counts';
import { sessionSpans } from './session-spans';
import { Silences } from './silences';
import { SpanColumns } from './span-columns';
import type { TimelineAxis } from './timeline-types';

/** Rows of a lane for spans that overlap; deeper ones share the last. */
export const MAX_DEPTH = 8;
/** While a session grows its spans are sorted anew at most so often, and never for more than a tenth of the time. */
const SPANS_EVERY_MS = 250;
const SHARE_OF_TIME = 10;

interface KnownSpans {
  columns: SpanColumns;
  stamp: string;
  madeAt: number;
  tookMs: number;
}

const known = new WeakMap<object, SessionTimeline>();

/** What is kept of a session for its timeline, until rows of it are taken back. */
export function timelineOf(session: Session): SessionTimeline {
  let found = known.get(session.epoch);
  if (found === undefined) {
    found = new SessionTimeline(session);
    known.set(session.epoch, found);
  }
  return found;
}

export class SessionTimeline {
  private readonly counts = new Map<TimelineAxis, LaneCounts>();
  private readonly spans = new Map<TimelineAxis, KnownSpans>();
  readonly silences: Silences;

  constructor(readonly session: Session) {
    this.silences = new Silences(session);
  }

  /** The counts of an axis, up to date; requests are answered while they are made. */
  async upToDate(axis: TimelineAxis, signal?: AbortSignal): Promise<LaneCounts> {
    let counts = this.counts.get(axis);
    if (counts === undefined) {
      counts = new LaneCounts(this.session, axisPlaces(this.session, axis));
      this.counts.set(axis, counts);
    }
    for (let done = false; !done; ) {
      done = counts.step();
      if (axis === 'time') this.silences.update(counts.rows);
      if (done) break;
      await new Promise((resolve) => setImmediate(resolve));
      if (signal?.aborted) throw new CancelledError();
    }
    return counts;
  }

  /** Spans by where they begin on an axis. While the session grows the last few may be missing for a moment. */
  spansOn(axis: TimelineAxis, counts: LaneCounts): SpanColumns {
    const { index, state } = this.session;
    const stamp = `${index.links.count} ${index.messages.size} ${index.table.rows} ${index.agents.size} ${state}`;
    const last = this.spans.get(axis);
    if (last?.stamp === stamp) return last.columns;
    const startedAt = performance.now();
    const wait = Math.max(SPANS_EVERY_MS, (last?.tookMs ?? 0) * SHARE_OF_TIME);
    if (last !== undefined && state === 'indexing' && startedAt - last.madeAt < wait) return last.columns;
    const placeOf = (row: number) => counts.places.of(row);
    const columns = new SpanColumns(sessionSpans(this.session, placeOf), placeOf, counts.to, MAX_DEPTH);
    const madeAt = performance.now();
    this.spans.set(axis, { columns, stamp, madeAt, tookMs: madeAt - startedAt });
    return columns;
  }
}
