import { expect, test } from 'vitest';
import type { Session } from '../../../../src/engine/session/session';
import { axisPlaces } from '../../../../src/engine/timeline/axis-places';
import { LaneCounts } from '../../../../src/engine/timeline/lane-counts';
import { SliceBins } from '../../../../src/engine/timeline/slice-bins';
import { timelineOutline } from '../../../../src/engine/timeline/timeline-outline';
import type { TimelineAxis } from '../../../../src/engine/timeline/timeline-types';
import { sessionOf, sessionOfFrames } from '../session-of';

const ROWS = 40_000;
const START = Date.parse('2026-11-05T10:00:00.000Z');

/** Many rows of several kinds, some of them errors, some without a time, some earlier than the one before. */
function manyRows(): Session {
  const lines: string[] = [];
  for (let row = 0; row < ROWS; row++) {
    const back = row % 17 === 0 ? 4000 : 0;
    const timestamp = row % 3 === 0 ? { timestamp: new Date(START + row * 250 - back).toISOString() } : {};
    const error = row % 101 === 0;
    const type = error
      ? { type: 'result', subtype: 'error_during_execution', is_error: true }
      : { type: row % 2 === 0 ? 'user' : 'system', subtype: 'x' };
    lines.push(JSON.stringify({ ...type, ...timestamp, session_id: 's', n: 'y'.repeat(row % 40) }));
  }
  return sessionOf(`${lines.join('\n')}\n`);
}

function counted(session: Session, axis: TimelineAxis): LaneCounts {
  const counts = new LaneCounts(session, axisPlaces(session, axis));
  while (!counts.step());
  return counts;
}

test.each(['time', 'order', 'bytes'] as const)(
  'counts of the whole axis are those of its rows: %s',
  (axis) => {
    const session = manyRows();
    const counts = counted(session, axis);
    // Bins of the stretch that are whole numbers of bins of the axis: then both ways have to agree in every bin.
    const step = counts.width * 64;
    const from = Math.floor(counts.from / step) * step;
    const bins = Math.ceil((counts.to + 1 - from) / step);
    const stretch = { from, to: from + bins * step, bins, lanes: [0, 1, 2, 3, 4] };
    const fast = new SliceBins(stretch, null);
    fast.addCounts(counts);
    const slow = new SliceBins(stretch, null);
    const seen = counts.forEachRow(stretch.from, stretch.to, (row, place) => {
      slow.addRow(session, counts, row, place);
      return true;
    });
    expect(seen).toBe(ROWS);
    expect(fast.lanes).toEqual(slow.lanes);
    expect(fast.inferredStretches).toEqual(slow.inferredStretches);
    const all = fast.lanes.flatMap(({ counts: column }) => [...column]).reduce((a, b) => a + b, 0);
    expect(all).toBe(ROWS);
  },
);

test('a row that is decades before the others does not lose them', () => {
  const at = (time: string) => ({ type: 'user', timestamp: time, session_id: 's' });
  const near = Array.from({ length: 5000 }, (_, row) => at(new Date(START + row).toISOString()));
  const counts = counted(sessionOfFrames(at('1970-01-02T00:00:00.000Z'), ...near), 'time');
  let rows = 0;
  counts.forEachRow(START + 100, START + 200, () => {
    rows++;
    return true;
  });
  expect(rows).toBe(100);
});

test('a silence is told once, with the frames around it, and not where another file goes on', async () => {
  const at = (seconds: number) => ({
    type: 'user',
    timestamp: new Date(START + seconds * 1000).toISOString(),
  });
  const session = sessionOfFrames(at(0), { type: 'system' }, at(100), at(101), at(50), at(200));
  const { gaps, times } = await timelineOutline(session, 60_000);
  expect(gaps).toEqual([{ from: START + 101_000, to: START + 200_000, before: 4, after: 6 }]);
  expect(times).toEqual({ own: 5, arrival: 0, inherited: 1, none: 0 });
});

test('a session without any time has the other axes', async () => {
  const session = sessionOfFrames({ type: 'user' }, { type: 'result', subtype: 'success' });
  const { extents, times, lanes } = await timelineOutline(session, 1000);
  expect(extents.time).toBeNull();
  expect(extents.order).toEqual([0, 2]);
  expect(times.none).toBe(2);
  expect(lanes.map(({ id, events }) => [id, events])).toEqual([
    ['main', 1],
    ['results', 1],
  ]);
});
