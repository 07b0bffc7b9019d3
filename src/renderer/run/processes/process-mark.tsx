import type { ProcessState } from './process-words';
import '../../live/live.css';

interface Props {
  state: ProcessState;
  named?: boolean;
}

/** The state of a process as a pill: shape, colour and words. */
export function ProcessMark({ state: { tone, shape, says }, named = false }: Props) {
  // Where the state of the session stands beside it, it says whose state it is.
  const words = named ? `Process ${says.charAt(0).toLowerCase()}${says.slice(1)}` : says;
  return (
    <span className={`pill process-mark ${tone}`}>
      <span aria-hidden>{shape}</span> {words}
    </span>
  );
}
