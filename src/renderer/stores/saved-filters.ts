import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { MAX_EXPRESSION_UNITS } from '../../protocol/filter/filter-words';

export interface SavedFilter {
  name: string;
  expression: string;
}

const MAX_SAVED = 100;
const MAX_RECENT = 10;
export const MAX_NAME_UNITS = 80;

interface SavedFiltersState {
  saved: SavedFilter[];
  /** Expressions that were used, the last one first. */
  recent: string[];
  /** A name that is there already gets the new expression. */
  save(name: string, expression: string): void;
  remove(name: string): void;
  use(expression: string): void;
}

const isExpression = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MAX_EXPRESSION_UNITS;

/** What was kept may be damaged, or of another version: what is no filter is left out. */
export function readKept(kept: unknown): { saved: SavedFilter[]; recent: string[] } {
  const { saved, recent } = (typeof kept === 'object' && kept !== null ? kept : {}) as Record<
    string,
    unknown
  >;
  const filters = (Array.isArray(saved) ? saved : []).flatMap((one: unknown) => {
    const { name, expression } = (typeof one === 'object' && one !== null ? one : {}) as Record<
      string,
      unknown
    >;
    const isName = typeof name === 'string' && name !== '' && name.length <= MAX_NAME_UNITS;
    return isName && isExpression(expression) ? [{ name, expression }] : [];
  });
  const unique = new Map(filters.map((one) => [one.name, one]));
  return {
    saved: [...unique.values()].slice(0, MAX_SAVED),
    recent: (Array.isArray(recent) ? recent : []).filter(isExpression).slice(0, MAX_RECENT),
  };
}

/** Filters that the reader named, and those that were used last. Kept over restarts. */
export const useSavedFilters = create<SavedFiltersState>()(
  persist(
    (set) => ({
      saved: [],
      recent: [],
      save: (name, expression) =>
        set(({ saved }) => ({
          saved: [{ name, expression }, ...saved.filter((one) => one.name !== name)].slice(0, MAX_SAVED),
        })),
      remove: (name) => set(({ saved }) => ({ saved: saved.filter((one) => one.name !== name) })),
      use: (expression) =>
        set(({ recent }) => ({
          recent: [expression, ...recent.filter((one) => one !== expression)].slice(0, MAX_RECENT),
        })),
    }),
    {
      name: 'framescope-filters',
      version: 1,
      partialize: ({ saved, recent }) => ({ saved, recent }),
      migrate: (kept) => readKept(kept),
      merge: (kept, now) => ({ ...now, ...readKept(kept) }),
    },
  ),
);
