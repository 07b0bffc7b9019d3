import type { Client } from '../../../ipc/channel';
import type { TimelineContract } from '../../../ipc/timeline-requests';
import type { EngineClient } from '../../bridge/engine-port';
import type { TimelineSource } from './timeline-source';

/** The same port, as the part of the contract that the timeline needs. */
export function timelineClient(client: EngineClient): Pick<Client<TimelineContract>, 'request'> {
  return client as unknown as Pick<Client<TimelineContract>, 'request'>;
}

/** Asks the engine for one session. */
export function engineSource(client: EngineClient, session: number): TimelineSource {
  const timeline = timelineClient(client);
  return {
    outline: (gapMs, signal) => timeline.request('timelineOutline', { session, gapMs }, { signal }),
    slice: (query, signal) => timeline.request('timeline', { session, ...query }, { signal }),
  };
}
