import { FAMILIES } from '../../protocol/families';
import { familyOf } from '../../protocol/frame-kinds';
import { RowFlag } from '../frames/frame-table';
import type { Session } from '../session/session';
import { Mark } from '../turns/marks';
import type { LaneKind, TimelinePoint } from './timeline-types';

/** Lanes by number: the fixed ones first, then one for each subagent. */
export const MAIN_LANE = 0;
export const TOOLS_LANE = 1;
export const TASKS_LANE = 2;
export const API_LANE = 3;
export const RESULTS_LANE = 4;
const FIRST_AGENT_LANE = 5;

const FIXED: readonly LaneKind[] = ['main', 'tools', 'tasks', 'api', 'results'];
const AGENT_ID = /^agent ([1-9][0-9]{0,8})$/;

export const laneOfAgent = (agent: number) => (agent === 0 ? MAIN_LANE : FIRST_AGENT_LANE + agent - 1);
export const agentOfLane = (lane: number) => Math.max(0, lane - FIRST_AGENT_LANE + 1);

/** The id of a lane, which stays while the session is open. */
export function laneId(lane: number): string {
  return FIXED[lane] ?? `agent ${agentOfLane(lane)}`;
}

/** The lane with this id; -1 when there is none. */
export function laneOfId(id: string): number {
  const agent = AGENT_ID.exec(id)?.[1];
  return agent === undefined ? FIXED.indexOf(id as LaneKind) : laneOfAgent(Number(agent));
}

/** What a kind of frame says of its lane; the lane of its thread where it says nothing. */
interface KindLane {
  /** -1: the lane of its thread. */
  lane: number;
  family: number;
  mark: TimelinePoint['mark'];
}

/**
 * On which lane each row stands: that of its thread, unless it tells of a task, of the traffic with the API (retries,
 * rate limits, compaction), or is a result. Every row stands on one lane; spans of tools have one of their own.
 */
export class RowLanes {
  private readonly kindLanes: KindLane[] = [];

  constructor(private readonly session: Session) {}

  laneOf(row: number): number {
    const { table } = this.session.index;
    const { lane } = this.ofKind(table.kind(row));
    if (lane >= 0) return lane;
    return laneOfAgent(table.parent(row));
  }

  /** Place in FAMILIES. */
  familyOf(row: number): number {
    return this.ofKind(this.session.index.table.kind(row)).family;
  }

  markOf(row: number): TimelinePoint['mark'] {
    const { table } = this.session.index;
    if ((table.flags(row) & RowFlag.Error) !== 0) return 'error';
    return this.ofKind(table.kind(row)).mark;
  }

  private ofKind(kind: number): KindLane {
    const known = this.kindLanes[kind];
    if (known !== undefined) return known;
    const found = this.lookUp(kind);
    this.kindLanes[kind] = found;
    return found;
  }

  private lookUp(kind: number): KindLane {
    const { kinds } = this.session.index;
    if (kinds.isUnparsed(kind)) return { lane: -1, family: FAMILIES.indexOf('unparsed'), mark: null };
    const family = kinds.isStderr(kind) ? 'system' : familyOf(kinds.type(kind), kinds.subtype(kind));
    const { isResult, isRetry, mark } = kinds.traits(kind);
    const place = { lane: -1, family: FAMILIES.indexOf(family), mark: null };
    // One that states no subtype says nothing of how it went; one that failed is marked as an error before this counts.
    if (isResult)
      return { ...place, lane: RESULTS_LANE, mark: kinds.subtype(kind) === 'success' ? 'success' : null };
    if (mark === Mark.Task) return { ...place, lane: TASKS_LANE };
    if (isRetry) return { ...place, lane: API_LANE, mark: 'retry' };
    if (mark === Mark.RateLimit) return { ...place, lane: API_LANE, mark: 'rate-limit' };
    if (mark === Mark.Compaction) return { ...place, lane: API_LANE, mark: 'compaction' };
    return place;
  }
}
