import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Session } from '../../../../src/engine/session/session';
import { timelineOutline } from '../../../../src/engine/timeline/timeline-outline';
import { timelineSlice } from '../../../../src/engine/timeline/timeline-slice';
import type { TimelineAxis } from '../../../../src/engine/timeline/timeline-types';
import { fileOf, sessionOfFrames } from '../session-of';

/** More rows than a slice looks at one by one. */
const ROWS = 120_000;
/** Not a whole number of anything. */
const START = Date.parse('2026-11-05T10:13:37.123Z');
const BLOCK = 100;

const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);

/** Errors at both ends and at every 50th row; calls on every hundredth, and most rows of the second half tell no time. */
function text(): string {
  const lines: string[] = [];
  const plain = '{"type":"user"}\n'.repeat(48);
  for (let row = 0; row < ROWS; row += BLOCK) {
    const timestamp = (at: number) => `"timestamp":"${new Date(START + at * 700).toISOString()}"`;
    const error = (at: number) => `{"type":"result","is_error":true,${timestamp(at)}}\n`;
    const call = `${JSON.stringify(frameOfCalls(row, 20))}\n`;
    const timed = Array.from({ length: 48 }, (_, at) => `{"type":"user",${timestamp(row + 1 + at)}}\n`).join(
      '',
    );
    const middle = row < ROWS / 2 ? timed : plain;
    lines.push(error(row), middle, `{"type":"system"}\n`, call, middle, error(row + BLOCK - 1));
  }
  return lines.join('');
}

describe('a slice of more rows than are looked at', () => {
  let session: Session;
  beforeAll(() => {
    session = Session.open(1, fileOf(text()));
    session.indexAllNow();
  });
  afterAll(() => session.close());

  test.each(['time', 'order', 'bytes'] as const)('counts every row and every error: %s', async (axis) => {
    const slice = await whole(session, axis);
    expect(slice.points).toBeNull();
    const rows = slice.bins.filter(({ lane }) => lane !== 'tools');
    expect(sum(rows.map(({ counts }) => sum(counts)))).toBe(ROWS);
    expect(sum(rows.map(({ errors }) => sum(errors)))).toBe((ROWS / BLOCK) * 2);
    const tools = slice.bins.filter(({ lane }) => lane === 'tools');
    expect(sum(tools.map(({ counts }) => sum(counts)))).toBe((ROWS / BLOCK) * 20);
  });

  test('stretches without times of their own are the same for any lanes', async () => {
    const half = START + (ROWS / 2) * 700;
    for (const lanes of [['main', 'tools', 'results'], ['tools'], ['results'], []]) {
      const { inferred } = await whole(session, 'time', lanes);
      expect(inferred).toHaveLength(2);
      expect(Math.abs((inferred[0] as number) - half)).toBeLessThan(1_000_000);
    }
  });
});

test('frames of many calls are counted with all of them', async () => {
  const session = sessionOfFrames(...Array.from({ length: 10 }, (_, row) => frameOfCalls(row, 3000)));
  const { lanes } = await timelineOutline(session, 1000);
  expect(lanes.find(({ id }) => id === 'tools')?.events).toBe(30_000);
});

function frameOfCalls(row: number, calls: number) {
  const use = { type: 'tool_use', name: 'Bash', input: {} };
  const content = Array.from({ length: calls }, (_, at) => ({ ...use, id: `t${row}-${at}` }));
  return { type: 'assistant', message: { content } };
}

async function whole(session: Session, axis: TimelineAxis, lanes?: readonly string[]) {
  const outline = await timelineOutline(session, 1000);
  const [from, to] = outline.extents[axis] as [number, number];
  return timelineSlice(session, {
    axis,
    from,
    to,
    bins: 300,
    lanes: lanes ?? outline.lanes.map(({ id }) => id),
  });
}
