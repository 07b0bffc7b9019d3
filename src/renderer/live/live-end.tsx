import type { Progress, Report } from '../../ipc/engine-contract';
import { processEnd } from '../inspect/process-end';
import { formatAge, formatClock, formatDuration, plural } from '../text/format';
import { useNow } from './use-now';

interface Props {
  progress: Progress;
  capture: Report['capture'];
}

/** At the end of the status bar: how the file stands, and how long ago it grew. */
export function FileEnd({ progress, capture }: Props) {
  const { live, elapsedMs } = progress;
  const grewAt = live?.state === 'watching' ? live.grewAt : null;
  const now = useNow(grewAt !== null);
  return (
    <>
      {live && live.pendingBytes > 0 && (
        <span
          className="status-live"
          title="The last line has no end yet. Its bytes are shown once it has one, or nothing more comes."
        >
          unfinished line, {plural(live.pendingBytes, 'byte')}
        </span>
      )}
      <span className="status-live" data-testid="file-end" title={endTitle(progress, capture)}>
        {live?.state === 'missing' ? (
          <>
            <span className="warn" aria-hidden>
              ▲{' '}
            </span>
            file is gone{progress.rows > 0 && ', its frames stay'}
          </>
        ) : live?.state === 'ended' ? (
          'ended'
        ) : grewAt === null ? (
          `${progress.restoredFrom === undefined ? 'indexed' : 'index read back'} in ${formatDuration(elapsedMs)}`
        ) : (
          <>
            <i className="live-ring" aria-hidden /> live, last frame {ago(now - grewAt)}
          </>
        )}
      </span>
    </>
  );
}

function ago(ms: number): string {
  const age = formatAge(ms);
  return age === 'just now' ? age : `${age} ago`;
}

function endTitle({ live, elapsedMs, restoredFrom }: Progress, capture: Report['capture']): string {
  const took = formatDuration(elapsedMs);
  const indexed =
    restoredFrom === undefined
      ? `Indexed in ${took}.`
      : `Its index of ${formatClock(restoredFrom)} was read back in ${took}; of the file only what came since was read.`;
  if (live?.state === 'missing') {
    return 'There is no file at this path now. It is read again when one comes back.';
  }
  if (live?.state === 'ended') {
    const end = capture && processEnd(capture);
    return `Nothing more is written: the process ${end ?? 'is gone'}.`;
  }
  return live === null ? indexed : `${indexed} The file is watched: frames appear as they are written.`;
}
