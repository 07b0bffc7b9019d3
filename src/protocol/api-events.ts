/**
 * Events of the Messages API while a message streams in. The CLI wraps each in a `stream_event` frame (1.0.128 on);
 * some bridges pass them on bare, as frames of their own.
 */
export const API_EVENTS: ReadonlySet<string> = new Set([
  'message_start',
  'content_block_start',
  'content_block_delta',
  'content_block_stop',
  'message_delta',
  'message_stop',
  'ping',
]);

/** Whether a frame of this type is an API event without its wrapper. */
export function isBareEvent(type: string): boolean {
  return API_EVENTS.has(type);
}
