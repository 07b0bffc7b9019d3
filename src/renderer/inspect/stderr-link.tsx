import type { Row } from '../../ipc/engine-contract';
import type { EngineClient } from '../bridge/engine-port';
import { useAnswer } from '../panel/use-answer';

interface Props {
  session: number;
  client: EngineClient | null;
  /** Rows of the session. */
  rows: number;
  onJump(frame: number): void;
}

/** What a process wrote to stderr last stands near its end: looked for among so many rows. */
const LOOKED_AT = 200;

export const lastStderr = (rows: readonly Row[]): Row | undefined =>
  rows.findLast(({ stream }) => stream === 'stderr');

/** Leads to the last line on stderr, which mostly says why a process ended as it did. */
export function StderrLink({ session, client, rows, onJump }: Props) {
  const from = Math.max(1, rows - LOOKED_AT + 1);
  const { answer } = useAnswer(client, `stderr ${session} ${from}`, rows, (engine, signal) =>
    engine.request('rows', { session, from, count: LOOKED_AT }, { signal }),
  );
  const row = answer && lastStderr(answer.rows);
  if (!row) return null;
  return (
    <button type="button" className="link" title={row.summary} onClick={() => onJump(row.frame)}>
      stderr #{row.frame}
    </button>
  );
}
