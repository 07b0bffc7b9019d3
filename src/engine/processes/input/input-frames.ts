import { randomUUID } from 'node:crypto';

// Lines for the standard input of `--input-format stream-json`, as CLI 1.0.60 to 2.1.332 take them (the recordings
// 16-two-turns, 16b-control and 21c-ask were made with such lines).

/** One more turn of the user. */
export function userTurn(text: string): string {
  const message = { role: 'user', content: [{ type: 'text', text }] };
  return JSON.stringify({ type: 'user', message, parent_tool_use_id: null, session_id: '' });
}

/** The host's greeting; after it the CLI asks for permissions by `can_use_tool`. */
export function initialize(): string {
  return controlRequest({ subtype: 'initialize' });
}

/** Ends the turn that runs; the process lives on. */
export function interrupt(): string {
  return controlRequest({ subtype: 'interrupt' });
}

function controlRequest(request: object): string {
  return JSON.stringify({ type: 'control_request', request_id: randomUUID(), request });
}

/** The answer to `can_use_tool`: the tool runs with the input that was asked for, or the model is told why not. */
export function permissionAnswer(
  requestId: string,
  answer: { allow: true; input: unknown } | { allow: false; message: string },
): string {
  const response = answer.allow
    ? { behavior: 'allow', updatedInput: answer.input }
    : { behavior: 'deny', message: answer.message };
  return JSON.stringify({
    type: 'control_response',
    response: { subtype: 'success', request_id: requestId, response },
  });
}
