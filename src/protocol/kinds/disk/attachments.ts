import { blockSummary } from '../../blocks/block-kinds';
import { jsonText } from '../../json-text';
import { fieldOf, isObject, type Json, type JsonObject, numberOf, stringOf } from '../../json-values';
import {
  type FrameKind,
  frameKind,
  ON_DISK,
  type Said,
  type SummaryRule,
  type Versions,
} from '../frame-kind';
import {
  counted,
  countOf,
  firstWord,
  flagged,
  general,
  joined,
  lengthOf,
  listed,
  names,
  seconds,
  shortPath,
  wordOf,
} from '../phrases';
import { exitCode, hookName } from '../system/hooks';

type AttachmentRule = (attachment: Json, partial: boolean) => string;

/** What the rule says of the attachment, else what it holds in general. */
function onAttachment(rule: AttachmentRule): SummaryRule {
  return (frame, partial) => {
    const attachment = fieldOf(frame, 'attachment');
    return rule(attachment, partial) || general(attachment) || 'no attachment';
  };
}

const word =
  (...keys: readonly string[]): AttachmentRule =>
  (attachment) =>
    firstWord(attachment, ...keys) ?? '';

/** What came and what went of a list that the model was told before. */
const delta =
  (added: string, removed: string): AttachmentRule =>
  (attachment) =>
    joined([
      listed('new', fieldOf(attachment, added)),
      listed('gone', fieldOf(attachment, removed)),
      flagged('first list', attachment, 'isInitial'),
    ]) || 'no change';

function ofHook(attachment: Json): string {
  const content = fieldOf(attachment, 'content');
  const blocking = fieldOf(attachment, 'blockingError');
  const said = names(content) ?? wordOf(attachment, 'content');
  return joined([
    hookName(attachment),
    exitCode(attachment),
    typeof blocking === 'string' ? blocking : wordOf(blocking, 'blockingError'),
    // Of a hook that ran well, what it printed is mostly what it said.
    said ?? firstWord(attachment, 'stderr', 'stdout'),
    seconds(numberOf(attachment, 'durationMs')),
  ]);
}

function ofQueued(attachment: Json, partial: boolean): string {
  const prompt = fieldOf(attachment, 'prompt');
  const first = Array.isArray(prompt) ? prompt[0] : undefined;
  const text = typeof prompt === 'string' ? prompt : isObject(first) ? blockSummary(first, partial) : null;
  const mode = wordOf(attachment, 'commandMode');
  return joined([text, mode === 'prompt' ? null : mode]);
}

function ofBudget(attachment: Json): string {
  const dollars = (key: string) => {
    const amount = numberOf(attachment, key);
    return amount === null ? null : `$${amount}`;
  };
  const remaining = dollars('remaining');
  return joined([
    joined([dollars('used'), dollars('total')]).replace(' · ', ' of '),
    remaining === null ? null : `${remaining} left`,
  ]);
}

function ofEnvironment(attachment: Json): string {
  const snapshot = fieldOf(attachment, 'snapshot');
  return joined([
    wordOf(snapshot, 'workingDirectory'),
    wordOf(snapshot, 'platform'),
    wordOf(snapshot, 'shell'),
    flagged('git', snapshot, 'isGitRepo'),
    flagged('worktree', snapshot, 'isWorktree'),
  ]);
}

function ofFile(attachment: Json): string {
  const file = fieldOf(fieldOf(attachment, 'content'), 'file');
  const path = firstWord(attachment, 'displayPath', 'filename');
  return joined([path ?? shortPath(wordOf(file, 'filePath')), countOf(file, 'numLines', 'line')]);
}

function ofGoal(attachment: Json): string {
  const met = fieldOf(attachment, 'met');
  return joined([met === true ? 'met' : met === false ? 'not met' : null, wordOf(attachment, 'condition')]);
}

function ofTask(attachment: Json): string {
  const id = stringOf(attachment, 'taskId');
  return joined([
    id === null ? null : id.slice(0, 6),
    wordOf(attachment, 'status'),
    firstWord(attachment, 'deltaSummary', 'description'),
    wordOf(attachment, 'taskType'),
  ]);
}

function ofTurns(attachment: Json): string {
  const most = numberOf(attachment, 'maxTurns');
  return joined([
    countOf(attachment, 'turnCount', 'turn'),
    most === null ? null : `at most ${most.toLocaleString('en')}`,
  ]);
}

function ofPlan(attachment: Json): string {
  return joined([
    wordOf(attachment, 'reminderType'),
    shortPath(wordOf(attachment, 'planFilePath')),
    fieldOf(attachment, 'planExists') === false
      ? 'no plan yet'
      : flagged('has a plan', attachment, 'planExists'),
  ]);
}

function ofAutoMode(attachment: Json): string {
  if (!isObject(attachment)) return '';
  return Object.keys(attachment)
    .filter((key) => attachment[key] === true || (key !== 'type' && typeof attachment[key] === 'string'))
    .map((key) => (attachment[key] === true ? key : `${key} ${String(attachment[key])}`))
    .join(', ');
}

function ofModel(attachment: Json): string {
  const identity = fieldOf(attachment, 'identity');
  return (
    joined([firstWord(identity, 'modelId'), wordOf(identity, 'marketingName')]) ||
    word('text')(attachment, false)
  );
}

function ofContext(attachment: Json): string {
  const context = fieldOf(attachment, 'context');
  if (!isObject(context)) return '';
  const keys = Object.keys(context);
  return keys.length === 0 ? 'nothing to add' : keys.join(', ');
}

function ofUnknownCommand(attachment: Json): string {
  const name = wordOf(attachment, 'commandName');
  return joined([
    name === null ? null : `/${name}`,
    countOf(attachment, 'availableCommandCount', 'command known', 'commands known'),
  ]);
}

function ofSnapshot(attachment: Json, partial: boolean): string {
  return (
    joined([
      lengthOf(attachment, 'systemPrompt', 'part', partial),
      lengthOf(attachment, 'tools', 'tool', partial),
    ]) || 'system prompt and tools'
  );
}

function ofStructured(attachment: Json): string {
  const data = fieldOf(attachment, 'data');
  return data === undefined ? '' : jsonText(data);
}

function ofReminder(attachment: Json): string {
  const items = numberOf(attachment, 'itemCount');
  return items === null ? '' : counted(items, 'task');
}

function ofRemote(attachment: Json): string {
  return joined([wordOf(attachment, 'url'), firstWord(attachment, 'commit', 'pr')]);
}

function ofListing(attachment: Json): string {
  return joined([countOf(attachment, 'skillCount', 'skill'), names(fieldOf(attachment, 'names'))]);
}

function ofPermissions(attachment: Json): string {
  return listed('allows', fieldOf(attachment, 'allowedTools')) ?? 'allows nothing more';
}

type Row = readonly [type: string, disk: Versions, meaning: string, rule: AttachmentRule];

/** What the CLI puts beside a prompt for the model, each as a line of its own. Session files of CLI 2.1.150 and later. */
const ATTACHMENTS: readonly Row[] = [
  [
    'agent_listing_delta',
    ['2.1.220'],
    'Kinds of subagents that the model may use from here on.',
    delta('addedTypes', 'removedTypes'),
  ],
  ['auto_mode', ['2.1.332'], 'The model is told that it may act without asking.', ofAutoMode],
  ['budget_usd', ['2.1.150'], 'The model is told how much money is left.', ofBudget],
  ['command_permissions', ['2.1.150'], 'Tools that a slash command allows.', ofPermissions],
  ['date', ['2.1.332'], 'The model is told the date.', word('date')],
  [
    'deferred_tools_delta',
    ['2.1.332'],
    'Tools that can be loaded with ToolSearch from here on.',
    delta('addedNames', 'removedNames'),
  ],
  [
    'deferred_tools_record',
    ['2.1.332'],
    'Tools that were loaded with ToolSearch, with their descriptions.',
    (attachment) => listed('tools', fieldOf(attachment, 'entries'), 'name') ?? '',
  ],
  ['environment', ['2.1.332'], 'The model is told its folder, platform and shell.', ofEnvironment],
  ['file', ['2.1.220'], 'A file that the prompt names, with its content.', ofFile],
  ['goal_status', ['2.1.150'], 'Whether the goal set with /goal is met.', ofGoal],
  ['hook_additional_context', ['2.1.150'], 'Text that a hook adds for the model.', ofHook],
  ['hook_blocking_error', ['2.1.220'], 'A hook held something back, and says why.', ofHook],
  ['hook_non_blocking_error', ['2.1.150'], 'A hook failed, and things went on.', ofHook],
  ['hook_success', ['2.1.150'], 'A hook ran well.', ofHook],
  ['hook_system_message', ['2.1.150'], 'A message of a hook to the person.', ofHook],
  ['max_turns_reached', ['2.1.150'], 'The limit of model calls was reached.', ofTurns],
  [
    'mcp_instructions_delta',
    ['2.1.150'],
    'What MCP servers say about their use.',
    delta('addedNames', 'removedNames'),
  ],
  ['model', ['2.1.332'], 'The model is told which model it is.', ofModel],
  ['plan_mode', ['2.1.150'], 'The model is told to plan and to change nothing.', ofPlan],
  ['plan_mode_exit', ['2.1.150'], 'The model is told that planning is over.', ofPlan],
  ['prompt_snapshot', ['2.1.332'], 'The whole system prompt and all tools as sent to the API.', ofSnapshot],
  ['queued_command', ['2.1.150'], 'A prompt that came while a turn was running, and joined it.', ofQueued],
  [
    'remote_session_change',
    ['2.1.332'],
    'The model is told how to sign commits and pull requests.',
    ofRemote,
  ],
  ['session_context', ['2.1.332'], 'More that the model is told about the session.', ofContext],
  ['silent_turn_reminder', ['2.1.332'], 'The model is reminded to tell what it does.', word('text')],
  ['skill_listing', ['2.1.150'], 'Skills that the model may use.', ofListing],
  ['structured_output', ['2.1.150'], 'The output that the wanted schema asked for.', ofStructured],
  ['task_reminder', ['2.1.220', '2.1.220'], 'The model is reminded of its list of tasks.', ofReminder],
  ['task_status', ['2.1.220'], 'The model is told how a task is.', ofTask],
  [
    'ultrathink_effort',
    ['2.1.150'],
    'The prompt asked for more thinking.',
    () => 'more thinking on this turn',
  ],
  ['unknown_command_fallback', ['2.1.332'], 'A slash command that is not known.', ofUnknownCommand],
];

function ofUnknown(frame: JsonObject): Said {
  const attachment = fieldOf(frame, 'attachment');
  return { text: general(attachment) || 'no attachment', detail: stringOf(attachment, 'type') ?? '' };
}

export const ATTACHMENT_KINDS: readonly FrameKind[] = [
  frameKind(
    'attachment',
    'file',
    { disk: ['2.1.150'] },
    ON_DISK,
    'Something that the CLI put beside a prompt for the model.',
    ofUnknown,
  ),
  ...ATTACHMENTS.map(([type, disk, meaning, rule]) =>
    frameKind(`attachment/${type}`, 'file', { disk }, ON_DISK, meaning, onAttachment(rule)),
  ),
];
