/**
 * The longest text that stands in everything a regular expression matches; '' when that cannot be told for certain. Only
 * plain characters outside of groups and alternatives are looked at, so that nothing depends on a full grammar.
 */
export function mandatoryLiteral(source: string, flags: string): string {
  // In a class of the flag v brackets nest.
  if (flags.includes('v')) return '';
  let longest = '';
  let current = '';
  const end = () => {
    if (current.length > longest.length) longest = current;
    current = '';
  };
  for (let at = 0; at < source.length; ) {
    const next = pieceAt(source, at);
    if (next === null) return '';
    at = next.end;
    const quantifier = quantifierAt(source, at);
    at = quantifier.end;
    // Case is folded in other ways for characters that are no ASCII.
    if (next.literal === null || (flags.includes('i') && next.literal > '\x7f')) end();
    else if (quantifier.least === 0) end();
    else {
      current += next.literal;
      if (quantifier.isStated) end();
    }
  }
  end();
  return longest;
}

/** Escapes that stand for one character whatever the flags are. */
const CONTROLS: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
]);

/** The atom at `at`: where it ends, and its character when it is nothing but one; null when nothing can be told. */
function pieceAt(source: string, at: number): { end: number; literal: string | null } | null {
  const character = source[at] as string;
  switch (character) {
    case '|':
      return null;
    case '(': {
      const end = groupEnd(source, at);
      return end < 0 ? null : { end, literal: null };
    }
    case '[': {
      const end = classEnd(source, at);
      return end < 0 ? null : { end, literal: null };
    }
    case '\\':
      return escapeAt(source, at);
    case '.':
    case '^':
    case '$':
      return { end: at + 1, literal: null };
    default:
      // Half a character is a whole one to a pattern with the flag u.
      return { end: at + 1, literal: isHalf(character) ? null : character };
  }
}

function escapeAt(source: string, at: number): { end: number; literal: string | null } | null {
  const letter = source[at + 1];
  if (letter === undefined) return null;
  if (/[bBdDwWsS]/.test(letter)) return { end: at + 2, literal: null };
  const control = CONTROLS.get(letter);
  if (control !== undefined) return { end: at + 2, literal: control };
  // References, code points, properties and the like.
  if (/[0-9A-Za-z]/.test(letter) || isHalf(letter)) return null;
  return { end: at + 2, literal: letter };
}

function isHalf(character: string): boolean {
  return character >= '\ud800' && character <= '\udfff';
}

/** Behind the bracket that closes the class at `at`; -1 when there is none. */
function classEnd(source: string, at: number): number {
  for (let k = at + 1; k < source.length; k++) {
    if (source[k] === '\\') k++;
    else if (source[k] === ']') return k + 1;
  }
  return -1;
}

/** Behind the parenthesis that closes the group at `at`; -1 when there is none. */
function groupEnd(source: string, at: number): number {
  let depth = 0;
  for (let k = at; k < source.length; k++) {
    const character = source[k];
    if (character === '\\') k++;
    else if (character === '[') {
      k = classEnd(source, k) - 1;
      if (k < 0) return -1;
    } else if (character === '(') depth++;
    else if (character === ')' && --depth === 0) return k + 1;
  }
  return -1;
}

function quantifierAt(source: string, at: number): { end: number; least: number; isStated: boolean } {
  const stated = /^(?:[*+?]|\{(\d+)(?:,\d*)?\})\??/.exec(source.slice(at, at + 40));
  if (stated === null) return { end: at, least: 1, isStated: false };
  const least = stated[1] === undefined ? (stated[0].startsWith('+') ? 1 : 0) : Number(stated[1]);
  return { end: at + stated[0].length, least, isStated: true };
}
