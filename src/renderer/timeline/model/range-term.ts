import type { TimelineAxis } from '../../../ipc/engine-contract';
import type { Stretch } from './view-window';

/**
 * The term of the filter language that keeps what stands in a stretch of the axis. Times are relative to the first one
 * that the session states, in seconds; the ends are rounded outwards, so that what was marked is kept.
 */
export function rangeTerm(axis: TimelineAxis, { from, to }: Stretch, zero: number): string {
  if (axis === 'order') {
    // A row takes the room from its number to the next one.
    const first = Math.max(1, Math.floor(from) + 1);
    return `frame:${first}..${Math.max(first, Math.ceil(to))}`;
  }
  if (axis === 'bytes') {
    const first = Math.max(0, Math.floor(from));
    return `offset:${first}..${Math.max(first, Math.ceil(to))}`;
  }
  return `time:${seconds(Math.floor(from - zero))}..${seconds(Math.ceil(to - zero))}`;
}

function seconds(ms: number): string {
  const text = (Math.abs(ms) / 1000).toFixed(3).replace(/\.?0+$/, '');
  return `${ms < 0 ? '-' : '+'}${text}s`;
}
