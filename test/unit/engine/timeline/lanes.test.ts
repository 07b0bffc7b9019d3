import { expect, test } from 'vitest';
import { MAX_LANES, timelineOutline } from '../../../../src/engine/timeline/timeline-outline';
import { timelineSlice } from '../../../../src/engine/timeline/timeline-slice';
import { GrowingSession } from '../live/growing-session';
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

test('a call that was streamed is counted once when its whole frame comes', async () => {
  const growing = new GrowingSession();
  const message = { id: 'm1', role: 'assistant', content: [] };
  const block = { type: 'tool_use', id: 't1', name: 'Bash', input: {} };
  const event = (inner: object) => ({ type: 'stream_event', event: inner });
  const frames = [
    event({ type: 'message_start', message }),
    event({ type: 'content_block_start', index: 0, content_block: block }),
    { type: 'assistant', message: { ...message, content: [block] } },
  ];
  const told: (number | undefined)[] = [];
  for (const frame of frames) {
    growing.append(`${JSON.stringify(frame)}\n`);
    await growing.grow();
    const { lanes } = await timelineOutline(growing.session, 1000);
    told.push(lanes.find(({ id }) => id === 'tools')?.events);
  }
  expect(told).toEqual([undefined, 1, 1]);
  const slice = { axis: 'order', from: 0, to: 3, bins: 3, lanes: ['tools'] } as const;
  expect([...((await timelineSlice(growing.session, slice)).bins[0]?.counts ?? [])]).toEqual([0, 0, 1]);
  growing.close();
});
