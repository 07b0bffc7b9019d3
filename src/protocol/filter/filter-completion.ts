import { type Piece, piecesOf } from './filter-lexer';
import { FILTER_WORDS, type FilterKey, type FilterWord, STATE_WORDS } from './filter-words';

/** What is being written at a place of an expression, and what a choice would replace: text units [from, to). */
export type CompletionPlace =
  | { what: 'key'; prefix: string; from: number; to: number }
  | { what: 'value'; key: FilterKey; word: FilterWord; prefix: string; from: number; to: number };

/** null inside a text or a regular expression, and behind a word that is none. */
export function completionAt(text: string, caret: number): CompletionPlace | null {
  const piece = piecesOf(text).find(({ from, to }) => from < caret && caret <= to);
  if (piece === undefined) return { what: 'key', prefix: '', from: caret, to: caret };
  switch (piece.what) {
    case 'word':
      // A sign without anything behind it stays.
      if (text.slice(piece.from, piece.to) === '-')
        return { what: 'key', prefix: '', from: caret, to: caret };
      return { what: 'key', prefix: text.slice(piece.from, caret), from: piece.from, to: piece.to };
    case 'term':
      return inTerm(text, piece, caret);
    case 'open':
    case 'minus':
      return { what: 'key', prefix: '', from: caret, to: caret };
    default:
      return null;
  }
}

function inTerm(text: string, piece: Piece & { what: 'term' }, caret: number): CompletionPlace | null {
  const keyEnd = piece.from + piece.key.length;
  if (caret <= keyEnd)
    return { what: 'key', prefix: text.slice(piece.from, caret), from: piece.from, to: keyEnd + 1 };
  const word = FILTER_WORDS.find(({ key }) => key === piece.key.toLowerCase());
  if (piece.sign === '=' || word === undefined) return null;
  const value = piece.values.find(({ from, to }) => from <= caret && caret <= to);
  if (value === undefined) return null;
  const prefix = text.slice(value.from, caret).replace(/^"/, '');
  return { what: 'value', key: word.key, word, prefix, from: value.from, to: value.to };
}

export interface Completion {
  /** What is put in the place of what is being written. */
  text: string;
  meaning: string;
}

/** The words of the language that fit; for values those that the language itself knows. */
export function knownCompletions(place: CompletionPlace): Completion[] {
  const prefix = place.prefix.toLowerCase();
  if (place.what === 'value') {
    if (place.word.values !== 'states') return [];
    return STATE_WORDS.filter(({ word }) => word.startsWith(prefix)).map(({ word, meaning }) => ({
      text: word,
      meaning,
    }));
  }
  return FILTER_WORDS.filter(({ key }) => key.startsWith(prefix)).map(({ key, meaning }) => ({
    text: `${key}:`,
    meaning,
  }));
}
