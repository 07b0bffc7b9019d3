import { create } from 'zustand';
import type { MatchState } from '../../ipc/engine-contract';

export interface SessionFilter {
  /** What stands in the box. The list has it as its filter as soon as it can be read. */
  text: string;
  /** How far the rows are looked at that match the filter of the list; null without one. */
  match: MatchState | null;
  /** Why the engine would not take the text, in one sentence: such as a regular expression that is none. */
  refused: string | null;
}

export const NO_FILTER: SessionFilter = { text: '', match: null, refused: null };

interface FiltersState {
  sessions: Record<number, SessionFilter>;
  write(session: number, text: string): void;
  setMatch(session: number, match: MatchState | null): void;
  refuse(session: number, refused: string): void;
  forget(session: number): void;
}

/** The filter box of each session. Which filter the list has is in `listings`. */
export const useFilters = create<FiltersState>((set) => {
  const change = (session: number, part: Partial<SessionFilter>) =>
    set(({ sessions }) => ({
      sessions: { ...sessions, [session]: { ...NO_FILTER, ...sessions[session], ...part } },
    }));
  return {
    sessions: {},
    write: (session, text) => change(session, { text, refused: null }),
    setMatch: (session, match) => change(session, { match }),
    refuse: (session, refused) => change(session, { refused }),
    forget: (session) => set(({ sessions: { [session]: _gone, ...sessions } }) => ({ sessions })),
  };
});

export const filterTextOf = (session: number): string => useFilters.getState().sessions[session]?.text ?? '';
