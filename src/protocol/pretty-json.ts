/** Deeper levels are not indented further: a value 5,000 levels deep would be megabytes of blanks. */
const MAX_INDENT_LEVELS = 64;

const INDENTS = Array.from({ length: MAX_INDENT_LEVELS + 1 }, (_, level) => `\n${'  '.repeat(level)}`);

/**
 * Re-indents JSON text token by token: numbers, escapes, key order and duplicate keys stay as they are written,
 * which a parse and a stringify would not keep. Loops instead of recursing. Returns null when a string does not
 * end or brackets do not match.
 */
export function prettyJson(text: string): string | null {
  const out: string[] = [];
  const open: string[] = [];
  const indent = () => INDENTS[Math.min(open.length, MAX_INDENT_LEVELS)] as string;
  let i = 0;
  while (i < text.length) {
    const c = text[i] as string;
    if (c === '"') {
      const end = stringEnd(text, i);
      if (end < 0) return null;
      out.push(text.slice(i, end));
      i = end;
    } else if (c === '{' || c === '[') {
      const close = c === '{' ? '}' : ']';
      const next = skipBlank(text, i + 1);
      if (text[next] === close) {
        out.push(c, close);
        i = next + 1;
      } else {
        open.push(close);
        out.push(c, indent());
        i++;
      }
    } else if (c === '}' || c === ']') {
      if (open.pop() !== c) return null;
      out.push(indent(), c);
      i++;
    } else if (c === ',') {
      out.push(c, indent());
      i++;
    } else if (c === ':') {
      out.push(': ');
      i++;
    } else if (isBlank(c)) i++;
    else {
      const end = scalarEnd(text, i);
      out.push(text.slice(i, end));
      i = end;
    }
  }
  return open.length === 0 ? out.join('') : null;
}

/** Position after the closing quote of the string that begins at `quote`, or -1. */
export function stringEnd(text: string, quote: number): number {
  for (let at = text.indexOf('"', quote + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let back = at - 1;
    while (text.charCodeAt(back) === 92) back--;
    if ((at - 1 - back) % 2 === 0) return at + 1;
  }
  return -1;
}

function skipBlank(text: string, i: number): number {
  while (i < text.length && isBlank(text[i] as string)) i++;
  return i;
}

function isBlank(c: string): boolean {
  return c === ' ' || c === '\n' || c === '\r' || c === '\t';
}

function scalarEnd(text: string, i: number): number {
  while (i < text.length && !'"{}[],: \n\r\t'.includes(text[i] as string)) i++;
  return i;
}
