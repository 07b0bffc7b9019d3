import { fieldOf, isObject, type Json, type JsonObject } from '../../../json-values';
import { type EnvelopeKind, kindOfType } from '../parse/envelope';
import type { TaskKind } from '../parse/task-frames';

/** A frame as the corrected reading takes it: nothing of it is refused, and what was mended is said. */
export interface LenientEnvelope {
  kind: EnvelopeKind;
  type: string;
  subtype: string;
  /** "task_started", or "system/task_started": one event, in the form that was seen. */
  form: string;
  threadId: string;
  turnId: string;
  parentToolUseId: string;
  uuid: string;
  raw: JsonObject;
  notes: string[];
}

const TASK_KINDS: ReadonlySet<string> = new Set(['task_started', 'task_progress', 'task_notification']);
const LATER_TOP_LEVEL_STRINGS = ['result', 'model'] as const;
const NUMBERS = ['num_turns', 'duration_ms', 'duration_api_ms', 'total_cost_usd'] as const;

export function lenientEnvelope(raw: JsonObject): LenientEnvelope {
  const notes: string[] = [];
  const type = textField(raw, notes, 'type');
  const subtype = textField(raw, notes, 'subtype');
  const isSystemTask = type === 'system' && TASK_KINDS.has(subtype);
  const kind = isSystemTask ? (subtype as TaskKind) : kindOfType(type);
  if (isSystemTask) notes.push('The task in the form system/task_* is the same event as the top-level one.');
  if (type === '') notes.push('A frame without a type is kept as an unknown one.');
  for (const key of LATER_TOP_LEVEL_STRINGS) checked(raw, notes, key, 'string');
  for (const key of NUMBERS) checked(raw, notes, key, 'number');
  checked(raw, notes, 'is_error', 'boolean');
  const data = fieldOf(raw, 'data');
  const own = firstText(raw, notes, 'session_id', 'sessionId');
  return {
    kind,
    type,
    subtype,
    form: subtype === '' ? type : `${type}/${subtype}`,
    threadId: own || firstText(data, notes, 'session_id') || firstText(raw, notes, 'thread_id'),
    turnId: firstText(raw, notes, 'turn_id', 'turnId'),
    parentToolUseId: firstText(raw, notes, 'parent_tool_use_id', 'parentToolUseID', 'parentToolUseId'),
    uuid: firstText(raw, notes, 'uuid'),
    raw,
    notes,
  };
}

/** The first of the keys that holds a text, snake case first; null is absent, and two that differ are noted. */
export function firstText(record: Json, notes: string[], ...keys: readonly string[]): string {
  const found = keys
    .map((key) => ({ key, text: textField(record, notes, key) }))
    .filter(({ text }) => text !== '');
  const [first, ...others] = found;
  if (first === undefined) return '';
  const other = others.find(({ text }) => text !== first.text);
  if (other !== undefined) notes.push(`${first.key} and ${other.key} differ; ${first.key} counts.`);
  return first.text;
}

function textField(record: Json, notes: string[], key: string): string {
  const value = fieldOf(record, key);
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value.trim();
  notes.push(wrongType(key));
  return '';
}

function checked(record: JsonObject, notes: string[], key: string, type: string): void {
  const value = fieldOf(record, key);
  if (value !== undefined && value !== null && typeof value !== type) notes.push(wrongType(key));
}

const wrongType = (key: string) =>
  `${key} has another type and counts as not stated; OpenASE drops the whole frame for it.`;

/** A count that is stated; 0 for anything else. */
export function countOf(record: Json, ...keys: readonly string[]): number {
  for (const key of keys) {
    const value = fieldOf(record, key);
    if (typeof value === 'number' && Number.isFinite(value) && value > 0) return Math.trunc(value);
  }
  return 0;
}

/** The blocks of a frame, each element for itself: a string content is one text block. */
export function lenientBlocks(raw: JsonObject): { blocks: JsonObject[]; messageId: string; odd: number[] } {
  const message = fieldOf(raw, 'message');
  const content = fieldOf(message, 'content');
  const messageId = fieldOf(message, 'id');
  const items: readonly Json[] =
    typeof content === 'string' ? [{ type: 'text', text: content }] : Array.isArray(content) ? content : [];
  return {
    blocks: items.filter(isObject),
    messageId: typeof messageId === 'string' ? messageId : '',
    odd: items.flatMap((item, index) => (isObject(item) ? [] : [index + 1])),
  };
}
