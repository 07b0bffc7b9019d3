import type { Listing, ListPlace } from '../../ipc/engine-contract';
import { listedOf, listingOf, useListings, withMessage } from '../stores/listings';
import { useSessions } from '../stores/sessions';
import { rowPagesOf } from './session-feed';

export interface ShownAt {
  /** Of the frame, or of the row before it where the filter hides it: then 0 is before the first row. */
  position: number;
  /** The filter hides it. */
  hidden: boolean;
}

/** Where a frame stands in its list, asking the engine where needed. A message that folds it away is unfolded. */
export async function findFrame(session: number, frame: number): Promise<ShownAt> {
  const known = rowPagesOf(session).positionOf(frame);
  if (known !== null) return { position: known, hidden: false };
  const place = await askPlace(session, frame, listingOf(session));
  if (place === null) return { position: frame, hidden: false };
  if (place.hidden) return { position: place.position, hidden: true };
  if (place.foldedUnder === null) return { position: place.position, hidden: false };
  const listing = withMessage(listingOf(session), place.foldedUnder, true);
  return { position: (await relist(session, listing, frame)) ?? place.position, hidden: false };
}

/** Position of a frame in its list, or where it would stand if the filter let it through. */
export async function showFrame(session: number, frame: number): Promise<number> {
  return Math.max(1, (await findFrame(session, frame)).position);
}

/** Whether the filter of the list hides a frame, without changing the list. */
export async function isHidden(session: number, frame: number): Promise<boolean> {
  if (rowPagesOf(session).positionOf(frame) !== null) return false;
  return (await askPlace(session, frame, listingOf(session)))?.hidden ?? false;
}

/** The frame at a position of the list; null when the list is shorter. */
export async function frameAt(session: number, position: number): Promise<number | null> {
  const known = rowPagesOf(session).frameAt(position);
  const { client } = useSessions.getState();
  if (known !== null || !client) return known;
  const input = { session, from: position, count: 1, listing: listingOf(session) };
  const page = await client.request('rows', input);
  return page.rows[0]?.frame ?? null;
}

/** Folds or unfolds the message whose first event is `frame`. */
export function setOpen(session: number, frame: number, open: boolean): Promise<number | null> {
  return relist(session, withMessage(listingOf(session), frame, open), frame);
}

/** Folds the message around a frame. Returns the frame that stands for it, or null when there is nothing to fold. */
export async function foldAround(session: number, frame: number): Promise<number | null> {
  const { open } = listingOf(session);
  const place = await askPlace(session, frame, { unfolded: false, open: [] });
  const head = place?.foldedUnder ?? frame;
  if (!open.includes(head)) return null;
  await setOpen(session, head, false);
  return head;
}

/** Lists every row, or folds all messages. Returns the new position of `frame`. */
export function setUnfolded(session: number, unfolded: boolean, frame: number): Promise<number | null> {
  return relist(session, { ...listingOf(session), unfolded, open: [] }, frame);
}

/** Shows another listing. Returns where `frame`, or what it is folded under, stands in it; null without an engine. */
export async function relist(session: number, listing: Listing, frame: number): Promise<number | null> {
  const place = await askPlace(session, frame, listing);
  const progress = useSessions.getState().facts[session]?.progress;
  if (place === null || !progress) return null;
  const isFiltered = listing.filter !== undefined;
  const extra = listing.open.length === 0 || isFiltered ? 0 : place.total - (progress.rows - progress.folded);
  useListings.getState().set(session, { listing, extra, filtered: isFiltered ? place.total : null });
  rowPagesOf(session).relist(place.total, listedOf(session, progress).whole);
  return place.position;
}

async function askPlace(session: number, frame: number, listing: Listing): Promise<ListPlace | null> {
  const { client } = useSessions.getState();
  return client ? client.request('place', { session, frame, listing }) : null;
}
