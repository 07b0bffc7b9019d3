import type { Outcome } from '../../answer-types';
import type { Run } from '../../runs/run-table';

/**
 * The last result of a run decides. Without one, a run that began in a stream is incomplete; a session file or a
 * fragment of one states no outcome.
 */
export function outcomeOf(run: Run): Outcome {
  if (run.results > 0) return run.failed ? 'error' : 'success';
  if (run.hasInit || run.bareMessages) return 'incomplete';
  return run.streamSigns > 0 && run.sessionSigns === 0 ? 'incomplete' : 'none';
}
