/** Sums of decimal fractions leave dust in the last digits; ten decimals are far below a cent. */
export function rounded(usd: number | null): number | null {
  return usd === null ? null : Math.round(bounded(usd) * 1e10) / 1e10;
}

/** Numbers of a damaged file can add up to infinity, which no JSON can state. */
export function bounded(sum: number): number;
export function bounded(sum: number | null): number | null;
export function bounded(sum: number | null): number | null {
  return sum === null ? null : Math.max(-Number.MAX_SAFE_INTEGER, Math.min(sum, Number.MAX_SAFE_INTEGER));
}
