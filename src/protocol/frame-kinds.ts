/**
 * What a frame is, from its `type` and `subtype`. Evidence for each kind: recordings of CLI 0.2.74 to 2.1.332 and
 * the published types of the SDK.
 */
/** "new" is a kind that no published type file and no recording knows. */
export type FrameFamily =
  | 'system'
  | 'assistant'
  | 'user'
  | 'result'
  | 'task'
  | 'stream'
  | 'control'
  | 'rate'
  | 'file'
  | 'new';

/** The kind of a frame that states no type (CLI before 0.2.118, or a foreign object). */
export const NO_TYPE = '(no type)';

const FAMILY_BY_TYPE: ReadonlyMap<string, FrameFamily> = new Map<string, FrameFamily>([
  ['system', 'system'],
  ['assistant', 'assistant'],
  ['user', 'user'],
  ['result', 'result'],
  ['stream_event', 'stream'],
  ['message', 'assistant'],
  ['control_request', 'control'],
  ['control_response', 'control'],
  ['control_cancel_request', 'control'],
  ['control_request_progress', 'control'],
  ['keep_alive', 'control'],
  ['rate_limit_event', 'rate'],
  ['task_started', 'task'],
  ['task_progress', 'task'],
  ['task_updated', 'task'],
  ['task_notification', 'task'],
  ['tool_progress', 'task'],
  ['tool_use_summary', 'task'],
  ['prompt_suggestion', 'control'],
  ['auth_status', 'control'],
  ['conversation_reset', 'control'],
  ['command_lifecycle', 'control'],
  ['active_goal', 'control'],
  ['autocompact_state', 'control'],
  // Session files on disk.
  ['summary', 'file'],
  ['attachment', 'file'],
  ['queue-operation', 'file'],
  ['file-history-snapshot', 'file'],
  ['file-history-delta', 'file'],
  ['last-prompt', 'file'],
  ['custom-title', 'file'],
  ['ai-title', 'file'],
  ['agent-name', 'file'],
  ['agent-color', 'file'],
  ['agent-setting', 'file'],
  ['mode', 'file'],
  ['permission-mode', 'file'],
  ['pr-link', 'file'],
  ['tag', 'file'],
  ['task-summary', 'file'],
  ['progress', 'file'],
  ['cost-state', 'file'],
  ['api-request', 'file'],
  ['api-request-shape', 'file'],
  ['api-request-blob', 'file'],
  ['atis-latch', 'file'],
  ['tools-used', 'file'],
]);

const SYSTEM_SUBTYPES = new Set(
  `init status compact_boundary hook_started hook_progress hook_response task_started task_progress task_updated
task_notification files_persisted local_command_output local_command elicitation_complete api_retry api_error
session_state_changed plugin_install notification memory_recall mirror_error permission_denied thinking_tokens
model_refusal_fallback model_refusal_no_fallback model_fallback worker_shutting_down commands_changed informational
control_request_progress background_tasks_changed session_writes_lost session_title_changed stop_hook_summary
turn_duration`.split(/\s+/),
);

/** Types of system/task_* frames and hooks sit under "system"; tasks get their own family. */
export function familyOf(type: string, subtype: string): FrameFamily {
  if (type === 'system' && subtype.startsWith('task_')) return 'task';
  if (type === NO_TYPE) return 'new';
  if (type === 'system' && subtype !== '' && !SYSTEM_SUBTYPES.has(subtype)) return 'new';
  return FAMILY_BY_TYPE.get(type) ?? 'new';
}

/** Stands for the kinds of a file that has more of them than can be kept or told apart. */
export const OTHER_KINDS = '(other kinds)';

/** `type`, or `type/subtype`: the word that counts and filters use. */
export function kindOf(type: string, subtype: string): string {
  return subtype === '' ? type : `${type}/${subtype}`;
}

/**
 * api-request, api-request-shape and api-request-blob (session files of CLI 2.1.332) keep what was sent to the API: their
 * messages are copies of the conversation, not a part of it.
 */
export function isStoredRequest(type: string): boolean {
  return type.startsWith('api-request');
}

/** Session files never hold these (REFERENCE: "the session folder never holds stream frames"). */
const STREAM_ONLY = new Set([
  'result',
  'stream_event',
  'control_request',
  'control_response',
  'rate_limit_event',
]);

export function isStreamOnly(type: string, subtype: string): boolean {
  return STREAM_ONLY.has(type) || (type === 'system' && subtype === 'init');
}

/** Kinds that only session files hold. A `summary` line states no session id, so its kind is all there is to go by. */
export function isFileOnly(type: string): boolean {
  return FAMILY_BY_TYPE.get(type) === 'file';
}
