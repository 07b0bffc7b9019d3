import type { FilterNode, FilterTerm, FilterValue, Range, Span, StateTerm, TextTerm } from './filter-ast';
import { FilterError } from './filter-error';
import { type Piece, piecesOf } from './filter-lexer';
import { rangeForms, rangeOf } from './filter-ranges';
import {
  FILTER_WORDS,
  isListKey,
  isRangeKey,
  MAX_EXPRESSION_UNITS,
  MAX_TERMS,
  type RangeKey,
  STATE_WORDS,
  type StateWord,
} from './filter-words';

const MAX_DEPTH = 50;
/** `g` and `y` are about the place of a search, not about what is found. */
const REGEX_FLAGS = 'imsu';

/** The expression as a tree; an empty one is true of every row. Throws FilterError, and nothing else. */
export function parseFilter(text: string): FilterNode {
  if (text.length > MAX_EXPRESSION_UNITS) {
    const sentence = `The filter is longer than ${MAX_EXPRESSION_UNITS} characters: shorten it.`;
    throw new FilterError(sentence, MAX_EXPRESSION_UNITS, text.length);
  }
  return new Parser(text).all();
}

/** What is wrong with an expression; null when it can be read. */
export function filterErrorOf(text: string): FilterError | null {
  try {
    parseFilter(text);
    return null;
  } catch (error) {
    if (error instanceof FilterError) return error;
    throw error;
  }
}

class Parser {
  private readonly pieces: Piece[];
  private at = 0;
  private depth = 0;
  private terms = 0;

  constructor(private readonly text: string) {
    this.pieces = piecesOf(text);
  }

  all(): FilterNode {
    if (this.pieces.length === 0) return { op: 'and', parts: [], from: 0, to: this.text.length };
    const node = this.either();
    const left = this.pieces[this.at];
    if (left !== undefined)
      throw new FilterError('This ")" closes nothing: remove it, or put it in quotes.', left.from, left.to);
    return node;
  }

  /** Terms and groups with `or` between them. */
  private either(): FilterNode {
    const parts = [this.both()];
    while (this.isWord('or')) {
      const or = this.pieces[this.at++] as Piece;
      if (this.isEnd() || this.isWord('or'))
        throw new FilterError('"or" wants a term on both sides: write one behind it.', or.from, or.to);
      parts.push(this.both());
    }
    return joined('or', parts);
  }

  /** Terms and groups beside each other. */
  private both(): FilterNode {
    const parts: FilterNode[] = [];
    while (!this.isEnd() && !this.isWord('or')) {
      if (this.isWord('and')) this.skipAnd(parts.length > 0);
      else parts.push(this.one());
    }
    const [first] = parts;
    if (first === undefined) throw this.missingTerm();
    return joined('and', parts);
  }

  private skipAnd(hasTermBefore: boolean): void {
    const and = this.pieces[this.at++] as Piece;
    if (!hasTermBefore || this.isEnd() || this.isWord('or') || this.isWord('and')) {
      const sentence = '"and" wants a term on both sides: write one, or leave "and" out.';
      throw new FilterError(sentence, and.from, and.to);
    }
  }

  private missingTerm(): FilterError {
    const piece = this.pieces[this.at];
    if (piece?.what === 'word')
      return new FilterError('"or" wants a term on both sides: write one before it.', piece.from, piece.to);
    if (piece?.what === 'close' && this.depth === 0)
      return new FilterError(
        'This ")" closes nothing: remove it, or put it in quotes.',
        piece.from,
        piece.to,
      );
    const open = this.pieces[this.at - 1] as Piece;
    return new FilterError('There is nothing in this group: write a term after "(".', open.from, open.to);
  }

  private isEnd(): boolean {
    const piece = this.pieces[this.at];
    return piece === undefined || piece.what === 'close';
  }

  private isWord(word: string): boolean {
    const piece = this.pieces[this.at];
    return piece?.what === 'word' && this.text.slice(piece.from, piece.to).toLowerCase() === word;
  }

  private one(): FilterNode {
    const piece = this.pieces[this.at++] as Piece;
    this.count(piece);
    switch (piece.what) {
      case 'minus':
        return this.negated(piece);
      case 'open':
        return this.group(piece);
      case 'word':
        if (this.text.slice(piece.from, piece.to).toLowerCase() === 'not') return this.negated(piece);
        return textTerm(piece, this.text.slice(piece.from, piece.to), false);
      case 'text':
        if (piece.isOpen) throw openQuote(piece);
        return textTerm(piece, piece.text, false);
      case 'regex':
        return regexTerm(piece);
      case 'term':
        return this.term(piece);
      case 'close':
        throw new FilterError('This ")" closes nothing: remove it.', piece.from, piece.to);
    }
  }

  private count(piece: Piece): void {
    this.terms += piece.what === 'minus' || piece.what === 'open' ? 0 : 1;
    // A term for each state.
    if (piece.what === 'term' && piece.key.toLowerCase() === 'is') this.terms += piece.values.length - 1;
    if (this.terms <= MAX_TERMS) return;
    const sentence = `The filter has more than ${MAX_TERMS} terms: write several values of a word behind one, such as kind:a,b.`;
    throw new FilterError(sentence, piece.from, piece.to);
  }

  private negated(sign: Piece): FilterNode {
    const next = this.pieces[this.at];
    const word = sign.what === 'minus' ? '-' : 'not';
    if (this.isEnd() || this.isWord('or') || this.isWord('and') || next === undefined) {
      const sentence = `"${word}" wants a term behind it: write one, or put "${word}" in quotes.`;
      throw new FilterError(sentence, sign.from, sign.to);
    }
    if (next.what === 'minus') {
      const sentence = 'A text that begins with two minus signs has to stand in quotes, such as "--verbose".';
      throw new FilterError(sentence, sign.from, next.to);
    }
    this.enter(sign);
    const part = this.one();
    this.depth--;
    return { op: 'not', part, from: sign.from, to: part.to };
  }

  private group(open: Piece): FilterNode {
    this.enter(open);
    const inner = this.either();
    this.depth--;
    const close = this.pieces[this.at++];
    if (close === undefined)
      throw new FilterError('This "(" is not closed: write ")" behind the group.', open.from, open.to);
    return { ...inner, from: open.from, to: close.to };
  }

  private enter(piece: Piece): void {
    if (++this.depth > MAX_DEPTH)
      throw new FilterError(
        `Groups nest more than ${MAX_DEPTH} deep here: write it flatter.`,
        piece.from,
        piece.to,
      );
  }

  private term(piece: Piece & { what: 'term' }): FilterTerm {
    const { key, sign, values, from, to } = piece;
    if (piece.open !== null) throw openQuote(piece.open);
    for (const value of values) if (value.text === '' && !value.quoted) throw missingValue(piece, value);
    if (sign === '=') return { op: 'field', path: key, values, from, to };
    const word = key.toLowerCase();
    if (word === 'case') return caseTerm(piece);
    if (word === 'is') return stateTerm(piece, values);
    if (isRangeKey(word)) return { op: 'range', key: word, ranges: rangesOf(word, values), from, to };
    if (!isListKey(word)) throw unknownWord(piece);
    if (word === 'run' || word === 'agent') for (const value of values) checkNumber(word, value);
    if (word === 'has') for (const value of values) checkPath(value);
    return { op: 'list', key: word, values, from, to } as FilterTerm;
  }
}

/** Groups of the same kind inside each other are one. */
function joined(op: 'and' | 'or', parts: FilterNode[]): FilterNode {
  const flat = parts.flatMap((part) => (part.op === op ? part.parts : [part]));
  const [first] = flat;
  const from = (parts[0] as FilterNode).from;
  const to = (parts.at(-1) as FilterNode).to;
  return flat.length === 1 ? (first as FilterNode) : { op, parts: flat, from, to };
}

function textTerm({ from, to }: Span, text: string, caseSensitive: boolean): TextTerm {
  if (text === '') throw new FilterError('These quotes are empty: write the text to look for.', from, to);
  return { op: 'text', kind: 'text', text, caseSensitive, flags: '', from, to };
}

function caseTerm({ values, from, to }: Piece & { what: 'term' }): TextTerm {
  const [value, second] = values;
  if (second !== undefined) {
    const sentence = 'case: takes one text: put it in quotes if it has a comma.';
    throw new FilterError(sentence, second.from - 1, second.to);
  }
  return textTerm({ from, to }, (value as FilterValue).text, true);
}

function regexTerm(piece: Piece & { what: 'regex' }): TextTerm {
  const { source, flags, from, to } = piece;
  if (piece.isOpen) {
    const sentence =
      'This regular expression is not closed: write "/" behind it, or put a text with "/" in quotes.';
    throw new FilterError(sentence, from, to);
  }
  if (source === '')
    throw new FilterError('This regular expression is empty: write what to look for.', from, to);
  const odd = [...flags].find((flag, at) => !REGEX_FLAGS.includes(flag) || flags.indexOf(flag) !== at);
  if (odd !== undefined) {
    const sentence = `"${odd}" is no flag of a regular expression here (i, m, s and u are): remove it, or put a text with "/" in quotes.`;
    throw new FilterError(sentence, to - flags.length, to);
  }
  try {
    new RegExp(source, flags);
  } catch (error) {
    const reason =
      error instanceof Error
        ? error.message.replace(/^Invalid regular expression: \/[\s\S]*\/\w*: /, '')
        : '';
    throw new FilterError(`This regular expression cannot be read: ${reason || 'unknown reason'}.`, from, to);
  }
  const others = [...flags]
    .filter((flag) => flag !== 'i')
    .sort()
    .join('');
  return {
    op: 'text',
    kind: 'regex',
    text: source,
    caseSensitive: !flags.includes('i'),
    flags: others,
    from,
    to,
  };
}

function stateTerm({ from, to }: Span, values: readonly FilterValue[]): StateTerm {
  const states = values.map((value): StateWord => {
    const found = STATE_WORDS.find(({ word }) => word === value.text.toLowerCase());
    if (found !== undefined) return found.word;
    const known = STATE_WORDS.map(({ word }) => word).join(', ');
    throw new FilterError(
      `There is no state "${short(value.text)}". These are: ${known}.`,
      value.from,
      value.to,
    );
  });
  return { op: 'is', states, from, to };
}

function rangesOf(key: RangeKey, values: readonly FilterValue[]): Range[] {
  return values.map((value) => {
    const range = value.quoted ? null : rangeOf(key, value.text);
    if (range !== null) return range;
    const sentence = `"${short(value.text)}" is nothing that ${key}: takes. Write ${rangeForms(key)}.`;
    throw new FilterError(sentence, value.from, value.to);
  });
}

function checkNumber(key: string, value: FilterValue): void {
  if (/^\d{1,9}$/.test(value.text)) return;
  throw new FilterError(`${key}: takes a number, such as ${key}:1.`, value.from, value.to);
}

function checkPath(value: FilterValue): void {
  if (/^[^.[\]\s]+(?:\.[^.[\]\s]+|\[[^\][\s]*\])*$/.test(value.text)) return;
  const sentence =
    'has: takes a field as the detail pane names it, such as has:message.content[text].citations.';
  throw new FilterError(sentence, value.from, value.to);
}

function missingValue(piece: Piece & { what: 'term' }, value: FilterValue): FilterError {
  const word = FILTER_WORDS.find(({ key }) => key === piece.key.toLowerCase());
  if (word === undefined && piece.sign === ':') return unknownWord(piece);
  const name = `${piece.key}${piece.sign}`;
  const example = word === undefined ? '' : `, such as ${word.example}`;
  const from = Math.min(value.from, piece.to - 1);
  return new FilterError(
    `${name} wants a value behind it${example}.`,
    Math.min(piece.from, from),
    Math.max(value.to, piece.to),
  );
}

function unknownWord({ key, from, to }: Piece & { what: 'term' }): FilterError {
  const known = FILTER_WORDS.map((word) => word.key).join(', ');
  const sentence = `There is no word "${short(key)}:". To look for the text put it in quotes; the words are ${known}.`;
  return new FilterError(sentence, from, to);
}

function openQuote({ from, to }: Span): FilterError {
  return new FilterError('This quote is not closed: write " behind the text.', from, to);
}

const short = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);
