import { create } from 'zustand';
import { type Listing, MAX_OPEN_MESSAGES, type Progress } from '../../ipc/engine-contract';

interface Shown {
  listing: Listing;
  /** Rows that open messages add to the list. */
  extra: number;
}

const FOLDED: Shown = { listing: { unfolded: false, open: [] }, extra: 0 };

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

/** How many rows the list has, and whether these are all: then a row's position is its frame number. */
export function listedOf(session: number, progress: Progress): { total: number; whole: boolean } {
  const { listing, extra } = shownOf(session);
  const folded = progress.folded > 0 && !listing.unfolded;
  return { total: folded ? progress.rows - progress.folded + extra : progress.rows, whole: !folded };
}

/** The listing with the message of a frame opened or closed. Of very many open ones the first is closed. */
export function withMessage(listing: Listing, frame: number, open: boolean): Listing {
  const others = listing.open.filter((other) => other !== frame);
  return { ...listing, open: open ? [...others, frame].slice(-MAX_OPEN_MESSAGES) : others };
}
