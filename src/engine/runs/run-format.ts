import type { Format } from '../answer-types';
import type { Run } from './run-table';

/** What the frames of these runs are of: a stream, a session file, or both. */
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
