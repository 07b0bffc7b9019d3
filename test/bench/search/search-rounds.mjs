// A search through all of a recording against wc -l, both in each round.
import { measureInNode } from '../fresh-process.mjs';
import { countLines } from '../index-rounds.mjs';

const ROUNDS = 3;
export const SEARCHES = /** @type {const} */ ([
  'literal',
  'ignoringCase',
  'notAscii',
  'escaped',
  'regexWithLiteral',
  'frequent',
]);

/** @typedef {typeof SEARCHES[number]} SearchName */
/** @typedef {{ ms: number, firstMs: number | null, longestMs: number, hits: number, rows: number }} SearchRun */
/** @typedef {{ wcMs: number, run: SearchRun }} SearchRound */

/**
 * @param {string} program
 * @param {string} path
 * @param {(line: string) => void} tell
 * @returns {Promise<Record<SearchName, SearchRound[]>>}
 */
export async function searchRounds(program, path, tell) {
  countLines(path);
  const rounds = /** @type {Record<SearchName, SearchRound[]>} */ ({});
  for (const name of SEARCHES) {
    tell(`search, ${name}`);
    rounds[name] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const wcMs = countLines(path);
      const run = await measureInNode(program, path, name);
      // A search that finds what is nowhere, or ends early, has measured something else.
      if ((name === 'frequent') !== run.hits > 0) throw new Error(`${name} has ${run.hits} hits.`);
      rounds[name].push({ wcMs, run });
    }
  }
  return rounds;
}
