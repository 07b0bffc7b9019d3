import { fieldOf, isObject, type Json, type JsonObject, stringOf } from '../../../json-values';
import { trimSpace } from '../parse/go-json';

/** Places of a text where a trailing JSON value may begin; more are not tried. */
const MAX_TRIES = 20;

/** What the chat makes of an assistant's text: a text message, and a structured diff where JSON of one ends it. */
export function chatMessages(text: string): JsonObject[] {
  const whole = diffOf(text);
  if (whole !== null) return [whole];
  for (const at of candidates(text)) {
    const diff = diffOf(text.slice(at));
    if (diff === null) continue;
    const prose = trimSpace(text.slice(0, at));
    return prose === '' ? [diff] : [{ type: 'text', content: prose }, diff];
  }
  return [{ type: 'text', content: text }];
}

/** Beginnings of lines that open a fence or an object. */
function candidates(text: string): number[] {
  const found: number[] = [];
  for (const match of text.matchAll(/^(?:```(?:json)?[ \t]*$|\{)/gm)) {
    if (match.index > 0 && found.length < MAX_TRIES) found.push(match.index);
  }
  return found;
}

/** The diff that the text is, alone or in a fence; the same one several times is one. Other JSON stays text. */
function diffOf(text: string): JsonObject | null {
  const parts = trimSpace(text)
    .split(/^```(?:json)?[ \t]*$/m)
    .map(trimSpace)
    .filter((part) => part !== '');
  const diffs = parts.flatMap(objectsIn);
  const [first, ...others] = diffs;
  if (first === undefined || first === null || others.some((other) => other === null)) return null;
  const same = JSON.stringify(first);
  return others.every((other) => JSON.stringify(other) === same) ? first : null;
}

function objectsIn(part: string): (JsonObject | null)[] {
  const one = parsedDiff(part);
  if (one !== null) return [one];
  const pieces = part.split(/\n(?=\{)/);
  return pieces.length > 1 && pieces.length <= MAX_TRIES ? pieces.map(parsedDiff) : [null];
}

function parsedDiff(text: string): JsonObject | null {
  if (!text.startsWith('{')) return null;
  try {
    const value: Json = JSON.parse(text);
    return isObject(value) && stringOf(value, 'type') === 'diff' && Array.isArray(fieldOf(value, 'hunks'))
      ? value
      : null;
  } catch {
    return null;
  }
}
