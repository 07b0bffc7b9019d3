import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EVERY_ROW, rowOf } from '../../../../src/engine/answers/rows/row-page';
import { LinkFlag } from '../../../../src/engine/links/link-table';
import type { Session } from '../../../../src/engine/session/session';
import { laneOfId } from '../../../../src/engine/timeline/row-lanes';
import { timelineOf } from '../../../../src/engine/timeline/session-timeline';
import { SliceBins } from '../../../../src/engine/timeline/slice-bins';
import { timelineOutline } from '../../../../src/engine/timeline/timeline-outline';
import { timelineSlice } from '../../../../src/engine/timeline/timeline-slice';
import type { TimelineAxis } from '../../../../src/engine/timeline/timeline-types';
import { GrowingSession } from '../live/growing-session';
import { fileOf, sessionOf } from '../session-of';

const AXES: readonly TimelineAxis[] = ['time', 'order', 'bytes'];
const LANES = ['main', 'agent 1', 'tools', 'api', 'results'];
const START = Date.parse('2026-11-05T10:00:00.123Z');

interface Event {
  lane: string;
  place: number;
  counts: boolean;
  error: boolean;
}

/** Every row and call of a session, told one by one by what its rows say. */
function eventsOf(session: Session, axis: TimelineAxis): Event[] {
  const { table, links } = session.index;
  const events: Event[] = [];
  const places: number[] = [];
  for (let at = 0; at < table.rows; at++) {
    const row = rowOf(session, at, EVERY_ROW);
    const place = axis === 'order' ? at : axis === 'bytes' ? row.offset : (row.time ?? Number.NaN);
    places.push(place);
    let lane = row.agent > 0 ? `agent ${row.agent}` : 'main';
    if (row.kind.startsWith('result')) lane = 'results';
    if (row.kind.startsWith('rate_limit_event')) lane = 'api';
    events.push({ lane, place, counts: true, error: row.error });
  }
  for (let record = 0; record < links.count; record++) {
    const flags = links.flags(record);
    if ((flags & LinkFlag.Repeat) !== 0) continue;
    const isResult = (flags & LinkFlag.Result) !== 0;
    const error = isResult && (flags & LinkFlag.Error) !== 0;
    events.push({ lane: 'tools', place: places[links.row(record)] as number, counts: !isResult, error });
  }
  return events.filter(({ place }) => !Number.isNaN(place));
}

interface Window {
  from: number;
  to: number;
  bins: number;
}

/** The columns of each lane, with every event in the bin that `placeOf` puts it in. */
function columns(events: readonly Event[], { from, to, bins }: Window, placeOf = (place: number) => place) {
  return LANES.map((lane) => {
    const counts = new Uint32Array(bins);
    const errors = new Uint32Array(bins);
    for (const event of events) {
      const place = placeOf(event.place);
      if (event.lane !== lane || !(place >= from && place < to)) continue;
      const bin = Math.min(bins - 1, Math.floor((place - from) / ((to - from) / bins)));
      if (event.counts) counts[bin]!++;
      if (event.error) errors[bin]!++;
    }
    return { lane, counts, errors };
  });
}

const window = fc.record({
  begins: fc.double({ min: -0.2, max: 1, noNaN: true }),
  length: fc.double({ min: 0.001, max: 1.3, noNaN: true }),
  bins: fc.integer({ min: 1, max: 400 }),
  axis: fc.constantFrom(...AXES),
});
type Asked = typeof window extends fc.Arbitrary<infer T> ? T : never;

async function windowOf(session: Session, { begins, length, bins, axis }: Asked): Promise<Window | null> {
  const extent = (await timelineOutline(session, 1000)).extents[axis];
  if (extent === null || extent[1] <= extent[0]) return null;
  const whole = extent[1] - extent[0];
  const from = extent[0] + begins * whole;
  return { from, to: from + length * whole, bins };
}

async function compare(session: Session, asked: Asked): Promise<void> {
  const stretch = await windowOf(session, asked);
  if (stretch === null) return;
  const slice = await timelineSlice(session, { axis: asked.axis, ...stretch, lanes: LANES });
  const expected = columns(eventsOf(session, asked.axis), stretch);
  expect(slice.bins.map(({ lane, counts, errors }) => ({ lane, counts, errors }))).toEqual(expected);
  const events = eventsOf(session, 'order');
  for (const { id, events: count, errors } of (await timelineOutline(session, 1000)).lanes) {
    const own = events.filter(({ lane }) => lane === id);
    expect([id, count, errors]).toEqual([
      id,
      own.filter(({ counts }) => counts).length,
      own.filter(({ error }) => error).length,
    ]);
  }
}

const frame = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ type: 'user' }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('result'), is_error: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant({ type: 'rate_limit_event' }) },
  {
    weight: 3,
    arbitrary: fc.nat(5).map((id) => ({
      type: 'assistant',
      message: { content: [{ type: 'tool_use', id: `t${id}`, name: 'Bash', input: {} }] },
    })),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(fc.nat(5), fc.boolean()).map(([id, failed]) => ({
      type: 'user',
      message: { content: [{ type: 'tool_result', tool_use_id: `t${id}`, content: '', is_error: failed }] },
    })),
  },
  {
    weight: 2,
    arbitrary: fc.constant({ type: 'assistant', parent_tool_use_id: 't0', message: { content: [] } }),
  },
);
const line = fc
  .tuple(frame, fc.option(fc.integer({ min: 0, max: 5_000_000 })))
  .map(([value, time]) =>
    JSON.stringify(time === null ? value : { ...value, timestamp: new Date(START + time).toISOString() }),
  );

test('any window of a file that grows and takes rows back tells what its rows tell', {
  timeout: 60_000,
}, async () => {
  const step = fc.record({
    lines: fc.array(line, { maxLength: 12 }),
    /** The last line breaks off here, and is told as it is. */
    torn: fc.option(fc.double({ min: 0.05, max: 0.95, noNaN: true })),
    asked: window,
  });
  let takenBack = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      const growing = new GrowingSession(fileOf(''));
      for (const { lines, torn, asked } of steps) {
        const text = lines.map((one) => `${one}\n`).join('');
        const cut = torn === null ? text.length : Math.floor(torn * text.length);
        for (const piece of [text.slice(0, cut), text.slice(cut)]) {
          const { epoch } = growing.session;
          growing.append(piece);
          await growing.grow();
          if (growing.session.epoch !== epoch) takenBack++;
          growing.session.settle();
          await compare(growing.session, asked);
        }
      }
      growing.close();
    }),
    {
      numRuns: Number(process.env.RUNS ?? 150),
      seed: Number(process.env.SEED ?? 20261201),
      interruptAfterTimeLimit: 5_000,
    },
  );
  expect(takenBack).toBeGreaterThan(20);
});

test('the bins of the axis hold each row where its bin begins', { timeout: 60_000 }, async () => {
  // Rows so far apart that each takes memory of its own, so that bins are wide.
  const far = Array.from({ length: 16_000 }, (_, at) => {
    const timestamp = new Date(START + at * 100_003).toISOString();
    return JSON.stringify({ type: at % 7 === 0 ? 'result' : 'user', is_error: at % 3 === 0, timestamp });
  });
  const session = sessionOf(far.map((one) => `${one}\n`).join(''));
  const counts = await timelineOf(session).upToDate('time');
  expect(counts.width).toBeGreaterThan(1);
  const { width } = counts;
  const events = eventsOf(session, 'time');
  await fc.assert(
    fc.asyncProperty(window, async (asked) => {
      const stretch = (await windowOf(session, { ...asked, axis: 'time' })) as Window;
      const binned = new SliceBins({ ...stretch, lanes: LANES.map(laneOfId) }, null);
      binned.addCounts(counts);
      const first = stretch.from <= counts.from ? stretch.from : Number.NEGATIVE_INFINITY;
      const begins = (place: number) => Math.max(first, Math.floor(place / width) * width);
      const told = binned.lanes.map(({ lane, counts: column, errors }) => ({ lane, counts: column, errors }));
      expect(told).toEqual(columns(events, stretch, begins));
    }),
    { numRuns: 25, seed: Number(process.env.SEED ?? 20261202), interruptAfterTimeLimit: 3_000 },
  );
});
