import type { FilterValue, Span } from './filter-ast';

/** What stands in an expression before it is put together. Every text can be cut into these: what is not closed says so. */
export type Piece =
  | ({ what: 'open' | 'close' | 'minus' | 'word' } & Span)
  /** `key:value,value`; `path=value`. */
  | ({ what: 'term'; key: string; sign: ':' | '='; values: FilterValue[]; open: Span | null } & Span)
  | ({ what: 'text'; text: string; isOpen: boolean } & Span)
  | ({ what: 'regex'; source: string; flags: string; isOpen: boolean } & Span);

const BLANK = /\s/;
/** The beginning of a term. Paths have the notation of src/protocol/fields/field-path.ts. */
const KEY = /([A-Za-z]+):|((?:[A-Za-z_$<][\w$>-]*)(?:\.[\w$<>-]+|\[[\w$<>-]*\])*)=/y;
const FLAGS = /[A-Za-z]*/y;

const ESCAPES: Record<string, string> = { '"': '"', '\\': '\\', n: '\n', r: '\r', t: '\t' };

/** Cuts an expression into pieces. Never throws. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  while (at < text.length) {
    if (BLANK.test(text[at] as string)) {
      at++;
      continue;
    }
    const piece = pieceAt(text, at);
    pieces.push(piece);
    at = piece.to;
  }
  return pieces;
}

function pieceAt(text: string, at: number): Piece {
  const c = text[at] as string;
  if (c === '(') return { what: 'open', from: at, to: at + 1 };
  if (c === ')') return { what: 'close', from: at, to: at + 1 };
  if (c === '"') {
    const { value, to, isOpen } = quotedAt(text, at);
    return { what: 'text', text: value, isOpen, from: at, to };
  }
  if (c === '/') return regexAt(text, at);
  if (c === '-' && at + 1 < text.length && !BLANK.test(text[at + 1] as string))
    return { what: 'minus', from: at, to: at + 1 };
  KEY.lastIndex = at;
  const key = KEY.exec(text);
  if (key !== null) return termAt(text, at, key);
  return { what: 'word', from: at, to: endOfWord(text, at, /[\s()]/) };
}

function endOfWord(text: string, at: number, stop: RegExp): number {
  let to = at;
  while (to < text.length && !stop.test(text[to] as string)) to++;
  return to;
}

/** Backslashes that escape nothing stand for themselves, so that "C:\Users" is what it looks like. */
function quotedAt(text: string, from: number): { value: string; to: number; isOpen: boolean } {
  let value = '';
  let at = from + 1;
  while (at < text.length) {
    const c = text[at] as string;
    if (c === '"') return { value, to: at + 1, isOpen: false };
    const escaped = c === '\\' ? ESCAPES[text[at + 1] ?? ''] : undefined;
    value += escaped ?? c;
    at += escaped === undefined ? 1 : 2;
  }
  return { value, to: at, isOpen: true };
}

function regexAt(text: string, from: number): Piece {
  let isClass = false;
  for (let at = from + 1; at < text.length; at++) {
    const c = text[at];
    if (c === '\\') at++;
    else if (c === '[') isClass = true;
    else if (c === ']') isClass = false;
    else if (c === '/' && !isClass) {
      FLAGS.lastIndex = at + 1;
      const flags = FLAGS.exec(text)?.[0] ?? '';
      const to = at + 1 + flags.length;
      return { what: 'regex', source: text.slice(from + 1, at), flags, isOpen: false, from, to };
    }
  }
  const source = text.slice(from + 1);
  return { what: 'regex', source, flags: '', isOpen: true, from, to: text.length };
}

function termAt(text: string, from: number, match: RegExpExecArray): Piece {
  const key = match[1] ?? (match[2] as string);
  const sign = match[1] === undefined ? '=' : ':';
  const values: FilterValue[] = [];
  let open: Span | null = null;
  let at = from + match[0].length;
  for (;;) {
    const start = at;
    if (text[at] === '"') {
      const quoted = quotedAt(text, at);
      at = quoted.to;
      if (quoted.isOpen) open = { from: start, to: at };
      values.push({ text: quoted.value, quoted: true, from: start, to: at });
    } else {
      at = endOfWord(text, at, /[\s(),]/);
      values.push({ text: text.slice(start, at), quoted: false, from: start, to: at });
    }
    if (text[at] !== ',') break;
    at++;
  }
  return { what: 'term', key, sign, values, open, from, to: at };
}
