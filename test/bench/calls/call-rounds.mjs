// The table of the calls in a file of a million short rows, of which every tenth makes one.
import { FILTER_ROWS, ROWS_A_CALL, shortRows } from '../filter/filter-rounds.mjs';
import { measureInNode } from '../fresh-process.mjs';

export const CALLS = FILTER_ROWS / ROWS_A_CALL;
const ROUNDS = 3;

/** @typedef {{ calls: number, openMs: number, readMs: number, sortMs: number, slowestSort: string, filterMs: number, pageMs: number, groupsMs: number }} CallRun */

/**
 * @param {string} program
 * @param {(line: string) => void} tell
 * @returns {Promise<CallRun[]>}
 */
export async function callRounds(program, tell) {
  const path = shortRows(tell);
  const runs = [];
  for (let round = 0; round < ROUNDS; round++) {
    const run = /** @type {CallRun} */ (await measureInNode(program, path));
    if (run.calls !== CALLS) throw new Error(`The table has ${run.calls} calls, not ${CALLS}.`);
    runs.push(run);
  }
  return runs;
}
