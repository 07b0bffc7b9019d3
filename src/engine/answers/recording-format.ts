import type { Format } from '../answer-types';
import type { Run } from '../runs/run-table';

/** Which of the two formats a recording is in, by what its frames show of it. */
export function formatOf(runs: readonly Run[]): Format {
  let stream = 0;
  let session = 0;
  let snake = 0;
  for (const run of runs) {
    stream += run.streamSigns;
    session += run.sessionSigns;
    snake += run.snakeFrames;
  }
  // A stream frame with a stray camelCase id is still a stream (case 064): only a real share of both is mixed.
  if (stream > 0 && session > snake) return 'mixed';
  if (stream > 0 || snake > session) return 'stream-json';
  return session > 0 ? 'session' : 'unknown';
}
