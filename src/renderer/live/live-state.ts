import type { Progress, Report } from '../../ipc/engine-contract';
import type { LiveActivity } from '../../protocol/live/live-status';
import type { Tone } from '../inspect/verdict';
import { formatClock, formatCount } from '../text/format';

/** How a session that is being written is shown: by a shape, a colour and words, everywhere the same. */
export interface LiveState {
  activity: Exclude<LiveActivity, 'ended'>;
  /** In the pill. */
  title: string;
  tone: Tone | 'live';
  shape: string;
  /** The class of its mark on the tab. */
  mark: string;
  /** On the tab, beside the name; and for readers who do not see the mark. */
  word: string;
  /** Something is expected of the reader, or wrong. */
  urgent: boolean;
}

type Look = Pick<LiveState, 'tone' | 'shape' | 'mark' | 'word' | 'urgent'>;

const LOOKS: Record<LiveState['activity'], Look> = {
  running: { tone: 'live', shape: '◌', mark: 'live', word: 'live', urgent: false },
  'waiting-for-permission': { tone: 'warn', shape: '◆', mark: 'asks', word: 'asks', urgent: true },
  'rate-limited': { tone: 'warn', shape: '◐', mark: 'waits', word: 'rate limited', urgent: true },
  retrying: { tone: 'warn', shape: '◐', mark: 'waits', word: 'retrying', urgent: false },
  idle: { tone: 'none', shape: '○', mark: 'idle', word: 'idle', urgent: false },
  stalled: { tone: 'warn', shape: '‖', mark: 'stalled', word: 'stalled', urgent: true },
};

function titleOf({ activity, until, retry }: NonNullable<NonNullable<Progress['live']>['status']>): string {
  switch (activity) {
    case 'waiting-for-permission':
      return 'Waiting for permission';
    case 'rate-limited':
      return until === null ? 'Rate limited' : `Rate limited until ${formatClock(until)}`;
    case 'retrying': {
      if (!retry || retry.attempt === null) return 'Retrying';
      const of = retry.of === null ? '' : ` of ${formatCount(retry.of)}`;
      return `Retrying ${formatCount(retry.attempt)}${of}`;
    }
    case 'idle':
      return 'Idle';
    case 'stalled':
      return 'Stalled';
    default:
      return 'Running';
  }
}

/** null: nothing comes any more, or nothing has come since it was opened. Then its outcome says what there is to say. */
export function liveStateOf(progress: Pick<Progress, 'state' | 'live'> | null): LiveState | null {
  const live = progress?.live;
  if (progress?.state !== 'done' || !live?.status || live.state !== 'watching') return null;
  const { status } = live;
  if (status.activity === 'ended') return null;
  return { activity: status.activity, title: titleOf(status), ...LOOKS[status.activity] };
}

/** Whether the outcome that a report states is that of a session which may still go on. */
export function statesOutcome(state: LiveState | null, report: Report | null): boolean {
  if (state === null) return true;
  return state.activity === 'idle' && report !== null && report.outcome !== 'incomplete';
}
