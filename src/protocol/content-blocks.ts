import { isBareEvent } from './api-events';
import { jsonText } from './json-text';
import { fieldOf, isObject, type Json, type JsonObject, numberOf, stringOf } from './json-values';

/** Any block type that ends so is a call (tool_use, server_tool_use, mcp_tool_use). */
export const isCallType = (type: string) => type.endsWith('tool_use');
/** Any block type that ends so is a result (tool_result, web_search_tool_result, mcp_tool_result). */
export const isResultType = (type: string) => type.endsWith('tool_result');

/** Steps from a value to one inside it: keys of objects and places in arrays. */
export type Path = readonly (string | number)[];

/** What stands at a path; undefined when there is nothing. Steps are own fields only, as everywhere (case 028). */
export function valueAt(value: Json, path: Path): Json {
  let at = value;
  for (const step of path) {
    if (typeof step === 'number') at = Array.isArray(at) ? at[step] : undefined;
    else at = fieldOf(at, step);
  }
  return at;
}

export interface PlacedBlock {
  block: JsonObject;
  path: Path;
}

/**
 * The content blocks of a frame in the order in which they are counted: those of its message, of a bare message
 * (CLI before 0.2.118), or the one that a delta starts. Elements that are no objects are no blocks.
 */
export function contentBlocks(frame: JsonObject | undefined): readonly JsonObject[] {
  return frame === undefined ? [] : placedBlocks(frame).map(({ block }) => block);
}

/** The same with their places in the frame. */
export function placedBlocks(frame: JsonObject): PlacedBlock[] {
  const path = blocksPath(frame);
  const content = valueAt(frame, path);
  if (path.at(-1) === 'content_block') return isObject(content) ? [{ block: content, path }] : [];
  if (!Array.isArray(content)) return [];
  const placed: PlacedBlock[] = [];
  content.forEach((block: Json, at) => {
    if (isObject(block)) placed.push({ block, path: [...path, at] });
  });
  return placed;
}

function blocksPath(frame: JsonObject | undefined): Path {
  const event = fieldOf(frame, 'event');
  if (isObject(event)) {
    return isObject(fieldOf(event, 'content_block'))
      ? ['event', 'content_block']
      : ['event', 'message', 'content'];
  }
  // A bridge may take the event out of its frame.
  if (isBareEvent(stringOf(frame, 'type') ?? '') && isObject(fieldOf(frame, 'content_block')))
    return ['content_block'];
  return isObject(fieldOf(frame, 'message')) ? ['message', 'content'] : ['content'];
}

/** `message.content`, or the top-level `content` of a frame without a message. */
export function contentOf(frame: JsonObject): Json {
  const message = fieldOf(frame, 'message');
  return isObject(message) ? fieldOf(message, 'content') : fieldOf(frame, 'content');
}

/** The text of a tool result: a string as it is, text blocks joined by line ends; null when it has other parts only. */
export function resultText(content: Json): string | null {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return null;
  const texts = content.map((part) => (typeof part === 'string' ? part : stringOf(part, 'text')));
  return texts.some((text) => text !== null) ? texts.filter((text) => text !== null).join('\n') : null;
}

/** What a call does, in one line: the input field that says most, by tool, else the first short string. */
export function inputSummary(input: Json): string {
  if (typeof input === 'string') return input;
  if (!isObject(input)) return input === undefined || input === null ? '' : jsonText(input);
  for (const key of INPUT_KEYS) {
    const text = stringOf(input, key);
    if (text !== null && text !== '') return text;
  }
  const list = listSummary(input);
  if (list !== null) return list;
  for (const key of Object.keys(input)) {
    const value = input[key];
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'number' || typeof value === 'boolean') return `${key} ${value}`;
  }
  const keys = Object.keys(input);
  return keys.length === 0 ? '' : keys.join(', ');
}

/** AskUserQuestion asks in `questions`, TodoWrite plans in `todos`. */
function listSummary(input: JsonObject): string | null {
  const question = stringOf(valueAt(input, ['questions', 0]), 'question');
  if (question !== null && question !== '') return question;
  const todos = fieldOf(input, 'todos');
  if (!Array.isArray(todos) || todos.length === 0) return null;
  const active = todos.find((todo) => stringOf(todo, 'status') === 'in_progress') ?? todos[0];
  return stringOf(active, 'content');
}

// In order of how much they tell. Inputs of the CLI's own tools, 0.2.74 to 2.1.332.
const INPUT_KEYS = [
  'command',
  'file_path',
  'notebook_path',
  'pattern',
  'description',
  'query',
  'url',
  'path',
  'skill',
  'prompt',
  'message',
  'task_id',
  'bash_id',
];

/** Numbers of a usage object that are stated, in words. */
export function usageSummary(usage: Json): string {
  const parts: string[] = [];
  const add = (label: string, key: string) => {
    const value = numberOf(usage, key);
    if (value !== null) parts.push(`${label} ${value.toLocaleString('en')}`);
  };
  add('in', 'input_tokens');
  add('out', 'output_tokens');
  add('cache read', 'cache_read_input_tokens');
  add('cache creation', 'cache_creation_input_tokens');
  // The totals of a task have names of their own.
  add('total', 'total_tokens');
  add('tool uses', 'tool_uses');
  return parts.join(' · ');
}
