import { agentTree } from '../answers/agents/agent-tree';
import type { Session } from '../session/session';
import type { LaneCounts } from './lane-counts';
import { API_LANE, laneId, laneOfAgent, MAIN_LANE, RESULTS_LANE, TASKS_LANE, TOOLS_LANE } from './row-lanes';
import { timelineOf } from './session-timeline';
import { MAX_GAPS } from './silences';
import type { LaneKind, TimelineLane, TimelineOutline } from './timeline-types';

/** More lanes than this are no picture; the rest of the subagents is counted. */
export const MAX_LANES = 1000;

/** The shape of the whole session: its lanes, how long each axis is, and where nothing happened for `gapMs` or more. */
export async function timelineOutline(
  session: Session,
  gapMs: number,
  signal?: AbortSignal,
): Promise<TimelineOutline> {
  const timeline = timelineOf(session);
  const time = await timeline.upToDate('time', signal);
  const hasTime = time.rows > 0;
  const counts = hasTime ? time : await timeline.upToDate('order', signal);
  const { rows, bytes } = session.index.table;
  const gaps = hasTime ? timeline.silences.longerThan(gapMs, time) : [];
  const { lanes, leftOff } = lanesOf(session, counts);
  return {
    rows: counts.rows,
    // The last moment belongs to the axis.
    extents: { time: hasTime ? [time.from, time.to + 1] : null, order: [0, rows], bytes: [0, bytes] },
    times: hasTime ? { ...time.times } : { own: 0, arrival: 0, inherited: 0, none: counts.rows },
    lanes,
    lanesLeftOff: leftOff,
    gaps: gaps.slice(0, MAX_GAPS),
    gapsLeftOff: Math.max(0, gaps.length - MAX_GAPS),
  };
}

/** The main thread, its subagents as a tree, then what is told of tools, tasks, the API and results, where there is any. */
function lanesOf(session: Session, counts: LaneCounts): { lanes: TimelineLane[]; leftOff: number } {
  const of = (lane: number, kind: LaneKind, agent = 0, depth = 0): TimelineLane => ({
    id: laneId(lane),
    kind,
    agent,
    depth,
    label: laneId(lane),
    events: counts.events[lane] ?? 0,
    errors: counts.errors[lane] ?? 0,
  });
  const agents = agentTree(session).nodes.filter(({ agent }) => agent !== 0);
  const listed = new Set(agents.map(({ agent }) => agent));
  // Agents beyond those that the tree holds have their lane all the same.
  for (let agent = 1; agent <= session.index.agents.size; agent++)
    if (!listed.has(agent)) agents.push({ agent, call: -1, depth: 1, parent: null });
  const fixed: [number, LaneKind][] = [
    [TOOLS_LANE, 'tools'],
    [TASKS_LANE, 'tasks'],
    [API_LANE, 'api'],
    [RESULTS_LANE, 'results'],
  ];
  const hasRequests = session.index.messages.size > 0 && hasStreamedMessage(session);
  const others = fixed.filter(
    ([lane, kind]) => (counts.events[lane] ?? 0) > 0 || (kind === 'api' && hasRequests),
  );
  const shown = agents.slice(0, MAX_LANES - others.length - 1);
  const lanes = [
    of(MAIN_LANE, 'main'),
    ...shown.map(({ agent, depth }) => of(laneOfAgent(agent), 'agent', agent, depth)),
    ...others.map(([lane, kind]) => of(lane, kind)),
  ];
  return { lanes, leftOff: agents.length - shown.length };
}

function hasStreamedMessage({ index: { messages } }: Session): boolean {
  for (let message = 0; message < messages.size; message++)
    if (messages.eventCount(message) > 1 && !messages.isSeries(message)) return true;
  return false;
}
