import type {
  TimelineLane,
  TimelineOutline,
  TimelinePoint,
  TimelineSlice,
  TimelineSpan,
} from '../../ipc/engine-contract';
import type { SliceQuery, TimelineSource } from '../timeline/feed/timeline-source';

const AGENTS = 12;
/** Milliseconds from one event to the next. */
const STEP_MS = 25;
const EVENTS_ONE_BY_ONE = 2000;
const TOOLS = ['Read', 'Bash', 'Edit', 'Grep', 'Agent'];
const FAMILY_PLACES = [1, 2, 5, 0, 4];

/** A number that looks random and is the same for the same place. */
function noise(n: number): number {
  let x = Math.imul(n ^ 0x9e3779b9, 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return ((x ^ (x >>> 16)) >>> 0) / 4294967296;
}

/**
 * A session of so many events that answers as the engine would, at a cost that does not depend on its size: what stands at
 * a place follows from the place. It answers in a later task, as a port does.
 */
export function createSyntheticTimeline(rows: number): TimelineSource {
  const length = rows * STEP_MS;
  const lane = (id: string, kind: TimelineLane['kind'], depth = 0): TimelineLane => ({
    id,
    kind,
    agent: kind === 'agent' ? Number(id.slice(6)) : 0,
    depth,
    label: id,
    events: Math.ceil(rows / (AGENTS + 5)),
    errors: Math.ceil(rows / 4000),
  });
  const lanes = [
    lane('main', 'main'),
    ...Array.from({ length: AGENTS }, (_, n) => lane(`agent ${n + 1}`, 'agent', 1 + (n % 3))),
    lane('tools', 'tools'),
    lane('tasks', 'tasks'),
    lane('api', 'api'),
    lane('results', 'results'),
  ];
  const gaps = Array.from({ length: 40 }, (_, n) => {
    const from = ((n + 0.5) / 40) * length;
    return {
      from,
      to: from + length / 4000,
      before: Math.floor(from / STEP_MS),
      after: Math.floor(from / STEP_MS) + 1,
    };
  });
  const outline: TimelineOutline = {
    rows,
    extents: { time: [0, length], order: [0, rows], bytes: [0, rows * 800] },
    times: { own: rows, arrival: 0, inherited: 0, none: 0 },
    lanes,
    lanesLeftOff: 0,
    gaps,
    gapsLeftOff: 0,
  };
  const unit = { time: STEP_MS, order: 1, bytes: 800 };
  // What the engine would take is not the window's: it is done in the later task as well.
  const later = <T>(make: () => T) => new Promise<T>((resolve) => setTimeout(() => resolve(make()), 0));
  return {
    outline: () => later(() => outline),
    slice: (query) => later(() => sliceOf(query, unit[query.axis])),
  };
}

function sliceOf(query: SliceQuery, unit: number): TimelineSlice {
  const { axis, from, to, bins, lanes, expression } = query;
  const events = (to - from) / unit;
  const few = events <= EVENTS_ONE_BY_ONE;
  const first = Math.max(0, Math.ceil(from / unit));
  const width = (to - from) / bins;
  return {
    axis,
    from,
    to,
    bins: lanes.map((lane, n) => {
      const counts = new Uint32Array(bins);
      const errors = new Uint32Array(bins);
      const families = new Uint8Array(bins).fill(255);
      const hits = expression === undefined ? null : new Uint32Array(bins);
      const each = width / unit / lanes.length;
      for (let i = 0; i < bins; i++) {
        const place = Math.floor((from + i * width) / Math.max(width, unit)) * 31 + n * 7919;
        const count = Math.floor(each * 2 * noise(place) ** 3 + noise(place + 1) * 1.5);
        counts[i] = count;
        if (count === 0) continue;
        families[i] = FAMILY_PLACES[Math.floor(noise(place + 2) * FAMILY_PLACES.length)] ?? 1;
        errors[i] = noise(place + 3) > 0.985 ? 1 : 0;
        if (hits) hits[i] = noise(place + 4) > 0.95 ? 1 : 0;
      }
      return { lane, counts, errors, families, hits };
    }),
    spans: few || events < EVENTS_ONE_BY_ONE * 4 ? spansOf(first, events, unit, lanes) : null,
    points: few ? pointsOf(first, events, unit, lanes) : null,
    inferred: [from + (to - from) * 0.2, from + (to - from) * 0.3],
  };
}

function spansOf(first: number, events: number, unit: number, lanes: readonly string[]): TimelineSpan[] {
  const spans: TimelineSpan[] = [];
  for (let n = first; n < first + events; n += 4) {
    const long = 2 + Math.floor(noise(n) * 60);
    const failed = noise(n + 5) > 0.95;
    spans.push({
      lane: lanes[Math.floor(noise(n + 1) * lanes.length)] ?? 'main',
      kind: 'call',
      from: n * unit,
      to: (n + long) * unit,
      frame: n + 1,
      endFrame: n + 1 + long,
      depth: Math.floor(noise(n + 2) * 3),
      label: TOOLS[n % TOOLS.length] ?? '',
      family: 'user',
      state: failed ? 'failed' : 'ok',
      inferred: false,
    });
  }
  return spans;
}

function pointsOf(first: number, events: number, unit: number, lanes: readonly string[]): TimelinePoint[] {
  const points: TimelinePoint[] = [];
  for (let n = first; n < first + events; n++) {
    points.push({
      lane: lanes[Math.floor(noise(n + 9) * lanes.length)] ?? 'main',
      at: n * unit,
      frame: n + 1,
      family: 'assistant',
      mark: noise(n + 3) > 0.99 ? 'error' : null,
      inferred: false,
      hit: false,
    });
  }
  return points;
}
