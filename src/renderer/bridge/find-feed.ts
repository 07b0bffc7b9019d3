import type { MatchProgress } from '../../ipc/engine-contract';
import { CancelledError, EngineStoppedError } from '../../protocol/errors';
import { filterTextOf } from '../stores/filters';
import { type Find, findOf, useFind, wantedExpression } from '../stores/find';
import { listingOf } from '../stores/listings';
import { selectedFrame } from '../stores/selection';
import { useSessions } from '../stores/sessions';
import type { EngineClient } from './engine-port';
import { createPace } from './pace';
import { rowPagesOf } from './session-feed';

/** While the reader types, the engine is asked this often. */
const ASK_EVERY_MS = 120;
const RELOAD_EVERY_MS = 250;

const asking = createPace();
const reloading = createPace();
/** What the engine looks for in each session. */
const asked = new Map<number, string>();

export type Direction = 'forward' | 'backward';

/** Where a reader waits for the first hit of a search that has found none so far. */
const waiting = new Map<number, { direction: Direction; go(frame: number): void }>();

const isStopped = (error: unknown) => error instanceof CancelledError || error instanceof EngineStoppedError;
const sentenceOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Changes what is looked for; the engine hears of it at once. */
export function changeFind(
  session: number,
  change: Partial<Pick<Find, 'open' | 'text' | 'caseSensitive' | 'regex'>>,
) {
  const before = wantedExpression(session);
  useFind.getState().change(session, change);
  if (wantedExpression(session) === before) return;
  waiting.delete(session);
  useFind.getState().change(session, { at: null, problem: null, match: null });
  asking.run(session, ASK_EVERY_MS, () => void ask(session));
}

async function ask(session: number): Promise<void> {
  const { client } = useSessions.getState();
  const expression = wantedExpression(session);
  const before = asked.get(session);
  if (client === null || expression === before) return;
  // The filter of the list may be the same expression.
  if (before !== undefined && before !== filterTextOf(session).trim())
    void client.request('unmatch', { session, expression: before }).catch(() => {});
  asked.delete(session);
  reloadRows(session);
  if (expression === null) return;
  asked.set(session, expression);
  try {
    const match = await client.request('match', { session, expression });
    if (wantedExpression(session) === expression)
      useFind.getState().change(session, { match, problem: null });
  } catch (error) {
    if (isStopped(error) || wantedExpression(session) !== expression) return;
    asked.delete(session);
    useFind.getState().change(session, { match: null, problem: sentenceOf(error) });
  }
  reloadRows(session);
}

/** Rows say themselves whether they are hits. */
function reloadRows(session: number): void {
  reloading.run(session, RELOAD_EVERY_MS, () => rowPagesOf(session).markStale());
}

function receive({ session, generation: _, ...match }: MatchProgress): void {
  if (match.expression !== wantedExpression(session)) return;
  const { matched } = findOf(session).match ?? { matched: -1 };
  useFind.getState().change(session, { match });
  if (match.matched !== matched) reloadRows(session);
  const wait = waiting.get(session);
  if (wait === undefined || (match.matched === 0 && !match.done)) return;
  waiting.delete(session);
  void goToHit(session, wait.direction, wait.go);
}

/** Goes to the next hit; where there is none yet, to the first one that is found. Returns where from and where to. */
export async function goToHit(
  session: number,
  direction: Direction,
  go: (frame: number) => void,
): Promise<{ from: number; frame: number } | null> {
  const { client } = useSessions.getState();
  const expression = wantedExpression(session);
  if (client === null || expression === null) return null;
  const from = selectedFrame(session) ?? 0;
  try {
    const listing = listingOf(session);
    const { frame, ordinal, state } = await client.request('nextMatch', {
      session,
      expression,
      from,
      direction,
      listing,
    });
    if (wantedExpression(session) !== expression) return null;
    useFind.getState().change(session, { match: state, ...(frame !== null && { at: { frame, ordinal } }) });
    if (frame === null) {
      if (!state.done && state.stopped === null) waiting.set(session, { direction, go });
      return null;
    }
    go(frame);
    return { from, frame };
  } catch (error) {
    if (!isStopped(error)) useFind.getState().change(session, { problem: sentenceOf(error) });
    return null;
  }
}

/** Another engine knows of no search. */
function follow(client: EngineClient | null): void {
  asked.clear();
  waiting.clear();
  if (client === null) return;
  client.on('match', receive);
  for (const session of Object.keys(useFind.getState().finds)) void ask(Number(session));
}

/** Keeps the searches in step with the engine, from now on. */
export function followFinds(): void {
  follow(useSessions.getState().client);
  useSessions.subscribe(({ client, sessions }, before) => {
    if (client !== before.client) follow(client);
    if (sessions === before.sessions) return;
    for (const { session } of before.sessions) {
      if (sessions.some((open) => open.session === session)) continue;
      asked.delete(session);
      waiting.delete(session);
      useFind.getState().forget(session);
    }
  });
}
