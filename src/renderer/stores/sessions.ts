import { create } from 'zustand';
import type { Progress, Report } from '../../ipc/engine-contract';
import type { EngineState, OpenSession, RecentFile, Theme } from '../../ipc/shell-contract';
import type { EngineClient } from '../bridge/engine-port';
import { useView } from './view';

/** What the engine said of one session so far. */
export interface SessionFacts {
  /** True once the engine knows the session: requests for it may be sent. */
  live: boolean;
  progress: Progress | null;
  report: Report | null;
  /** Counts up when what was shown may have changed (index finished, engine restarted). */
  revision: number;
}

export const NO_FACTS: SessionFacts = { live: false, progress: null, report: null, revision: 0 };

interface SessionsState {
  /** False until the shell answered for the first time. */
  ready: boolean;
  sessions: OpenSession[];
  active: number | null;
  facts: Record<number, SessionFacts>;
  recent: RecentFile[];
  theme: Theme;
  appVersion: string;
  platform: string;
  engine: { state: EngineState; message: string };
  client: EngineClient | null;
  set(part: Partial<SessionsState>): void;
  opened(session: OpenSession): void;
  closed(session: number): void;
  /** Brings a session to the front, in the view that shows its frames. */
  activate(session: number): void;
  learn(session: number, part: Partial<SessionFacts>): void;
  /** A new engine (or none): nothing is live until it answers. */
  setClient(client: EngineClient | null): void;
}

/** The session that takes over when one is closed: its right neighbour, else its left one. */
export function neighbourOf(sessions: readonly OpenSession[], closing: number): number | null {
  const at = sessions.findIndex(({ session }) => session === closing);
  return (sessions[at + 1] ?? sessions[at - 1])?.session ?? null;
}

/** What a tab is called: the file name, with its folder where two open files have the same name. */
export function tabName(session: OpenSession, sessions: readonly OpenSession[]): string {
  // What a capture is about comes before when it was made: a tab shows the beginning.
  const [, made, title] = /^(\d{4}-\d\d-\d\d-\d{6})-(.+)\.jsonl$/.exec(session.name) ?? [];
  if (title !== undefined) return `${title} · ${made}`;
  const shared = sessions.filter(({ name }) => name === session.name).length > 1;
  const folder = shared ? session.path.split(/[\\/]/).at(-2) : '';
  return folder ? `${folder}/${session.name}` : session.name;
}

export const useSessions = create<SessionsState>((set) => ({
  ready: false,
  sessions: [],
  active: null,
  facts: {},
  recent: [],
  theme: 'system',
  appVersion: '',
  platform: '',
  engine: { state: 'starting', message: '' },
  client: null,
  set: (part) => set(part),
  opened: (session) => {
    if (session.activate) useView.getState().show('inspect');
    set(({ sessions, active, facts }) => {
      const known = sessions.some((other) => other.session === session.session);
      return {
        // What was read before is not what this file is now.
        facts: session.error === null ? facts : { ...facts, [session.session]: NO_FACTS },
        active: session.activate ? session.session : active,
        sessions: known
          ? sessions.map((other) => (other.session === session.session ? session : other))
          : [...sessions, session],
      };
    });
  },
  closed: (session) =>
    set(({ sessions, active, facts: { [session]: _gone, ...facts } }) => ({
      sessions: sessions.filter((other) => other.session !== session),
      active: active === session ? neighbourOf(sessions, session) : active,
      facts,
    })),
  activate: (session) => {
    useView.getState().show('inspect');
    set({ active: session });
  },
  learn: (session, part) =>
    set(({ facts }) => ({ facts: { ...facts, [session]: { ...NO_FACTS, ...facts[session], ...part } } })),
  setClient: (client) =>
    set(({ facts }) => ({
      client,
      facts: Object.fromEntries(
        Object.entries(facts).map(([session, known]) => [session, { ...known, live: false }]),
      ),
    })),
}));

export function useActiveSession(): OpenSession | null {
  return useSessions(({ sessions, active }) => sessions.find(({ session }) => session === active) ?? null);
}

export function useFacts(session: number | null): SessionFacts {
  return useSessions(({ facts }) => (session === null ? undefined : facts[session])) ?? NO_FACTS;
}
