import type { Json, JsonObject } from './json-values';

interface Level {
  value: JsonObject | readonly Json[];
  /** null: an array. */
  keys: readonly string[] | null;
  at: number;
}

/** How a value is written: what stands for a string or a number, and in which order keys come. */
export interface JsonStyle {
  string(text: string): string;
  number(value: number): string;
  keys(value: JsonObject): readonly string[];
}

const PLAIN: JsonStyle = {
  string: (text) => JSON.stringify(text),
  number: (value) => JSON.stringify(value) ?? 'null',
  keys: (value) => Object.keys(value),
};

/**
 * What JSON.stringify gives, or the same in another style, by a loop: values of a recording can be nested deeper than a
 * stack holds (case 029).
 */
export function jsonText(value: Json, style: JsonStyle = PLAIN): string {
  const out: string[] = [];
  const open: Level[] = [];
  const write = (part: Json) => {
    if (typeof part === 'string') out.push(style.string(part));
    else if (typeof part === 'number') out.push(style.number(part));
    else if (typeof part !== 'object' || part === null) out.push(JSON.stringify(part) ?? 'null');
    else {
      const isArray = Array.isArray(part);
      out.push(isArray ? '[' : '{');
      const keys = isArray ? null : style.keys(part as JsonObject);
      open.push({ value: part as Level['value'], keys, at: 0 });
    }
  };
  write(value);
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    const { keys, at } = level;
    if (at === (keys ?? (level.value as readonly Json[])).length) {
      out.push(keys === null ? ']' : '}');
      open.pop();
      continue;
    }
    level.at++;
    if (at > 0) out.push(',');
    if (keys === null) write((level.value as readonly Json[])[at]);
    else {
      const key = keys[at] as string;
      out.push(style.string(key), ':');
      write((level.value as JsonObject)[key]);
    }
  }
  return out.join('');
}
