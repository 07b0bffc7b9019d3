import type {
  TimelineLane,
  TimelineOutline,
  TimelinePoint,
  TimelineSlice,
  TimelineSpan,
} from '../../../../src/ipc/engine-contract';

export function lane(id: string, kind: TimelineLane['kind'] = 'main'): TimelineLane {
  const agent = kind === 'agent' ? Number(id.slice(6)) : 0;
  return { id, kind, agent, depth: kind === 'agent' ? 1 : 0, label: id, events: 3, errors: 0 };
}

export function span(part: Partial<TimelineSpan>): TimelineSpan {
  return {
    lane: 'main',
    kind: 'call',
    from: 100,
    to: 200,
    frame: 2,
    endFrame: 5,
    depth: 0,
    label: 'Read',
    family: 'user',
    state: 'ok',
    inferred: false,
    ...part,
  };
}

export function point(part: Partial<TimelinePoint>): TimelinePoint {
  return {
    lane: 'main',
    at: 50,
    frame: 1,
    family: 'assistant',
    mark: null,
    inferred: false,
    hit: false,
    ...part,
  };
}

export function slice(part: Partial<TimelineSlice>): TimelineSlice {
  return { axis: 'time', from: 0, to: 1000, bins: [], spans: [], points: [], inferred: [], ...part };
}

export function outline(part: Partial<TimelineOutline> = {}): TimelineOutline {
  return {
    rows: 10,
    extents: { time: [0, 1000], order: [0, 10], bytes: [0, 5000] },
    times: { own: 10, arrival: 0, inherited: 0, none: 0 },
    lanes: [lane('main'), lane('agent 1', 'agent'), lane('tools', 'tools')],
    lanesLeftOff: 0,
    gaps: [],
    gapsLeftOff: 0,
    ...part,
  };
}
