import type { LiveStatus, OpenCall } from '../../protocol/live/live-status';
import { formatAge, formatCount } from '../text/format';
import './live.css';
import type { LiveState } from './live-state';
import { useNow } from './use-now';

interface Props {
  state: LiveState;
  status: LiveStatus;
  /** The outcome stands beside it: the pill is enough. */
  brief: boolean;
  onJump(frame: number): void;
}

/** What a session is doing while it is written: the pill, one sentence, the frame that says so, and the open calls. */
export function LiveSaid({ state, status, brief, onJump }: Props) {
  const { frame } = status;
  return (
    <>
      <span className={`pill ${state.tone}`} title={status.sentence} data-testid="live-pill">
        <span aria-hidden>{state.shape}</span> {state.title}
        <Age since={status.since} />
      </span>
      {!brief && (
        <>
          <span className="strip-why" title={status.sentence}>
            {status.sentence}
          </span>
          {frame !== null && (
            <button type="button" className="link" onClick={() => onJump(frame)}>
              Frame #{frame}
            </button>
          )}
          <OpenCalls calls={status.openCalls} count={status.openCallCount} said={frame} onJump={onJump} />
        </>
      )}
    </>
  );
}

function Age({ since }: { since: number | null }) {
  const now = useNow(since !== null);
  if (since === null || now - since < 1000) return null;
  return <span className="pill-age">{formatAge(now - since)}</span>;
}

const SHOWN_CALLS = 3;

interface OpenCallsProps {
  calls: readonly OpenCall[];
  count: number;
  /** The frame that is linked already. */
  said: number | null;
  onJump(frame: number): void;
}

function OpenCalls({ calls, count, said, onJump }: OpenCallsProps) {
  const shown = calls.slice(0, SHOWN_CALLS);
  if (shown.length === 0 || (count === 1 && shown[0]?.frame === said)) return null;
  const more = count - shown.length;
  return (
    <span className="strip-evidence" data-testid="open-calls">
      Open
      {shown.map(({ name, frame }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one frame may hold several calls
        <button key={`${frame} ${at}`} type="button" className="link" onClick={() => onJump(frame)}>
          {name || 'call'} #{frame}
        </button>
      ))}
      {more > 0 && `and ${formatCount(more)} more`}
    </span>
  );
}
