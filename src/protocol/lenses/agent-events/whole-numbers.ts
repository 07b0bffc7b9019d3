import { fieldOf, type Json } from '../../json-values';
import { membersOf } from '../json-members';

/**
 * A field that is a non-negative whole number as serde reads it; null for anything else. JSON.parse makes 5 of 5.0 and of
 * 5e0, which serde reads as floats, so a text that has such a number is looked at literally.
 */
export function wholeNumber(text: string, value: Json, path: readonly string[]): number | null {
  const number = path.reduce(fieldOf, value);
  if (typeof number !== 'number' || !Number.isInteger(number) || number < 0 || number >= 2 ** 64) return null;
  if (!/\d(?:\.\d|[eE])/.test(text)) return Object.is(number, -0) ? null : number;
  return /^\d+$/.test(literalAt(text, path)) ? number : null;
}

function literalAt(text: string, path: readonly string[]): string {
  let literal = text;
  for (const key of path) {
    literal = membersOf(literal)?.findLast((member) => member.key === key)?.literal ?? '';
  }
  return literal;
}
