import type { EngineClient } from '../../bridge/engine-port';
import type { TimelineSource } from './timeline-source';

/** Asks the engine for one session. */
export function engineSource(client: EngineClient, session: number): TimelineSource {
  return {
    outline: (gapMs, signal) => client.request('timelineOutline', { session, gapMs }, { signal }),
    slice: (query, signal) => client.request('timeline', { session, ...query }, { signal }),
  };
}
