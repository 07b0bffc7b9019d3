import { inputSummary } from '../content-blocks';
import { oneLine } from '../frame-summary';
import { jsonText } from '../json-text';
import { fieldOf, type Json, type JsonObject, stringOf } from '../json-values';
import { prettyJson } from '../pretty-json';
import type { PermissionRequest } from './live-status';

const MAX_INPUT_UNITS = 20_000;
const MAX_ID_UNITS = 200;

/** Where a frame stands, and how much of it is not at hand. */
export interface FramePlace {
  /** Counts from 1. */
  frame: number;
  time: number | null;
  offset: number;
  bytes: number;
  /** Bytes at its end that were not parsed. */
  bytesLeft: number;
}

/** A permission request, and what tells that it was answered. */
export interface OpenRequest {
  request: PermissionRequest;
  /** CLI 1.0.60 to 2.1.88 do not state it (16b-control). */
  toolUseId: string | null;
  /** A subagent asks. */
  ofAgent: boolean;
}

/** The request of a `control_request` frame; null when it does not ask for permission or cannot be answered. */
export function openRequestOf(frame: JsonObject, place: FramePlace): OpenRequest | null {
  const asked = fieldOf(frame, 'request');
  if (stringOf(asked, 'subtype') !== 'can_use_tool') return null;
  const requestId = stringOf(frame, 'request_id');
  if (requestId === null || requestId === '') return null;
  const input = fieldOf(asked, 'input');
  return {
    request: {
      requestId,
      frame: place.frame,
      offset: place.offset,
      bytes: place.bytes,
      tool: oneLine((stringOf(asked, 'tool_name') ?? '').slice(0, MAX_ID_UNITS)),
      summary: oneLine(inputSummary(input)),
      input: inputText(input, place.bytesLeft),
      since: place.time,
    },
    toolUseId: stringOf(asked, 'tool_use_id'),
    ofAgent: stringOf(asked, 'agent_id') !== null,
  };
}

function inputText(input: Json, bytesLeft: number): PermissionRequest['input'] {
  if (input === undefined) return { text: '', cut: bytesLeft };
  const compact = jsonText(input);
  const pretty = prettyJson(compact) ?? compact;
  if (pretty.length <= MAX_INPUT_UNITS) return { text: pretty, cut: bytesLeft };
  // A pair of surrogates is not cut through.
  const end = /[\ud800-\udbff]/.test(pretty[MAX_INPUT_UNITS - 1] as string)
    ? MAX_INPUT_UNITS - 1
    : MAX_INPUT_UNITS;
  return { text: pretty.slice(0, end), cut: pretty.length - end + bytesLeft };
}
