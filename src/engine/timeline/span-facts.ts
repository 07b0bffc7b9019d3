import type { Session } from '../session/session';
import type { LaneCounts } from './lane-counts';
import { laneId } from './row-lanes';
import { timelineOf } from './session-timeline';
import type { SpanColumns } from './span-columns';
import type { SpanKind, SpanPage, TimelineAxis, TimelineSpan } from './timeline-types';

const FAMILY_OF: Record<SpanKind, TimelineSpan['family']> = {
  call: 'user',
  agent: 'assistant',
  task: 'task',
  request: 'stream',
  message: 'assistant',
  turn: 'user',
};

/** All spans in the order of their begin, as a table. On the axis of time where there is one, else by order. */
export async function spanPage(
  session: Session,
  from: number,
  count: number,
  signal?: AbortSignal,
): Promise<SpanPage> {
  const timeline = timelineOf(session);
  const axis: TimelineAxis = (await timeline.upToDate('time', signal)).rows > 0 ? 'time' : 'order';
  const counts = await timeline.upToDate(axis, signal);
  const columns = timeline.spansOn(axis, counts);
  const spans: TimelineSpan[] = [];
  for (let at = from; at < Math.min(from + count, columns.count); at++)
    spans.push(spanAt(session, columns, counts, at));
  return { total: columns.count, spans };
}

/** The span at a place of the columns. */
export function spanAt(session: Session, columns: SpanColumns, counts: LaneCounts, at: number): TimelineSpan {
  const { list, order } = columns;
  const span = order[at] as number;
  const kind = list.kind(span);
  const begin = list.begin(span);
  const end = list.end(span);
  const { isInferred } = counts.places;
  return {
    lane: laneId(list.lane(span)),
    kind,
    from: columns.from[at] as number,
    to: columns.to[at] as number,
    frame: begin + 1,
    endFrame: end < 0 ? null : end + 1,
    depth: columns.depth[at] as number,
    label: labelOf(session, kind, list.subject(span)),
    family: FAMILY_OF[kind],
    state: list.state(span),
    inferred: isInferred(begin) || (end >= 0 && isInferred(end)),
  };
}

function labelOf({ index }: Session, kind: SpanKind, subject: number): string {
  switch (kind) {
    case 'call': {
      const name = index.links.name(subject);
      return name > 0 ? index.toolNames.text(name - 1) : 'unnamed tool';
    }
    case 'agent':
      return `agent ${subject}`;
    case 'task': {
      const task = index.marks.tasks.tasks[subject];
      return task?.description ?? task?.id ?? 'task';
    }
    default:
      return 'message';
  }
}
