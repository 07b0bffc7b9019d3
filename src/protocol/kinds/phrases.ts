import { jsonText } from '../json-text';
import { fieldOf, isObject, type Json, type JsonObject, numberOf } from '../json-values';

/** What summaries are made of. Every phrase of something that is not stated is null, and null parts are left out. */
export type Phrase = string | null;

export function joined(parts: readonly Phrase[]): string {
  return parts.filter((part) => part !== null && part !== '').join(' · ');
}

/** Of a figure that people can use: JSON can hold 1e999, and a negative count says nothing. */
function figureOf(value: Json, key: string): number | null {
  const figure = numberOf(value, key);
  return figure !== null && Number.isFinite(figure) && figure >= 0 ? figure : null;
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/** "4,429 tokens" */
export function countOf(value: Json, key: string, one: string, many?: string): Phrase {
  const figure = figureOf(value, key);
  return figure === null ? null : counted(figure, one, many);
}

/**
 * "3 tools" of an array. In the beginning of a longer frame the last key may go on beyond what is at hand: then its length
 * is not known, and nothing is said.
 */
export function lengthOf(value: Json, key: string, one: string, partial: boolean, many?: string): Phrase {
  const list = fieldOf(value, key);
  if (!Array.isArray(list) || (partial && lastKey(value) === key)) return null;
  return counted(list.length, one, many);
}

const lastKey = (value: Json) => (isObject(value) ? Object.keys(value).at(-1) : undefined);

/** "label value" of a string, a number or a boolean. */
export function labelled(label: string, value: Json, key: string): Phrase {
  const text = wordOf(value, key);
  return text === null ? null : `${label} ${text}`;
}

/** A short scalar as a word; an empty string says nothing. */
export function wordOf(value: Json, key: string): Phrase {
  const field = fieldOf(value, key);
  if (typeof field === 'string') return field === '' ? null : field;
  return typeof field === 'number' || typeof field === 'boolean' ? String(field) : null;
}

/** The word when the field is `true`. */
export function flagged(word: string, value: Json, key: string): Phrase {
  return fieldOf(value, key) === true ? word : null;
}

/** The first stated word of several keys: snake case stands before camel case, and null is absent. */
export function firstWord(value: Json, ...keys: readonly string[]): Phrase {
  for (const key of keys) {
    const word = wordOf(value, key);
    if (word !== null) return word;
  }
  return null;
}

/** The first stated figure of several keys. */
export function firstFigure(value: Json, ...keys: readonly string[]): number | null {
  for (const key of keys) {
    const figure = figureOf(value, key);
    if (figure !== null) return figure;
  }
  return null;
}

export function money(usd: number): string {
  return `$${usd.toFixed(4)}`;
}

/** "0.2 s" or "49 ms" of milliseconds. */
export function seconds(ms: number | null): Phrase {
  if (ms === null) return null;
  return ms > 0 && ms < 100 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** A time of day in seconds or milliseconds since the epoch as ISO text; the number when no date can hold it. */
export function isoTime(time: number, unit: 'seconds' | 'milliseconds'): string {
  const date = new Date(unit === 'seconds' ? time * 1000 : time);
  return Number.isNaN(date.getTime()) ? String(time) : date.toISOString().replace(/\.\d{3}Z$/, 'Z');
}

/** Names of a list in their order, as many as a line has room for. */
export function names(value: Json, key?: string): Phrase {
  if (!Array.isArray(value)) return null;
  const all = value
    .slice(0, MAX_NAMES)
    .map((item) => (key === undefined ? item : fieldOf(item, key)))
    .filter((name): name is string => typeof name === 'string' && name !== '');
  if (all.length === 0) return null;
  return `${all.join(', ')}${value.length > MAX_NAMES ? ', …' : ''}`;
}

const MAX_NAMES = 12;

/** "label: a, b" of a list with something in it. */
export function listed(label: string, value: Json, nameKey?: string): Phrase {
  const text = names(value, nameKey);
  return text === null ? null : `${label}: ${text}`;
}

/** "a → b"; one end alone stands for itself. */
export function change(from: Phrase, to: Phrase): Phrase {
  if (from === null || to === null) return from ?? to;
  return `${from} → ${to}`;
}

/** The first characters of a file's path are the least telling: its last two parts. */
export function shortPath(path: Phrase): Phrase {
  if (path === null) return null;
  const parts = path.split(/[/\\]/).filter((part) => part !== '');
  return parts.length > 2 ? `…/${parts.slice(-2).join('/')}` : path;
}

/** The short scalar fields of a value that no rule knows. */
export function general(value: Json): string {
  if (!isObject(value)) return value === undefined || value === null ? '' : jsonText(value);
  const parts: string[] = [];
  for (const key of Object.keys(value)) {
    if (SELF_EVIDENT.has(key)) continue;
    const word = wordOf(value, key);
    if (word !== null) parts.push(`${key}: ${word.slice(0, 60)}`);
    if (parts.length === 4) break;
  }
  return parts.length > 0 ? parts.join(' · ') : keysOf(value);
}

function keysOf(value: JsonObject): string {
  const keys = Object.keys(value);
  const telling = keys.filter((key) => !SELF_EVIDENT.has(key));
  if (telling.length > 0) return telling.join(', ');
  return keys.length === 0 ? 'an object without fields' : `only ${keys.join(', ')}`;
}

const SELF_EVIDENT = new Set(
  'type subtype uuid session_id sessionId parentUuid parent_tool_use_id timestamp isSidechain cwd version gitBranch userType entrypoint slug'.split(
    ' ',
  ),
);

/** A rule that takes the first of these fields that says something, else what the frame holds in general. */
export function saying(...keys: readonly string[]): (frame: JsonObject) => string {
  return (frame) => firstWord(frame, ...keys) ?? general(frame);
}

/** The text of tags such as <local-command-stdout>, without the tags. */
export function withoutTags(text: Phrase): Phrase {
  return text === null ? null : text.replace(/<\/?[a-z][a-z-]{0,40}>/g, ' ').trim();
}
