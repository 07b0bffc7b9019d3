import type { MatchProgress, Progress } from '../../ipc/engine-contract';
import { CancelledError, EngineStoppedError } from '../../protocol/errors';
import { createRowPages, type RowPages } from '../list/row-pages';
import { useFilters } from '../stores/filters';
import { markedExpression } from '../stores/find';
import { useFollowing } from '../stores/following';
import { filterOf, listedOf, listingOf, useListings } from '../stores/listings';
import { tellFailure, useNotices } from '../stores/notices';
import { useSessions } from '../stores/sessions';
import type { EngineClient } from './engine-port';
import { createPace } from './pace';

/**
 * Keeps what the window knows of every open session in step with the engine: how far its index is, what it says while it
 * is written, the report and the pages of rows. All of it is paced: what is rendered again for a progress is so ten
 * times a second, and a report is asked for twice a second, only for the session on screen.
 */
const REPORT_EVERY_MS = 500;
const PROGRESS_EVERY_MS = 100;
const PROGRESS_BEHIND_EVERY_MS = 1000;
const RELOAD_EVERY_MS = 250;
/** While a filter finds more rows, the list grows so often. */
const COUNT_EVERY_MS = 60;
/** More than fit on a large screen at the beginning. */
const FIRST_ROWS = 50;
const HANDSHAKE_EVERY_MS = 60;
const HANDSHAKE_TRIES = 200;

const pages = new Map<number, RowPages>();
/** What the engine said last, also while the stores are told of it a little later. */
const latest = new Map<number, Progress>();
/** What the engine said of sessions that the shell has not told of yet: the two come over lines of their own. */
const early = new Map<number, Progress>();
const MAX_EARLY = 32;
const learning = createPace();
const reporting = createPace();
const reloading = createPace();
const counting = createPace();
const PACES = [learning, reporting, reloading, counting];
const asking = new Map<number, { again: boolean }>();
/** Sessions in the background that went on since their report was made. */
const outdated = new Set<number>();

const troubleNotice = (session: number) => `rows ${session}`;

export function rowPagesOf(session: number): RowPages {
  let found = pages.get(session);
  if (!found) {
    found = createRowPages(null, (error) => {
      if (!(error instanceof EngineStoppedError)) tellFailure(troubleNotice(session), error);
    });
    pages.set(session, found);
  }
  return found;
}

export function forgetSession(session: number): void {
  pages.get(session)?.reset(null);
  pages.delete(session);
  latest.delete(session);
  early.delete(session);
  outdated.delete(session);
  for (const pace of PACES) pace.forget(session);
  useListings.getState().forget(session);
  useFilters.getState().forget(session);
  useFollowing.getState().forget(session);
  useNotices.getState().dismiss(troubleNotice(session));
}

const isOpen = (session: number) =>
  useSessions.getState().sessions.some((open) => open.session === session && open.error === null);
const isCurrent = (client: EngineClient) => useSessions.getState().client === client;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Listens to a new engine and asks it for everything that is open. */
export function followEngine(client: EngineClient): void {
  const store = useSessions.getState();
  store.client?.close();
  for (const rows of pages.values()) rows.reset(null);
  early.clear();
  store.setClient(client);
  if (store.engine.state === 'starting') store.set({ engine: { state: 'ready', message: '' } });
  client.on('progress', (progress) => receive(client, progress));
  client.on('match', (match) => receiveMatch(client, match));
  for (const { session } of store.sessions) void followSession(session);
}

/** Waits until the engine knows the session, then lets its rows and report be asked for. */
export async function followSession(session: number): Promise<void> {
  const { client } = useSessions.getState();
  if (!client) return;
  const said = early.get(session);
  early.delete(session);
  // At once, so that nothing but the rows is rendered for it.
  if (said) {
    receive(client, said);
    return;
  }
  for (let attempt = 0; attempt < HANDSHAKE_TRIES; attempt++) {
    if (!isCurrent(client) || !isOpen(session)) return;
    try {
      const progress = await client.request('progress', { session });
      return receive(client, progress);
    } catch (error) {
      if (error instanceof EngineStoppedError || error instanceof CancelledError) return;
      await wait(HANDSHAKE_EVERY_MS);
    }
  }
}

function receive(client: EngineClient, progress: Progress): void {
  const { session } = progress;
  if (!isCurrent(client)) return;
  if (!isOpen(session)) {
    keepEarly(progress);
    return;
  }
  const known = useSessions.getState().facts[session];
  const last = latest.get(session);
  // What was known before is of another index when the file was read again, or by an engine that is gone.
  const before = known?.live && last?.generation === progress.generation ? last : null;
  latest.set(session, progress);
  if (!before) beginIndex(client, session);
  const settled = progress.state !== 'indexing';
  const finished = settled && before?.state !== progress.state;
  const grown = before !== null && settled && !finished && hasGrown(before, progress);
  const acts = before !== null && activityOf(before) !== activityOf(progress);
  tell(progress, before, finished);
  const rows = rowPagesOf(session);
  const { total, whole } = listedOf(session, progress);
  const listedBefore = rows.total;
  // Where only the engine knows how long the list is, it stays until the engine says so.
  rows.setTotal(total ?? rows.total, progress.firstTime, settled && total !== null, whole, progress.rows);
  // The first rows come while the list that shows them is still being made.
  if (listedBefore === 0 && rows.total > 0) rows.ensure(1, FIRST_ROWS);
  if (finished) {
    rows.markStale();
    useFollowing.getState().settled(session, progress.rows);
  }
  if (grown) {
    // The last row may have been a line that had no end yet.
    rows.touch(listedBefore);
    reloading.run(session, RELOAD_EVERY_MS, () => void reload(client, session));
  }
  if (finished) reporting.now(session, () => void askReport(session));
  else scheduleReport(session, grown || acts, acts);
}

function keepEarly(progress: Progress): void {
  const isKnown = useSessions.getState().sessions.some(({ session }) => session === progress.session);
  if (isKnown) return;
  if (early.size >= MAX_EARLY) early.clear();
  early.set(progress.session, progress);
}

const activityOf = ({ live }: Progress) => `${live?.state} ${live?.status?.activity}`;

function hasGrown(before: Progress, { rows, bytes, totalBytes, live }: Progress): boolean {
  return (
    rows !== before.rows ||
    bytes !== before.bytes ||
    totalBytes !== before.totalBytes ||
    live?.pendingBytes !== before.live?.pendingBytes
  );
}

/** The list follows every progress; everything that is rendered again for it does so at a pace of its own. */
function tell(progress: Progress, before: Progress | null, finished: boolean): void {
  const { session } = progress;
  const { facts, learn, active } = useSessions.getState();
  const known = facts[session];
  const news =
    before?.state !== progress.state ||
    before.rows === 0 ||
    activityOf(before) !== activityOf(progress) ||
    before.live?.note !== progress.live?.note;
  if (news) {
    const revision = (known?.revision ?? 0) + (!before || finished ? 1 : 0);
    // The report of a file that was rewritten stays for the moment that the new one takes.
    const voided = !before && !(finished && known?.live);
    learning.now(session, () =>
      learn(session, { live: true, progress, revision, ...(voided && { report: null }) }),
    );
  } else if (progress.state === 'indexing') {
    if (progress.elapsedMs - (known?.progress?.elapsedMs ?? 0) >= PROGRESS_EVERY_MS)
      learn(session, { progress });
  } else {
    const every = session === active ? PROGRESS_EVERY_MS : PROGRESS_BEHIND_EVERY_MS;
    learning.run(session, every, () => {
      const now = latest.get(session);
      if (now && isOpen(session)) useSessions.getState().learn(session, { progress: now });
    });
  }
}

/**
 * What came may change rows far above it: a call has its result, a message one more event. Where messages are unfolded
 * only the engine knows how long the list is.
 */
async function reload(client: EngineClient, session: number): Promise<void> {
  if (!isCurrent(client) || !isOpen(session)) return;
  rowPagesOf(session).touch(1);
  const listing = listingOf(session);
  if (listing.open.length > 0 || listing.filter !== undefined) await askLength(client, session);
}

/** Asks how long the list is that is shown. */
async function askLength(client: EngineClient, session: number): Promise<void> {
  if (!isCurrent(client) || !isOpen(session)) return;
  const listing = listingOf(session);
  try {
    const { total } = await client.request('place', { session, frame: 1, listing });
    const now = latest.get(session);
    if (!now || !isCurrent(client) || listingOf(session) !== listing) return;
    const isFiltered = listing.filter !== undefined;
    const extra = isFiltered ? 0 : Math.max(0, total - (now.rows - now.folded));
    useListings.getState().set(session, { listing, extra, filtered: isFiltered ? total : null });
    const settled = now.state !== 'indexing';
    rowPagesOf(session).setTotal(total, now.firstTime, settled, listedOf(session, now).whole, now.rows);
  } catch {
    // The next growth asks again; a stopped engine is told of by the shell.
  }
}

/** The filter of a list has looked at more rows. */
function receiveMatch(client: EngineClient, match: MatchProgress): void {
  const { session } = match;
  if (!isCurrent(client) || !isOpen(session) || match.expression !== filterOf(session)) return;
  useFilters.getState().setMatch(session, match);
  counting.run(session, COUNT_EVERY_MS, () => void askLength(client, session));
}

/** A filter stays when its file is read again, or by another engine: its rows are looked for anew. */
async function resumeFilter(client: EngineClient, session: number): Promise<void> {
  const shown = useListings.getState().shown[session];
  const expression = shown?.listing.filter;
  if (!shown || expression === undefined) return;
  useListings.getState().set(session, { ...shown, filtered: null });
  useFilters.getState().setMatch(session, null);
  try {
    const state = await client.request('match', { session, expression });
    if (isCurrent(client) && filterOf(session) === expression) {
      useFilters.getState().setMatch(session, state);
      await askLength(client, session);
    }
  } catch {
    // The next rows ask for it as well; a stopped engine is told of by the shell.
  }
}

/** Nothing that is shown is of this index; the rows on screen stay until newer ones are there. */
function beginIndex(client: EngineClient, session: number): void {
  rowPagesOf(session).reset((from, count, signal) =>
    client.request(
      'rows',
      { session, from, count, listing: listingOf(session), mark: markedExpression(session) ?? undefined },
      { signal },
    ),
  );
  for (const pace of PACES) pace.forget(session);
  useNotices.getState().dismiss(troubleNotice(session));
  void resumeFilter(client, session);
}

function scheduleReport(session: number, changed: boolean, acts: boolean): void {
  const { active, facts } = useSessions.getState();
  const known = facts[session];
  if (known?.progress?.state !== 'indexing' && !changed) {
    if (!known?.report) void askReport(session);
  } else if (session === active || acts) {
    reporting.run(session, REPORT_EVERY_MS, () => void askReport(session));
  } else if (changed) outdated.add(session);
}

/** The report of a session that comes to the front is of now. */
useSessions.subscribe(({ active }, before) => {
  if (active === before.active || active === null || !outdated.has(active)) return;
  reporting.run(active, REPORT_EVERY_MS, () => void askReport(active));
});

async function askReport(session: number): Promise<void> {
  const { client } = useSessions.getState();
  if (!client || !isOpen(session)) return;
  const running = asking.get(session);
  if (running) {
    running.again = true;
    return;
  }
  const state = { again: false };
  asking.set(session, state);
  outdated.delete(session);
  try {
    const report = await client.request('report', { session });
    if (isCurrent(client) && isOpen(session)) useSessions.getState().learn(session, { report });
  } catch {
    // The next progress asks again; a stopped engine is told of by the shell.
  } finally {
    asking.delete(session);
  }
  if (state.again) reporting.run(session, REPORT_EVERY_MS, () => void askReport(session));
}
