import { fieldOf, isObject, numberOf, stringOf } from '../../../json-values';
import type { StepWriter } from '../../lens';
import type { RecentMap } from '../../recent-map';
import { turnFailure } from '../parse/failure-text';
import { utcTime } from '../parse/rate-limit';
import { countOf, firstText, type LenientEnvelope } from './lenient-envelope';
import { status, whereOf } from './status-event';

/** The running total of the cost that each session stated last. */
export type CostState = RecentMap<number>;

export function correctedResult(envelope: LenientEnvelope, costs: CostState, step: StepWriter): void {
  const { raw, subtype, notes } = envelope;
  const where = whereOf(envelope);
  usage(envelope, costs, step);
  const isError = fieldOf(raw, 'is_error') === true;
  const saysError = subtype === 'error' || subtype.startsWith('error_');
  const corrected = [...notes];
  if (isError !== saysError) {
    const flag = isError ? 'is_error is true' : 'is_error is not true';
    corrected.push(`${flag}, and the subtype is ${subtype || 'not stated'}: either one makes the turn fail.`);
  }
  if (!isError && !saysError) {
    step.emit({ type: 'turn_completed', ...where, status: 'completed' }, { corrected });
    return;
  }
  const { message, details } = turnFailure({ result: stringOf(raw, 'result') ?? '', subtype, raw });
  status(envelope, 'error', message, step, []);
  const error = { message, additionalDetails: details };
  step.emit({ type: 'turn_failed', ...where, status: 'failed', error }, { corrected });
}

function usage(envelope: LenientEnvelope, costs: CostState, step: StepWriter): void {
  const { raw, notes, threadId } = envelope;
  const stated = fieldOf(raw, 'usage');
  const corrected = [...notes, 'The ids of thread and turn are filled in.'];
  const total = costOf(envelope, corrected);
  const input = countOf(stated, 'input_tokens');
  const output = countOf(stated, 'output_tokens');
  const read = countOf(stated, 'cache_read_input_tokens', 'cached_input_tokens');
  const creation = countOf(stated, 'cache_creation_input_tokens');
  if (input + output + read + creation === 0 && total === null) {
    step.drop('usage', 'The result states neither tokens nor cost.');
    return;
  }
  if (input + output + read + creation === 0) corrected.push('A cost without tokens is told too.');
  const before = costs.get(threadId);
  // A smaller total is that of a process that was started again.
  const turn = total === null ? null : before !== undefined && total >= before ? total - before : total;
  if (total !== null) costs.set(threadId, total);
  if (turn !== total)
    corrected.push('total_cost_usd is a running total, so the part of this turn is told as well.');
  step.emit(
    {
      type: 'token_usage_updated',
      ...whereOf(envelope),
      totalInputTokens: input,
      totalOutputTokens: output,
      totalCachedInputTokens: read,
      totalCacheCreationInputTokens: creation,
      totalTokens: countOf(stated, 'total_tokens') || input + output,
      totalTokensWithCache: input + output + read + creation,
      costUsd: total,
      turnCostUsd: turn,
    },
    { corrected },
  );
}

/** total_cost_usd, else its old name cost_usd; null when neither is stated. */
function costOf({ raw }: LenientEnvelope, corrected: string[]): number | null {
  const total = numberOf(raw, 'total_cost_usd');
  if (total !== null && total >= 0) return total;
  const old = numberOf(raw, 'cost_usd');
  if (old === null || old < 0) return null;
  corrected.push('The cost is that of cost_usd, its old name.');
  return old;
}

/** What is there of the rate limit, in either spelling. */
export function correctedRateLimit(envelope: LenientEnvelope, step: StepWriter): void {
  const { raw } = envelope;
  const info = fieldOf(raw, 'rate_limit_info');
  const corrected = [...envelope.notes];
  if (!isObject(info)) {
    status(envelope, 'rate_limit_event', 'Claude rate limit event', step, [
      'A rate limit that cannot be read keeps its row; OpenASE emits nothing for it.',
    ]);
    return;
  }
  const text = (...keys: string[]) => firstText(info, corrected, ...keys);
  const using = fieldOf(info, 'is_using_overage') ?? fieldOf(info, 'isUsingOverage');
  const claudeCode = {
    status: text('status'),
    rateLimitType: text('rate_limit_type', 'rateLimitType'),
    resetsAt: utcTime(numberOf(info, 'resets_at') ?? numberOf(info, 'resetsAt')),
    utilization: numberOf(info, 'utilization'),
    surpassedThreshold: numberOf(info, 'surpassed_threshold') ?? numberOf(info, 'surpassedThreshold'),
    overageStatus: text('overage_status', 'overageStatus'),
    overageDisabledReason: text('overage_disabled_reason', 'overageDisabledReason'),
    isUsingOverage: typeof using === 'boolean' ? using : null,
  };
  const rateLimit = { provider: 'claude_code', claudeCode, raw: info };
  step.emit({ type: 'rate_limit_updated', rateLimit }, { corrected });
}
