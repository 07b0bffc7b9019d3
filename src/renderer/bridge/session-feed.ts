import type { Progress } from '../../ipc/engine-contract';
import { CancelledError, EngineStoppedError } from '../../protocol/errors';
import { createRowPages, type RowPages } from '../list/row-pages';
import { listedOf, listingOf, useListings } from '../stores/listings';
import { tellFailure, useNotices } from '../stores/notices';
import { useSessions } from '../stores/sessions';
import type { EngineClient } from './engine-port';

/**
 * Keeps what the window knows of every open session in step with the engine: the index progress, the
 * report (while indexing at most one every half second, and only for the session on screen) and the pages
 * of rows.
 */
const REPORT_EVERY_MS = 500;
const PROGRESS_EVERY_MS = 100;
const HANDSHAKE_EVERY_MS = 60;
const HANDSHAKE_TRIES = 200;

const pages = new Map<number, RowPages>();
const reportTimers = new Map<number, ReturnType<typeof setTimeout>>();
const lastReport = new Map<number, number>();

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
  clearTimeout(reportTimers.get(session));
  reportTimers.delete(session);
  lastReport.delete(session);
  useListings.getState().forget(session);
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
  store.setClient(client);
  if (store.engine.state === 'starting') store.set({ engine: { state: 'ready', message: '' } });
  client.on('progress', (progress) => receive(client, progress));
  for (const { session } of store.sessions) void followSession(session);
}

/** Waits until the engine knows the session, then lets its rows and report be asked for. */
export async function followSession(session: number): Promise<void> {
  const { client } = useSessions.getState();
  if (!client) return;
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
  if (!isCurrent(client) || !isOpen(session)) return;
  const { facts, learn } = useSessions.getState();
  const known = facts[session];
  // What was known before is of another index when the file was read again, or by an engine that is gone.
  const before = known?.live && known.progress?.generation === progress.generation ? known.progress : null;
  if (!before) beginIndex(client, session);
  const settled = progress.state !== 'indexing';
  const finished = settled && before?.state !== progress.state;
  // The list follows every progress; everything that is rendered again for it does so ten times a second.
  const due =
    before?.state !== progress.state ||
    before.rows === 0 ||
    progress.elapsedMs - before.elapsedMs >= PROGRESS_EVERY_MS;
  if (due) {
    const revision = (known?.revision ?? 0) + (!before || finished ? 1 : 0);
    learn(session, { live: true, progress, revision, ...(!before && { report: null }) });
  }
  const rows = rowPagesOf(session);
  const { total, whole } = listedOf(session, progress);
  rows.setTotal(total, progress.firstTime, settled, whole);
  if (finished) rows.markStale();
  scheduleReport(client, session, finished);
}

/** Nothing that is shown is of this index; the rows on screen stay until newer ones are there. */
function beginIndex(client: EngineClient, session: number): void {
  rowPagesOf(session).reset((from, count, signal) =>
    client.request('rows', { session, from, count, listing: listingOf(session) }, { signal }),
  );
  clearTimeout(reportTimers.get(session));
  reportTimers.delete(session);
  lastReport.delete(session);
  useNotices.getState().dismiss(troubleNotice(session));
}

function scheduleReport(client: EngineClient, session: number, now: boolean): void {
  const { active, facts } = useSessions.getState();
  if (now) {
    clearTimeout(reportTimers.get(session));
    reportTimers.delete(session);
    void askReport(client, session);
    return;
  }
  if (facts[session]?.progress?.state !== 'indexing') {
    if (!facts[session]?.report) void askReport(client, session);
    return;
  }
  if (session !== active || reportTimers.has(session)) return;
  const due = (lastReport.get(session) ?? 0) + REPORT_EVERY_MS - Date.now();
  reportTimers.set(
    session,
    setTimeout(
      () => {
        reportTimers.delete(session);
        void askReport(client, session);
      },
      Math.max(0, due),
    ),
  );
}

async function askReport(client: EngineClient, session: number): Promise<void> {
  lastReport.set(session, Date.now());
  try {
    const report = await client.request('report', { session });
    if (isCurrent(client) && isOpen(session)) useSessions.getState().learn(session, { report });
  } catch {
    // The next progress asks again; a stopped engine is told of by the shell.
  }
}
