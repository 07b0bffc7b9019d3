import type { Progress } from '../../ipc/engine-contract';
import { CancelledError, EngineStoppedError } from '../../protocol/errors';
import { createRowPages, type RowPages } from '../list/row-pages';
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

export function rowPagesOf(session: number): RowPages {
  let found = pages.get(session);
  if (!found) {
    found = createRowPages(null);
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
      return begin(client, progress);
    } catch (error) {
      if (error instanceof EngineStoppedError || error instanceof CancelledError) return;
      await wait(HANDSHAKE_EVERY_MS);
    }
  }
}

function begin(client: EngineClient, progress: Progress): void {
  const { session } = progress;
  if (!isCurrent(client) || !isOpen(session)) return;
  const { facts, learn } = useSessions.getState();
  const known = facts[session];
  if (known?.live) {
    receive(client, progress);
    return;
  }
  rowPagesOf(session).reset((from, count, signal) =>
    client.request('rows', { session, from, count }, { signal }),
  );
  learn(session, { live: true, revision: (known?.revision ?? 0) + 1 });
  receive(client, progress);
}

function receive(client: EngineClient, progress: Progress): void {
  const { session } = progress;
  if (!isCurrent(client) || !isOpen(session)) return;
  const { facts, learn } = useSessions.getState();
  const known = facts[session];
  if (!known?.live) {
    begin(client, progress);
    return;
  }
  const rows = rowPagesOf(session);
  // After an engine restart the file is indexed again from the start: the rows on screen stay meanwhile.
  const again = progress.state === 'indexing' && progress.rows < rows.total && known.report !== null;
  const finished = progress.state !== 'indexing' && known.progress?.state !== progress.state;
  const revision = finished ? known.revision + 1 : known.revision;
  // The list follows every progress; everything that is rendered again for it does so ten times a second.
  const due = progress.elapsedMs - (known.progress?.elapsedMs ?? 0) >= PROGRESS_EVERY_MS;
  if (due || progress.state !== known.progress?.state || known.progress.rows === 0) {
    learn(session, { progress, revision });
  }
  if (!again) rows.setTotal(progress.rows, progress.firstTime);
  if (finished) rows.markStale();
  scheduleReport(client, session, finished);
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
