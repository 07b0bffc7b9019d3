// The engine while it follows a file that another process writes.
import { fileURLToPath } from 'node:url';
import { repeated } from '../index-rounds.mjs';

const writer = fileURLToPath(new URL('./live-writer.mjs', import.meta.url));

/** Lines of a long session, 16 MB. */
export const LINES_BEFORE = 20_000;
/** Bytes of a common frame, and of one with the output of a tool. */
const FRAME_BYTES = 800;
export const LARGE_FRAME_BYTES = 60_000;
const EVERY_MS = 10;
const FRAMES = 300;
/** The window is told at most every 50 ms: with longer pauses than that it is told at once. */
const SELDOM_MS = 120;
const SELDOM_FRAMES = 50;

export const FLOOD_BYTES_A_SECOND = 50_000_000;
const FLOOD_SECONDS = 4;

/** @typedef {{ p50: number, p95: number, p99: number, max: number }} Spread */
/** @typedef {{ frames: number, rowMs: Spread, toldMs: Spread }} Appended */
/**
 * @typedef {{ bytesASecond: number, ms: number, rows: number, lagAtEnd: number, lagMost: number, cpuShare: number,
 *   waitMs: Spread, samples: number }} Flooded
 */

/**
 * @param {string} program
 * @param {(line: string) => void} tell
 * @returns {Promise<{ common: Appended[], large: Appended[], seldom: Appended[] }>}
 */
export async function appendedFrames(program, tell) {
  /** @param {(string | number)[]} args */
  const appended = (...args) => repeated(program, 'appended', writer, LINES_BEFORE, ...args);
  const common = await appended(FRAME_BYTES, EVERY_MS, FRAMES);
  tell('frames appended, large ones');
  const large = await appended(LARGE_FRAME_BYTES, EVERY_MS, FRAMES);
  tell('frames appended, one now and then');
  const seldom = await appended(FRAME_BYTES, SELDOM_MS, SELDOM_FRAMES);
  return { common, large, seldom };
}

/**
 * @param {string} program
 * @param {string} source a recording
 * @returns {Promise<Flooded[]>}
 */
export function flood(program, source) {
  return repeated(program, 'flooded', writer, source, FLOOD_BYTES_A_SECOND, FLOOD_SECONDS);
}
