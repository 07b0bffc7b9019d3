import { RowFlag } from '../frames/frame-table';
import type { Session } from '../session/session';
import type { TimelineAxis } from './timeline-types';

/** Where rows stand on an axis. */
export interface AxisPlaces {
  /** NaN while no row of the session states a time. */
  of(row: number): number;
  /** Its place is not its own: the frame states no time, and nobody saw it come. */
  isInferred(row: number): boolean;
  /** Places rise with the rows: rows of a stretch are found by a search. */
  readonly rises: boolean;
}

/** Time is what a row states, or when it came, or that of its neighbour; rows before the first one that states a time take that. */
export function axisPlaces(session: Session, axis: TimelineAxis): AxisPlaces {
  const { index } = session;
  const { table } = index;
  if (axis === 'order') return { of: (row) => row, isInferred: () => false, rises: true };
  if (axis === 'bytes') return { of: (row) => table.offset(row), isInferred: () => false, rises: true };
  const stated = RowFlag.OwnTime | RowFlag.Arrival;
  return {
    of: (row) => {
      const time = table.time(row);
      return Number.isNaN(time) ? index.firstTime : time;
    },
    isInferred: (row) => (table.flags(row) & stated) === 0,
    rises: false,
  };
}
