import type { Progress } from '../../ipc/engine-contract';
import { registry } from '../commands/registry';
import { useFollowing } from '../stores/following';
import { plural } from '../text/format';
import './live.css';
import { usePill } from './use-following';

/** At the foot of the list: what came that the reader has not seen, or that the list goes along with the file. */
export function FollowPill({ session, progress }: { session: number; progress: Progress | null }) {
  const { follows, fresh } = usePill(session, progress);
  const stick = useFollowing((state) => state.stick);
  if (follows) {
    return (
      <button
        type="button"
        className="follow-pill following"
        data-testid="follow-pill"
        title="The list goes along with the end of the file. The selected frame stays. Stop following (F)"
        onClick={() => registry.run('list.follow')}
      >
        <i aria-hidden /> Following
      </button>
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
