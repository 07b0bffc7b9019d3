/**
 * The notation of field paths, that of the two registry files: `a.b` is a key inside an object, `[]` an array
 * element, `[type]` an element of a list of content blocks, `<key>` a key that is data (an id, a model's name). The
 * rules are those by which the recordings were walked (data/README.md), so that a path means the same everywhere.
 */

/** Deeper levels have no paths: what nests deeper than this is content, never protocol (recordings: 14 levels). */
export const MAX_LEVELS = 32;

const PLAIN_KEY = /^[A-Za-z_$][A-Za-z0-9_$-]{0,48}$/;
const DATA_KEY = /^(?:[0-9a-f]{8}-|claude-|toolu_|msg_)/;
const PLAIN_TYPE = /^[A-Za-z0-9_$-]{1,64}$/;

/** Every key of these is data. */
const MAPS = new Set(
  'modelUsage model_usage trackedFileBackups answers annotations properties env headers'.split(' '),
);

/** What is below these belongs to a tool, an MCP server or the user: recorded, but no part of the protocol. */
const OPAQUE_KEYS = new Set(
  'input tool_input updatedInput inputSchema input_schema structured_output structuredContent tool_response'.split(
    ' ',
  ),
);

const BLOCK_LISTS = new Set(['content', 'contents', 'blocks']);

export const TOOL_RESULT_FIELDS: ReadonlySet<string> = new Set(['tool_use_result', 'toolUseResult']);

export const isOpaqueKey = (key: string) => OPAQUE_KEYS.has(key);

/** Elements of an array under this key are told apart by their type. */
export const isBlockList = (name: string) => BLOCK_LISTS.has(name);

/** A key as paths write it; `parent` is the name of the object that holds it, as paths write it. */
export function keyName(parent: string, key: string): string {
  return MAPS.has(parent) || !PLAIN_KEY.test(key) || DATA_KEY.test(key) ? '<key>' : key;
}

export const childPath = (parent: string, name: string) => (parent === '' ? name : `${parent}.${name}`);

/** `type`: that of a content block; "" for an element of any other array. */
export function elementPath(array: string, type: string): string {
  return `${array}[${type === '' || PLAIN_TYPE.test(type) ? type : '<type>'}]`;
}

/** `a.b[text]` as `a`, `.b`, `[text]`. */
export function segmentsOf(path: string): string[] {
  return path.match(/\[[^\]]*\]|\.?[^.[\]]+/g) ?? [];
}

export type JsonType = 'string' | 'number' | 'boolean' | 'object' | 'array' | 'null';
