#!/usr/bin/env node
// Writes a long, realistic Claude Code session, for benchmarks and for tests on large input.
//
//   node test/bench/generate-stream.mjs OUT [--bytes 100M] [--seed 1] [--partials 1|0]
//                                           [--unicode 0.03] [--bad 0] [--transcript]
//
//   OUT           file to write; "-" (the default) is standard output
//   --bytes       least size; K, M and G are powers of 1000. The turn under way is finished, so the output
//                 is a little longer (a few MB at most, when the last tool result is a picture or a huge log)
//   --seed        same seed and same flags give the same bytes
//   --partials    0 leaves out the stream_event frames
//   --unicode     share of words that are not ASCII
//   --bad         chance of a damaged line after each message (they are not counted as frames)
//   --transcript  the session file format of the disk (parentUuid, isSidechain, sessionId, …; lines of
//                 subagents are in the same file) in place of what `--output-format stream-json` prints
//
// A summary by kind of frame (number, bytes, longest line) goes to standard error as JSON.
//
// What is in it: system/init, user prompts, assistant frames (one for each block: thinking, text, tool_use)
// with one message id and repeated usage, partial messages that join to exactly the whole block, tool results
// of 100 B to 6 MB (text, base64 pictures, structured tool_use_result), subagents with task_* frames,
// rate_limit_event, compact_boundary, and results whose usage is of the turn and whose cost and modelUsage are
// running totals.
//
// How it is fast: all text is kept in its final form, JSON-escaped UTF-8, as strings with one byte per
// character ("latin1"). Cutting, joining and writing are then plain copies; `length` is the size in bytes;
// nothing is escaped or encoded a second time. Text comes from pools built once, cut at random places.

import fs from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const MODEL = 'claude-opus-4-5';
const STREAM_VERSION = '2.1.88';
const TRANSCRIPT_VERSION = '2.0.0'; // the last era with subagent lines in the same file
const CWD = '/home/dev/acme-app';
const START_TIME = Date.UTC(2026, 5, 1, 9, 0, 0);
const FLUSH_BYTES = 1 << 20;
const SMALL_DELTAS_UP_TO = 1200; // the rest of a long block comes as one big delta
const STREAMED_MESSAGES = 0.27; // share of messages that also come in pieces
const PRICE_PER_TOKEN = { input: 5e-6, output: 25e-6, cacheRead: 0.5e-6, cacheWrite: 6.25e-6 };

const TOOLS =
  'Bash Read Edit Write Grep Glob Task TodoWrite WebFetch mcp__github__search_code NotebookEdit'.split(' ');
const SUBAGENT_TOOLS = TOOLS.filter((name) => name !== 'Task');
const COMMANDS = ['npm test --', 'rg -n', 'git diff', 'cargo build', 'ls -la', 'sed -n 1,200p'];
const EXTENSIONS = ['ts', 'tsx', 'rs', 'md', 'json', 'css'];
const TODO_STATES = ['pending', 'in_progress', 'completed'];
const BAD_LINES = [
  '{"type":"assistant","message":{"id":"msg',
  'not json at all',
  '',
  '[1,2,3]',
  '{"type":"result",}',
];

const WORDS = (
  'the a of to and in is it for function return const import export async await error test file line module ' +
  'buffer stream index offset value result handler config render parse token cache update session request ' +
  'response server client worker thread queue path build check fix add remove change update type interface ' +
  'string number boolean object array promise null undefined class method property window event message ' +
  'content block tool input output command directory package version'
).split(' ');
const UNICODE_WORDS = ['größe', 'naïve', '日本語', 'テスト', '文件', '→', '…', '✓', '😀', 'Ωmega', 'данные'];
// "\\d" is a backslash in the text itself, so that escaped backslashes occur too.
const CODE_MARKS = ['(', ') {\n  ', '};\n', ' = ', '"', '", ', "'", '\\d', '\t', ' => ', '<div>', '</div>'];
CODE_MARKS.push('/* ', ' */\n', '$' + '{x}', ': ');

const BASE62 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const HEX_BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

// ---- Random numbers ----

/** The generator sfc32: small and fast. */
class Random {
  #a;
  #b = 0x243f6a88;
  #c = 0xb7e15162 | 0;
  #counter = 1;

  constructor(seed) {
    this.#a = (0x9e3779b9 ^ seed) | 0;
    for (let i = 0; i < 20; i++) this.uint32();
  }

  uint32() {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (this.#c << 21) | (this.#c >>> 11);
    this.#c = (this.#c + sum) | 0;
    return sum >>> 0;
  }

  /** From 0 to just below 1. */
  unit() {
    return this.uint32() / 4294967296;
  }

  chance(probability) {
    return this.unit() < probability;
  }

  /** Whole number, both ends included. */
  integer(low, high) {
    return low + Math.floor(this.unit() * (high - low + 1));
  }

  pick(list) {
    return list[Math.floor(this.unit() * list.length)];
  }

  /** Log-normal size: half are below the median, few are very large. */
  size(median, sigma, max) {
    const gauss = Math.sqrt(-2 * Math.log(this.unit() + 1e-12)) * Math.cos(6.283185307 * this.unit());
    return Math.min(max, Math.max(1, Math.round(median * Math.exp(sigma * gauss))));
  }

  /** Eight hex digits. */
  hex8() {
    const n = this.uint32();
    return (
      HEX_BYTES[n >>> 24] + HEX_BYTES[(n >>> 16) & 255] + HEX_BYTES[(n >>> 8) & 255] + HEX_BYTES[n & 255]
    );
  }

  uuid() {
    const b = this.hex8();
    const c = this.hex8();
    return `${this.hex8()}-${b.slice(0, 4)}-4${b.slice(5)}-a${c.slice(1, 4)}-${c.slice(4)}${this.hex8()}`;
  }

  base62(length) {
    let text = '';
    for (let i = 0; i < length; i++) text += BASE62[Math.floor(this.unit() * 62)];
    return text;
  }
}

// ---- Text in its final form ----

/** Plain text as it stands between the quotes of a JSON string: escaped, UTF-8, one byte per character. */
function encode(text) {
  return Buffer.from(JSON.stringify(text).slice(1, -1), 'utf8').toString('latin1');
}

/** Puts text that is encoded already into one more JSON string (partial_json). */
function encodeAgain(json) {
  return json.replace(/[\\"]/g, '\\$&');
}

/** The first place at or after `at` that is neither inside an escape nor inside a UTF-8 sequence. */
function safeEnd(text, at) {
  let end = Math.min(at, text.length);
  let backslashes = 0;
  while (text.charCodeAt(end - 1 - backslashes) === 0x5c) backslashes++;
  if (backslashes % 2 === 1) end++;
  while (end < text.length && (text.charCodeAt(end) & 0xc0) === 0x80) end++;
  return end;
}

function countLines(text) {
  let lines = 1;
  for (let at = text.indexOf('\\n'); at >= 0; at = text.indexOf('\\n', at + 2)) lines++;
  return lines;
}

/** Text to cut pieces from. Words end in a space, so every piece starts at the start of a word. */
class TextPool {
  #random;
  #text;

  constructor(random, { length, code, unicode }) {
    this.#random = random;
    this.#text = encode(poolText(random, length, code, unicode));
  }

  /** A piece of about `length` bytes. */
  take(length) {
    while (this.#text.length < length * 2) this.#text += this.#text;
    const start = this.#text.indexOf(' ', this.#random.integer(0, this.#text.length - length - 200)) + 1;
    return this.#text.slice(start, safeEnd(this.#text, start + length));
  }

  /** The same without line ends. */
  takeLine(length) {
    return this.take(length).replaceAll('\\n', ' ');
  }
}

function poolText(random, length, code, unicode) {
  let text = '';
  let column = 0;
  while (text.length < length) {
    const word = random.chance(unicode) ? random.pick(UNICODE_WORDS) : random.pick(WORDS);
    if (code && random.chance(0.18)) text += random.pick(CODE_MARKS);
    text += `${word} `;
    column += word.length;
    if (column > 70) {
      text += random.chance(0.2) ? '\n\n' : '\n';
      column = 0;
    }
  }
  return text;
}

class Base64Pool {
  #random;
  #text;

  constructor(random) {
    this.#random = random;
    this.#text = random.base62(1 << 20);
  }

  take(length) {
    while (this.#text.length < length + 4096) this.#text += this.#text;
    const start = this.#random.integer(0, 4096);
    return this.#text.slice(start, start + length);
  }
}

// ---- Output ----

/** Collects lines, hands them on in large pieces and counts them by kind. */
class LineWriter {
  #write;
  #pending = '';
  bytes = 0;
  frames = 0;
  badLines = 0;
  kinds = {};

  constructor(write) {
    this.#write = write;
  }

  frame(kind, json) {
    this.frames++;
    this.#line(kind, json);
  }

  bad(text) {
    this.badLines++;
    this.#line('(bad)', text);
  }

  #line(kind, text) {
    const size = text.length + 1;
    this.kinds[kind] ??= { count: 0, bytes: 0, longest: 0 };
    const seen = this.kinds[kind];
    seen.count++;
    seen.bytes += size;
    if (size > seen.longest) seen.longest = size;
    this.bytes += size;
    this.#pending += `${text}\n`;
    if (this.#pending.length >= FLUSH_BYTES) this.flush();
  }

  flush() {
    if (this.#pending) this.#write(Buffer.from(this.#pending, 'latin1'));
    this.#pending = '';
  }
}

// ---- Tokens and cost ----

function noTokens() {
  return { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
}

function addTokens(sum, tokens) {
  for (const kind of Object.keys(sum)) sum[kind] += tokens[kind];
}

function cost(tokens) {
  let sum = 0;
  for (const [kind, price] of Object.entries(PRICE_PER_TOKEN)) sum += tokens[kind] * price;
  return +sum.toFixed(6);
}

function usageJson(tokens, output = tokens.output) {
  return (
    `{"input_tokens":${tokens.input},"cache_creation_input_tokens":${tokens.cacheWrite},` +
    `"cache_read_input_tokens":${tokens.cacheRead},` +
    `"cache_creation":{"ephemeral_5m_input_tokens":${tokens.cacheWrite},"ephemeral_1h_input_tokens":0},` +
    `"output_tokens":${output},"service_tier":"standard"}`
  );
}

function modelUsageJson(tokens) {
  return (
    `{"${MODEL}":{"inputTokens":${tokens.input},"outputTokens":${tokens.output},` +
    `"cacheReadInputTokens":${tokens.cacheRead},"cacheCreationInputTokens":${tokens.cacheWrite},` +
    `"webSearchRequests":0,"costUSD":${cost(tokens)},"contextWindow":200000}}`
  );
}

// ---- Frames of the two formats ----
//
// A thread is the main conversation or one subagent: `call` is the tool call that started it (null for the
// main one), `last` the uuid of its last line (for parentUuid).

function newThread(call = null) {
  return { call, last: null };
}

class StreamFormat {
  agentTool = 'Agent';

  constructor(session) {
    this.session = session;
  }

  /** Fields at the end of every frame. */
  tail(thread) {
    const { id, random } = this.session;
    const call = thread.call ? `"${thread.call}"` : 'null';
    return (
      `"session_id":"${id}","parent_tool_use_id":${call},"uuid":"${random.uuid()}",` +
      `"timestamp":"${this.session.now()}"}`
    );
  }

  open() {
    const { id, random } = this.session;
    this.session.emit(
      'system/init',
      `{"type":"system","subtype":"init","cwd":"${CWD}","session_id":"${id}","tools":${JSON.stringify(TOOLS)},` +
        `"mcp_servers":[{"name":"github","status":"connected"}],"model":"${MODEL}","permissionMode":"default",` +
        '"slash_commands":["compact","clear","review"],"apiKeySource":"none",' +
        `"claude_code_version":"${STREAM_VERSION}","output_style":"default","agents":["general-purpose"],` +
        `"skills":[],"plugins":[],"uuid":"${random.uuid()}"}`,
    );
  }

  prompt(thread, text) {
    this.user(thread, `[{"type":"text","text":"${text}"}]`);
  }

  user(thread, content, result) {
    const extra = result ? `"tool_use_result":${result},` : '';
    const message = `{"role":"user","content":${content}}`;
    this.session.emit('user', `{"type":"user","message":${message},${extra}${this.tail(thread)}`);
  }

  assistant(thread, message, block) {
    // Like the CLI of this version: usage as it was at message_start, the same on every frame.
    const body = apiMessage(message, `[${block}]`, message.usageAtStart);
    const request = `"request_id":"${message.request}",`;
    this.session.emit('assistant', `{"type":"assistant","message":${body},${request}${this.tail(thread)}`);
  }

  streamEvent(thread, event) {
    this.session.emit('stream_event', `{"type":"stream_event","event":${event},${this.tail(thread)}`);
  }

  task(subtype, thread, fields) {
    const start = `{"type":"system","subtype":"${subtype}",${fields},`;
    this.session.emit(`system/${subtype}`, start + this.tail(thread));
  }

  rateLimit(thread) {
    const resetsAt = Math.floor(this.session.time / 1000) + 3600;
    this.session.emit(
      'rate_limit_event',
      `{"type":"rate_limit_event","rate_limit_info":{"status":"allowed","resetsAt":${resetsAt},` +
        `"rateLimitType":"five_hour","overageStatus":"rejected","isUsingOverage":false},${this.tail(thread)}`,
    );
  }

  compact(thread, tokens) {
    const metadata = `{"trigger":"auto","pre_tokens":${tokens}}`;
    const start = `{"type":"system","subtype":"compact_boundary","compact_metadata":${metadata},`;
    this.session.emit('system/compact_boundary', start + this.tail(thread));
  }

  result({ text, turns, turnTokens, allTokens }) {
    const { id, random } = this.session;
    const duration = random.integer(1000, 900000);
    this.session.emit(
      'result/success',
      `{"type":"result","subtype":"success","is_error":false,"duration_ms":${duration},` +
        `"duration_api_ms":${Math.round(duration * 0.8)},"num_turns":${turns},"result":"${text}",` +
        `"stop_reason":"end_turn","session_id":"${id}","total_cost_usd":${cost(allTokens)},` +
        `"usage":${usageJson(turnTokens)},"modelUsage":${modelUsageJson(allTokens)},` +
        `"permission_denials":[],"uuid":"${random.uuid()}"}`,
    );
  }
}

class TranscriptFormat {
  agentTool = 'Task';

  constructor(session) {
    this.session = session;
  }

  /** One line of the parentUuid chain. */
  line(kind, thread, fields, { parent = thread.last, logicalParent } = {}) {
    const { id, random } = this.session;
    const uuid = random.uuid();
    const logical = logicalParent ? `"logicalParentUuid":"${logicalParent}",` : '';
    thread.last = uuid;
    this.session.emit(
      kind,
      `{"parentUuid":${parent ? `"${parent}"` : 'null'},${logical}"isSidechain":${thread.call !== null},` +
        `"userType":"external","cwd":"${CWD}","sessionId":"${id}","version":"${TRANSCRIPT_VERSION}",` +
        `"gitBranch":"main",${fields},"uuid":"${uuid}","timestamp":"${this.session.now()}"}`,
    );
  }

  open() {
    const { prose, random } = this.session;
    const title = prose.takeLine(40);
    this.session.emit('summary', `{"type":"summary","summary":"${title}","leafUuid":"${random.uuid()}"}`);
  }

  prompt(thread, text) {
    if (!thread.call) this.#fileHistory();
    this.line('user', thread, `"type":"user","message":{"role":"user","content":"${text}"}`);
  }

  #fileHistory() {
    const id = this.session.random.uuid();
    const snapshot = `{"messageId":"${id}","trackedFileBackups":{},"timestamp":"${this.session.now()}"}`;
    this.session.emit(
      'file-history-snapshot',
      `{"type":"file-history-snapshot","messageId":"${id}","snapshot":${snapshot},"isSnapshotUpdate":false}`,
    );
  }

  user(thread, content, result) {
    const extra = result ? `,"toolUseResult":${result}` : '';
    this.line('user', thread, `"type":"user","message":{"role":"user","content":${content}}${extra}`);
  }

  assistant(thread, message, block) {
    const body = apiMessage(message, `[${block}]`, message.usage);
    this.line('assistant', thread, `"message":${body},"requestId":"${message.request}","type":"assistant"`);
  }

  compact(thread, tokens) {
    const metadata = `{"trigger":"auto","preTokens":${tokens}}`;
    this.line(
      'system/compact_boundary',
      thread,
      '"type":"system","subtype":"compact_boundary","content":"Conversation compacted","isMeta":false,' +
        `"level":"info","compactMetadata":${metadata}`,
      { parent: null, logicalParent: thread.last },
    );
    const summary = this.session.prose.take(1500);
    this.line(
      'user',
      thread,
      `"type":"user","message":{"role":"user","content":"${summary}"},"isVisibleInTranscriptOnly":true,` +
        '"isCompactSummary":true',
    );
  }

  // The disk has none of these.
  streamEvent() {}
  task() {}
  rateLimit() {}
  result() {}
}

function apiMessage(message, content, usage) {
  return (
    `{"model":"${MODEL}","id":"${message.id}","type":"message","role":"assistant","content":${content},` +
    `"stop_reason":null,"stop_sequence":null,"usage":${usage},"context_management":null}`
  );
}

// ---- The session ----

class Session {
  constructor({ bytes, seed, partials, unicode, bad, transcript, write }) {
    this.random = new Random(seed);
    this.prose = new TextPool(this.random, { length: 1 << 20, code: false, unicode });
    this.code = new TextPool(this.random, { length: 1 << 21, code: true, unicode });
    this.base64 = new Base64Pool(this.random);
    this.id = this.random.uuid();
    this.time = START_TIME;
    this.files = Array.from({ length: 400 }, () => this.#fileName());
    this.out = new LineWriter(write);
    this.format = transcript ? new TranscriptFormat(this) : new StreamFormat(this);
    this.target = bytes;
    this.partials = partials && !transcript;
    this.bad = bad;
    this.main = newThread();
    this.turnTokens = noTokens();
    this.allTokens = noTokens();
  }

  #fileName() {
    const { random } = this;
    const name = `${random.pick(WORDS)}-${random.pick(WORDS)}.${random.pick(EXTENSIONS)}`;
    return `${CWD}/src/${random.pick(WORDS)}/${name}`;
  }

  get full() {
    return this.out.bytes >= this.target;
  }

  emit(kind, json) {
    this.out.frame(kind, json);
  }

  now() {
    this.time += this.random.size(120, 1.5, 60000);
    return new Date(this.time).toISOString();
  }

  run() {
    this.format.open();
    for (let turn = 1; !this.full; turn++) {
      this.#turn();
      if (turn % 9 === 0) this.format.compact(this.main, this.random.integer(120000, 190000));
    }
    this.out.flush();
  }

  /** One prompt, the work on it and its result. */
  #turn() {
    this.turnTokens = noTokens();
    this.format.prompt(this.main, this.prose.take(this.random.size(180, 1, 8000)));
    const steps = this.random.integer(2, 25);
    let done = 0;
    for (; done < steps && !this.full; done++) this.#step(this.main);
    const text = this.#answer(this.main);
    this.format.result({ text, turns: done + 1, turnTokens: this.turnTokens, allTokens: this.allTokens });
  }

  /** One message with tool calls, and their results. */
  #step(thread) {
    const { random } = this;
    const message = this.#beginMessage(thread);
    if (random.chance(0.5))
      this.#thinkingBlock(thread, message, this.prose.take(random.size(700, 0.9, 20000)));
    if (random.chance(0.6)) this.#textBlock(thread, message, this.prose.take(random.size(350, 1, 20000)));
    const calls = [];
    for (let left = random.chance(0.75) ? 1 : random.integer(2, 4); left > 0; left--) {
      calls.push(this.#toolBlock(thread, message, random.pick(thread.call ? SUBAGENT_TOOLS : TOOLS)));
    }
    this.#endMessage(thread, message, 'tool_use');
    for (const call of calls) this.#toolResult(thread, call);
    if (random.chance(0.02)) this.format.rateLimit(this.main);
    if (this.bad && random.chance(this.bad)) this.out.bad(random.pick(BAD_LINES));
  }

  /** The closing message of a turn or of a subagent. */
  #answer(thread) {
    const message = this.#beginMessage(thread);
    const text = this.prose.take(this.random.size(400, 1, 9000));
    this.#textBlock(thread, message, text);
    this.#endMessage(thread, message, 'end_turn');
    return text;
  }

  // ---- Messages and their blocks ----

  #beginMessage(thread) {
    const { random } = this;
    const tokens = {
      input: random.integer(3, 4000),
      output: random.integer(1, 3000),
      cacheRead: random.integer(0, 180000),
      cacheWrite: random.integer(0, 9000),
    };
    addTokens(this.allTokens, tokens);
    if (!thread.call) addTokens(this.turnTokens, tokens);
    const message = {
      id: `msg_01${random.base62(22)}`,
      request: `req_011C${random.base62(20)}`,
      tokens,
      usage: usageJson(tokens),
      usageAtStart: usageJson(tokens, 1),
      streamed: this.partials && random.chance(STREAMED_MESSAGES),
      blocks: 0,
    };
    if (message.streamed) {
      const body = apiMessage(message, '[]', message.usageAtStart);
      this.format.streamEvent(thread, `{"type":"message_start","message":${body}}`);
    }
    return message;
  }

  #endMessage(thread, message, stopReason) {
    if (!message.streamed) return;
    const delta = `{"stop_reason":"${stopReason}","stop_sequence":null}`;
    const usage = `{"output_tokens":${message.tokens.output}}`;
    this.format.streamEvent(thread, `{"type":"message_delta","delta":${delta},"usage":${usage}}`);
    this.format.streamEvent(thread, '{"type":"message_stop"}');
  }

  #thinkingBlock(thread, message, text) {
    const signature = this.base64.take(4 * this.random.integer(50, 225));
    this.#block(thread, message, {
      whole: `{"type":"thinking","thinking":"${text}","signature":"${signature}"}`,
      empty: '{"type":"thinking","thinking":"","signature":""}',
      deltas: { type: 'thinking_delta', key: 'thinking', text },
      signature,
    });
  }

  #textBlock(thread, message, text) {
    this.#block(thread, message, {
      whole: `{"type":"text","text":"${text}"}`,
      empty: '{"type":"text","text":""}',
      deltas: { type: 'text_delta', key: 'text', text },
    });
  }

  #toolBlock(thread, message, tool) {
    const id = `toolu_01${this.random.base62(22)}`;
    const name = tool === 'Task' ? this.format.agentTool : tool;
    const input = this.#toolInput(tool);
    const start = `{"type":"tool_use","id":"${id}","name":"${name}","input":`;
    this.#block(thread, message, {
      whole: `${start}${input}}`,
      empty: `${start}{}}`,
      deltas: {
        type: 'input_json_delta',
        key: 'partial_json',
        text: message.streamed ? encodeAgain(input) : '',
      },
    });
    return { id, tool };
  }

  /** Like the CLI: the whole frame of a block comes before the event that ends the block. */
  #block(thread, message, { whole, empty, deltas, signature }) {
    if (!message.streamed) return this.format.assistant(thread, message, whole);
    const index = message.blocks++;
    const event = (type, rest = '') =>
      this.format.streamEvent(thread, `{"type":"${type}","index":${index}${rest}}`);
    event('content_block_start', `,"content_block":${empty}`);
    for (let at = 0; at < deltas.text.length; ) {
      const length = at < SMALL_DELTAS_UP_TO ? this.random.integer(4, 60) : deltas.text.length;
      const end = safeEnd(deltas.text, at + length);
      const part = deltas.text.slice(at, end);
      event('content_block_delta', `,"delta":{"type":"${deltas.type}","${deltas.key}":"${part}"}`);
      at = end;
    }
    if (signature)
      event('content_block_delta', `,"delta":{"type":"signature_delta","signature":"${signature}"}`);
    this.format.assistant(thread, message, whole);
    event('content_block_stop');
  }

  // ---- Tools ----

  #toolInput(tool) {
    const { random, prose, code, files } = this;
    switch (tool) {
      case 'Bash': {
        const command = `${random.pick(COMMANDS)} ${random.pick(files)}`;
        return `{"command":"${command}","description":"${prose.takeLine(random.integer(20, 60))}"}`;
      }
      case 'Read': {
        const range = `"offset":${random.integer(1, 900)},"limit":${random.integer(50, 2000)}`;
        return `{"file_path":"${random.pick(files)}",${range}}`;
      }
      case 'Edit': {
        const before = code.take(random.size(300, 1, 20000));
        const after = code.take(random.size(400, 1, 20000));
        const path = `"file_path":"${random.pick(files)}"`;
        return `{${path},"old_string":"${before}","new_string":"${after}","replace_all":false}`;
      }
      case 'Write':
        return `{"file_path":"${random.pick(files)}","content":"${code.take(random.size(3500, 1.1, 300000))}"}`;
      case 'Grep':
        return `{"pattern":"${random.pick(WORDS)}","path":"${CWD}","output_mode":"content","-n":true}`;
      case 'Glob':
        return `{"pattern":"**/*.${random.pick(EXTENSIONS)}"}`;
      case 'Task': {
        const prompt = prose.take(random.size(1500, 0.7, 20000));
        return `{"description":"${prose.takeLine(30)}","prompt":"${prompt}","subagent_type":"general-purpose"}`;
      }
      case 'TodoWrite': {
        const todos = Array.from({ length: random.integer(3, 9) }, () => this.#todo());
        return `{"todos":[${todos.join(',')}]}`;
      }
      case 'WebFetch': {
        const url = `https://example.com/${random.pick(WORDS)}/${random.pick(WORDS)}`;
        return `{"url":"${url}","prompt":"${prose.takeLine(60)}"}`;
      }
      default:
        return `{"query":"${prose.takeLine(40)}","page":${random.integer(1, 9)}}`;
    }
  }

  #todo() {
    const content = this.prose.takeLine(this.random.integer(20, 80));
    const state = this.random.pick(TODO_STATES);
    return `{"content":"${content}","status":"${state}","activeForm":"${this.prose.takeLine(30)}"}`;
  }

  #toolResult(thread, { id, tool }) {
    const { random } = this;
    const kind = random.unit();
    let result;
    if (tool === 'Task') result = this.#runSubagent(id);
    else if (tool === 'Read' && kind < 0.06) result = this.#pictureResult();
    else if (kind < 0.005) result = this.#hugeResult();
    else result = this.#textResult(tool);
    const isError = tool !== 'Task' && random.chance(0.07);
    const block = `{"tool_use_id":"${id}","type":"tool_result","content":${result.content},"is_error":${isError}}`;
    this.format.user(thread, `[${block}]`, random.chance(0.7) ? result.structured : undefined);
  }

  #pictureResult() {
    const data = this.base64.take(4 * Math.ceil(this.random.size(180000, 1.1, 6000000) / 4));
    const file = `{"base64":"${data.slice(0, 2000)}","type":"image/png","originalSize":${data.length}}`;
    const source = `{"type":"base64","media_type":"image/png","data":"${data}"}`;
    return {
      content: `[{"type":"image","source":${source}}]`,
      structured: `{"type":"image","file":${file}}`,
    };
  }

  #hugeResult() {
    const text = this.code.take(this.random.size(900000, 0.8, 5000000));
    const head = text.slice(0, safeEnd(text, 30000));
    return { content: `"${text}"`, structured: bashResult(head, '') };
  }

  #textResult(tool) {
    const { random } = this;
    const text = this.code.take(random.size(tool === 'Read' ? 6000 : 1500, 1.2, 200000));
    const content = random.chance(0.5) ? `"${text}"` : `[{"type":"text","text":"${text}"}]`;
    if (tool === 'Bash') {
      return { content, structured: bashResult(text, random.chance(0.1) ? this.prose.take(200) : '') };
    }
    if (tool !== 'Read') return { content };
    const lines = countLines(text);
    const file =
      `{"filePath":"${random.pick(this.files)}","content":"${text}","numLines":${lines},"startLine":1,` +
      `"totalLines":${lines}}`;
    return { content, structured: `{"type":"text","file":${file}}` };
  }

  #runSubagent(call) {
    const { random, prose, main } = this;
    const thread = newThread(call);
    const task = `"task_id":"${random.hex8()}${random.hex8()}","tool_use_id":"${call}"`;
    const prompt = prose.take(200);
    const steps = random.integer(3, 14);
    let done = 0;
    this.format.task(
      'task_started',
      main,
      `${task},"description":"${prose.takeLine(30)}","task_type":"local_agent","prompt":"${prompt}"`,
    );
    this.format.prompt(thread, prompt);
    for (; done < steps && !this.full; done++) {
      this.#step(thread);
      if (random.chance(0.4)) {
        const about = `"description":"${prose.takeLine(40)}","usage":${this.#taskUsage(done)}`;
        this.format.task(
          'task_progress',
          main,
          `${task},${about},"last_tool_name":"${random.pick(SUBAGENT_TOOLS)}"`,
        );
      }
    }
    const report = this.#answer(thread);
    this.format.task(
      'task_notification',
      main,
      `${task},"status":"completed","output_file":"/tmp/x.output","summary":"${prose.takeLine(120)}",` +
        `"usage":${this.#taskUsage(done)}`,
    );
    return { content: `[{"type":"text","text":"${report}"}]` };
  }

  #taskUsage(toolUses) {
    const { random } = this;
    const tokens = random.integer(100, 90000);
    return `{"total_tokens":${tokens},"tool_uses":${toolUses},"duration_ms":${random.integer(100, 90000)}}`;
  }
}

function bashResult(stdout, stderr) {
  return `{"stdout":"${stdout}","stderr":"${stderr}","interrupted":false,"isImage":false}`;
}

// ---- Entry points ----

/**
 * Makes one session in this process. `write` gets Buffers of about 1 MB (or of one longer line); pieces always
 * end at a line end. Returns { frames, badLines, bytes, kinds: { [kind]: { count, bytes, longest } } }.
 */
export function generateStream(options) {
  const { bytes, seed = 1, partials = true, unicode = 0.03, bad = 0, transcript = false, write } = options;
  const session = new Session({ bytes, seed, partials, unicode, bad, transcript, write });
  session.run();
  const { frames, badLines, kinds } = session.out;
  return { frames, badLines, bytes: session.out.bytes, kinds };
}

/** "100M" -> 100000000 */
export function parseSize(text) {
  const match = /^(\d+(?:\.\d+)?)([KMG]?)$/i.exec(text);
  if (!match) throw new Error(`Not a size: ${text} (examples: 500K, 100M, 1.5G)`);
  const factor = { '': 1, K: 1e3, M: 1e6, G: 1e9 }[match[2].toUpperCase()];
  return Math.round(Number(match[1]) * factor);
}

function parseNumber(name, text) {
  const value = Number(text);
  if (!Number.isFinite(value)) throw new Error(`--${name} is no number: ${text}`);
  return value;
}

/** Writes all of it, also to a pipe that is full for the moment. */
function writeAll(fd, buffer) {
  for (let at = 0; at < buffer.length; ) {
    try {
      at += fs.writeSync(fd, buffer, at);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      bytes: { type: 'string', default: '100M' },
      seed: { type: 'string', default: '1' },
      partials: { type: 'string', default: '1' },
      unicode: { type: 'string', default: '0.03' },
      bad: { type: 'string', default: '0' },
      transcript: { type: 'boolean', default: false },
    },
  });
  const options = {
    bytes: parseSize(values.bytes),
    seed: parseNumber('seed', values.seed),
    partials: values.partials !== '0',
    unicode: parseNumber('unicode', values.unicode),
    bad: parseNumber('bad', values.bad),
    transcript: values.transcript,
  };
  const out = positionals[0] ?? '-';
  const fd = out === '-' ? 1 : fs.openSync(out, 'w');
  const summary = generateStream({ ...options, write: (buffer) => writeAll(fd, buffer) });
  process.stderr.write(`${JSON.stringify({ out, options, ...summary }, null, 1)}\n`);
}

if (process.argv[1] && import.meta.url === pathToFileURL(fs.realpathSync(process.argv[1])).href) {
  try {
    main();
  } catch (error) {
    if (error.code !== 'EPIPE') {
      process.stderr.write(`${error.message}\n`);
      process.exitCode = 1;
    }
  }
}
