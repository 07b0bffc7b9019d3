/** JSON as it comes: anything. */
export type Json = unknown;
export type JsonObject = { readonly [key: string]: Json };

export function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Own field of an object. Names such as "constructor" are data, never inherited members (case 028). */
export function fieldOf(value: Json, key: string): Json {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

export function stringOf(value: Json, key: string): string | null {
  const field = fieldOf(value, key);
  return typeof field === 'string' ? field : null;
}

export function numberOf(value: Json, key: string): number | null {
  const field = fieldOf(value, key);
  return typeof field === 'number' ? field : null;
}
