import { membersOf } from '../../json-members';
import { decodeStruct } from './go-json';

export interface UsageInfo {
  input: number;
  output: number;
  cachedInput: number;
  cacheCreation: number;
  total: number;
  costUsd: number | null;
}

const USAGE_TYPES = {
  input_tokens: 'int',
  output_tokens: 'int',
  total_tokens: 'int',
  cached_input_tokens: 'int',
  cache_read_input_tokens: 'int',
  cache_creation_input_tokens: 'int',
  service_tier: 'string',
  inference_geo: 'string',
} as const;

/**
 * OpenASE's usage: the total leaves the cache out, and one key of a wrong type makes the whole usage nil without a word.
 * Cost is total_cost_usd, never cost_usd.
 */
export function parseUsage(literal: string | undefined, costUsd: number | null): UsageInfo | null {
  const text = literal === undefined || literal === 'null' ? '{}' : literal;
  if (!text.startsWith('{')) return null;
  const decoded = decodeStruct(membersOf(text) ?? [], USAGE_TYPES);
  if ('wrong' in decoded) return null;
  const of = (key: string) => decoded.fields.numbers[key] ?? 0;
  const input = of('input_tokens');
  const output = of('output_tokens');
  const read = of('cache_read_input_tokens');
  const usage: UsageInfo = {
    input,
    output,
    cachedInput: read > 0 ? read : of('cached_input_tokens'),
    cacheCreation: of('cache_creation_input_tokens'),
    total: of('total_tokens') || input + output,
    costUsd,
  };
  return hasTokens(usage) || costUsd !== null ? usage : null;
}

export function hasTokens({ input, output, cachedInput, cacheCreation, total }: UsageInfo): boolean {
  return [input, output, cachedInput, cacheCreation, total].some((count) => count !== 0);
}
