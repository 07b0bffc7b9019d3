import { RowFlag } from '../frames/frame-table';
import type { Session } from '../session/session';
import type { UsagePlace } from './usage-types';

export function placeOf({ index: { table, firstTime } }: Session, row: number): UsagePlace {
  const own = table.time(row);
  const time = Number.isNaN(own) ? firstTime : own;
  const isStated = (table.flags(row) & (RowFlag.OwnTime | RowFlag.Arrival)) !== 0;
  return { frame: row + 1, time: Number.isNaN(time) ? null : time, inferred: !isStated };
}
