import { inputSummary } from '../../content-blocks';
import { fieldOf, isObject, type Json, type JsonObject, stringOf } from '../../json-values';
import { type FrameKind, frameKind, type Said } from '../frame-kind';
import { counted, firstWord, general, joined, labelled, lengthOf, type Phrase, wordOf } from '../phrases';

const requestId = (frame: JsonObject) => {
  const inner = labelled('request', fieldOf(frame, 'response'), 'request_id');
  return inner ?? labelled('request', frame, 'request_id');
};

/** Allowed or denied: the answer to can_use_tool. */
function decision(answer: Json): Phrase {
  const behavior = stringOf(answer, 'behavior');
  if (behavior === null) return null;
  const input = fieldOf(answer, 'updatedInput');
  return joined([
    behavior,
    wordOf(answer, 'message'),
    fieldOf(answer, 'interrupt') === true ? 'and stop' : null,
    isObject(input) && Object.keys(input).length > 0 ? `input ${inputSummary(input)}` : null,
  ]);
}

/** What the CLI brings: the answer to initialize. */
function capabilities(answer: Json, partial: boolean): Phrase {
  return joined([
    lengthOf(answer, 'commands', 'command', partial),
    lengthOf(answer, 'agents', 'agent', partial),
    lengthOf(answer, 'models', 'model', partial),
    wordOf(fieldOf(answer, 'account'), 'apiKeySource'),
  ]);
}

/** What the host's hook decided: the answer to hook_callback. */
function hookDecision(answer: Json): Phrase {
  const output = fieldOf(answer, 'hookSpecificOutput');
  return joined([
    wordOf(answer, 'decision'),
    firstWord(output, 'permissionDecision', 'hookEventName'),
    firstWord(answer, 'reason', 'systemMessage', 'stopReason') ?? wordOf(output, 'permissionDecisionReason'),
  ]);
}

/** A message of an MCP server inside the host. */
function mcpAnswer(answer: Json): Phrase {
  const message = fieldOf(answer, 'mcp_response');
  if (!isObject(message)) return null;
  const error = fieldOf(message, 'error');
  return joined([
    'MCP answer',
    error === undefined ? null : joined(['error', wordOf(error, 'message')]),
    labelled('id', message, 'id'),
  ]);
}

function ofSuccess(frame: JsonObject, partial: boolean): string {
  const response = fieldOf(frame, 'response');
  const answer = fieldOf(response, 'response');
  const pending = fieldOf(response, 'pending_permission_requests');
  const what =
    decision(answer) ||
    mcpAnswer(answer) ||
    capabilities(answer, partial) ||
    hookDecision(answer) ||
    (isObject(answer) && Object.keys(answer).length > 0 ? general(answer) : 'done');
  return joined([
    what,
    Array.isArray(pending) && pending.length > 0 && !partial
      ? counted(pending.length, 'open question')
      : null,
    requestId(frame),
  ]);
}

function ofError(frame: JsonObject): string {
  const response = fieldOf(frame, 'response');
  return joined([wordOf(response, 'error') ?? 'refused without a reason', requestId(frame)]);
}

function ofAnswer(frame: JsonObject): Said {
  const response = fieldOf(frame, 'response');
  return {
    text: joined([wordOf(response, 'error') ?? general(response), requestId(frame)]) || 'no answer',
    detail: stringOf(response, 'subtype') ?? '',
  };
}

const BOTH = { direction: 'both', streamOnly: true } as const;

export const ANSWER_KINDS: readonly FrameKind[] = [
  frameKind(
    'control_response',
    'control',
    { published: ['2.1.4'] },
    BOTH,
    'The one answer to a control request; it names the request id.',
    ofAnswer,
  ),
  frameKind(
    'control_response/success',
    'control',
    { published: ['2.1.4'], stdout: ['1.0.60'] },
    BOTH,
    'A control request was done: this is what came of it, such as "allow" or "deny" for a tool.',
    ofSuccess,
  ),
  frameKind(
    'control_response/error',
    'control',
    { published: ['2.1.4'], stdout: ['2.1.40'] },
    BOTH,
    'A control request was refused or failed.',
    ofError,
  ),
  frameKind(
    'control_cancel_request',
    'control',
    { published: ['2.1.4'], stdout: ['2.1.88'] },
    BOTH,
    'A control request is taken back: nobody needs to answer it.',
    (frame) => labelled('request', frame, 'request_id') ?? 'no request id',
  ),
];
