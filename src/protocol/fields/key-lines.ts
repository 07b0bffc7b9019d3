import { stringEnd } from '../pretty-json';
import {
  childPath,
  elementPath,
  isBlockList,
  isOpaqueKey,
  type JsonType,
  keyName,
  MAX_LEVELS,
} from './field-path';

/**
 * The key on a line of pretty JSON. Repeated keys of one object are told each time: the pretty form keeps them, a
 * parsed frame does not.
 */
export interface KeyLine {
  /** Counts from 0. */
  line: number;
  /** The first unit of the line. */
  start: number;
  path: string;
  type: JsonType;
}

interface Open {
  path: string;
  name: string;
  isArray: boolean;
  /** Nothing in here has a path: the inside of an opaque field, or too deep. */
  silent: boolean;
}

interface Line {
  index: number;
  start: number;
  /** Of the key's string with its quotes; -1 when the line has none. */
  keyStart: number;
  keyEnd: number;
  /** First unit of the value; the closing bracket on a line that ends a value. */
  valueStart: number;
  closes: boolean;
  /** Opens a value that goes on in the next lines. */
  opens: boolean;
}

/**
 * Tells the path of every key of pretty JSON (pretty-json.ts) with the line it stands on. `pretty` has to be the
 * pretty form of a strict JSON object.
 */
export function keyLines(pretty: string, tell: (key: KeyLine) => void): void {
  const types = blockTypes(pretty);
  const stack: Open[] = [];
  let objects = 0;
  forEachLine(pretty, (line) => {
    if (line.closes) {
      stack.pop();
      return;
    }
    const type = typeAt(pretty, line.valueStart);
    const holder = stack.at(-1);
    const blockType = line.opens && type === 'object' ? (types[objects++] ?? '') : '';
    const next: Open = { path: '', name: '', isArray: type === 'array', silent: holder?.silent ?? false };
    if (holder !== undefined && !holder.silent) {
      if (holder.isArray) {
        next.path = elementPath(holder.path, isBlockList(holder.name) ? blockType : '');
      } else {
        const key = JSON.parse(pretty.slice(line.keyStart, line.keyEnd)) as string;
        next.name = keyName(holder.name, key);
        next.path = childPath(holder.path, next.name);
        next.silent = isOpaqueKey(key);
        tell({ line: line.index, start: line.start, path: next.path, type });
      }
      if (stack.length >= MAX_LEVELS) next.silent = true;
    }
    if (line.opens) stack.push(next);
  });
}

/** The `type` of every object that spans lines, in the order in which they open; "" when it states none. */
function blockTypes(pretty: string): string[] {
  const types: string[] = [];
  const stack: number[] = [];
  forEachLine(pretty, (line) => {
    if (line.closes) {
      stack.pop();
      return;
    }
    const type = typeAt(pretty, line.valueStart);
    const holder = stack.at(-1) ?? -1;
    if (holder >= 0 && line.keyStart >= 0 && isTypeKey(pretty, line)) {
      types[holder] = type === 'string' ? stringAt(pretty, line.valueStart) : '';
    }
    if (!line.opens) return;
    stack.push(type === 'object' ? types.push('') - 1 : -1);
  });
  return types;
}

/** Longer strings are no name of a block type. */
const MAX_TYPE_UNITS = 400;

function stringAt(pretty: string, start: number): string {
  const end = stringEnd(pretty, start);
  return end - start > MAX_TYPE_UNITS ? '<type>' : (JSON.parse(pretty.slice(start, end)) as string);
}

/** Escapes of "type" are at most 26 units long with their quotes. */
function isTypeKey(pretty: string, { keyStart, keyEnd }: Line): boolean {
  return keyEnd - keyStart <= 26 && JSON.parse(pretty.slice(keyStart, keyEnd)) === 'type';
}

function forEachLine(pretty: string, use: (line: Line) => void): void {
  let index = 0;
  for (let start = 0; start < pretty.length; index++) {
    let first = start;
    while (pretty.charCodeAt(first) === 32) first++;
    const c = pretty[first];
    const closes = c === '}' || c === ']';
    let keyStart = -1;
    let keyEnd = -1;
    let valueStart = first;
    let from = first;
    if (c === '"') {
      from = stringEnd(pretty, first);
      if (pretty[from] === ':') {
        keyStart = first;
        keyEnd = from;
        valueStart = from + 2;
        if (pretty[valueStart] === '"') from = stringEnd(pretty, valueStart);
      }
    }
    const newline = pretty.indexOf('\n', from);
    const end = newline < 0 ? pretty.length : newline;
    const v = pretty[valueStart];
    const opens = !closes && (v === '{' || v === '[') && valueStart + 1 === end;
    use({ index, start, keyStart, keyEnd, valueStart, closes, opens });
    start = end + 1;
  }
}

function typeAt(text: string, at: number): JsonType {
  switch (text[at]) {
    case '"':
      return 'string';
    case '{':
      return 'object';
    case '[':
      return 'array';
    case 't':
    case 'f':
      return 'boolean';
    case 'n':
      return 'null';
    default:
      return 'number';
  }
}
