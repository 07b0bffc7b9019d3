import { create } from 'zustand';
import { type Listing, MAX_OPEN_MESSAGES, type Progress } from '../../ipc/engine-contract';

interface Shown {
  listing: Listing;
  /** Rows that open messages add to the list. */
  extra: number;
  /** How long a list with a filter is: only the engine knows. null: it has not said so yet, of this index. */
  filtered: number | null;
}

const FOLDED: Shown = { listing: { unfolded: false, open: [] }, extra: 0, filtered: null };

interface ListingsState {
  shown: Record<number, Shown>;
  set(session: number, shown: Shown): void;
  forget(session: number): void;
}

/** Which rows each session's list shows: at first every message is folded. */
export const useListings = create<ListingsState>((set) => ({
  shown: {},
  set: (session, shown) => set((state) => ({ shown: { ...state.shown, [session]: shown } })),
  forget: (session) => set(({ shown: { [session]: _gone, ...shown } }) => ({ shown })),
}));

export const shownOf = (session: number): Shown => useListings.getState().shown[session] ?? FOLDED;
export const listingOf = (session: number): Listing => shownOf(session).listing;

/**
 * How many rows the list has, and whether these are all: then a row's position is its frame number. The total is null
 * while only the engine knows it.
 */
export function listedOf(session: number, progress: Progress): { total: number | null; whole: boolean } {
  const { listing, extra, filtered } = shownOf(session);
  if (listing.filter !== undefined) return { total: filtered, whole: false };
  const folded = progress.folded > 0 && !listing.unfolded;
  return { total: folded ? progress.rows - progress.folded + extra : progress.rows, whole: !folded };
}

/** The expression that filters a session's list; null without one. */
export const filterOf = (session: number): string | null => listingOf(session).filter ?? null;

/** The listing with another filter, folded as before. */
export function withFilter({ unfolded, open }: Listing, filter: string | null): Listing {
  return filter === null ? { unfolded, open } : { unfolded, open, filter };
}

/** The listing with the message of a frame opened or closed. Of very many open ones the first is closed. */
export function withMessage(listing: Listing, frame: number, open: boolean): Listing {
  const others = listing.open.filter((other) => other !== frame);
  return { ...listing, open: open ? [...others, frame].slice(-MAX_OPEN_MESSAGES) : others };
}
