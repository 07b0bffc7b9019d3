import { blockSummary, contentBlocks, contentOf, isCallType } from './content-blocks';
import { jsonText } from './json-text';
import { fieldOf, isObject, type Json, type JsonObject, numberOf, stringOf } from './json-values';

/** One line that says what a frame is about. `strong` stands before it: the name of the called tool. */
export interface FrameSummary {
  strong: string;
  text: string;
  /** The second part of the kind, when the frame's blocks tell more than its subtype. */
  detail: string;
}

const MAX_UNITS = 300;

/**
 * A summary of a frame of the given type and subtype. With `partial`, `frame` is the beginning of a longer one: then
 * nothing is counted that may go on beyond it.
 */
export function summarize(type: string, subtype: string, frame: JsonObject, partial = false): FrameSummary {
  const summary = summarizeKind(type, subtype, frame, partial);
  return {
    text: oneLine(summary.text),
    strong: oneLine(summary.strong),
    detail: oneLine(summary.detail),
  };
}

function summarizeKind(type: string, subtype: string, frame: JsonObject, partial: boolean): FrameSummary {
  switch (type) {
    case 'assistant':
    case 'user':
    case 'message':
      return ofMessage(frame, partial);
    case 'result':
      return { strong: '', text: ofResult(frame), detail: subtype };
    case 'stream_event':
      return ofStreamEvent(frame);
    case 'system':
      return { strong: '', text: ofSystem(subtype, frame), detail: subtype };
    case 'rate_limit_event':
      return { strong: '', text: ofRateLimit(fieldOf(frame, 'rate_limit_info')), detail: '' };
    case 'control_request':
    case 'control_response':
    case 'control_cancel_request':
      return ofControl(frame);
    case 'attachment':
      return {
        strong: '',
        text: general(fieldOf(frame, 'attachment')),
        detail: stringOf(fieldOf(frame, 'attachment'), 'type') ?? '',
      };
    default:
      if (stringOf(frame, 'role') !== null) return ofBare(frame, partial);
      return { strong: '', text: ofTask(frame) || general(frame), detail: subtype };
  }
}

/** Makes one line of a text: line ends and runs of blanks become one space, controls visible marks. */
export function oneLine(text: string): string {
  const head = text.length > MAX_UNITS ? text.slice(0, MAX_UNITS) : text;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal escapes and controls are what is looked for
  const clean = head.replace(/\u001b\[[0-9;?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?/g, '');
  return visibleControls(clean.replace(/[\s\u2028\u2029\u0085]+/g, ' ')).trim();
}

/** Shows controls and marks that change the direction of writing, so that no screen acts on them. */
export function visibleControls(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are replaced by their visible pictures
      .replace(/[\u0000-\u001f\u007f]/g, (c) =>
        c === '\u007f' ? '\u2421' : String.fromCharCode(0x2400 + c.charCodeAt(0)),
      )
      // The second half of the controls, line separators and direction marks have no pictures.
      .replace(/[\u0080-\u009f\u2028\u2029\p{Bidi_Control}]/gu, '\ufffd')
  );
}

function ofMessage(frame: JsonObject, partial: boolean): FrameSummary {
  const content = contentOf(frame);
  if (typeof content === 'string') return { strong: '', text: content, detail: '' };
  const blocks = contentBlocks(frame);
  if (blocks.length === 0) return { strong: '', text: emptyContent(frame, content), detail: '' };
  const call = blocks.find((block) => isCallType(stringOf(block, 'type') ?? ''));
  const first = call ?? (blocks[0] as JsonObject);
  const type = stringOf(first, 'type') ?? '';
  const count = partial ? 'and' : `+${blocks.length - 1}`;
  const more = blocks.length > 1 ? ` (${count} more)` : '';
  return {
    strong: call === undefined ? '' : stringOf(call, 'name') || 'unnamed tool',
    text: blockSummary(first, partial).slice(0, MAX_UNITS) + more,
    detail: type === 'text' ? '' : type,
  };
}

function emptyContent(frame: JsonObject, content: Json): string {
  if (!isObject(fieldOf(frame, 'message')) && content === undefined) return 'no message';
  if (content === undefined || content === null) return 'no content';
  if (Array.isArray(content)) return 'empty content';
  return `content is ${typeof content === 'object' ? 'an object' : `a ${typeof content}`}`;
}

function ofBare(frame: JsonObject, partial: boolean): FrameSummary {
  const role = stringOf(frame, 'role') ?? '';
  const cost = numberOf(frame, 'cost_usd');
  if (role === 'system' && cost !== null) {
    return {
      strong: '',
      text: joined([stringOf(frame, 'result'), money(cost), duration(frame)]),
      detail: role,
    };
  }
  return { ...ofMessage(frame, partial), detail: role };
}

function ofResult(frame: JsonObject): string {
  const errors = fieldOf(frame, 'errors');
  const firstError = Array.isArray(errors) && typeof errors[0] === 'string' ? errors[0] : null;
  const turns = numberOf(frame, 'num_turns');
  const cost = numberOf(frame, 'total_cost_usd') ?? numberOf(frame, 'cost_usd');
  return joined([
    stringOf(frame, 'result') ?? firstError,
    turns === null ? null : turns === 1 ? '1 turn' : `${turns} turns`,
    cost === null ? 'cost not stated' : money(cost),
  ]);
}

function ofStreamEvent(frame: JsonObject): FrameSummary {
  const event = fieldOf(frame, 'event');
  const type = stringOf(event, 'type') ?? '';
  const delta = fieldOf(event, 'delta');
  const block = fieldOf(event, 'content_block');
  if (isObject(block)) {
    const name = stringOf(block, 'name') ?? '';
    return { strong: name, text: name === '' ? (stringOf(block, 'type') ?? '') : '', detail: type };
  }
  if (isObject(delta)) {
    const text =
      stringOf(delta, 'text') ??
      stringOf(delta, 'thinking') ??
      stringOf(delta, 'partial_json') ??
      stringOf(delta, 'stop_reason') ??
      stringOf(delta, 'type') ??
      '';
    return { strong: '', text, detail: type };
  }
  const message = fieldOf(event, 'message');
  return { strong: '', text: stringOf(message, 'model') ?? '', detail: type };
}

function ofSystem(subtype: string, frame: JsonObject): string {
  if (subtype === 'init') return ofInit(frame);
  if (subtype.startsWith('task_')) return ofTask(frame);
  if (subtype === 'compact_boundary') return ofCompaction(frame);
  if (subtype === 'api_retry' || subtype === 'api_error') return ofRetry(frame);
  if (subtype.startsWith('hook_')) {
    return joined([
      stringOf(frame, 'hook_event'),
      stringOf(frame, 'hook_name'),
      stringOf(frame, 'outcome'),
      stringOf(frame, 'stdout'),
    ]);
  }
  const status = stringOf(frame, 'status') ?? stringOf(frame, 'state');
  return joined([status, stringOf(frame, 'content') ?? stringOf(frame, 'message')]) || general(frame);
}

function ofInit(frame: JsonObject): string {
  const version = stringOf(frame, 'claude_code_version');
  const tools = fieldOf(frame, 'tools');
  return joined([
    stringOf(frame, 'model'),
    version === null ? null : `CLI ${version}`,
    Array.isArray(tools) ? `${tools.length} tools` : null,
    stringOf(frame, 'permissionMode'),
  ]);
}

function ofTask(frame: JsonObject): string {
  const id = stringOf(frame, 'task_id');
  if (id === null) return '';
  const patch = fieldOf(frame, 'patch');
  const changes = isObject(patch)
    ? Object.keys(patch)
        .map((key) => `${key} → ${typeof patch[key] === 'string' ? patch[key] : jsonText(patch[key])}`)
        .join(', ')
    : null;
  const text =
    stringOf(frame, 'summary') ?? stringOf(frame, 'description') ?? changes ?? stringOf(frame, 'status');
  return `${id.slice(0, 6)} ${text ?? ''}`;
}

function ofCompaction(frame: JsonObject): string {
  const meta = fieldOf(frame, 'compact_metadata') ?? fieldOf(frame, 'compactMetadata');
  const before = numberOf(meta, 'pre_tokens') ?? numberOf(meta, 'preTokens');
  const after = numberOf(meta, 'post_tokens') ?? numberOf(meta, 'postTokens');
  const tokens = [before, after].filter((n) => n !== null).map((n) => n.toLocaleString('en'));
  return joined([stringOf(meta, 'trigger'), tokens.length > 0 ? `${tokens.join(' → ')} tokens` : null]);
}

function ofRetry(frame: JsonObject): string {
  const attempt = numberOf(frame, 'attempt') ?? numberOf(frame, 'retryAttempt');
  const most = numberOf(frame, 'max_retries') ?? numberOf(frame, 'maxRetries');
  const wait = numberOf(frame, 'retry_delay_ms') ?? numberOf(frame, 'retryInMs');
  const status = numberOf(frame, 'error_status') ?? numberOf(fieldOf(frame, 'error'), 'status');
  return joined([
    attempt === null ? null : `attempt ${attempt}${most === null ? '' : ` of ${most}`}`,
    wait === null ? null : `waits ${(wait / 1000).toFixed(1)} s`,
    status === null ? null : String(status),
    stringOf(frame, 'error'),
  ]);
}

function ofRateLimit(info: Json): string {
  const resets = numberOf(info, 'resetsAt');
  return joined([
    stringOf(info, 'status'),
    stringOf(info, 'rateLimitType'),
    resets === null ? null : `resets ${isoSeconds(resets)}`,
  ]);
}

/** Seconds since the epoch as a time; the number itself when no date can hold it. */
function isoSeconds(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? String(seconds) : date.toISOString().replace('.000Z', 'Z');
}

function ofControl(frame: JsonObject): FrameSummary {
  const body = fieldOf(frame, 'request') ?? fieldOf(frame, 'response');
  const detail = stringOf(body, 'subtype') ?? '';
  const tool = stringOf(body, 'tool_name');
  return {
    strong: tool ?? '',
    text: joined([stringOf(body, 'error'), stringOf(frame, 'request_id') ?? stringOf(body, 'request_id')]),
    detail,
  };
}

/** The short scalar fields of a frame that no rule knows. */
function general(frame: Json): string {
  if (!isObject(frame)) return '';
  const parts: string[] = [];
  for (const key of Object.keys(frame)) {
    if (SELF_EVIDENT.has(key)) continue;
    const value = frame[key];
    if (typeof value === 'string' && value !== '') parts.push(`${key}: ${value.slice(0, 60)}`);
    else if (typeof value === 'number' || typeof value === 'boolean') parts.push(`${key}: ${value}`);
    if (parts.length === 4) break;
  }
  if (parts.length > 0) return parts.join(' · ');
  const keys = Object.keys(frame);
  const telling = keys.filter((key) => !SELF_EVIDENT.has(key));
  if (telling.length > 0) return telling.join(', ');
  return keys.length === 0 ? 'an object without fields' : `only ${keys.join(', ')}`;
}

const SELF_EVIDENT = new Set(
  'type subtype uuid session_id sessionId parentUuid parent_tool_use_id timestamp isSidechain cwd version gitBranch userType'.split(
    ' ',
  ),
);

function joined(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== '').join(' · ');
}

function money(usd: number): string {
  return `$${usd.toFixed(4)}`;
}

function duration(frame: JsonObject): string | null {
  const ms = numberOf(frame, 'duration_ms');
  return ms === null ? null : `${(ms / 1000).toFixed(1)} s`;
}
