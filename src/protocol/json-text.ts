import type { Json, JsonObject } from './json-values';

interface Level {
  value: JsonObject | readonly Json[];
  /** null: an array. */
  keys: readonly string[] | null;
  at: number;
}

/** What JSON.stringify gives, by a loop: values of a recording can be nested deeper than a stack holds (case 029). */
export function jsonText(value: Json): string {
  const out: string[] = [];
  const open: Level[] = [];
  const write = (part: Json) => {
    if (typeof part !== 'object' || part === null) {
      out.push(JSON.stringify(part) ?? 'null');
      return;
    }
    const isArray = Array.isArray(part);
    out.push(isArray ? '[' : '{');
    open.push({ value: part as Level['value'], keys: isArray ? null : Object.keys(part), at: 0 });
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
      out.push(JSON.stringify(key), ':');
      write((level.value as JsonObject)[key]);
    }
  }
  return out.join('');
}
