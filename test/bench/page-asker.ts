import { performance } from 'node:perf_hooks';
import { parentPort } from 'node:worker_threads';
import type { RowPage } from '../../src/engine/answer-types';

/** A thread that asks for 50 rows at random places and moments, and says how long each answer took. */
export interface Question {
  from: number;
  count: number;
}

export interface Answer {
  /** False when the index was complete: the answer is no sample. */
  indexing: boolean;
  page: RowPage;
}

const ROWS = 50;
/** Longer than a slice of indexing, so that questions come at any point of one. */
const MOST_BETWEEN_MS = 10;

const samples: number[] = [];
let enough = 0;
let total = 0;
let askedAt = 0;

function ask(): void {
  askedAt = performance.now();
  const from = 1 + Math.floor(Math.random() * Math.max(0, total - ROWS));
  parentPort?.postMessage({ from, count: ROWS } satisfies Question);
}

function take({ indexing, page }: Answer): void {
  const ms = performance.now() - askedAt;
  // The first rows of a file that was just opened may be fewer than a page.
  if (indexing && page.rows.length === ROWS) samples.push(ms);
  total = page.total;
  if (samples.length >= enough) parentPort?.postMessage(samples);
  else setTimeout(ask, Math.random() * MOST_BETWEEN_MS);
}

parentPort?.on('message', (message: Answer | { enough: number }) => {
  if ('page' in message) return take(message);
  const first = enough === 0;
  enough = message.enough;
  // Later it is only told to stop.
  if (first) ask();
});
