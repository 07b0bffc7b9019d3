import type { Progress } from '../../ipc/engine-contract';
import { registry } from '../commands/registry';
import { useFollowing } from '../stores/following';
import { plural } from '../text/format';
import './live.css';
import { usePill } from './use-following';

/**
 * At the foot of the list: what came that the reader has not seen, over its rows, or that the list goes along with the
 * file, below them, because the last row is what the reader looks at.
 */
export function FollowPill({ session, progress }: { session: number; progress: Progress | null }) {
  const { follows, fresh } = usePill(session, progress);
  const stick = useFollowing((state) => state.stick);
  if (follows) {
    return (
      <div className="follow-foot">
        <button
          type="button"
          className="follow-on"
          data-testid="follow-pill"
          title="The list goes along with the end of the file. The selected frame stays. Stop following (F)"
          onClick={() => registry.run('list.follow')}
        >
          <i className="live-ring" aria-hidden /> Following
        </button>
      </div>
    );
  }
  if (fresh === 0) return null;
  return (
    <button
      type="button"
      className="follow-pill"
      data-testid="follow-pill"
      title="Go to the end and follow it (F)"
      onClick={() => stick(session, true)}
    >
      {plural(fresh, 'new frame')} <span aria-hidden>↓</span>
    </button>
  );
}
