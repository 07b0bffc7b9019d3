import { isObject, type JsonObject } from './json-values';

/**
 * Parses the beginning of a JSON object whose rest is not at hand: the text is cut at the last complete place and
 * its open strings, arrays and objects are closed. Rows of megabyte frames are summed up from their first few
 * kilobytes this way. Returns undefined when the text does not begin like an object.
 */
export function parseHead(text: string): JsonObject | undefined {
  const closed = closeAt(text);
  if (closed === null) return undefined;
  try {
    const value: unknown = JSON.parse(closed);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function closeAt(text: string): string | null {
  const open: string[] = [];
  // Whatever opens or closes something is a safe place itself, so what is open there is open at the end of the text.
  let safe = -1;
  let stringStart = -1;
  let isKey = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i] as string;
    if (stringStart >= 0) {
      const quote = closingQuote(text, i);
      if (quote < 0) break;
      i = quote;
      stringStart = -1;
      if (!isKey) safe = i + 1;
      continue;
    }
    if (c === '"') {
      stringStart = i;
      isKey = open[open.length - 1] === '}' && !afterColon(text, i);
    } else if (c === '{' || c === '[') {
      open.push(c === '{' ? '}' : ']');
      safe = i + 1;
    } else if (c === '}' || c === ']') {
      if (open.pop() !== c) return null;
      safe = i + 1;
      if (open.length === 0) return text.slice(0, i + 1);
    } else if (c === ',') safe = i;
  }
  if (safe < 0) return null;
  // Inside a value string what is there is worth showing.
  const closers = open.reverse().join('');
  if (stringStart >= 0 && !isKey) return `${text.slice(0, wholeEscapes(text))}"${closers}`;
  return text.slice(0, safe) + closers;
}

/** The quote that ends the string whose content begins at `from`; -1 when the text ends before it. */
function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = at;
    while (before > from && text[before - 1] === '\\') before--;
    if ((at - before) % 2 === 0) return at;
  }
  return -1;
}

function afterColon(text: string, quote: number): boolean {
  let i = quote - 1;
  while (i >= 0 && (text[i] === ' ' || text[i] === '\n' || text[i] === '\r' || text[i] === '\t')) i--;
  return text[i] === ':';
}

/** End of the text without an escape sequence that it cuts. */
function wholeEscapes(text: string): number {
  const tail = /\\(?:u[0-9a-fA-F]{0,3})?$/.exec(text);
  if (tail === null) return text.length;
  let backslashes = 0;
  for (let i = tail.index; i >= 0 && text[i] === '\\'; i--) backslashes++;
  return backslashes % 2 === 1 ? tail.index : text.length;
}
