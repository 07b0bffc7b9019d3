/** @param {readonly number[]} values */
export function median(values) {
  return percentile(values, 0.5);
}

/**
 * The nearest value of which a share of all is not greater.
 * @param {readonly number[]} values
 * @param {number} share
 */
export function percentile(values, share) {
  if (values.length === 0) throw new Error('There is no value to take a percentile of.');
  const sorted = [...values].sort((a, b) => a - b);
  return /** @type {number} */ (sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]);
}
