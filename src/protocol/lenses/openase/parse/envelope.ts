import { fieldOf, isObject, type Json, type JsonObject } from '../../../json-values';
import { membersOf } from '../../json-members';
import type { LensFrame } from '../../lens-frame';
import { firstOf, readString } from './field-readers';
import { decodeStruct, foldedField, isDecodable, trimSpace } from './go-json';
import { parseRateLimit, type RateLimit } from './rate-limit';
import { parseUsage, type UsageInfo } from './usage';

/** The kinds that OpenASE tells apart; any other type is "unknown". */
const KINDS = [
  'system',
  'assistant',
  'user',
  'result',
  'rate_limit_event',
  'stream_event',
  'task_started',
  'task_progress',
  'task_notification',
] as const;
export type EnvelopeKind = (typeof KINDS)[number] | 'unknown';

export function kindOfType(type: string): EnvelopeKind {
  return KINDS.find((kind) => kind === type) ?? 'unknown';
}

/** A line as the transport hands it on: one event, nothing derived yet. */
export interface Envelope {
  kind: EnvelopeKind;
  /** The type of an unknown kind as it was written; "" for known kinds. */
  unknownType: string;
  subtype: string;
  sessionId: string;
  parentToolUseId: string;
  uuid: string;
  model: string;
  /** Not trimmed. */
  result: string;
  isError: boolean;
  numTurns: number;
  totalCostUsd: number | null;
  usage: UsageInfo | null;
  rateLimit: RateLimit | null;
  message: Json;
  event: Json;
  data: Json;
  /** The decoded line; null when a number in it is too large for a double. */
  raw: JsonObject | null;
  /** The decoded line, with session_id, uuid and parent_tool_use_id put in where it lacks them. */
  payload: JsonObject;
  /** Of the payload: snake before camel. */
  turnId: string;
  /** The session id, else the payload's session_id, else its thread_id. */
  threadId: string;
}

/** The longest line that the reader takes; a longer one ends it. */
export const MAX_LINE_BYTES = 16 * 1024 * 1024;

const FIELD_TYPES = {
  type: 'string',
  subtype: 'string',
  session_id: 'string',
  parent_tool_use_id: 'string',
  result: 'string',
  model: 'string',
  uuid: 'string',
  is_error: 'bool',
  num_turns: 'int',
  duration_ms: 'int',
  duration_api_ms: 'int',
  total_cost_usd: 'float',
  usage: 'raw',
  rate_limit_info: 'raw',
} as const;

const WANTED: Readonly<Record<string, string>> = {
  string: 'a string',
  bool: 'a boolean',
  int: 'a whole number',
  float: 'a number',
  raw: 'anything',
};

export type Transported = { envelope: Envelope } | { error: string } | { blank: true };

/** Reads a line as OpenASE's adapter does: one wrong-typed field of the top level, and the whole frame is an error. */
export function transport({ text, value, standing }: LensFrame): Transported {
  const line = trimSpace(text ?? '');
  if (line === '') return { blank: true };
  const notALine = standingProblem(standing);
  if (notALine !== null) return { error: `parse line: ${notALine}` };
  if (value === undefined || line.startsWith('\ufeff')) return { error: 'parse line: it is no JSON value' };
  if (value === null) return { error: 'missing type' };
  if (!isObject(value)) return { error: 'parse line: it is no object' };
  const members = membersOf(line);
  if (members === null) return { error: 'parse line: it is nested deeper than 10,000 levels' };
  const decoded = decodeStruct(members, FIELD_TYPES);
  if ('wrong' in decoded) {
    const { key, wanted, found } = decoded.wrong;
    return { error: `parse line: ${key} must be ${WANTED[wanted]}, and is ${found}` };
  }
  const { strings, bools, numbers, raw } = decoded.fields;
  const type = trimSpace(strings.type ?? '');
  if (type === '') return { error: 'missing type' };
  const kind = kindOfType(type);
  const data = foldedField(value, 'data');
  const sessionId = firstOf(trimSpace(strings.session_id ?? ''), readString(data, 'session_id'));
  const uuid = trimSpace(strings.uuid ?? '');
  const parentToolUseId = trimSpace(strings.parent_tool_use_id ?? '');
  const totalCostUsd = numbers.total_cost_usd ?? null;
  const decodable = isDecodable(line, value);
  const payload = enriched(decodable ? value : {}, { sessionId, uuid, parentToolUseId });
  return {
    envelope: {
      kind,
      unknownType: kind === 'unknown' ? type : '',
      subtype: trimSpace(strings.subtype ?? ''),
      sessionId,
      parentToolUseId: firstOf(parentToolUseId, readString(payload, 'parent_tool_use_id')),
      uuid,
      model: trimSpace(strings.model ?? ''),
      result: strings.result ?? '',
      isError: bools.is_error === true,
      numTurns: numbers.num_turns ?? 0,
      totalCostUsd,
      usage: parseUsage(raw.usage, totalCostUsd),
      rateLimit: parseRateLimit(raw.rate_limit_info),
      message: decodable ? foldedField(value, 'message') : undefined,
      event: decodable ? foldedField(value, 'event') : undefined,
      data: decodable ? data : undefined,
      raw: decodable ? value : null,
      payload,
      turnId: readString(payload, 'turn_id', 'turnId'),
      threadId: firstOf(sessionId, readString(payload, 'session_id', 'thread_id')),
    },
  };
}

function standingProblem(standing: LensFrame['standing']): string | null {
  switch (standing) {
    case 'part-of-line':
      return 'more than one value, or something that is none, stands on it';
    case 'several-lines':
      return 'the value goes on over several lines, and each is read for itself';
    case 'array-element':
      return 'it is a part of an array that holds the frames';
    case 'other-encoding':
      return 'it is no UTF-8';
    default:
      return null;
  }
}

/** "Raw" is not what the line says: ids that it lacks are put in. */
export function enriched(
  raw: JsonObject,
  ids: { sessionId: string; uuid: string; parentToolUseId: string },
): JsonObject {
  const payload: Record<string, Json> = { ...raw };
  if (ids.sessionId !== '' && !Object.hasOwn(raw, 'session_id')) payload.session_id = ids.sessionId;
  if (ids.uuid !== '' && !Object.hasOwn(raw, 'uuid')) payload.uuid = ids.uuid;
  if (ids.parentToolUseId !== '' && !Object.hasOwn(raw, 'parent_tool_use_id')) {
    payload.parent_tool_use_id = ids.parentToolUseId;
  }
  return payload;
}

/** The turn id as the chat reads it: also from `event` and `data`. */
export function chatTurnId({ turnId, payload }: Envelope): string {
  const inner = (key: string) => readString(fieldOf(payload, key), 'turn_id', 'turnId');
  return firstOf(turnId, inner('event'), inner('data'));
}
