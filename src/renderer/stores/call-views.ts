import { create } from 'zustand';
import type { CallFilter, CallSort, CallTableView } from '../../ipc/engine-contract';

const FIRST_VIEW: CallTableView = { sort: 'order', descending: false, filter: {} };

/** Where the longest, largest and most come first when a column is chosen. */
const FALLING: ReadonlySet<CallSort> = new Set(['duration', 'callBytes', 'resultBytes', 'repeats']);

interface CallViewsState {
  views: Record<number, CallTableView>;
  /** Sorts by a column; the same one once more turns the order around. */
  sortBy(session: number, sort: CallSort): void;
  /** Sorts by a column in its own direction, whatever the order was. */
  order(session: number, sort: CallSort): void;
  filter(session: number, part: Partial<CallFilter>): void;
  clear(session: number): void;
}

/** How the table of calls is sorted and filtered, for each session. */
export const useCallViews = create<CallViewsState>((set) => {
  const change = (session: number, how: (view: CallTableView) => CallTableView) =>
    set(({ views }) => ({ views: { ...views, [session]: how(views[session] ?? FIRST_VIEW) } }));
  const inItsDirection = (view: CallTableView, sort: CallSort) => ({
    ...view,
    sort,
    descending: FALLING.has(sort),
  });
  return {
    views: {},
    sortBy: (session, sort) =>
      change(session, (view) =>
        view.sort === sort ? { ...view, descending: !view.descending } : inItsDirection(view, sort),
      ),
    order: (session, sort) => change(session, (view) => inItsDirection(view, sort)),
    filter: (session, part) =>
      change(session, (view) => ({ ...view, filter: withoutEmpty({ ...view.filter, ...part }) })),
    clear: (session) => change(session, (view) => ({ ...view, filter: {} })),
  };
});

/** What filters nothing is not there: an empty filter has no parts. */
function withoutEmpty(filter: CallFilter): CallFilter {
  const entries = Object.entries(filter).filter(
    ([, value]) => value !== undefined && value !== false && (value as { length?: number }).length !== 0,
  );
  return Object.fromEntries(entries);
}

export function useCallView(session: number): CallTableView {
  return useCallViews(({ views }) => views[session]) ?? FIRST_VIEW;
}

export function isFiltered({ filter }: CallTableView): boolean {
  return Object.keys(filter).length > 0;
}

/** A list with one more, or without it when it was in there. */
export function toggled<T>(list: readonly T[] | undefined, one: T): T[] {
  const others = (list ?? []).filter((other) => other !== one);
  return others.length === (list ?? []).length ? [...others, one] : others;
}
