import { jsonText } from '../../json-text';
import { fieldOf, isObject, type Json, type JsonObject, numberOf, stringOf } from '../../json-values';
import { type Evidence, type FrameKind, frameKind, type SummaryRule, TO_HOST } from '../frame-kind';
import {
  countOf,
  firstWord,
  flagged,
  general,
  isoTime,
  joined,
  labelled,
  lengthOf,
  listed,
  type Phrase,
  seconds,
  wordOf,
} from '../phrases';

const ID_UNITS = 6;

/** The short id stands before what a task frame says; a frame without one says what it holds. */
function withId(frame: JsonObject, parts: readonly Phrase[]): string {
  const id = stringOf(frame, 'task_id');
  return id === null ? general(frame) : `${id.slice(0, ID_UNITS)} ${joined(parts)}`;
}

function totals(frame: JsonObject): Phrase {
  const usage = fieldOf(frame, 'usage');
  return joined([
    countOf(usage, 'total_tokens', 'token'),
    countOf(usage, 'tool_uses', 'tool use'),
    seconds(numberOf(usage, 'duration_ms')),
  ]);
}

function ofStarted(frame: JsonObject): string {
  return withId(frame, [
    firstWord(frame, 'description', 'workflow_name', 'message', 'prompt'),
    firstWord(frame, 'subagent_type', 'task_type'),
    wordOf(frame, 'status'),
    flagged('in the background', frame, 'is_backgrounded'),
  ]);
}

/** Bridges add `text` and `command`; the CLI itself says what runs in `description`. */
function ofProgress(frame: JsonObject): string {
  return withId(frame, [
    firstWord(frame, 'summary', 'description', 'text', 'message'),
    wordOf(frame, 'command'),
    wordOf(frame, 'last_tool_name'),
    wordOf(frame, 'status'),
    totals(frame),
  ]);
}

/** "status → completed": what `patch` changes. Times of it are times of day. */
function ofUpdated(frame: JsonObject): string {
  const patch = fieldOf(frame, 'patch');
  const changes = isObject(patch)
    ? Object.keys(patch)
        .map((key) => `${key} → ${changed(key, patch[key])}`)
        .join(', ')
    : null;
  return withId(frame, [changes, firstWord(frame, 'description', 'status')]);
}

function changed(key: string, value: Json): string {
  if (key.endsWith('_time') && typeof value === 'number') return isoTime(value, 'milliseconds');
  return typeof value === 'string' ? value : jsonText(value);
}

function ofNotification(frame: JsonObject): string {
  return withId(frame, [
    wordOf(frame, 'status'),
    firstWord(frame, 'summary', 'description', 'message'),
    totals(frame),
    wordOf(frame, 'reason'),
  ]);
}

function ofBackgroundTasks(frame: JsonObject, partial: boolean): string {
  const tasks = fieldOf(frame, 'tasks');
  if (Array.isArray(tasks) && tasks.length === 0) return 'none in the background';
  return (
    joined([lengthOf(frame, 'tasks', 'task', partial), listed('runs', tasks, 'description')]) ||
    general(frame)
  );
}

function ofToolProgress(frame: JsonObject) {
  const elapsed = numberOf(frame, 'elapsed_time_seconds');
  const retry = fieldOf(frame, 'subagent_retry');
  return {
    strong: stringOf(frame, 'tool_name') ?? '',
    text:
      joined([
        elapsed === null ? null : `runs for ${elapsed} s`,
        flagged('sign of life', frame, 'heartbeat'),
        labelled('task', frame, 'task_id'),
        wordOf(frame, 'subagent_type'),
        labelled('retry', retry, 'attempt'),
      ]) || general(frame),
  };
}

function ofToolSummary(frame: JsonObject, partial: boolean): string {
  return (
    joined([wordOf(frame, 'summary'), lengthOf(frame, 'preceding_tool_use_ids', 'call', partial)]) ||
    general(frame)
  );
}

interface TaskKind {
  name: string;
  evidence: Evidence;
  meaning: string;
  rule: SummaryRule;
}

const TASKS: readonly TaskKind[] = [
  {
    name: 'task_started',
    evidence: { published: ['2.1.50'], stdout: ['2.1.88'] },
    meaning: 'A task began: a subagent, a background shell, a monitor or a workflow.',
    rule: ofStarted,
  },
  {
    name: 'task_progress',
    evidence: { published: ['2.1.63'], stdout: ['2.1.88'] },
    meaning: 'What a task does now, with its running totals.',
    rule: ofProgress,
  },
  {
    name: 'task_updated',
    evidence: { published: ['2.1.101'], stdout: ['2.1.150'] },
    meaning: 'Facts of a task that changed.',
    rule: ofUpdated,
  },
  {
    name: 'task_notification',
    evidence: { published: ['2.1.20'], stdout: ['2.1.88'] },
    meaning: 'A task ended: how, with its summary and its totals.',
    rule: ofNotification,
  },
];

export const TASK_KINDS: readonly FrameKind[] = [
  ...TASKS.map(({ name, evidence, meaning, rule }) =>
    frameKind(`system/${name}`, 'task', evidence, TO_HOST, meaning, rule),
  ),
  // One logical kind in a second form: 2.1.88 to 2.1.332 always wrote system/task_*.
  ...TASKS.map(({ name, meaning, rule }) =>
    frameKind(
      name,
      'task',
      {},
      { direction: 'to-host', place: 'bridge', open: true },
      `${meaning} The same as system/${name}, flattened to the top level by a program between the CLI and its reader.`,
      rule,
    ),
  ),
  frameKind(
    'system/background_tasks_changed',
    'task',
    { published: ['2.1.220'], stdout: ['2.1.220'] },
    TO_HOST,
    'All tasks that run in the background now. The list replaces the one before.',
    ofBackgroundTasks,
  ),
  frameKind(
    'tool_progress',
    'task',
    { published: ['2.0.30'], stdout: ['2.0.50'] },
    TO_HOST,
    'A sign of life of a running tool, on hosted sessions only. Its tool_use_id is not that of the call; its parent_tool_use_id is.',
    ofToolProgress,
  ),
  frameKind(
    'tool_use_summary',
    'task',
    { published: ['2.1.20'], stdout: ['2.1.88'] },
    TO_HOST,
    'One line that sums up several tool calls.',
    ofToolSummary,
  ),
];
