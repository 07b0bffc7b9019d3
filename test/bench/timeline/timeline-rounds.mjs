// A file of five million short rows, and what the timeline asks of it.
import { closeSync, existsSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureInNode } from '../fresh-process.mjs';

export const ANSWER_ROWS = 5_000_000;
const ROUNDS = 3;
/** Rows of one step: a call, its result, and what the system says meanwhile. */
const ROWS_A_STEP = 10;
/** After so many steps nothing happens for an hour. */
const STEPS_A_SITTING = 50_000;
const HOUR_MS = 3_600_000;
const CHUNK_STEPS = 5000;

/**
 * @param {string} program
 * @param {(line: string) => void} tell
 * @returns {Promise<import('./timeline-targets.mjs').AnswersRun[]>}
 */
export async function timelineRounds(program, tell) {
  const path = shortRows(tell);
  const runs = [];
  for (let round = 0; round < ROUNDS; round++) runs.push(await measureInNode(program, path));
  return runs;
}

/** @param {(line: string) => void} tell */
function shortRows(tell) {
  const folder = join(tmpdir(), 'framescope-bench');
  const path = join(folder, `timeline-rows-${ANSWER_ROWS}-1.jsonl`);
  if (existsSync(path)) return path;
  tell(`making ${path}`);
  mkdirSync(folder, { recursive: true });
  // The name is taken only once the file is whole.
  const unfinished = `${path}.${process.pid}`;
  const fd = openSync(unfinished, 'w');
  const steps = ANSWER_ROWS / ROWS_A_STEP;
  for (let step = 0; step < steps; step += CHUNK_STEPS) {
    let text = '';
    for (let at = step; at < step + CHUNK_STEPS && at < steps; at++) text += rowsOf(at);
    writeSync(fd, text);
  }
  closeSync(fd);
  renameSync(unfinished, path);
  return path;
}

/** @param {number} step */
function rowsOf(step) {
  const quiet = Math.floor(step / STEPS_A_SITTING) * HOUR_MS;
  const time = new Date(Date.UTC(2026, 0, 1) + quiet + step * 37).toISOString();
  const use = `{"type":"tool_use","id":"t${step}","name":"Bash","input":{}}`;
  const error = step % 17 === 0 ? ',"is_error":true' : '';
  const result = `{"type":"tool_result","tool_use_id":"t${step}","content":"ok"${error}}`;
  return (
    `{"type":"assistant","timestamp":"${time}","message":{"content":[${use}]}}\n` +
    '{"type":"system","subtype":"status"}\n'.repeat(ROWS_A_STEP - 2) +
    `{"type":"user","timestamp":"${time}","message":{"content":[${result}]}}\n`
  );
}
