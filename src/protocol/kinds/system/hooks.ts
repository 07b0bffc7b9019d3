import { fieldOf, type Json, type JsonObject, numberOf, stringOf } from '../../json-values';
import { type FrameKind, frameKind, ON_DISK, TO_HOST } from '../frame-kind';
import { counted, firstWord, flagged, general, joined, listed, type Phrase, wordOf } from '../phrases';

/** Event and name of a hook. The name mostly repeats the event: "PreToolUse:Bash". */
export function hookName(value: Json): Phrase {
  const event = firstWord(value, 'hook_event', 'hookEvent');
  const name = firstWord(value, 'hook_name', 'hookName');
  return name !== null && event !== null && name.startsWith(event) ? name : joined([event, name]);
}

/** "exit code 2" */
export function exitCode(value: Json): Phrase {
  const code = numberOf(value, 'exit_code') ?? numberOf(value, 'exitCode');
  return code === null ? null : `exit code ${code}`;
}

/** Its output, else what it printed as an error. */
const printed = (value: Json) => firstWord(value, 'stdout', 'stderr', 'output');

function ofHookFrame(frame: JsonObject): string {
  return (
    joined([hookName(frame), wordOf(frame, 'outcome'), exitCode(frame), printed(frame)]) || general(frame)
  );
}

function ofStopHooks(frame: JsonObject, partial: boolean): string {
  const count = numberOf(frame, 'hookCount');
  const errors = fieldOf(frame, 'hookErrors');
  return (
    joined([
      count === null ? null : counted(count, 'hook'),
      Array.isArray(errors) && !partial && errors.length > 0 ? counted(errors.length, 'error') : null,
      listed('says', errors),
      flagged('prevented continuation', frame, 'preventedContinuation'),
      stringOf(frame, 'stopReason'),
    ]) || general(frame)
  );
}

function ofProgress(frame: JsonObject): string {
  const data = fieldOf(frame, 'data');
  return joined([hookName(data), wordOf(data, 'command')]) || general(data) || general(frame);
}

export const HOOK_KINDS: readonly FrameKind[] = [
  frameKind(
    'system/hook_started',
    'system',
    { published: ['2.1.20'], stdout: ['2.1.40'] },
    TO_HOST,
    'A hook begins. Hooks of SessionStart and Setup are always told, others with --include-hook-events.',
    ofHookFrame,
  ),
  frameKind(
    'system/hook_progress',
    'system',
    { published: ['2.1.20'], stdout: ['2.1.88'] },
    TO_HOST,
    'All that a running hook has printed so far: it repeats what the one before said.',
    ofHookFrame,
  ),
  frameKind(
    'system/hook_response',
    'system',
    { published: ['2.0.30'], stdout: ['2.0.50'] },
    TO_HOST,
    'A hook ended: its outcome, its exit code and what it printed.',
    ofHookFrame,
  ),
  frameKind(
    'system/stop_hook_summary',
    'system',
    { disk: ['2.1.150'] },
    ON_DISK,
    'What the hooks at the end of a turn did, as kept on disk.',
    ofStopHooks,
  ),
  frameKind(
    'progress',
    'file',
    {},
    ON_DISK,
    'How far something is that runs beside the conversation.',
    ofProgress,
  ),
  frameKind(
    'progress/hook_progress',
    'file',
    { disk: ['2.1.40', '2.1.40'] },
    ON_DISK,
    'A hook that runs, as kept on disk.',
    ofProgress,
  ),
];
