import { isBareEvent } from './api-events';
import { jsonText } from './json-text';
import { fieldOf, isObject, type Json, type JsonObject, numberOf, stringOf } from './json-values';

/** Any block type that ends so is a call (tool_use, server_tool_use, mcp_tool_use). */
export const isCallType = (type: string) => type.endsWith('tool_use');
/** Any block type that ends so is a result (tool_result, web_search_tool_result, mcp_tool_result). */
export const isResultType = (type: string) => type.endsWith('tool_result');

/**
 * The content blocks of a frame in the order in which they are counted: those of its message, of a bare message
 * (CLI before 0.2.118), or the one that a delta starts. Elements that are no objects are no blocks.
 */
export function contentBlocks(frame: JsonObject | undefined): readonly JsonObject[] {
  if (frame === undefined) return [];
  const event = fieldOf(frame, 'event');
  if (isObject(event)) {
    const block = fieldOf(event, 'content_block');
    return isObject(block) ? [block] : objectsOf(fieldOf(fieldOf(event, 'message'), 'content'));
  }
  const bare = fieldOf(frame, 'content_block');
  if (isObject(bare) && isBareEvent(stringOf(frame, 'type') ?? '')) return [bare];
  return objectsOf(contentOf(frame));
}

/** `message.content`, or the top-level `content` of a frame without a message. */
export function contentOf(frame: JsonObject): Json {
  const message = fieldOf(frame, 'message');
  return isObject(message) ? fieldOf(message, 'content') : fieldOf(frame, 'content');
}

function objectsOf(content: Json): readonly JsonObject[] {
  return Array.isArray(content) ? content.filter(isObject) : [];
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
  for (const key of Object.keys(input)) {
    const value = input[key];
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'number' || typeof value === 'boolean') return `${key} ${value}`;
  }
  const keys = Object.keys(input);
  return keys.length === 0 ? '' : keys.join(', ');
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

/** One line for a content block, without the tool's name. With `partial`, its end may be missing. */
export function blockSummary(block: JsonObject, partial = false): string {
  const type = stringOf(block, 'type') ?? '';
  if (isCallType(type)) return inputSummary(fieldOf(block, 'input'));
  if (isResultType(type)) {
    const content = fieldOf(block, 'content');
    if (content === undefined || content === null) return 'no content';
    const text = resultText(content);
    if (text !== null) return text === '' ? 'empty' : text;
    if (Array.isArray(content)) {
      if (content.length === 0) return 'empty';
      return content.map((part) => `[${stringOf(part, 'type') ?? 'unknown'}]`).join(' ');
    }
    return stringOf(content, 'error_code') ?? jsonText(content);
  }
  switch (type) {
    case 'text':
      return stringOf(block, 'text') ?? '';
    case 'thinking': {
      const thinking = stringOf(block, 'thinking') ?? '';
      if (thinking !== '') return thinking;
      return stringOf(block, 'signature') ? 'thinking not included (signed)' : 'empty thinking';
    }
    case 'redacted_thinking':
      return 'redacted thinking';
    case 'image':
    case 'document':
      return imageSummary(block, partial);
    default:
      return stringOf(block, 'text') ?? `[${type === '' ? 'block without a type' : type}]`;
  }
}

function imageSummary(block: JsonObject, partial: boolean): string {
  const source = fieldOf(block, 'source');
  const media = stringOf(source, 'media_type') ?? stringOf(source, 'type') ?? 'unknown';
  const data = stringOf(source, 'data');
  const size =
    data === null || partial ? '' : `, ${Math.round((data.length * 3) / 4).toLocaleString('en')} bytes`;
  return `[${stringOf(block, 'type')} ${media}${size}]`;
}

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
  return parts.join(' · ');
}
