import { expect, test } from 'vitest';
import { MAX_LANES, timelineOutline } from '../../../../src/engine/timeline/timeline-outline';
import { timelineSlice } from '../../../../src/engine/timeline/timeline-slice';
import { sessionOfFrames } from '../session-of';

const use = (id: string, name: string) => ({
  type: 'assistant',
  message: { content: [{ type: 'tool_use', id, name, input: {} }] },
});

test('of more subagents than there are lanes for, only subagents are left off', async () => {
  const agents = Array.from({ length: MAX_LANES + 50 }, (_, at) => [
    use(`t${at}`, 'Task'),
    { type: 'assistant', parent_tool_use_id: `t${at}`, message: { content: [] } },
  ]).flat();
  const session = sessionOfFrames(...agents, { type: 'result', subtype: 'success' });
  const { lanes, lanesLeftOff } = await timelineOutline(session, 1000);
  expect(lanes).toHaveLength(MAX_LANES);
  expect(lanes[0]?.id).toBe('main');
  expect(lanes.slice(-2).map(({ id, events }) => [id, events])).toEqual([
    ['tools', MAX_LANES + 50],
    ['results', 1],
  ]);
  expect(lanesLeftOff).toBe(MAX_LANES + 50 - (MAX_LANES - 3));
});

test('a result is marked as a success only when it says that it is one', async () => {
  const session = sessionOfFrames(
    { type: 'result', subtype: 'success' },
    { type: 'result', subtype: 'success', is_error: false },
    { type: 'result', subtype: 'success', is_error: true },
    { type: 'result', subtype: 'error_max_turns' },
    { type: 'result', subtype: 'error_max_turns', is_error: false },
    { type: 'result' },
    { type: 'result', is_error: true },
  );
  const slice = await timelineSlice(session, { axis: 'order', from: 0, to: 7, bins: 7, lanes: ['results'] });
  const marks = slice.points?.map(({ mark }) => mark);
  expect(marks).toEqual(['success', 'success', 'error', 'error', 'error', null, 'error']);
  expect([...(slice.bins[0]?.errors ?? [])]).toEqual([0, 0, 1, 1, 1, 0, 1]);
});
