import { create } from 'zustand';
import type { MatchState } from '../../ipc/engine-contract';
import { printFilter } from '../../protocol/filter/filter-print';

/** What is looked for in a session, and how far that is. */
export interface Find {
  /** The find bar is there. What it looks for is marked only while it is. */
  open: boolean;
  text: string;
  caseSensitive: boolean;
  regex: boolean;
  /** What the engine said last; null before it said anything of this expression. */
  match: MatchState | null;
  /** Why it cannot be looked for, in one sentence. */
  problem: string | null;
  /** The hit that was gone to last, and which of all hits it is. */
  at: { frame: number; ordinal: number } | null;
}

export const NO_FIND: Find = {
  open: false,
  text: '',
  caseSensitive: false,
  regex: false,
  match: null,
  problem: null,
  at: null,
};

interface FindState {
  finds: Record<number, Find>;
  change(session: number, change: Partial<Find>): void;
  forget(session: number): void;
}

/** The search of each session: one text, marked in list, timeline and detail. */
export const useFind = create<FindState>((set) => ({
  finds: {},
  change: (session, change) =>
    set(({ finds }) => ({ finds: { ...finds, [session]: { ...(finds[session] ?? NO_FIND), ...change } } })),
  forget: (session) => set(({ finds: { [session]: _gone, ...finds } }) => ({ finds })),
}));

/** What is looked for as an expression of the filter language; null for nothing. */
export function findExpression({ open, text, caseSensitive, regex }: Find): string | null {
  if (!open || text === '') return null;
  const kind = regex ? 'regex' : 'text';
  // A slash ends the pattern in an expression.
  const written = regex ? text.replace(/\\[\s\S]|\//g, (part) => (part === '/' ? '\\/' : part)) : text;
  return printFilter({ op: 'text', kind, text: written, caseSensitive, flags: '', from: 0, to: 0 });
}

export const findOf = (session: number): Find => useFind.getState().finds[session] ?? NO_FIND;

/** What the reader looks for in the session, whether it can be looked for or not; null for nothing. */
export const wantedExpression = (session: number): string | null => findExpression(findOf(session));

/** The expression whose hits are marked; null for none. The engine has taken it: it can be asked for anywhere. */
const marked = (find: Find | undefined): string | null =>
  find?.open ? (find.match?.expression ?? null) : null;

export const markedExpression = (session: number): string | null => marked(useFind.getState().finds[session]);

export function useMarkedExpression(session: number): string | null {
  return useFind((state) => marked(state.finds[session]));
}
