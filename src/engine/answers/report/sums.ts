import type { Usage } from '../../answer-types';
import { Counter } from '../../frames/frame-scanner';

export function toUsage(counters: readonly number[]): Usage {
  return {
    input: bounded(counters[Counter.Input] ?? 0),
    output: bounded(counters[Counter.Output] ?? 0),
    cacheRead: bounded(counters[Counter.CacheRead] ?? 0),
    cacheCreation: bounded(counters[Counter.CacheCreation] ?? 0),
  };
}

/** Numbers of a damaged file can add up to infinity, which no JSON can state. */
export function bounded(sum: number): number;
export function bounded(sum: number | null): number | null;
export function bounded(sum: number | null): number | null {
  return sum === null ? null : Math.max(-Number.MAX_SAFE_INTEGER, Math.min(sum, Number.MAX_SAFE_INTEGER));
}

/** Sums of decimal fractions leave dust in the last digits; ten decimals are far below a cent. */
export function rounded(usd: number | null): number | null {
  return usd === null ? null : Math.round(bounded(usd) * 1e10) / 1e10;
}
