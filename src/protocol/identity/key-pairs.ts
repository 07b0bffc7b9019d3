import { jsonText } from '../json-text';
import { fieldOf, isObject, type Json } from '../json-values';

/**
 * The stream writes snake_case and session files camelCase; attachments of CLI 2.1.332 carry both session_id and
 * sessionId. Where both stand in one frame the snake_case one is read; null and blank texts count as absent.
 */

/** The value is there: neither absent nor null nor a text of blanks. */
export function isStated(value: Json): boolean {
  return value !== undefined && value !== null && !(typeof value === 'string' && value.trim() === '');
}

/** The ways to write a snake_case key in camelCase: session_id is sessionId, tool_use_id also toolUseID (session files). */
export function camelForms(key: string): readonly string[] {
  const camel = key.replace(/_+([a-z0-9])/gi, (_, first: string) => first.toUpperCase());
  const capital = camel.replace(/(Id|Uuid)(s?)$/, (_, word: string, s: string) => word.toUpperCase() + s);
  return capital === camel ? [camel] : [camel, capital];
}

export interface Disagreement {
  /** Path of the snake_case key, and of the other one. */
  snake: string;
  camel: string;
  snakeValue: Json;
  camelValue: Json;
}

/** Objects whose keys are looked at, besides those of the frame itself. What tools are asked and answer is not ours. */
const CONTAINERS = [
  'data',
  'event',
  'request',
  'response',
  'attachment',
  'compact_metadata',
  'compactMetadata',
] as const;

const MAX_DISAGREEMENTS = 20;

/** Keys that a frame states in both ways with different values. */
export function disagreementsOf(frame: Json): Disagreement[] {
  const found: Disagreement[] = [];
  addDisagreements(found, frame, '');
  for (const key of CONTAINERS) addDisagreements(found, fieldOf(frame, key), `${key}.`);
  return found.slice(0, MAX_DISAGREEMENTS);
}

function addDisagreements(found: Disagreement[], value: Json, path: string): void {
  if (!isObject(value)) return;
  for (const key of Object.keys(value)) {
    if (!/[a-zA-Z0-9]_+[a-z0-9]/i.test(key) || !isStated(value[key])) continue;
    for (const camel of camelForms(key)) {
      const other = camel === key ? undefined : fieldOf(value, camel);
      if (!isStated(other) || agree(value[key], other, MAX_DEPTH)) continue;
      found.push({
        snake: path + key,
        camel: path + camel,
        snakeValue: value[key],
        camelValue: other,
      });
    }
  }
}

/** Deeper than this, two values pass for equal: no container of the protocol is. */
const MAX_DEPTH = 12;

/** Equal, whatever case the keys inside are written in; a key that only one of them states is no disagreement. */
function agree(a: Json, b: Json, depth: number): boolean {
  if (depth === 0 || Object.is(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((part, index) => agree(part, b[index], depth - 1));
  }
  if (!isObject(a) || !isObject(b)) return false;
  const byCamel = new Map<string, Json>();
  for (const key of Object.keys(b)) byCamel.set(camelForms(key)[0] as string, b[key]);
  return Object.keys(a).every((key) => {
    const other = byCamel.get(camelForms(key)[0] as string);
    return !isStated(a[key]) || !isStated(other) || agree(a[key], other, depth - 1);
  });
}

const MAX_VALUE_UNITS = 80;

/** What is said of a disagreement, and which of the two is read. */
export function disagreementSentence(
  snake: string,
  snakeValue: Json,
  camel: string,
  camelValue: Json,
): string {
  return `${snake} is ${shown(snakeValue)}, but ${camel} is ${shown(camelValue)}. The snake_case one is read.`;
}

function shown(value: Json): string {
  const text = jsonText(value);
  return text.length > MAX_VALUE_UNITS ? `${text.slice(0, MAX_VALUE_UNITS)}…` : text;
}
