import { fieldOf, type JsonObject, numberOf, stringOf } from '../../json-values';
import { type FrameKind, frameKind, type Versions } from '../frame-kind';
import { counted, joined, money } from '../phrases';

function ofResult(frame: JsonObject, partial: boolean): string {
  const errors = fieldOf(frame, 'errors');
  const firstError = Array.isArray(errors) && typeof errors[0] === 'string' ? errors[0] : null;
  const turns = numberOf(frame, 'num_turns');
  const cost = numberOf(frame, 'total_cost_usd') ?? numberOf(frame, 'cost_usd');
  const denied = fieldOf(frame, 'permission_denials');
  const deniedCount = Array.isArray(denied) && !partial ? denied.length : 0;
  return joined([
    stringOf(frame, 'result') ?? firstError ?? stringOf(frame, 'terminal_reason'),
    turns === null ? null : counted(turns, 'turn'),
    // In a head the cost may stand in the part that was left off.
    cost !== null ? money(cost) : partial ? null : 'cost not stated',
    deniedCount === 0 ? null : counted(deniedCount, 'denied call'),
  ]);
}

function result(subtype: string, published: Versions, stdout: Versions, meaning: string): FrameKind {
  const traits = { direction: 'to-host', streamOnly: true } as const;
  return frameKind(`result/${subtype}`, 'result', { published, stdout }, traits, meaning, ofResult);
}

export const RESULT_KINDS: readonly FrameKind[] = [
  frameKind(
    'result',
    'result',
    {},
    { direction: 'to-host', streamOnly: true, open: true },
    'The end of a turn: its outcome, with cost and usage.',
    ofResult,
  ),
  result(
    'success',
    ['2.0.0'],
    ['0.2.118'],
    'The turn ended by itself. An API error ends so too, with is_error true, so the subtype alone says nothing.',
  ),
  result(
    'error_during_execution',
    ['2.0.0'],
    ['1.0.60'],
    'The turn ended early: it was interrupted, or the CLI failed.',
  ),
  result(
    'error_max_turns',
    ['2.0.0'],
    ['0.2.126'],
    'The turn was stopped at the limit of model calls (--max-turns).',
  ),
  result(
    'error_max_budget_usd',
    ['2.0.30'],
    ['2.1.40'],
    'The turn was stopped at the limit of money (--max-budget-usd).',
  ),
  result(
    'error_max_structured_output_retries',
    ['2.0.50'],
    ['2.0.50'],
    'The turn was given up because the output never fitted the wanted schema (--json-schema).',
  ),
];
