import type { Json } from '../json-values';
import type { JsonType } from './field-path';
import { jsonType } from './walk-fields';

/** What a published type allows at one place; the inside of objects and arrays has paths of its own. */
export interface TypeShape {
  types: ReadonlySet<JsonType>;
  /** The only strings allowed; null: any. */
  literals: ReadonlySet<string> | null;
  /** Strings have to be UUIDs. */
  uuid: boolean;
}

const BASIC: Record<string, JsonType> = {
  string: 'string',
  uuid: 'string',
  number: 'number',
  boolean: 'boolean',
  true: 'boolean',
  false: 'boolean',
  object: 'object',
  null: 'null',
};

const TOKEN = /\s*(?:('(?:[^'\\]|\\.)*')|([A-Za-z_$][\w$.]*)|(\[\]|[()|<>]))/y;

const known = new Map<string, TypeShape | null>();

/** A published type as a shape; null when it says nothing that can be checked (a named type, a cut union, unknown). */
export function shapeOf(type: string): TypeShape | null {
  let shape = known.get(type);
  if (shape === undefined) {
    shape = readShape(type);
    known.set(type, shape);
  }
  return shape;
}

function readShape(type: string): TypeShape | null {
  const tokens = tokensOf(type);
  if (tokens === null) return null;
  const parts = parseUnion(tokens, { at: 0 });
  if (parts === null) return null;
  const strings = parts.filter(({ type: part }) => part === 'string');
  const closed = strings.length > 0 && strings.every(({ literal }) => literal !== undefined);
  return {
    types: new Set(parts.map((part) => part.type)),
    literals: closed ? new Set(strings.map(({ literal }) => literal as string)) : null,
    uuid: strings.length === 1 && strings[0]?.uuid === true,
  };
}

interface Part {
  type: JsonType;
  literal?: string;
  uuid?: boolean;
}

function tokensOf(type: string): string[] | null {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < type.length) {
    const found = TOKEN.exec(type);
    if (found === null) return null;
    tokens.push(found[0].trim());
  }
  return tokens;
}

/** The alternatives of a union from `place` on, up to its end or a closing bracket; null when not understood. */
function parseUnion(tokens: readonly string[], place: { at: number }): Part[] | null {
  const parts: Part[] = [];
  for (;;) {
    const item = parseItem(tokens, place);
    if (item === null) return null;
    let alternatives = item;
    for (; tokens[place.at] === '[]'; place.at++) alternatives = [{ type: 'array' }];
    parts.push(...alternatives);
    const next = tokens[place.at];
    if (next !== '|') return next === undefined || next === ')' ? parts : null;
    place.at++;
  }
}

function parseItem(tokens: readonly string[], place: { at: number }): Part[] | null {
  const token = tokens[place.at++];
  if (token === undefined) return null;
  if (token === 'map') return skipMap(tokens, place);
  if (token === '(') {
    const inner = parseUnion(tokens, place);
    return inner !== null && tokens[place.at++] === ')' ? inner : null;
  }
  if (token.startsWith("'")) return [{ type: 'string', literal: token.slice(1, -1) }];
  const basic = Object.hasOwn(BASIC, token) ? BASIC[token] : undefined;
  // An array of a named type is an array all the same.
  if (basic === undefined) return tokens[place.at] === '[]' ? [{ type: 'array' }] : null;
  return [token === 'uuid' ? { type: basic, uuid: true } : { type: basic }];
}

/** What is in a map has a path of its own. */
function skipMap(tokens: readonly string[], place: { at: number }): Part[] | null {
  const end = tokens.indexOf('>', place.at);
  if (tokens[place.at] !== '<' || end < 0) return null;
  place.at = end + 1;
  return [{ type: 'object' }];
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** What is wrong with a value of this type, as the end of a sentence; null when nothing is. */
export function mismatch(shape: TypeShape, value: Json): string | null {
  const type = jsonType(value);
  if (!shape.types.has(type)) return `is ${article(type)}`;
  if (typeof value !== 'string') return null;
  if (shape.literals !== null && !shape.literals.has(value))
    return `is "${cut(value)}", which is not among them`;
  return shape.uuid && !UUID.test(value) ? `is "${cut(value)}", which is no UUID` : null;
}

const article = (type: JsonType) =>
  type === 'null' ? 'null' : `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;

const MAX_VALUE_UNITS = 60;

const cut = (value: string) =>
  value.length > MAX_VALUE_UNITS ? `${value.slice(0, MAX_VALUE_UNITS)}…` : value;
