import { fieldOf, type Json, type JsonObject, numberOf, stringOf } from '../../json-values';
import type { StepWriter } from '../lens';
import type { RecentMap } from '../recent-map';
import { cost, done, failure } from './agent-event';
import type { Gathered } from './transcript';

/** Cost, then error or done: a result fails when is_error is true or its subtype says so. */
export function correctedResult(
  value: JsonObject,
  session: string,
  costs: RecentMap<number>,
  gathered: Gathered,
  frame: number,
  step: StepWriter,
): void {
  costEvent(value, session, costs, step);
  const subtype = stringOf(value, 'subtype') ?? '';
  const isError = fieldOf(value, 'is_error') === true;
  const saysError = subtype === 'error' || subtype.startsWith('error_');
  const corrected: string[] = [];
  if (isError !== saysError && (isError || saysError)) {
    const flag = isError ? 'is_error is true' : 'is_error is not true';
    corrected.push(
      `${flag}, and the subtype is ${subtype || 'not stated'}: either one makes the result an error.`,
    );
  }
  const result = stringOf(value, 'result');
  if (isError || saysError) {
    step.emit(failure(errorMessage(value, result)), { corrected });
    return;
  }
  if (result !== null && gathered.text !== '')
    corrected.push('The text of the deltas is cleared with every result.');
  const from = result === null ? gathered.textFrames.before(frame) : undefined;
  step.emit(done(result ?? gathered.text, gathered.turns), { from, corrected });
  if (gathered.turnsLeftOff > 0) {
    step.drop(
      `${gathered.turnsLeftOff} turns of the transcript`,
      'A lens keeps 512 KB of it and counts the rest.',
    );
  }
  if (result === null && gathered.textLeftOff > 0) {
    step.drop(
      `${gathered.textLeftOff} characters of the response`,
      'A lens keeps 1 MB of the text of deltas.',
    );
  }
}

function errorMessage(value: JsonObject, result: string | null): string {
  if (result !== null && result !== '') return result;
  const code = numberOf(value, 'api_error_status') ?? 0;
  const errors = fieldOf(value, 'errors');
  const first = Array.isArray(errors) ? errors.find((error: Json) => typeof error === 'string') : undefined;
  if (code > 0) return `API error ${code}`;
  return typeof first === 'string' ? first : 'Agent encountered an error';
}

function costEvent(value: JsonObject, session: string, costs: RecentMap<number>, step: StepWriter): void {
  const corrected: string[] = [];
  const usage = fieldOf(value, 'usage');
  const of = (key: string) => {
    const count = numberOf(usage, key);
    return count !== null && Number.isInteger(count) && count >= 0 ? count : 0;
  };
  const tokens = {
    input: of('input_tokens'),
    output: of('output_tokens'),
    cacheCreation: of('cache_creation_input_tokens'),
    cacheRead: of('cache_read_input_tokens'),
  };
  const stated = numberOf(value, 'total_cost_usd');
  const total = stated ?? numberOf(value, 'cost_usd');
  if (stated !== null)
    corrected.push('The cost is that of total_cost_usd; AgentMux reads cost_usd, its old name, alone.');
  if (total === null) corrected.push('The cost is not stated; AgentMux would say 0.');
  const before = costs.get(session);
  const turnCostUsd =
    total === null ? null : before !== undefined && total >= before ? total - before : total;
  if (total !== null) costs.set(session, total);
  if (turnCostUsd !== total)
    corrected.push('The cost is a running total, so the part of this turn is told as well.');
  step.emit({ ...cost(total, tokens), turnCostUsd }, { corrected });
}
