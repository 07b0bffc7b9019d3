import type { LensName, LensStep, Reading } from '../../../../src/protocol/lenses/lens';
import { lensFrame } from '../../../../src/protocol/lenses/lens-frame';
import { createLens } from '../../../../src/protocol/lenses/lenses';

/** Every frame's step; a string is a line as it stands, anything else is written as one. */
export function stepsOf(name: LensName, reading: Reading, ...frames: readonly unknown[]): LensStep[] {
  const lens = createLens(name, reading);
  return frames.map((frame, index) =>
    lens.feed(lensFrame(index + 1, typeof frame === 'string' ? frame : JSON.stringify(frame))),
  );
}

// biome-ignore lint/suspicious/noExplicitAny: tests look at events field by field
export type Event = any;

export function eventsOf(name: LensName, reading: Reading, ...frames: readonly unknown[]): Event[] {
  return stepsOf(name, reading, ...frames).flatMap(({ events }) => events.map(({ event }) => event));
}

export const typesOf = (events: readonly Event[]) =>
  events.map((event) => (event.type === 'task_status' ? `task_status ${event.statusType}` : event.type));

export const droppedBy = (steps: readonly LensStep[]) =>
  steps.flatMap(({ dropped }) => dropped.map(({ what, why }) => `${what}: ${why}`));

export const assistant = (content: unknown, more: object = {}) => ({
  type: 'assistant',
  message: { role: 'assistant', content },
  ...more,
});
export const text = (words: string) => ({ type: 'text', text: words });
export const user = (content: unknown, more: object = {}) => ({
  type: 'user',
  message: { role: 'user', content },
  ...more,
});
export const call = (id: string, name: string, input: unknown) => ({ type: 'tool_use', id, name, input });
export const answer = (id: string, content: unknown, more: object = {}) => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
  ...more,
});
export const result = (more: object = {}) => ({
  type: 'result',
  subtype: 'success',
  is_error: false,
  ...more,
});

export const stream = (event: object, more: object = {}) => ({ type: 'stream_event', event, ...more });
export const start = (block: object, index = 0) =>
  stream({ type: 'content_block_start', index, content_block: block });
export const textDelta = (words: string, index = 0) =>
  stream({ type: 'content_block_delta', index, delta: { type: 'text_delta', text: words } });
export const inputDelta = (json: string, index = 0) =>
  stream({ type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json: json } });
export const stop = (index = 0) => stream({ type: 'content_block_stop', index });
