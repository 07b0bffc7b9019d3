// A file of a million short rows, and expressions that are looked for in it.
import { closeSync, existsSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureInNode } from '../fresh-process.mjs';

export const FILTER_ROWS = 1_000_000;
const ROUNDS = 3;
/** Rows of one call: the deltas that tell it, the call, its result, and what the system says. */
export const ROWS_A_CALL = 10;
const TOOLS = ['Bash', 'Read', 'Edit', 'Grep', 'WebFetch'];
const CHUNK_CALLS = 2000;

/**
 * @param {string} program
 * @param {(line: string) => void} tell
 */
export async function filterRounds(program, tell) {
  const path = shortRows(tell);
  const runs = [];
  for (let round = 0; round < ROUNDS; round++) runs.push(await measureInNode(program, path));
  return runs;
}

/**
 * The file of short rows, made when it is not there yet.
 * @param {(line: string) => void} tell
 */
export function shortRows(tell) {
  const folder = join(tmpdir(), 'framescope-bench');
  const path = join(folder, `short-rows-${FILTER_ROWS}-1.jsonl`);
  if (existsSync(path)) return path;
  tell(`making ${path}`);
  mkdirSync(folder, { recursive: true });
  // The name is taken only once the file is whole.
  const unfinished = `${path}.${process.pid}`;
  const fd = openSync(unfinished, 'w');
  for (let call = 0; call < FILTER_ROWS / ROWS_A_CALL; call += CHUNK_CALLS) {
    let text = '';
    for (let at = call; at < call + CHUNK_CALLS && at < FILTER_ROWS / ROWS_A_CALL; at++)
      text += framesOf(at)
        .map((frame) => `${JSON.stringify({ ...frame, session_id: 's' })}\n`)
        .join('');
    writeSync(fd, text);
  }
  closeSync(fd);
  renameSync(unfinished, path);
  return path;
}

/** @param {number} call */
function framesOf(call) {
  const id = `toolu_${call}`;
  const message = { id: `msg_${call}`, role: 'assistant' };
  const time = new Date(Date.UTC(2026, 0, 1) + call * 1000).toISOString();
  const use = { type: 'tool_use', id, name: TOOLS[call % TOOLS.length], input: {} };
  const result = { type: 'tool_result', tool_use_id: id, content: 'ok', is_error: call % 17 === 0 };
  const event = (/** @type {object} */ inner) => ({ type: 'stream_event', event: inner });
  const delta = { type: 'input_json_delta', partial_json: 'x' };
  const deltas = Array.from({ length: ROWS_A_CALL - 6 }, () =>
    event({ type: 'content_block_delta', index: 0, delta }),
  );
  return [
    event({ type: 'message_start', message }),
    event({ type: 'content_block_start', index: 0, content_block: use }),
    ...deltas,
    event({ type: 'message_stop' }),
    { type: 'assistant', message: { ...message, content: [use] } },
    { type: 'user', timestamp: time, message: { role: 'user', content: [result] } },
    { type: 'system', subtype: 'status' },
  ];
}
