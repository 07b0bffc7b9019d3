#!/usr/bin/env node
// Stands in for `claude -p` in tests: it takes the same arguments, writes the same kinds of frames, and does what the
// lines of its prompt say, one after another. Without `--input-format stream-json` the prompt is the argument that
// follows -p; with it every user turn on standard input is a prompt, and the end of the input ends it.
//
//   say WORDS          one assistant text, with deltas when --include-partial-messages is there
//   count N MS         N assistant texts, MS milliseconds apart
//   ask COMMAND        a Bash call; with --permission-prompt-tool stdio it waits for the answer
//   stderr WORDS       one line on standard error
//   bytes N            one frame of at least N bytes, in a single write
//   single N           N frames, each written byte by byte
//   child              starts a process that lives on in its group, and says its id as `child PID`
//   escape             as `child`, in a session of its own
//   stubborn           SIGINT and SIGTERM are ignored from here on
//   wait               until an interrupt (the control request, or SIGINT)
//   arguments          its arguments, and the variables that begin with FAKE_, as one text in JSON
//   linger             it lives on after its results, until SIGINT
//   exit CODE          ends without a result frame
//
// With `--after PATH` it writes nothing until there is a file at the path.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';

const args = process.argv.slice(2);
const valueAfter = (/** @type {string} */ name) => args[args.indexOf(name) + 1];
const has = (/** @type {string} */ name) => args.includes(name);
const conversation = has('--input-format') && valueAfter('--input-format') === 'stream-json';
const asksHost = has('--permission-prompt-tool') && valueAfter('--permission-prompt-tool') === 'stdio';
const model = has('--model') ? valueAfter('--model') : 'claude-opus-5-5';
const session = randomUUID();

/** @type {Map<string, (response: any) => void>} */
const answers = new Map();
/** @type {(() => void) | null} */
let interrupt = null;
let count = 0;

// A file or a pipe may take part of it only.
function write(/** @type {string | Buffer} */ text) {
  let rest = Buffer.from(text);
  while (rest.length > 0) rest = rest.subarray(writeSync(1, rest));
}
const frame = (/** @type {object} */ value) => write(`${JSON.stringify(value)}\n`);
const pause = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

const common = () => ({ parent_tool_use_id: null, session_id: session, uuid: randomUUID() });
function message(/** @type {object} */ block, id = `msg_${++count}`) {
  const usage = { input_tokens: 12, output_tokens: 8 };
  const body = { id, type: 'message', role: 'assistant', model, content: [block], stop_reason: null, usage };
  frame({ type: 'assistant', message: body, ...common() });
}

function say(/** @type {string} */ text) {
  const id = `msg_${++count}`;
  if (has('--include-partial-messages')) {
    const events = [
      { type: 'message_start', message: { id, type: 'message', role: 'assistant', model, content: [] } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
    ];
    for (const event of events) frame({ type: 'stream_event', event, ...common() });
  }
  message({ type: 'text', text }, id);
}

/** @returns {Promise<string | null>} */
async function ask(/** @type {string} */ command) {
  const id = `toolu_${++count}`;
  const input = { command };
  message({ type: 'tool_use', id, name: 'Bash', input });
  let behavior = { behavior: 'allow', updatedInput: input, message: '' };
  if (asksHost) {
    const request = { subtype: 'can_use_tool', tool_name: 'Bash', input, tool_use_id: id };
    const request_id = randomUUID();
    frame({ type: 'control_request', request_id, request });
    const answer = new Promise((resolve) => answers.set(request_id, resolve));
    const given = await Promise.race([answer, untilInterrupted()]);
    interrupt?.();
    if (given === 'interrupted') {
      frame({ type: 'control_cancel_request', request_id });
      return given;
    }
    behavior = given;
  }
  const allowed = behavior.behavior === 'allow';
  const content = allowed ? `ran ${behavior.updatedInput.command}` : behavior.message;
  const result = { type: 'tool_result', tool_use_id: id, content, is_error: !allowed };
  frame({ type: 'user', message: { role: 'user', content: [result] }, ...common() });
  return null;
}

function child(/** @type {boolean} */ detached) {
  const started = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
    detached,
    stdio: 'ignore',
  });
  started.unref();
  say(`child ${started.pid}`);
}

const untilInterrupted = () =>
  new Promise((resolve) => {
    const alive = setInterval(() => {}, 1000);
    interrupt = () => {
      clearInterval(alive);
      interrupt = null;
      resolve('interrupted');
    };
  });

/** @returns {Promise<unknown>} "interrupted" ends the turn. */
async function act(/** @type {string} */ line) {
  const [, verb, rest = ''] = /^(\S+)\s?(.*)$/.exec(line) ?? [];
  const [first = 0, second = 0] = rest.split(' ').map(Number);
  if (verb === 'count') {
    for (let at = 1; at <= first; at++) {
      say(`text ${at}`);
      await pause(second);
    }
  } else if (verb === 'ask') return ask(rest);
  else if (verb === 'stderr') process.stderr.write(`${rest}\n`);
  else if (verb === 'bytes') say('x'.repeat(first));
  else if (verb === 'single') {
    for (let at = 1; at <= first; at++) {
      const line = Buffer.from(`${JSON.stringify({ type: 'system', subtype: 'status', at, text: 'é🙂' })}\n`);
      for (const byte of line) write(Buffer.of(byte));
    }
  } else if (verb === 'child') child(false);
  else if (verb === 'escape') child(true);
  else if (verb === 'stubborn') {
    for (const signal of ['SIGINT', 'SIGTERM']) process.removeAllListeners(signal).on(signal, () => {});
    say('stubborn');
  } else if (verb === 'wait') {
    say('waiting');
    return untilInterrupted();
  } else if (verb === 'arguments') {
    const variables = Object.fromEntries(Object.entries(process.env).filter(([n]) => n.startsWith('FAKE_')));
    say(JSON.stringify({ args, variables, folder: process.cwd() }));
  } else if (verb === 'linger') setInterval(() => {}, 1000);
  else if (verb === 'exit') process.exit(first);
  else say(verb === 'say' ? rest : line);
  return null;
}

let turns = 0;
async function turn(/** @type {string} */ prompt) {
  const tools = ['Bash'];
  frame({ type: 'system', subtype: 'init', cwd: process.cwd(), session_id: session, tools, model });
  turns++;
  let interrupted = false;
  for (const line of prompt.split('\n')) {
    interrupted = (await act(line)) === 'interrupted';
    if (interrupted) break;
  }
  frame({
    type: 'result',
    subtype: interrupted ? 'error_during_execution' : 'success',
    is_error: interrupted,
    num_turns: turns,
    result: interrupted ? undefined : prompt,
    total_cost_usd: 0.01 * turns,
    ...common(),
  });
}

function control(/** @type {any} */ value) {
  const { request_id, request } = value;
  const known = request?.subtype === 'initialize' || request?.subtype === 'interrupt';
  const error = `Unsupported control request subtype: ${request?.subtype}`;
  const response = known
    ? { subtype: 'success', request_id, response: request.subtype === 'initialize' ? { commands: [] } : {} }
    : { subtype: 'error', request_id, error };
  frame({ type: 'control_response', response });
  if (request?.subtype === 'interrupt') interrupt?.();
}

process.on('SIGINT', () => {
  if (interrupt) interrupt();
  else process.exit(130);
});

if (has('--after')) while (!existsSync(valueAfter('--after') ?? '')) await pause(10);
if (!conversation) {
  await turn(valueAfter('-p') ?? '');
} else {
  let turnsBefore = Promise.resolve();
  for await (const line of createInterface({ input: process.stdin })) {
    const value = JSON.parse(line);
    if (value.type === 'control_request') control(value);
    else if (value.type === 'control_response') {
      const { request_id, response } = value.response;
      answers.get(request_id)?.(response);
      answers.delete(request_id);
    } else if (value.type === 'user') {
      const { content } = value.message;
      const text =
        typeof content === 'string' ? content : content.map((/** @type {any} */ b) => b.text).join('');
      turnsBefore = turnsBefore.then(() => turn(text));
    }
  }
  // Nobody is left who could answer; a turn that waits for nothing goes on to its end.
  for (const answer of answers.values()) answer({ behavior: 'deny', message: 'Stream closed' });
  await turnsBefore;
}
