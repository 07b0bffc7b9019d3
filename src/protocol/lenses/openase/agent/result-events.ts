import type { StepWriter } from '../../lens';
import type { Envelope } from '../parse/envelope';
import { turnFailure } from '../parse/failure-text';
import { firstOf } from '../parse/field-readers';
import { hasTokens, type UsageInfo } from '../parse/usage';
import type { OpenaseIds } from './identity';
import { activityOf } from './raw-record';

/** The fields of a usage event. Ids of thread and turn are always blank. */
export function usageEvent(usage: UsageInfo) {
  return {
    type: 'token_usage_updated',
    threadId: '',
    turnId: '',
    totalInputTokens: usage.input,
    totalOutputTokens: usage.output,
    totalCachedInputTokens: usage.cachedInput,
    totalCacheCreationInputTokens: usage.cacheCreation,
    totalTokens: usage.total,
    costUsd: usage.costUsd,
  };
}

const UNREAD = [
  'modelUsage',
  'permission_denials',
  'duration_ms',
  'duration_api_ms',
  'num_turns',
  'structured_output',
];

/** What the agent runtime derives from a result: only is_error decides whether it failed. */
export function resultEvents(envelope: Envelope, ids: OpenaseIds, step: StepWriter): void {
  const { threadId, turnId, uuid, payload, usage, isError, subtype } = envelope;
  const failure = isError ? turnFailure(envelope) : null;
  if (failure !== null) {
    step.emit({
      type: 'task_status',
      threadId,
      turnId,
      // The number is taken also when a uuid is there.
      itemId: firstOf(uuid, ids.raw()),
      statusType: 'error',
      text: failure.message,
      payload,
      activity: activityOf(payload, envelope.parentToolUseId, uuid),
    });
  }
  if (usage !== null && hasTokens(usage)) step.emit(usageEvent(usage));
  else if (usage !== null) step.drop('field total_cost_usd', 'A cost without tokens makes no usage event.');
  else if (Object.hasOwn(payload, 'usage')) {
    step.drop('field usage', 'It is empty, or one of its fields has another type.');
  }
  const unread = UNREAD.filter((key) => Object.hasOwn(payload, key));
  if (unread.length > 0) step.drop(`fields ${unread.join(', ')}`, 'They are in the raw record only.');
  if (failure !== null) {
    const error = { message: failure.message, additionalDetails: failure.details };
    step.emit({ type: 'turn_failed', threadId, turnId, status: 'failed', error });
    return;
  }
  step.emit({ type: 'turn_completed', threadId, turnId, status: 'completed' });
  if (subtype.startsWith('error')) {
    step.drop(`subtype ${subtype}`, 'Only is_error decides, so this turn counts as completed.');
  }
}
