import { fieldOf, type Json } from '../../../json-values';
import { trimSpace, wellFormed } from './go-json';

/** The first of the keys that holds a string which is not blank, trimmed; "" when none does. */
export function readString(record: Json, ...keys: readonly string[]): string {
  for (const key of keys) {
    const value = fieldOf(record, key);
    if (typeof value !== 'string') continue;
    const trimmed = trimSpace(wellFormed(value));
    if (trimmed !== '') return trimmed;
  }
  return '';
}

/** A number without its fraction; anything else is 0. */
export function readInt(record: Json, key: string): number {
  const value = fieldOf(record, key);
  return typeof value === 'number' && Number.isFinite(value) ? Math.trunc(value) : 0;
}

/** The strings of an array that are not blank, trimmed. */
export function readStrings(record: Json, key: string): string[] {
  const value = fieldOf(record, key);
  if (!Array.isArray(value)) return [];
  return value
    .filter((item): item is string => typeof item === 'string')
    .map(trimSpace)
    .filter((item) => item !== '');
}

export const firstOf = (...texts: readonly string[]) => texts.find((text) => text !== '') ?? '';
