import type { Facets } from '../../../ipc/engine-contract';
import { type WordState, wordState } from '../../../protocol/filter/filter-edit';

/** A kind or tool of the session beside the filter box. */
export interface Chip {
  key: 'kind' | 'tool';
  value: string;
  family: string;
  /** Frames of the kind, or calls of the tool. */
  count: number;
  /** Of these in frames that match the filter. */
  matched: number;
  state: WordState;
}

/** Types (system stands for all of its subtypes) in order of first sight, then tools. */
export function chipsOf(text: string, { kinds, tools }: Facets): Chip[] {
  const types = new Map<string, Chip & { most: number }>();
  for (const { kind, family, rows, matched } of kinds) {
    const [value = kind] = kind.split('/');
    const chip = types.get(value);
    if (chip === undefined)
      types.set(value, {
        key: 'kind',
        value,
        family,
        count: rows,
        matched,
        most: rows,
        state: wordState(text, 'kind', value),
      });
    else {
      chip.count += rows;
      chip.matched += matched;
      if (rows > chip.most) Object.assign(chip, { family, most: rows });
    }
  }
  return [
    ...[...types.values()].map(({ most: _, ...chip }) => chip),
    ...tools.map(
      ({ tool, calls, matched }): Chip => ({
        key: 'tool',
        value: tool,
        family: 'user',
        count: calls,
        matched,
        state: wordState(text, 'tool', tool),
      }),
    ),
  ];
}

/** What a press on a chip makes of it. */
export const NEXT_STATE: Record<WordState, WordState> = { show: 'only', only: 'exclude', exclude: 'show' };

/** A chip without its text: its padding, its mark and the gap to the next one. */
const CHIP_PX = 36;
const CHARACTER_PX = 6.8;

/** How many of the chips fit into a width; those that the filter names come first there. */
export function fitChips(chips: readonly Chip[], room: number): { shown: Chip[]; rest: Chip[] } {
  const widthOf = ({ value, count }: Chip) =>
    CHIP_PX + (value.length + String(count).length + 1) * CHARACTER_PX;
  const ordered = [
    ...chips.filter(({ state }) => state !== 'show'),
    ...chips.filter(({ state }) => state === 'show'),
  ];
  let left = room;
  const fits = new Set<Chip>();
  for (const chip of ordered) {
    left -= widthOf(chip);
    if (left < 0) break;
    fits.add(chip);
  }
  return { shown: chips.filter((chip) => fits.has(chip)), rest: chips.filter((chip) => !fits.has(chip)) };
}
