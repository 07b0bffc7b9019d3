import type { FilterNode, FilterTerm, FilterValue, TextTerm } from './filter-ast';
import { rangeText } from './filter-ranges';

/** Words that mean something between terms, and so stand in quotes as a text. */
const CONNECTIVE = /^(?:or|and|not)$/i;
const PLAIN_TEXT = /^[\p{L}\p{N}_][\p{L}\p{N}_.]*$/u;
const PLAIN_VALUE = /^[^\s(),"*][^\s(),*]*$/;

/** The normal form of an expression. Parsing it gives the same tree. */
export function printFilter(node: FilterNode): string {
  switch (node.op) {
    case 'and':
      return node.parts.map((part) => grouped(part, part.op === 'or')).join(' ');
    case 'or':
      return node.parts.map(printFilter).join(' or ');
    case 'not':
      return `-${grouped(node.part, node.part.op === 'or' || node.part.op === 'and' || node.part.op === 'not')}`;
    default:
      return printTerm(node);
  }
}

const grouped = (node: FilterNode, inGroup: boolean) =>
  inGroup ? `(${printFilter(node)})` : printFilter(node);

function printTerm(term: FilterTerm): string {
  switch (term.op) {
    case 'list':
      return `${term.key}:${term.values.map(printValue).join(',')}`;
    case 'is':
      return `is:${term.states.join(',')}`;
    case 'range':
      return `${term.key}:${term.ranges.map((range) => rangeText(term.key, range)).join(',')}`;
    case 'field':
      return `${term.path}=${term.values.map(printValue).join(',')}`;
    case 'text':
      return printText(term);
  }
}

/** A value of a term as it is written. */
export function printValue({ text, quoted }: Pick<FilterValue, 'text' | 'quoted'>): string {
  return quoted ? quote(text) : text;
}

function printText({ kind, text, caseSensitive, flags }: TextTerm): string {
  if (kind === 'regex') return `/${text}/${caseSensitive ? '' : 'i'}${flags}`;
  if (caseSensitive) return `case:${quote(text)}`;
  return PLAIN_TEXT.test(text) && !CONNECTIVE.test(text) ? text : quote(text);
}

/** A text in quotes. */
export function quote(text: string): string {
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t');
  return `"${escaped}"`;
}

/** The value that stands for exactly this text, or this name of a kind or a tool: in quotes where it has to be. */
export function valueWord(text: string): string {
  return PLAIN_VALUE.test(text) ? text : quote(text);
}
