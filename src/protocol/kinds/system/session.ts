import { fieldOf, isObject, type JsonObject, numberOf, stringOf } from '../../json-values';
import { type Evidence, type FrameKind, frameKind, type SummaryRule, TO_HOST } from '../frame-kind';
import {
  counted,
  countOf,
  firstFigure,
  firstWord,
  flagged,
  general,
  joined,
  labelled,
  lengthOf,
  listed,
  type Phrase,
  saying,
  seconds,
  shortPath,
  withoutTags,
  wordOf,
} from '../phrases';

function ofInit(frame: JsonObject, partial: boolean): string {
  const servers = fieldOf(frame, 'mcp_servers') ?? fieldOf(frame, 'mcpServers');
  const serverCount = Array.isArray(servers) && !partial ? servers.length : 0;
  return (
    joined([
      wordOf(frame, 'model'),
      labelled('CLI', frame, 'claude_code_version'),
      lengthOf(frame, 'tools', 'tool', partial),
      serverCount === 0 ? null : counted(serverCount, 'MCP server'),
      wordOf(frame, 'permissionMode'),
    ]) || general(frame)
  );
}

/** `status` is null when the state before is over (2.1.88/16b-control): then the rest of the frame says why it came. */
function ofStatus(frame: JsonObject): string {
  const compaction = stringOf(frame, 'compact_result');
  return (
    joined([
      wordOf(frame, 'status'),
      compaction === null ? null : `compaction: ${compaction}`,
      wordOf(frame, 'compact_error'),
      countOf(frame, 'compact_output_chars', 'character'),
      labelled('permission mode', frame, 'permissionMode'),
    ]) || (fieldOf(frame, 'status') === null ? 'no longer busy' : general(frame))
  );
}

/**
 * What compact_metadata of stdout and compactMetadata of disk say, snake case first. Only trigger and tokens before are
 * in all recordings (1.0.128 to 2.1.332), so what a boundary does not state is named.
 */
function ofCompaction(frame: JsonObject, partial: boolean): string {
  const snake = fieldOf(frame, 'compact_metadata');
  const meta = isObject(snake) ? snake : fieldOf(frame, 'compactMetadata');
  if (!isObject(meta)) return partial ? 'conversation compacted' : 'conversation compacted · no metadata';
  const trigger = stringOf(meta, 'trigger');
  const before = firstFigure(meta, 'pre_tokens', 'preTokens');
  const after = firstFigure(meta, 'post_tokens', 'postTokens');
  const duration = firstFigure(meta, 'duration_ms', 'durationMs');
  const missing = [
    trigger === null ? 'trigger' : null,
    before === null ? 'tokens before' : null,
    after === null ? 'tokens after' : null,
    duration === null ? 'duration' : null,
  ].filter((part) => part !== null);
  return joined([
    trigger,
    tokenChange(before, after),
    seconds(duration),
    missing.length === 0 || partial ? null : `partial, not stated: ${missing.join(', ')}`,
  ]);
}

function tokenChange(before: number | null, after: number | null): Phrase {
  if (before === null && after === null) return null;
  if (before === null) return `${after?.toLocaleString('en')} tokens after`;
  if (after === null) return `${before.toLocaleString('en')} tokens before`;
  return `${before.toLocaleString('en')} → ${after.toLocaleString('en')} tokens`;
}

function ofPermissionDenied(frame: JsonObject) {
  const reason = firstWord(frame, 'message', 'decision_reason');
  return {
    strong: stringOf(frame, 'tool_name') ?? '',
    text: joined([reason, wordOf(frame, 'decision_reason_type')]) || 'denied',
  };
}

const ofText = saying('content', 'text', 'message');

function ofLocalCommand(frame: JsonObject): string {
  const run = fieldOf(frame, 'commandRun');
  const command = joined([wordOf(run, 'command'), wordOf(run, 'args')]).replace(' · ', ' ');
  return joined([command, withoutTags(wordOf(frame, 'content'))]) || general(frame);
}

function ofFiles(frame: JsonObject, partial: boolean): string {
  const failed = fieldOf(frame, 'failed');
  return (
    joined([
      lengthOf(frame, 'files', 'file', partial),
      Array.isArray(failed) && failed.length > 0 ? `${failed.length} failed` : null,
      listed('files', fieldOf(frame, 'files'), 'filename'),
    ]) || general(frame)
  );
}

function ofMemory(frame: JsonObject, partial: boolean): string {
  const memories = fieldOf(frame, 'memories');
  const first = Array.isArray(memories) ? shortPath(stringOf(memories[0], 'path')) : null;
  return (
    joined([lengthOf(frame, 'memories', 'memory', partial, 'memories'), first, wordOf(frame, 'mode')]) ||
    general(frame)
  );
}

function ofWritesLost(frame: JsonObject): string {
  return joined([wordOf(frame, 'error_code'), listed('lost', fieldOf(frame, 'lost'))]) || general(frame);
}

function ofMirrorError(frame: JsonObject): string {
  return (
    joined([wordOf(frame, 'error'), labelled('session', fieldOf(frame, 'key'), 'sessionId')]) ||
    general(frame)
  );
}

function ofNotification(frame: JsonObject): string {
  return joined([wordOf(frame, 'text'), labelled('priority', frame, 'priority')]) || general(frame);
}

function ofTurnDuration(frame: JsonObject): string {
  return (
    joined([
      seconds(numberOf(frame, 'durationMs')),
      countOf(frame, 'messageCount', 'message'),
      countOf(frame, 'pendingBackgroundAgentCount', 'background agent'),
    ]) || general(frame)
  );
}

function ofInformational(frame: JsonObject): string {
  return (
    joined([
      wordOf(frame, 'content'),
      wordOf(frame, 'level'),
      flagged('stops the turn', frame, 'prevent_continuation'),
    ]) || general(frame)
  );
}

function ofCommands(frame: JsonObject, partial: boolean): string {
  return (
    joined([
      lengthOf(frame, 'commands', 'command', partial),
      listed('commands', fieldOf(frame, 'commands'), 'name'),
    ]) || general(frame)
  );
}

function ofPlugin(frame: JsonObject): string {
  return joined([wordOf(frame, 'status'), wordOf(frame, 'name'), wordOf(frame, 'error')]) || general(frame);
}

function ofElicitation(frame: JsonObject): string {
  return joined([wordOf(frame, 'mcp_server_name'), wordOf(frame, 'elicitation_id')]) || general(frame);
}

function ofRequestProgress(frame: JsonObject): string {
  return (
    joined([
      wordOf(frame, 'status'),
      labelled('attempt', frame, 'attempt'),
      labelled('of', frame, 'max_retries'),
      wordOf(frame, 'request_id'),
    ]) || general(frame)
  );
}

/** An estimate while thinking is hidden: it is no part of the usage (case 068). */
function ofThinkingTokens(frame: JsonObject): string {
  const more = numberOf(frame, 'estimated_tokens_delta');
  return (
    joined([
      countOf(frame, 'estimated_tokens', 'estimated token'),
      more === null ? null : `+${more.toLocaleString('en')}`,
    ]) || general(frame)
  );
}

function system(subtype: string, evidence: Evidence, meaning: string, summary: SummaryRule): FrameKind {
  return frameKind(`system/${subtype}`, 'system', evidence, TO_HOST, meaning, summary);
}

function onDisk(subtype: string, evidence: Evidence, meaning: string, summary: SummaryRule): FrameKind {
  return frameKind(`system/${subtype}`, 'system', evidence, { direction: 'disk' }, meaning, summary);
}

export const SESSION_KINDS: readonly FrameKind[] = [
  frameKind('system', 'system', {}, TO_HOST, 'A word of the CLI about itself.', ofText),
  frameKind(
    'system/init',
    'system',
    { published: ['2.0.0'], stdout: ['0.2.118'] },
    { direction: 'to-host', streamOnly: true },
    'The facts of the session: model, tools, folder, versions. It comes again with every turn.',
    ofInit,
  ),
  system(
    'status',
    { published: ['2.0.50'], stdout: ['2.0.50'] },
    'What the CLI is busy with now, or a changed permission mode. Each one replaces the one before.',
    ofStatus,
  ),
  system(
    'compact_boundary',
    { published: ['2.0.0'], stdout: ['1.0.128'], disk: ['1.0.128'] },
    'The conversation was compacted here: what came before is no longer sent to the model, a summary is.',
    ofCompaction,
  ),
  system(
    'permission_denied',
    { published: ['2.1.141'], stdout: ['2.1.332'] },
    'A tool call was refused without asking anyone. The list in the result frame is the record.',
    ofPermissionDenied,
  ),
  system(
    'thinking_tokens',
    { published: ['2.1.160'], stdout: ['2.1.220'] },
    'An estimate of how much the model has thought while its thinking is hidden. It is no part of the usage.',
    ofThinkingTokens,
  ),
  system(
    'informational',
    { published: ['2.1.181'], stdout: ['2.1.332'], disk: ['2.1.88'] },
    'One line for the reader, such as what a hook had to say.',
    ofInformational,
  ),
  system(
    'notification',
    { published: ['2.1.118'], stdout: ['2.1.150'] },
    "A notice as in the terminal's own notice line.",
    ofNotification,
  ),
  system(
    'session_state_changed',
    { published: ['2.1.88'], stdout: ['2.1.88'] },
    'The session is idle, running, or waits for somebody.',
    saying('state', 'session_state', 'status'),
  ),
  system('session_title_changed', { stdout: ['2.1.332'] }, 'The session has a new title.', saying('title')),
  system(
    'session_writes_lost',
    { published: ['2.1.332'] },
    'The disk is full: lines of the session file were lost.',
    ofWritesLost,
  ),
  system(
    'commands_changed',
    { published: ['2.1.181'], stdout: ['2.1.332'] },
    'The whole new list of slash commands. It replaces the one before.',
    ofCommands,
  ),
  system(
    'local_command_output',
    { published: ['2.1.63'] },
    'What a local slash command printed.',
    (frame) => withoutTags(wordOf(frame, 'content')) || general(frame),
  ),
  onDisk(
    'local_command',
    { disk: ['2.1.88'] },
    'A local slash command and what it printed, as kept on disk.',
    ofLocalCommand,
  ),
  onDisk('turn_duration', { disk: ['2.1.220'] }, 'How long a turn took.', ofTurnDuration),
  system('memory_recall', { published: ['2.1.118'] }, 'Memory files that were put into the turn.', ofMemory),
  system(
    'files_persisted',
    { published: ['2.1.50'] },
    'Files that a hosted session uploaded after a turn.',
    ofFiles,
  ),
  system('plugin_install', { published: ['2.1.118'] }, 'How far the installation of a plugin is.', ofPlugin),
  system(
    'elicitation_complete',
    { published: ['2.1.63'] },
    'What an MCP server asked the person for is done.',
    ofElicitation,
  ),
  system(
    'mirror_error',
    { published: ['2.1.118'] },
    'A part of the mirrored transcript was dropped.',
    ofMirrorError,
  ),
  system(
    'control_request_progress',
    { published: ['2.1.220'] },
    'How far a slow control request of the host is.',
    ofRequestProgress,
  ),
  system(
    'worker_shutting_down',
    { published: ['2.1.181'] },
    'A hosted session ends its worker, and says why.',
    saying('reason'),
  ),
  system(
    'post_turn_summary',
    {},
    'A summary after a turn. Notes on CLI 2.1.220 to 2.1.261 name it; no type file and no recording has it.',
    saying('summary', 'content', 'text'),
  ),
];
