import { contentBlocks } from '../../../protocol/content-blocks';
import { stringOf } from '../../../protocol/json-values';
import type { Session } from '../../session/session';
import type { Task } from '../../turns/task-table';
import { parsedOrNot, parseFrame } from '../frame/parsed-frame';
import type { TaskCounts, TaskEventPage, TaskEventPlace, TaskInfo, TaskPage } from './turn-types';

const MAX_EVENTS = 20;

/** Tasks from the `from`-th one on (from 0), in order of first sight. */
export function taskPage(session: Session, from: number, count: number): TaskPage {
  const { tasks } = session.index.marks;
  return {
    total: tasks.tasks.length,
    tasks: tasks.tasks.slice(from, from + count).map((task) => taskInfo(session, task)),
  };
}

export function taskCounts({ index: { marks } }: Session): TaskCounts {
  const { tasks } = marks.tasks;
  const of = (status: Task['status']) => tasks.filter((task) => task.status === status).length;
  return { total: tasks.length, running: of('running'), failed: of('failed') };
}

/** Frames of one task from its `from`-th one on. */
export function taskEvents(session: Session, id: string, from: number, count: number): TaskEventPage {
  const task = session.index.marks.tasks.ofId(id);
  return { events: task === undefined ? [] : eventsOf(session, task, from, count) };
}

function eventsOf({ index }: Session, task: Task, from: number, count: number): TaskEventPlace[] {
  const { kinds, marks, table } = index;
  return marks.tasks.rowsOf(task, from, count).map((row) => {
    const kind = table.kind(row);
    const word = kinds.type(kind) === 'system' ? kinds.subtype(kind) : kinds.type(kind);
    return { frame: row + 1, kind: word.replace(/^task_/, '') };
  });
}

function taskInfo(session: Session, task: Task): TaskInfo {
  const { run: _run, firstRow: _first, lastRow: _last, statusRow, ...facts } = task;
  return {
    ...facts,
    callFrame: callFrameOf(session, task),
    statusFrame: statusRow + 1,
    firstEvents: eventsOf(session, task, 0, MAX_EVENTS),
  };
}

/** How many calls before a task's first frame are looked at: it follows its call at once, with few frames between. */
const MAX_RECORDS = 2000;
const MAX_PARSED = 256 * 1024;

/** The frame of the call that began a task; null when it is not near before it. */
export function callFrameOf(session: Session, { callId, firstRow }: Task): number | null {
  if (callId === null) return null;
  const { links, table } = session.index;
  let record = lastRecordBefore(session, firstRow);
  let parsedRow = -1;
  let blocks: ReturnType<typeof contentBlocks> = [];
  for (let steps = 0; record >= 0 && steps < MAX_RECORDS; record--, steps++) {
    if (links.isResult(record)) continue;
    const row = links.row(record);
    if (row !== parsedRow)
      blocks = table.length(row) > MAX_PARSED ? [] : contentBlocks(parsedOrNot(parseFrame, session, row));
    parsedRow = row;
    if (stringOf(blocks[links.block(record)], 'id') === callId) return links.row(links.primary(record)) + 1;
  }
  return null;
}

/** Records are in the order of their rows. */
function lastRecordBefore({ index: { links } }: Session, row: number): number {
  let low = 0;
  let high = links.count;
  while (low < high) {
    const mid = (low + high) >>> 1;
    if (links.row(mid) < row) low = mid + 1;
    else high = mid;
  }
  return low - 1;
}
