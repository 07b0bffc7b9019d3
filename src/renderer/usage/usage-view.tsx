import type { OpenSession } from '../../ipc/shell-contract';

/** Tokens, cost and context of a session over time. */
export function UsageView({ session }: { session: OpenSession }) {
  return <h1 className="unseen">Usage of {session.name}</h1>;
}
