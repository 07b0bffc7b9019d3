import { fieldOf, type Json, numberOf, stringOf } from '../../../json-values';
import type { StepWriter } from '../../lens';
import type { RecentMap } from '../../recent-map';
import type { LenientEnvelope } from './lenient-envelope';
import { status, whereOf } from './status-event';

/** The message that is being streamed, by thread and parent tool use. */
export type LaneMessages = RecentMap<string>;

/** Deltas in OpenASE's events: text and thinking as they come, keyed as their whole frame will be. */
export function correctedDelta(envelope: LenientEnvelope, lanes: LaneMessages, step: StepWriter): void {
  const event = fieldOf(envelope.raw, 'event');
  const lane = `${envelope.threadId}\0${envelope.parentToolUseId}`;
  const type = stringOf(event, 'type') ?? '';
  if (type === 'message_start') {
    const id = stringOf(fieldOf(event, 'message'), 'id') ?? '';
    lanes.set(lane, id, lane.length + id.length);
    step.drop('event message_start', 'It opens a message; what comes in it is told.');
    return;
  }
  if (type === 'content_block_delta') {
    const place = numberOf(event, 'index') ?? 0;
    delta(envelope, fieldOf(event, 'delta'), `${lanes.get(lane) || 'message'}#${place}`, step);
    return;
  }
  if (BOUNDARIES.has(type)) {
    step.drop(
      `event ${type}`,
      'It marks a boundary: the whole frame tells the block, and the result the usage.',
    );
    return;
  }
  status(envelope, 'stream_event', type || 'Claude stream event', step, []);
}

const BOUNDARIES = new Set([
  'content_block_start',
  'content_block_stop',
  'message_delta',
  'message_stop',
  'ping',
]);

function delta(envelope: LenientEnvelope, part: Json, itemId: string, step: StepWriter): void {
  const where = whereOf(envelope);
  const type = stringOf(part, 'type') ?? '';
  const corrected = [...envelope.notes, 'Deltas are decoded, keyed as their whole frame will be.'];
  const text = stringOf(part, 'text');
  const thinking = stringOf(part, 'thinking');
  if (type === 'text_delta' && text !== null) {
    const activity = { idSource: 'message', confidence: 'high' };
    const event = {
      type: 'output_produced',
      ...where,
      itemId,
      stream: 'assistant',
      text,
      snapshot: false,
      activity,
    };
    step.emit(event, { corrected });
  } else if (type === 'thinking_delta' && thinking !== null) {
    step.emit(
      { type: 'reasoning_updated', ...where, itemId, kind: 'thinking', delta: thinking },
      { corrected },
    );
  } else if (type === 'input_json_delta') {
    step.drop('delta', 'The input of a tool grows here; the whole frame tells the call.');
  } else step.drop(`delta ${type}`, 'It carries neither text nor thinking.');
}
