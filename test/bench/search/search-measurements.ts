import { performance } from 'node:perf_hooks';
import { createTextSearch, type TextPattern } from '../../../src/engine/search/text-search';
import { Session } from '../../../src/engine/session/session';

/**
 * Searches a recording, in a process of its own: search-measurements.js FILE CASE prints one line of JSON. No needle of
 * the cases without hits stands in a generated recording, so every byte is looked at.
 */
const CASES: Record<string, TextPattern> = {
  literal: { kind: 'text', text: 'Needle that is nowhere', caseSensitive: true },
  ignoringCase: { kind: 'text', text: 'Needle that is nowhere', caseSensitive: false },
  notAscii: { kind: 'text', text: '見つからない針', caseSensitive: false },
  escaped: { kind: 'text', text: 'needle\n"nowhere"', caseSensitive: false },
  regexWithLiteral: { kind: 'regex', text: 'needle (\\d+|x*) nowhere', caseSensitive: false, flags: 'i' },
  frequent: { kind: 'text', text: 'message', caseSensitive: false },
};

const [path = '', name = ''] = process.argv.slice(2);
const pattern = CASES[name];
if (pattern === undefined) throw new Error(`There is no case ${name}.`);

const session = Session.open(1, path);
await session.indexAll();

const rows = new Set<number>();
let firstMs: number | null = null;
const from = performance.now();
const search = createTextSearch(session, pattern, (row) => {
  firstMs ??= performance.now() - from;
  rows.add(row);
});
let longestMs = 0;
for (let at = from; search.step(); ) {
  const now = performance.now();
  longestMs = Math.max(longestMs, now - at);
  at = now;
}
const ms = performance.now() - from;
if (search.stopped !== null) throw new Error(search.stopped);
session.close();
console.log(JSON.stringify({ ms, firstMs, longestMs, hits: rows.size, rows: search.scannedRows }));
