import { randomBytes } from 'node:crypto';

let seed: bigint | null = null;

/**
 * The seed of the hashes of ids: one for the process, random unless an index cache keeps one. Hashes of one session are
 * compared with each other only.
 */
export function idSeed(): bigint {
  seed ??= randomBytes(8).readBigInt64LE();
  return seed;
}

/** Makes this the seed, if none was used yet: indexes of other processes with the same seed can then be read. */
export function adoptIdSeed(kept: bigint): void {
  seed ??= kept;
}
