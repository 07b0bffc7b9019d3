import type { TaskEvent, TaskFacts } from '../../protocol/turns/task-events';
import { RowNumbers } from '../runs/row-numbers';

/** One logical task: what all its frames together say, of both layers. The last one that states something counts. */
export interface Task extends TaskFacts {
  id: string;
  run: number;
  events: number;
  firstRow: number;
  lastRow: number;
  /** The row that stated the status. */
  statusRow: number;
}

/** A file with more tasks than this is no recording; the frames of the others stay plain rows. */
const MAX_TASKS = 10_000;
const MAX_ID_UNITS = 1000;
const MAX_TEXT_UNITS = 400;

/** The tasks of a file by task_id, in order of first sight, and which of them each task frame is of. */
export class TaskTable {
  readonly tasks: Task[] = [];
  /** Task frames without a task_id, and those of tasks beyond the limit. */
  plainRows = 0;
  private readonly byId = new Map<string, number>();
  private readonly rows = new RowNumbers();
  private readonly owners = new RowNumbers();

  addPlain(): void {
    this.plainRows++;
  }

  add(row: number, run: number, event: TaskEvent): void {
    const at = this.find(event.taskId.slice(0, MAX_ID_UNITS), row, run);
    if (at < 0) {
      this.addPlain();
      return;
    }
    this.rows.push(row);
    this.owners.push(at);
    update(this.tasks[at] as Task, row, event);
  }

  private find(id: string, row: number, run: number): number {
    const known = this.byId.get(id);
    if (known !== undefined) return known;
    if (this.tasks.length >= MAX_TASKS) return -1;
    this.byId.set(id, this.tasks.length);
    return this.tasks.push(newTask(id, row, run)) - 1;
  }

  /** The task that a row tells of; undefined when it tells of none. */
  ofRow(row: number): Task | undefined {
    const at = this.rows.find(row);
    return at < 0 ? undefined : this.tasks[this.owners.at(at)];
  }

  ofId(id: string): Task | undefined {
    const at = this.byId.get(id.slice(0, MAX_ID_UNITS));
    return at === undefined ? undefined : this.tasks[at];
  }

  /** Rows of a task from its `from`-th one on. Only what stands between its first and last one is looked at. */
  rowsOf(task: Task, from: number, count: number): number[] {
    const number = this.byId.get(task.id) ?? -1;
    const found: number[] = [];
    let skip = from;
    for (let at = this.rows.firstFrom(task.firstRow); at < this.rows.length; at++) {
      const row = this.rows.at(at);
      if (row > task.lastRow || found.length >= count) break;
      if (this.owners.at(at) !== number) continue;
      if (skip > 0) skip--;
      else found.push(row);
    }
    return found;
  }
}

function newTask(id: string, row: number, run: number): Task {
  return {
    id,
    callId: null,
    status: null,
    type: null,
    description: null,
    summary: null,
    lastTool: null,
    tokens: null,
    toolUses: null,
    durationMs: null,
    outputFile: null,
    background: null,
    run,
    events: 0,
    firstRow: row,
    lastRow: row,
    statusRow: row,
  };
}

function update(task: Task, row: number, event: TaskEvent): void {
  task.events++;
  task.lastRow = row;
  if (event.status !== null) {
    task.status = event.status;
    task.statusRow = row;
  }
  task.callId = cut(event.callId, MAX_ID_UNITS) ?? task.callId;
  task.type = cut(event.type) ?? task.type;
  // What a started task is for; later frames say there what it is doing.
  task.description ??= cut(event.description);
  task.summary = cut(event.summary) ?? task.summary;
  task.lastTool = cut(event.lastTool) ?? task.lastTool;
  task.tokens = event.tokens ?? task.tokens;
  task.toolUses = event.toolUses ?? task.toolUses;
  task.durationMs = event.durationMs ?? task.durationMs;
  task.outputFile = cut(event.outputFile) ?? task.outputFile;
  task.background = event.background ?? task.background;
}

const cut = (text: string | null, limit = MAX_TEXT_UNITS) => text?.slice(0, limit) ?? null;
