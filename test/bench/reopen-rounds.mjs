// A second open of a recording whose index was kept, against the first one and against wc -l.
import { join } from 'node:path';
import { sizeName } from './flags.mjs';
import { measureInNode } from './fresh-process.mjs';
import { countLines } from './index-rounds.mjs';
import { median } from './medians.mjs';
import { asMs, atMost, line } from './targets.mjs';

const ROUNDS = 3;

/** @typedef {{ wcMs: number, first: { indexMs: number, keepMs: number }, again: { lastPageMs: number, doneMs: number } }} ReopenRound */

/**
 * @param {string} program
 * @param {string} path
 * @param {string} folder
 * @param {(line: string) => void} tell
 * @returns {Promise<ReopenRound[]>}
 */
export async function reopenRounds(program, path, folder, tell) {
  const rounds = [];
  for (let round = 1; round <= ROUNDS; round++) {
    tell(`second open, round ${round} of ${ROUNDS}`);
    const cache = join(folder, `index-cache-${round}`);
    const wcMs = countLines(path);
    const first = await measureInNode(program, 'keepIndex', path, cache);
    const again = await measureInNode(program, 'reopen', path, cache);
    if (first.rows !== again.rows)
      throw new Error(`The second open has ${again.rows} rows, the first ${first.rows}.`);
    rounds.push({ wcMs, first, again });
  }
  return rounds;
}

/**
 * @param {readonly ReopenRound[]} rounds
 * @param {number} bytes
 * @returns {import('./targets.mjs').Line[]}
 */
export function reopenLines(rounds, bytes) {
  /** @param {(round: ReopenRound) => number} value */
  const middle = (value) => median(rounds.map(value));
  const size = sizeName(bytes);
  const first = asMs(middle((round) => round.first.indexMs));
  return [
    line(
      'second-open',
      `second open of ${size}: all rows`,
      middle(({ again }) => again.doneMs),
      'ms',
      atMost(100),
      `first open ${first}; the index was kept in ${asMs(middle((round) => round.first.keepMs))}`,
    ),
    line(
      'second-open-to-wc',
      `second open of ${size}, to wc -l`,
      middle(({ again, wcMs }) => again.doneMs / wcMs),
      'x',
      null,
      `wc -l ${asMs(middle(({ wcMs }) => wcMs))}`,
    ),
  ];
}
