import { describe, expect, test } from 'vitest';
import { reportOf } from '../../../../src/engine/answers/report/report';
import { EVERY_ROW, rowOf } from '../../../../src/engine/answers/rows/row-page';
import { Session } from '../../../../src/engine/session/session';
import { spanPage } from '../../../../src/engine/timeline/span-facts';
import { timelineOutline } from '../../../../src/engine/timeline/timeline-outline';
import { timelineSlice } from '../../../../src/engine/timeline/timeline-slice';
import type { TimelineAxis, TimelineSlice } from '../../../../src/engine/timeline/timeline-types';
import { captureFiles, caseFiles, fixtureFiles } from '../../recordings';

const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);
const total = ({ bins }: TimelineSlice, of: 'counts' | 'errors', without = 'tools') =>
  sum(bins.filter(({ lane }) => lane !== without).map((lane) => sum(lane[of])));

function opened(path: string): Session {
  const session = Session.open(1, path, undefined, { agentFiles: true, captures: true });
  session.indexAllNow();
  return session;
}

async function whole(session: Session, axis: TimelineAxis, bins = 300): Promise<TimelineSlice | null> {
  const outline = await timelineOutline(session, 1000);
  const extent = outline.extents[axis];
  if (extent === null || extent[0] >= extent[1]) return null;
  const lanes = outline.lanes.map(({ id }) => id);
  return timelineSlice(session, { axis, from: extent[0], to: extent[1], bins, lanes });
}

const files = [...fixtureFiles(), ...caseFiles()].filter(({ bytes }) => bytes < 1_000_000);

describe.each(files)('$name', ({ path }) => {
  test('every row stands on one lane, at the place that its row tells', async () => {
    const session = opened(path);
    const { rows } = session.index.table;
    const told = Array.from({ length: rows }, (_, row) => rowOf(session, row, EVERY_ROW));
    for (const axis of ['time', 'order', 'bytes'] as const) {
      const slice = await whole(session, axis);
      if (slice === null) {
        expect(axis === 'time' ? told.filter(({ time }) => time !== null) : told).toEqual([]);
        continue;
      }
      expect(total(slice, 'counts')).toBe(rows);
      expect(total(slice, 'errors')).toBe(told.filter(({ error }) => error).length);
      if (slice.points === null) continue;
      expect(slice.points.map(({ frame }) => frame)).toEqual(told.map(({ frame }) => frame));
      for (const [at, point] of slice.points.entries()) {
        const row = told[at]!;
        if (axis === 'order') expect(point.at).toBe(at);
        else if (axis === 'bytes') expect(point.at).toBe(session.index.table.offset(at));
        else expect(point.at).toBe(row.time);
        // Of frames without a type, and of progress, only what is in them tells the family.
        if (!['(no type)', 'progress'].includes(row.kind)) expect(point.family).toBe(row.family);
        if (point.lane.startsWith('agent ')) expect(point.lane).toBe(`agent ${row.agent}`);
        else if (point.lane === 'main') expect(row.agent).toBe(0);
        expect(point.inferred).toBe(axis === 'time' && !['own', 'arrival'].includes(row.timeSource));
      }
    }
    session.close();
  });

  test('every call has its span, with the state that the report counts', async () => {
    const session = opened(path);
    const report = reportOf(session);
    const { total: count, spans } = await spanPage(session, 0, Number.MAX_SAFE_INTEGER);
    expect(spans).toHaveLength(count);
    const calls = spans.filter(({ kind, lane }) => kind === 'call' && lane === 'tools');
    expect(calls).toHaveLength(report.toolCalls);
    expect(calls.filter(({ state }) => state === 'failed')).toHaveLength(report.failedCalls);
    expect(calls.filter(({ state }) => state === 'open')).toHaveLength(report.unansweredCalls);
    expect(calls.filter(({ endFrame }) => endFrame === null)).toHaveLength(report.unansweredCalls);
    for (const [at, { from, to }] of spans.entries()) {
      expect(to).toBeGreaterThanOrEqual(from);
      expect(from).toBeGreaterThanOrEqual(spans[at - 1]?.from ?? Number.NEGATIVE_INFINITY);
    }
    const agents = spans.filter(({ kind }) => kind === 'agent');
    expect(new Set(agents.map(({ lane }) => lane)).size).toBe(agents.length);
    expect(spans.filter(({ kind }) => kind === 'task')).toHaveLength(report.tasks.total);
    session.close();
  });
});

test('what is searched for is counted where it stands', async () => {
  const session = opened(captureFiles().find(({ name }) => name.startsWith('2.1.332/08-task'))!.path);
  const expression = 'tool:Bash';
  const match = session.matches.of(expression);
  match.finish();
  const outline = await timelineOutline(session, 1000);
  const [from, to] = outline.extents.order;
  const lanes = outline.lanes.map(({ id }) => id);
  const slice = await timelineSlice(session, { axis: 'order', from, to, bins: 50, lanes, expression });
  const rows = [...match.rowsFrom(0)];
  expect(rows.length).toBeGreaterThan(0);
  expect(sum(slice.bins.map(({ hits }) => sum(hits ?? [])))).toBe(rows.length);
  expect(slice.points?.filter(({ hit }) => hit).map(({ frame }) => frame - 1)).toEqual(rows);
  session.close();
});
