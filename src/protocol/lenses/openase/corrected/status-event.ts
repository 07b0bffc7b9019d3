import type { JsonObject } from '../../../json-values';
import type { StepWriter } from '../../lens';
import { activityOf } from '../agent/raw-record';
import type { LenientEnvelope } from './lenient-envelope';

/** The ids of thread and turn that every event of the corrected reading states. */
export const whereOf = ({ threadId, turnId }: LenientEnvelope) => ({ threadId, turnId });

/** A status event with the frame itself as its payload, not rewritten and with nothing put in. */
export function status(
  envelope: LenientEnvelope,
  statusType: string,
  text: string,
  step: StepWriter,
  corrected: readonly string[],
  payload: JsonObject = envelope.raw,
): void {
  const { uuid, parentToolUseId, form, notes } = envelope;
  step.emit(
    {
      type: 'task_status',
      ...whereOf(envelope),
      itemId: uuid,
      statusType,
      form,
      text,
      payload,
      activity: activityOf(payload, parentToolUseId, uuid),
    },
    { corrected: [...notes, ...corrected] },
  );
}
