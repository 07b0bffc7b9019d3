import type { Json, JsonObject } from '../json-values';
import {
  childPath,
  elementPath,
  isBlockList,
  isOpaqueKey,
  type JsonType,
  keyName,
  MAX_LEVELS,
} from './field-path';

export interface Field {
  path: string;
  type: JsonType;
  value: Json;
  /** An array element: it has a path, but no key. */
  isElement: boolean;
}

export function jsonType(value: Json): JsonType {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : (typeof value as JsonType);
}

interface Open {
  path: string;
  /** The key it stands under, as paths write it; "" for an array element and the frame itself. */
  name: string;
  value: JsonObject | readonly Json[];
  keys: readonly string[] | null;
  at: number;
}

const open = (path: string, name: string, value: Json): Open => ({
  path,
  name,
  value: value as Open['value'],
  keys: Array.isArray(value) ? null : Object.keys(value as JsonObject),
  at: 0,
});

/**
 * Tells every field of a parsed frame, from the top down and in the order of its keys, array elements included.
 * A loop: frames can nest deeper than a stack holds (case 029).
 */
export function walkFields(frame: JsonObject, tell: (field: Field) => void): void {
  const stack = [open('', '', frame)];
  for (let level = stack.at(-1); level !== undefined; level = stack.at(-1)) {
    const { keys, at } = level;
    if (at === (keys ?? (level.value as readonly Json[])).length) {
      stack.pop();
      continue;
    }
    level.at++;
    if (keys === null) {
      const value = (level.value as readonly Json[])[at];
      const type = jsonType(value);
      const path = elementPath(level.path, isBlockList(level.name) ? blockType(value) : '');
      tell({ path, type, value, isElement: true });
      if ((type === 'object' || type === 'array') && stack.length < MAX_LEVELS)
        stack.push(open(path, '', value));
    } else {
      const key = keys[at] as string;
      const value = (level.value as JsonObject)[key];
      const type = jsonType(value);
      const name = keyName(level.name, key);
      const path = childPath(level.path, name);
      tell({ path, type, value, isElement: false });
      if ((type === 'object' || type === 'array') && !isOpaqueKey(key) && stack.length < MAX_LEVELS)
        stack.push(open(path, name, value));
    }
  }
}

/** The field paths of a parsed frame, each once, in order of first sight. */
export function pathsOf(frame: JsonObject): string[] {
  const paths = new Set<string>();
  walkFields(frame, ({ path }) => paths.add(path));
  return [...paths];
}

function blockType(value: Json): string {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'type')) return '';
  const { type } = value as JsonObject;
  return typeof type === 'string' && !Array.isArray(value) ? type : '';
}
