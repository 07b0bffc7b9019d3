import type { OpenSession } from '../../ipc/shell-contract';

/** The calls of a session, linked to their results, as one table. */
export function CallsView({ session }: { session: OpenSession }) {
  return <h1 className="unseen">Calls of {session.name}</h1>;
}
