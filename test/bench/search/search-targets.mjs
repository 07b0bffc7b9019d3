// What is measured of searches, against which target.
import { sizeName } from '../flags.mjs';
import { median } from '../medians.mjs';
import { asMs, atMost, line } from '../targets.mjs';

/** @typedef {import('../targets.mjs').Line} Line */
/** @typedef {import('./search-rounds.mjs').SearchName} SearchName */
/** @typedef {import('./search-rounds.mjs').SearchRound} SearchRound */

/** @type {Record<Exclude<SearchName, 'frequent'>, { words: string, most: number }>} */
const WHOLE_FILE = {
  literal: { words: 'a text that is nowhere', most: 2.5 },
  ignoringCase: { words: 'the same ignoring case', most: 2.5 },
  notAscii: { words: 'a text that is not ASCII', most: 2.5 },
  escaped: { words: 'a text with a line break and quotes', most: 2.5 },
  regexWithLiteral: { words: 'a regular expression with a literal', most: 4 },
};

/**
 * @param {Record<SearchName, SearchRound[]>} rounds
 * @param {number} bytes
 * @returns {Line[]}
 */
export function searchLines(rounds, bytes) {
  const lines = Object.entries(WHOLE_FILE).map(([name, { words, most }]) => {
    const of = rounds[/** @type {SearchName} */ (name)];
    const ms = median(of.map(({ run }) => run.ms));
    const wcMs = median(of.map((round) => round.wcMs));
    const step = median(of.map(({ run }) => run.longestMs));
    return line(
      `search-${name}`,
      `search of ${sizeName(bytes)}: ${words}, to wc -l`,
      median(of.map((round) => round.run.ms / round.wcMs)),
      'x',
      atMost(most),
      `${asMs(ms)}, wc -l ${asMs(wcMs)}, longest step ${asMs(step)}`,
    );
  });
  const { frequent } = rounds;
  const hits = median(frequent.map(({ run }) => run.hits)).toLocaleString('en');
  return [
    ...lines,
    line(
      'search-first-hits',
      'search: first hits of a frequent word',
      median(frequent.map(({ run }) => run.firstMs ?? run.ms)),
      'ms',
      atMost(50),
      `${hits} rows in ${asMs(median(frequent.map(({ run }) => run.ms)))}`,
    ),
  ];
}
