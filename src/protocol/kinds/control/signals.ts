import { fieldOf, isObject, type JsonObject, stringOf } from '../../json-values';
import { type FrameKind, frameKind, TO_HOST } from '../frame-kind';
import {
  counted,
  countOf,
  flagged,
  general,
  isoTime,
  joined,
  labelled,
  names,
  saying,
  wordOf,
} from '../phrases';

function ofGoal(frame: JsonObject): string {
  const goal = fieldOf(frame, 'value');
  if (!isObject(goal)) return goal === null ? 'no goal' : general(frame);
  const setAt = fieldOf(goal, 'set_at');
  return (
    joined([
      wordOf(goal, 'condition'),
      countOf(goal, 'iterations', 'try', 'tries'),
      wordOf(goal, 'last_reason'),
      typeof setAt === 'number' ? `set ${isoTime(setAt, 'milliseconds')}` : null,
    ]) || general(goal)
  );
}

function ofAutoCompact(frame: JsonObject): string {
  const state = fieldOf(frame, 'value');
  const enabled = fieldOf(state, 'enabled');
  return (
    joined([
      enabled === true ? 'on' : enabled === false ? 'off' : null,
      countOf(state, 'threshold', 'token as threshold', 'tokens as threshold'),
      countOf(state, 'effective_window', 'token of context', 'tokens of context'),
      wordOf(state, 'source'),
    ]) || general(state ?? frame)
  );
}

function ofLifecycle(frame: JsonObject): string {
  return joined([wordOf(frame, 'state'), labelled('command', frame, 'command_uuid')]) || general(frame);
}

function ofReset(frame: JsonObject): string {
  return (
    joined([wordOf(frame, 'trigger'), labelled('new conversation', frame, 'new_conversation_id')]) ||
    general(frame)
  );
}

function ofAuth(frame: JsonObject): string {
  const output = fieldOf(frame, 'output');
  return (
    joined([
      flagged('signing in', frame, 'isAuthenticating'),
      stringOf(frame, 'error'),
      names(output) ?? (Array.isArray(output) ? counted(output.length, 'line') : null),
    ]) || general(frame)
  );
}

export const SIGNAL_KINDS: readonly FrameKind[] = [
  frameKind(
    'keep_alive',
    'control',
    { published: ['2.1.4'] },
    { direction: 'both' },
    'A sign of life without content.',
    (frame) => labelled('startup mark', frame, 'startup_mark') ?? 'sign of life',
  ),
  frameKind(
    'prompt_suggestion',
    'control',
    { published: ['2.1.63'], stdout: ['2.1.88'] },
    TO_HOST,
    'A guess at the next prompt. It comes after the result of the turn.',
    saying('suggestion'),
  ),
  frameKind(
    'auth_status',
    'control',
    { published: ['2.0.30'] },
    TO_HOST,
    'A helper for signing in runs; these are its lines.',
    ofAuth,
  ),
  frameKind(
    'conversation_reset',
    'control',
    { published: ['2.1.220'], stdout: ['2.1.220'] },
    TO_HOST,
    'A new conversation begins in the same process, as after /clear.',
    ofReset,
  ),
  frameKind(
    'command_lifecycle',
    'control',
    { stdout: ['2.1.220'] },
    TO_HOST,
    'Where a message that was sent to the CLI is: queued, started or done.',
    ofLifecycle,
  ),
  frameKind(
    'active_goal',
    'control',
    { published: ['2.1.220'], stdout: ['2.1.220'] },
    TO_HOST,
    'The goal that was set with /goal, or that there is none.',
    ofGoal,
  ),
  frameKind(
    'autocompact_state',
    'control',
    { stdout: ['2.1.332'] },
    TO_HOST,
    'At which size the conversation will be compacted by itself.',
    ofAutoCompact,
  ),
];
