import type { TimelineFacts } from '../timeline-facts';
import { inferredNote, NO_TIME } from '../words';

interface Props {
  facts: TimelineFacts;
  stopped: boolean;
}

/** What has to be said beside the picture: why there is none, or what its hatched marks mean. */
export function TimelineNote({ facts: { outline, axis, failed }, stopped }: Props) {
  if (!outline) {
    const words = stopped
      ? 'The engine has stopped: there is nothing to draw the timeline from.'
      : failed
        ? 'The timeline could not be made.'
        : 'Reading the file. The timeline is drawn as it comes.';
    return <p className="timeline-empty">{words}</p>;
  }
  if (outline.rows === 0) return <p className="timeline-empty">No frame so far.</p>;
  const note = axis === 'time' ? inferredNote(outline) : outline.extents.time ? null : NO_TIME;
  if (note === null && !stopped) return null;
  const hatched = axis === 'time' && note !== null;
  return (
    <p className="timeline-legend" title={note ?? undefined}>
      {hatched && <span className="timeline-hatch" aria-hidden />}
      {hatched ? 'time inferred' : axis !== 'time' && note !== null ? 'no time stated' : (note ?? '')}
      {stopped && <span className="err"> the engine has stopped</span>}
    </p>
  );
}
