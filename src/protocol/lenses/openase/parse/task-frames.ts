import { fieldOf, isObject, type Json, type JsonObject } from '../../../json-values';
import type { Envelope } from './envelope';
import { firstOf, readInt, readString } from './field-readers';

export type TaskKind = 'task_started' | 'task_progress' | 'task_notification';

/** Keys that are read again from a task frame and written over what it said; snake_case only. */
const REWRITTEN: Readonly<Record<TaskKind, readonly string[]>> = {
  task_started: ['task_id', 'tool_use_id', 'description', 'task_type', 'workflow_name', 'prompt'],
  task_progress: ['task_id', 'description', 'last_tool_name', 'summary'],
  task_notification: ['task_id', 'tool_use_id', 'status', 'output_file', 'summary'],
};

export interface TaskFrame {
  /** Of task_progress also the parent tool use, in its place. */
  toolUseId: string;
  stream: string;
  command: string;
  text: string;
  /** true or false when the frame says so. */
  snapshot: boolean | null;
  workflowProgress: readonly Json[] | null;
  /** The payload of the trace, without item_id. */
  payload: Record<string, Json>;
  /** Keys of `usage` that the rewriting loses. */
  lostUsageKeys: string[];
}

const USAGE_KEYS = ['total_tokens', 'tool_uses', 'duration_ms'];

/** Reads a task frame, and writes its trace payload: `usage` is replaced by exactly three counters. */
export function parseTask(kind: TaskKind, { payload: raw }: Pick<Envelope, 'payload'>): TaskFrame {
  const payload: Record<string, Json> = { ...raw };
  for (const key of REWRITTEN[kind]) {
    const value = readString(raw, key);
    if (value !== '') payload[key] = value;
  }
  const own = readString(raw, 'tool_use_id');
  const toolUseId = kind === 'task_progress' ? firstOf(own, readString(raw, 'parent_tool_use_id')) : own;
  if (kind === 'task_progress' && toolUseId !== '') payload.tool_use_id = toolUseId;
  const usage = fieldOf(raw, 'usage');
  let lostUsageKeys: string[] = [];
  if (kind !== 'task_started' && isObject(usage)) {
    payload.usage = Object.fromEntries(USAGE_KEYS.map((key) => [key, readInt(usage, key)]));
    lostUsageKeys = Object.keys(usage).filter((key) => !USAGE_KEYS.includes(key));
  }
  const snapshot = fieldOf(raw, 'snapshot');
  const progress = fieldOf(raw, 'workflow_progress');
  return {
    toolUseId,
    stream: readString(raw, 'stream'),
    command: readString(raw, 'command'),
    text: readString(raw, 'text'),
    snapshot: typeof snapshot === 'boolean' ? snapshot : null,
    workflowProgress: Array.isArray(progress) ? progress : null,
    payload,
    lostUsageKeys,
  };
}

/** The text that stands for a task or a session state. */
export function statusText(payload: JsonObject): string {
  const text = readString(payload, 'description', 'summary', 'message', 'text', 'detail', 'reason');
  if (text !== '') return text;
  const parts = [readString(payload, 'stream'), readString(payload, 'phase')].filter((part) => part !== '');
  if (parts.length > 0) return parts.join(' / ');
  const status = readString(payload, 'status', 'state', 'session_state');
  return status === '' ? '' : `Status: ${status}`;
}
