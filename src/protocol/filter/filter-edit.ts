import type { Json } from '../json-values';
import type { FilterNode, FilterValue, ListTerm, RangeTerm } from './filter-ast';
import { parseFilter } from './filter-parser';
import { printFilter, quote, valueWord } from './filter-print';
import type { RangeKey } from './filter-words';

/**
 * What the window does to an expression without the user typing it. Where the expression cannot be read it stays as it
 * is: what is wrong with it has to be mended first.
 */

/** What an expression says of one kind or tool: nothing, only these, all but these. */
export type WordState = 'show' | 'only' | 'exclude';

/** A part of an expression that has to be true beside the others. */
export interface FilterPart {
  /** In its normal form. */
  text: string;
  negated: boolean;
  from: number;
  to: number;
}

const NOWHERE = { from: 0, to: 0 };

/** The parts that all have to be true, in order; null where the expression cannot be read. */
export function filterParts(text: string): FilterPart[] | null {
  const parts = partsOf(text);
  return (
    parts?.map((part) => ({
      text: printFilter(part),
      negated: part.op === 'not',
      from: part.from,
      to: part.to,
    })) ?? null
  );
}

/** The expression with one more term that has to be true, if it does not have it already. */
export function addTerm(text: string, term: string): string {
  const parts = partsOf(text);
  const added = partsOf(term);
  if (parts === null || added === null) return text;
  const known = new Set(parts.map(printFilter));
  const fresh = added.filter((part) => !known.has(printFilter(part)));
  return fresh.length === 0 ? text : printed([...parts, ...fresh]);
}

/** Without the part with this place among `filterParts`. */
export function removePart(text: string, place: number): string {
  const parts = partsOf(text);
  return parts === null ? text : printed(parts.filter((_, at) => at !== place));
}

/** The part with this place among `filterParts` the other way round. */
export function negatePart(text: string, place: number): string {
  const parts = partsOf(text);
  if (parts === null) return text;
  return printed(parts.map((part, at) => (at === place ? negated(part) : part)));
}

/** What the expression says of a kind or a tool. */
export function wordState(text: string, key: 'kind' | 'tool', value: string): WordState {
  for (const part of partsOf(text) ?? []) {
    const term = listTerm(part, key);
    if (term?.values.some((other) => isSame(other, value))) return part.op === 'not' ? 'exclude' : 'only';
  }
  return 'show';
}

/** The expression that says this of a kind or a tool: values of the same word stand together. */
export function setWordState(text: string, key: 'kind' | 'tool', value: string, state: WordState): string {
  const parts = partsOf(text);
  if (parts === null) return text;
  const without = parts.flatMap((part) => withoutValue(part, key, value));
  if (state === 'show') return printed(without);
  const word = valueWord(value);
  const entry: FilterValue = { text: value, quoted: word !== value, ...NOWHERE };
  const op = state === 'exclude' ? 'not' : 'list';
  const at = without.findIndex((part) => part.op === op && listTerm(part, key) !== null);
  const known = at < 0 ? null : listTerm(without[at] as FilterNode, key);
  const term: ListTerm = { op: 'list', key, values: [...(known?.values ?? []), entry], ...NOWHERE };
  const node: FilterNode = state === 'exclude' ? negated(term) : term;
  return printed(at < 0 ? [...without, node] : without.with(at, node));
}

/** The expression with this range of the word in the place of any other; null takes it away. */
export function setRange(text: string, key: RangeKey, range: string | null): string {
  const parts = partsOf(text);
  const added = range === null ? [] : partsOf(`${key}:${range}`);
  if (parts === null || added === null) return text;
  return printed([
    ...parts.filter((part) => (part as RangeTerm).key !== key || part.op !== 'range'),
    ...added,
  ]);
}

/** The term that finds frames where a field has a value; null where no term can: paths may not hold every character. */
export function fieldTerm(path: string, value: Json): string | null {
  if (typeof value === 'object' && value !== null) return null;
  const text = String(value);
  const isPlain = typeof value !== 'string' || !/^(?:true|false|null|-?\d.*)$/i.test(text);
  const term = `${path}=${isPlain ? valueWord(text) : quote(text)}`;
  const [part] = partsOf(term) ?? [];
  return part?.op === 'field' && part.path === path ? term : null;
}

/** Whether two expressions say the same in the same order. */
export function isSameFilter(one: string, other: string): boolean {
  const [a, b] = [partsOf(one), partsOf(other)];
  return a !== null && b !== null && printed(a) === printed(b);
}

function partsOf(text: string): FilterNode[] | null {
  try {
    const node = parseFilter(text);
    return node.op === 'and' ? node.parts : [node];
  } catch {
    return null;
  }
}

const printed = (parts: FilterNode[]) => {
  const [first] = parts;
  return parts.length === 1
    ? printFilter(first as FilterNode)
    : printFilter({ op: 'and', parts, ...NOWHERE });
};

const negated = (part: FilterNode): FilterNode =>
  part.op === 'not' ? part.part : { op: 'not', part, ...NOWHERE };

/** The term of a part that names kinds or tools, negated or not; null for any other part. */
function listTerm(part: FilterNode, key: 'kind' | 'tool'): ListTerm | null {
  const term = part.op === 'not' ? part.part : part;
  return term.op === 'list' && term.key === key ? term : null;
}

function withoutValue(part: FilterNode, key: 'kind' | 'tool', value: string): FilterNode[] {
  const term = listTerm(part, key);
  if (term === null) return [part];
  const values = term.values.filter((other) => !isSame(other, value));
  if (values.length === 0) return [];
  const rest: ListTerm = { ...term, values };
  return [part.op === 'not' ? { ...part, part: rest } : rest];
}

const isSame = (value: FilterValue, text: string) =>
  value.quoted ? value.text === text : value.text.toLowerCase() === text.toLowerCase();
