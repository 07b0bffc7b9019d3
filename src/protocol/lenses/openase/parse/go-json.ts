import { type JsonStyle, jsonText } from '../../../json-text';
import { isObject, type Json } from '../../../json-values';
import { keyOf, type Member } from '../../json-members';

/**
 * What Go's encoding/json makes of a text, where it differs from JSON.parse and JSON.stringify: keys of a struct are
 * matched without regard to case, a null changes nothing, 1.0 is no integer, and what is encoded again has its keys
 * sorted and `< > &` escaped. These are rules of the language, which OpenASE inherits.
 */

/** Letters that Go folds: the ASCII ones, and the two that fold into ASCII (long s, Kelvin sign). */
function folded(key: string): string {
  if (!/[A-Z\u017f\u212a]/.test(key)) return key;
  return key
    .replaceAll('\u017f', 's')
    .replaceAll('\u212a', 'k')
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

export type FieldType = 'string' | 'bool' | 'int' | 'float' | 'raw';

export interface StructFields {
  strings: Record<string, string>;
  bools: Record<string, boolean | null>;
  numbers: Record<string, number | null>;
  /** Literals of fields whose type is left open. */
  raw: Record<string, string>;
}

export type Decoded = { fields: StructFields } | { wrong: { key: string; wanted: FieldType; found: string } };

const INT_LIMIT = 2n ** 63n;

/** Decodes an object into named fields as Go fills a struct; `wrong` is the first field of another type. */
export function decodeStruct(
  members: readonly Member[],
  types: Readonly<Record<string, FieldType>>,
): Decoded {
  const fields: StructFields = { strings: {}, bools: {}, numbers: {}, raw: {} };
  let wrong: { key: string; wanted: FieldType; found: string } | null = null;
  for (const { key, literal } of members) {
    const name = Object.hasOwn(types, key) ? key : folded(key);
    const wanted = Object.hasOwn(types, name) ? types[name] : undefined;
    if (wanted === undefined) continue;
    if (wanted === 'raw') fields.raw[name] = literal;
    else if (literal !== 'null' && !store(fields, name, wanted, literal)) {
      wrong ??= { key, wanted, found: kindOfLiteral(literal) };
    }
  }
  return wrong === null ? { fields } : { wrong };
}

function store(fields: StructFields, name: string, wanted: FieldType, literal: string): boolean {
  const c = literal[0] as string;
  if (wanted === 'string') {
    if (c !== '"') return false;
    fields.strings[name] = wellFormed(keyOf(literal));
    return true;
  }
  if (wanted === 'bool') {
    if (literal !== 'true' && literal !== 'false') return false;
    fields.bools[name] = literal === 'true';
    return true;
  }
  const value = Number(literal);
  if (c === '"' || !Number.isFinite(value) || !/^[-\d]/.test(literal)) return false;
  if (wanted === 'int') {
    if (!/^-?\d+$/.test(literal) || literal.length > 20) return false;
    const whole = BigInt(literal);
    if (whole >= INT_LIMIT || whole < -INT_LIMIT) return false;
  }
  fields.numbers[name] = value;
  return true;
}

function kindOfLiteral(literal: string): string {
  if (literal[0] === '"') return 'a string';
  if (literal[0] === '{') return 'an object';
  if (literal[0] === '[') return 'an array';
  if (literal === 'true' || literal === 'false') return 'a boolean';
  return `the number ${literal.slice(0, 40)}`;
}

/** A field of an object by a key in any case, as Go finds it for a struct. */
export function foldedField(value: Json, name: string): Json {
  if (!isObject(value)) return undefined;
  const key = Object.keys(value).findLast((other) => other === name || folded(other) === name);
  return key === undefined ? undefined : value[key];
}

/** Half surrogate pairs become U+FFFD when Go decodes them. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}

const SPACES = '\t\n\v\f\r \u0085\u00a0\u1680\u2028\u2029\u202f\u205f\u3000';
const isSpace = (c: string) => SPACES.includes(c) || (c >= '\u2000' && c <= '\u200a');

/** strings.TrimSpace: unlike String.trim it keeps U+FEFF and takes U+0085. */
export function trimSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text[start] as string)) start++;
  while (end > start && isSpace(text[end - 1] as string)) end--;
  return text.slice(start, end);
}

/** Whether Go decodes the value: a number beyond its doubles is an error there, and Infinity to JSON.parse. */
export function isDecodable(text: string, value: Json): boolean {
  if (!/\d[eE]\+?\d{3}|\d{309}/.test(text)) return true;
  const open: Json[] = [value];
  while (open.length > 0) {
    const part = open.pop();
    if (typeof part === 'number' && !Number.isFinite(part)) return false;
    if (typeof part === 'object' && part !== null) for (const inner of Object.values(part)) open.push(inner);
  }
  return true;
}

/** What json.Marshal writes: keys sorted by their bytes, `< > &` and two line separators escaped. */
export function goEncoded(value: Json): string {
  return jsonText(value, GO_STYLE);
}

const GO_STYLE: JsonStyle = {
  string: goString,
  number: (value) => (Object.is(value, -0) ? '-0' : (JSON.stringify(value) ?? 'null')),
  keys: (value) => Object.keys(value).sort(byBytes),
};

const ESCAPED: Readonly<Record<string, string>> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

function goString(text: string): string {
  return JSON.stringify(wellFormed(text)).replace(/[<>&\u2028\u2029]/g, (c) => ESCAPED[c] as string);
}

/** Order of the UTF-8 bytes: that of the code points, which UTF-16 units do not keep. */
function byBytes(a: string, b: string): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x === y) continue;
    const high = (c: number) => c >= 0xd800 && c <= 0xdfff;
    return high(x) === high(y) ? x - y : high(x) ? 1 : -1;
  }
  return a.length - b.length;
}
