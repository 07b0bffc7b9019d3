import { fieldOf, type Json, type JsonObject, numberOf, stringOf } from '../json-values';

export type TaskStatus = 'running' | 'completed' | 'failed' | 'stopped' | 'other';

/** What is known of a task; null: nothing says it. */
export interface TaskFacts {
  /** The tool call that began it. */
  callId: string | null;
  status: TaskStatus | null;
  type: string | null;
  description: string | null;
  summary: string | null;
  lastTool: string | null;
  tokens: number | null;
  toolUses: number | null;
  durationMs: number | null;
  outputFile: string | null;
  background: boolean | null;
}

/** What one frame says of a task. */
export interface TaskEvent extends TaskFacts {
  taskId: string;
}

/** task_started, task_progress, task_updated, task_notification, as a system subtype or as a type of its own. */
export const isTaskKind = (type: string, subtype: string): boolean =>
  TASK_WORD.test(type === 'system' ? subtype : type);

const TASK_WORD = /^task_(started|progress|updated|notification)$/;

/**
 * What a task frame says. The CLI writes system/task_* (2.1.88 to 2.1.332); adapters write the same fields as a type of
 * their own. null for a frame without a task_id: the legacy form says nothing that could be told apart.
 */
export function taskEventOf(frame: JsonObject): TaskEvent | null {
  const taskId = word(frame, 'task_id');
  if (taskId === null) return null;
  const patch = fieldOf(frame, 'patch');
  const usage = fieldOf(frame, 'usage');
  const type = stringOf(frame, 'type');
  const kind = type === 'system' ? stringOf(frame, 'subtype') : type;
  const stated = word(frame, 'status') ?? word(patch, 'status');
  return {
    taskId,
    callId: word(frame, 'tool_use_id'),
    status: stated !== null ? statusOf(stated) : kind === 'task_started' ? 'running' : null,
    type: word(frame, 'task_type'),
    description: word(frame, 'description'),
    summary: word(frame, 'summary'),
    lastTool: word(frame, 'last_tool_name'),
    tokens: figure(usage, 'total_tokens'),
    toolUses: figure(usage, 'tool_uses'),
    durationMs: figure(usage, 'duration_ms'),
    outputFile: word(frame, 'output_file'),
    background: background(frame, patch),
  };
}

/** task_updated says "killed" where task_notification says "stopped" (2.1.332/09e-task-stop). */
function statusOf(stated: string): TaskStatus {
  switch (stated) {
    case 'running':
    case 'pending':
    case 'started':
    case 'in_progress':
      return 'running';
    case 'completed':
    case 'failed':
    case 'stopped':
      return stated;
    case 'killed':
      return 'stopped';
    default:
      return 'other';
  }
}

function background(frame: JsonObject, patch: Json): boolean | null {
  const flag = fieldOf(frame, 'is_backgrounded') ?? fieldOf(patch, 'is_backgrounded');
  return typeof flag === 'boolean' ? flag : null;
}

function word(value: Json, key: string): string | null {
  const text = stringOf(value, key);
  return text === null || text === '' ? null : text;
}

function figure(value: Json, key: string): number | null {
  const number = numberOf(value, key);
  return number !== null && Number.isFinite(number) && number >= 0 ? number : null;
}
