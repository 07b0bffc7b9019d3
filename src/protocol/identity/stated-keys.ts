import type { IdentityName, IdentityRole } from './identity';

/** Where a frame states an id: paths are tried in order, and the first that is stated counts (snake_case first). */
export interface StatedKey {
  name: IdentityName;
  as: string;
  role: IdentityRole;
  /** `a.b` is a key in an object, `a[]` each element of an array. */
  paths: readonly string[];
  /** Kinds (`type`, or `type/subtype`) that the key is read of; left out: all. */
  only?: RegExp;
  /** Kinds in which the key means something else. */
  except?: RegExp;
}

const key = (
  name: IdentityName,
  as: string,
  role: IdentityRole,
  paths: string,
  kinds: { only?: RegExp; except?: RegExp } = {},
): StatedKey => ({ name, as, role, paths: paths.split(' '), ...kinds });

const CONTROL = /^control_/;

/**
 * Every key that holds an id, over recordings of CLI 0.2.74 to 2.1.332 (both formats), the published types and the
 * bridge programs that the OpenASE adapter reads (turn_id, thread_id). uuid and the ids of content blocks are read apart.
 */
export const STATED_KEYS: readonly StatedKey[] = [
  key('session', 'session', 'group', 'session_id sessionId data.session_id data.sessionId'),
  key(
    'message',
    'message',
    'group',
    'message.id event.message.id api_message_id abandoned_blocks.api_message_id',
  ),
  // Bare API messages of CLI 0.2.74 to 0.2.109. `id` of other kinds is no message (api-request).
  key('message', 'message', 'group', 'id', { only: /^(message|\(no type\))$/ }),
  key('tool call', 'parent tool use', 'relation', 'parent_tool_use_id parentToolUseId parentToolUseID'),
  // tool_progress.tool_use_id numbers the progress ("bash-progress-0"); the call is parent_tool_use_id (2.0.50 on).
  key('progress', 'progress', 'group', 'tool_use_id', { only: /^tool_progress$/ }),
  key(
    'tool call',
    'tool use',
    'relation',
    'tool_use_id toolUseId toolUseID request.tool_use_id attachment.toolUseID attachment.tool_use_id',
    { except: /^tool_progress$/ },
  ),
  key('tool call', 'source tool use', 'relation', 'source_tool_use_id sourceToolUseID sourceToolUseId'),
  key('tool call', 'summarised call', 'relation', 'preceding_tool_use_ids[]'),
  key('tool call', 'denied call', 'relation', 'permission_denials[].tool_use_id'),
  key('tool call', 'deferred call', 'relation', 'deferred_tool_use.id'),
  key('task', 'task', 'group', 'task_id taskId request.task_id attachment.task_id attachment.taskId'),
  key('task', 'parent task', 'relation', 'parent_task_id parentTaskId'),
  key('task', 'listed task', 'relation', 'tasks[].task_id'),
  key('run', 'run', 'group', 'run_id runId origin.runId attachment.runId'),
  key('control request', 'control request', 'group', 'request_id', { only: /^control_request(\/|$)/ }),
  key('control request', 'answers', 'relation', 'response.request_id request_id', {
    only: /^control_response(\/|$)/,
  }),
  key('control request', 'withdraws', 'relation', 'request_id', { only: /^control_cancel_request(\/|$)/ }),
  key('control request', 'tells of', 'relation', 'request_id', { only: /control_request_progress$/ }),
  key('API request', 'API request', 'group', 'request_id requestId error.requestId', { except: CONTROL }),
  key('agent', 'agent', 'group', 'agent_id agentId request.agent_id'),
  key('hook', 'hook', 'group', 'hook_id hookId'),
  key('hook callback', 'hook callback', 'group', 'request.callback_id', { only: CONTROL }),
  key('event', 'parent', 'relation', 'parent_uuid parentUuid'),
  key('event', 'logical parent', 'relation', 'logical_parent_uuid logicalParentUuid'),
  key('event', 'source message', 'relation', 'sourceToolAssistantUUID attachment.source_uuid'),
  key('event', 'supersedes', 'relation', 'supersedes[] supersedesUuids[]'),
  key('event', 'retracts', 'relation', 'retracted_message_uuids[] retractedMessageUuids[]'),
  key('event', 'refused prompt', 'relation', 'refused_user_message_uuid refusedUserMessageUuid'),
  key('event', 'prompt message', 'relation', 'user_message_uuid userMessageUuid'),
  key('event', 'prompt message', 'relation', 'user_message_uuids[] userMessageUuids[]'),
  key('event', 'cancels message', 'relation', 'request.message_uuid'),
  key('event', 'leaf', 'relation', 'leaf_uuid leafUuid'),
  // The snapshot belongs to the user line with this uuid.
  key('event', 'snapshot of', 'relation', 'messageId', { only: /^file-history-/ }),
  key('event', 'snapshot of', 'relation', 'snapshotMessageId', { only: /^file-history-/ }),
  key(
    'event',
    'kept from',
    'relation',
    'compact_metadata.preserved_segment.head_uuid compactMetadata.preservedSegment.headUuid',
  ),
  key(
    'event',
    'kept to',
    'relation',
    'compact_metadata.preserved_segment.tail_uuid compactMetadata.preservedSegment.tailUuid',
  ),
  key(
    'event',
    'kept after',
    'relation',
    'compact_metadata.preserved_segment.anchor_uuid compactMetadata.preservedSegment.anchorUuid compact_metadata.preserved_messages.anchor_uuid compactMetadata.preservedMessages.anchorUuid',
  ),
  key('event', 'summarised prompt', 'relation', 'summarizedTurnPromptUuids[]'),
  key('message', 'begun message', 'relation', 'begun_message_ids[]'),
  key('message', 'refused message', 'relation', 'refused_message_id refusedMessageId'),
  key('message', 'interrupted message', 'relation', 'interruptedMessageId'),
  key('turn', 'turn', 'group', 'turn_id turnId data.turn_id data.turnId'),
  key('thread', 'thread', 'group', 'thread_id threadId'),
  key('prompt', 'prompt', 'group', 'prompt_id promptId'),
  key('command', 'command', 'group', 'command_uuid commandUuid'),
  key('elicitation', 'elicitation', 'group', 'elicitation_id request.elicitation_id'),
  key('conversation', 'new conversation', 'relation', 'new_conversation_id'),
  key('session', 'request session', 'relation', 'requestSessionId'),
];
