/** Go refuses deeper texts ("exceeded max depth"). */
const MAX_DEPTH = 10_000;

export interface Member {
  key: string;
  /** The value as it is written. */
  literal: string;
}

/** The members of the object that `text` is, in order, repeated keys included; null when Go refuses its depth. */
export function membersOf(text: string): Member[] | null {
  const members: Member[] = [];
  let i = skipBlank(text, text.indexOf('{') + 1);
  while (i < text.length && text[i] !== '}') {
    const keyEnd = stringEnd(text, i);
    const key = keyOf(text.slice(i, keyEnd));
    const start = skipBlank(text, skipBlank(text, keyEnd) + 1);
    const end = valueEnd(text, start);
    if (end < 0) return null;
    members.push({ key, literal: text.slice(start, end) });
    i = skipBlank(text, end);
    if (text[i] === ',') i = skipBlank(text, i + 1);
  }
  return members;
}

/** The text of a quoted string. */
export function keyOf(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted;
  }
}

function skipBlank(text: string, i: number): number {
  while (i < text.length && (text.charCodeAt(i) <= 32 || text[i] === '\ufeff')) i++;
  return i;
}

function stringEnd(text: string, quote: number): number {
  for (let at = text.indexOf('"', quote + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let back = at - 1;
    while (text.charCodeAt(back) === 92) back--;
    if ((at - 1 - back) % 2 === 0) return at + 1;
  }
  return text.length;
}

/** End of the value that begins at `i`, or -1 when it is nested too deeply. */
function valueEnd(text: string, i: number): number {
  const first = text[i];
  if (first === '"') return stringEnd(text, i);
  if (first !== '{' && first !== '[') {
    while (i < text.length && !',}] \n\r\t'.includes(text[i] as string)) i++;
    return i;
  }
  let depth = 0;
  while (i < text.length) {
    const c = text.charCodeAt(i);
    if (c === 34) {
      i = stringEnd(text, i);
      continue;
    }
    if (c === 123 || c === 91) {
      // The object around it is a level too.
      if (++depth >= MAX_DEPTH) return -1;
    } else if ((c === 125 || c === 93) && --depth === 0) return i + 1;
    i++;
  }
  return i;
}
