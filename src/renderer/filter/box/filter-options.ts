import type { Facets } from '../../../ipc/engine-contract';
import { completionAt, knownCompletions } from '../../../protocol/filter/filter-completion';
import { valueWord } from '../../../protocol/filter/filter-print';
import type { SavedFilter } from '../../stores/saved-filters';

/** One line of the list below the filter box. */
export interface FilterOption {
  what: 'key' | 'value' | 'saved' | 'recent';
  /** What the line says first. */
  label: string;
  meaning: string;
  /** How many frames (of a tool: calls) it is about; null where that is not known. */
  count: number | null;
  /** What is written, in the place of the units [from, to). */
  text: string;
  from: number;
  to: number;
}

export interface Offered {
  facets: Facets | null;
  saved: readonly SavedFilter[];
  recent: readonly string[];
}

const MAX_OPTIONS = 60;

/** What could be written at a place of the text. */
export function optionsAt(text: string, caret: number, { facets, saved, recent }: Offered): FilterOption[] {
  const place = completionAt(text, caret);
  if (place === null) return [];
  const { from, to } = place;
  const written = knownCompletions(place).map(
    ({ text: word, meaning }): FilterOption => ({
      what: place.what,
      label: word,
      meaning,
      count: null,
      text: word,
      from,
      to,
    }),
  );
  const isValue = place.what === 'value';
  const counted = isValue ? countedValues(place.word.values, facets) : [];
  const prefix = place.prefix.toLowerCase();
  const fitting = counted
    .filter(({ label }) => label.toLowerCase().includes(prefix))
    .map((one): FilterOption => ({ ...one, what: 'value', text: valueWord(one.label), from, to }));
  return [...wholeFilters(text, saved, recent), ...written, ...fitting].slice(0, MAX_OPTIONS);
}

function countedValues(
  source: string,
  facets: Facets | null,
): { label: string; meaning: string; count: number }[] {
  if (source === 'kinds')
    return (facets?.kinds ?? []).map(({ kind, rows }) => ({ label: kind, meaning: '', count: rows }));
  if (source !== 'tools') return [];
  return (facets?.tools ?? []).map(({ tool, calls, failed }) => ({
    label: tool,
    meaning: failed > 0 ? `${failed} failed` : '',
    count: calls,
  }));
}

/** Saved and recent filters take the place of all that is written: they are offered where that is their beginning. */
function wholeFilters(
  text: string,
  saved: readonly SavedFilter[],
  recent: readonly string[],
): FilterOption[] {
  const prefix = text.trim().toLowerCase();
  const whole = { count: null, from: 0, to: text.length };
  const named = saved
    .filter(({ name, expression }) => name.toLowerCase().startsWith(prefix) && expression !== text.trim())
    .map(
      ({ name, expression }): FilterOption => ({
        ...whole,
        what: 'saved',
        label: name,
        meaning: expression,
        text: expression,
      }),
    );
  if (prefix !== '') return named;
  const known = new Set(saved.map(({ expression }) => expression));
  const used = recent
    .filter((expression) => !known.has(expression))
    .slice(0, 5)
    .map(
      (expression): FilterOption => ({
        ...whole,
        what: 'recent',
        label: expression,
        meaning: 'used before',
        text: expression,
      }),
    );
  return [...named, ...used];
}

/** The text with an option taken, and where the caret goes. Behind a value a blank begins the next term. */
export function takeOption(text: string, option: FilterOption): { text: string; caret: number } {
  const after = text.slice(option.to);
  const blank = option.what !== 'key' && after === '' ? ' ' : '';
  const head = text.slice(0, option.from) + option.text + blank;
  return { text: head + after, caret: head.length };
}

/** Whether what is written is this option already: then Tab goes on instead of taking it. */
export const isTaken = (text: string, option: FilterOption): boolean =>
  text.slice(option.from, option.to) === option.text;
