import type { ProcessState } from './process-words';
import '../../live/live.css';

/** The state of a process as a pill: shape, colour and words. */
export function ProcessMark({ state: { tone, shape, says } }: { state: ProcessState }) {
  return (
    <span className={`pill process-mark ${tone}`}>
      <span aria-hidden>{shape}</span> {says}
    </span>
  );
}
