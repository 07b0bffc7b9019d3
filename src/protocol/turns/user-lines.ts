import { contentOf } from '../content-blocks';
import { fieldOf, isObject, type Json, type JsonObject, stringOf } from '../json-values';

/**
 * What a line of the role "user" is. Only prompts are words that somebody wrote for the model to read; the CLI gives
 * its own notes the same role.
 */
export const USER_LINES = [
  'prompt',
  'queued-prompt',
  'subagent-prompt',
  'command',
  'command-output',
  'interrupt',
  'summary',
  'task-notification',
  'hook-output',
  'reminder',
  'meta',
  'synthetic',
] as const;
export type UserLine = (typeof USER_LINES)[number];

interface UserLineWords {
  /** Second part of the kind column. */
  label: string;
  /** One plain sentence. */
  meaning: string;
}

const WORDS: Record<UserLine, UserLineWords> = {
  prompt: { label: 'prompt', meaning: 'A prompt of the user, or of the program that runs the CLI.' },
  'queued-prompt': {
    label: 'queued prompt',
    meaning: 'A prompt that came while a turn was running. It was given to the model inside that turn.',
  },
  'subagent-prompt': {
    label: 'prompt to subagent',
    meaning: 'What the model asked a subagent to do. No user wrote it.',
  },
  command: { label: 'command', meaning: 'A command that the CLI carried out itself, such as /clear.' },
  'command-output': { label: 'command output', meaning: 'What a command of the CLI printed.' },
  interrupt: { label: 'interrupt', meaning: 'The user stopped the turn here.' },
  summary: {
    label: 'summary',
    meaning: 'The summary that stands for the conversation before a compaction. The CLI wrote it.',
  },
  'task-notification': {
    label: 'task notification',
    meaning: 'The CLI tells the model that a background task changed.',
  },
  'hook-output': { label: 'hook output', meaning: 'What a hook printed, given to the model.' },
  reminder: { label: 'reminder', meaning: 'A reminder of the CLI to the model.' },
  meta: { label: 'meta', meaning: 'A note of the CLI to the model, marked as meta. Nobody typed it.' },
  synthetic: { label: 'synthetic', meaning: 'A line that the CLI wrote in the name of the user.' },
};

export const userLineWords = (line: UserLine): UserLineWords => WORDS[line];

/** Whether a line counts as a prompt of the user. */
export const isUserPrompt = (line: UserLine): boolean => line === 'prompt' || line === 'queued-prompt';

/** Whether somebody typed it for the session itself: such a line begins a turn. */
export const isTyped = (line: UserLine): boolean => line === 'prompt' || line === 'command';

export interface UserLineContext {
  /** The frame is of a subagent: it names a parent call or is a sidechain line. */
  subagent: boolean;
  /** The frame before it is a compaction boundary. */
  afterBoundary: boolean;
}

/**
 * What a user frame without tool results is; null when it says nothing. Fields decide before words, except where the
 * words are the more exact of the two: a reminder is a meta line as well (2.1.332).
 */
export function userLineOf(frame: JsonObject, { subagent, afterBoundary }: UserLineContext): UserLine | null {
  const content = contentOf(frame);
  const text = firstText(content);
  if (fieldOf(frame, 'isCompactSummary') === true) return 'summary';
  if (stringOf(fieldOf(frame, 'origin'), 'kind') === 'task-notification') return 'task-notification';
  const byWords = lineOfWords(text);
  if (byWords !== null) return byWords;
  if (fieldOf(frame, 'isMeta') === true) return 'meta';
  // On stdout the summary is marked by nothing else (1.0.128, 2.1.332: 11b-auto-compact).
  if (fieldOf(frame, 'isSynthetic') === true) return afterBoundary ? 'summary' : 'synthetic';
  if (text === '' && !hasMedia(content)) return null;
  return subagent ? 'subagent-prompt' : 'prompt';
}

/** The line that an `attachment` frame is: a prompt or a notice that waited for the turn; null for any other one. */
export function attachedLineOf(frame: JsonObject): UserLine | null {
  const attachment = fieldOf(frame, 'attachment');
  if (stringOf(attachment, 'type') !== 'queued_command') return null;
  // 2.1.220 and 2.1.332 (09-bg-bash) queue what background tasks report in the same way.
  const mode = stringOf(attachment, 'commandMode');
  const origin = stringOf(fieldOf(attachment, 'origin'), 'kind');
  return mode === 'task-notification' || origin === 'task-notification'
    ? 'task-notification'
    : 'queued-prompt';
}

/** The words of a prompt, for a title; null when it has none. */
export function promptText(frame: JsonObject): string | null {
  const prompt = fieldOf(fieldOf(frame, 'attachment'), 'prompt');
  const text = firstText(prompt === undefined ? contentOf(frame) : prompt).trim();
  return text === '' ? null : text;
}

function firstText(content: Json): string {
  if (typeof content === 'string') return content.trimStart();
  if (!Array.isArray(content)) return '';
  for (const block of content) {
    const text = typeof block === 'string' ? block : stringOf(block, 'text');
    if (text !== null && text.trim() !== '') return text.trimStart();
  }
  return '';
}

const hasMedia = (content: Json) =>
  Array.isArray(content) && content.some((block) => isObject(block) && stringOf(block, 'type') !== 'text');

/** Each with the versions whose recordings have it; newer ones go on to have it. */
const BEGINNINGS: readonly (readonly [begins: string, line: UserLine])[] = [
  // 1.0.60 (16c-interrupt-tool) on; "… for tool use]" when a tool was running.
  ['[Request interrupted by user', 'interrupt'],
  // stdout of 1.0.128 to 2.1.88 marks the summary by no field (11-compact).
  ['This session is being continued from a p', 'summary'],
  // 2.1.88 on (09-bg-bash).
  ['<task-notification>', 'task-notification'],
  // 1.0.60 on (11-compact); which of the two tags comes first differs.
  ['<command-name>', 'command'],
  ['<command-message>', 'command'],
  ['<local-command-stdout>', 'command-output'],
  ['<local-command-stderr>', 'command-output'],
  // Commands that the user runs with "!" in the terminal.
  ['<bash-input>', 'command'],
  ['<bash-stdout>', 'command-output'],
  ['<bash-stderr>', 'command-output'],
  ['<system-reminder>', 'reminder'],
  // 1.0.128 to 2.1.332, mostly with isMeta.
  ['<local-command-caveat>', 'meta'],
  ['Caveat: The messages below were generated by', 'meta'],
  // 1.0.128 on; on stdout with isSynthetic, on disk with isMeta (25-stops).
  ['Stop hook feedback:', 'hook-output'],
];

/** "<session-start-hook>", "<post-tool-use-hook>" and others (1.0.128/14-hooks, which marks them by no field). */
const HOOK_TAG = /^<[a-z-]{1,40}-hook>/;

function lineOfWords(text: string): UserLine | null {
  for (const [begins, line] of BEGINNINGS) if (text.startsWith(begins)) return line;
  return HOOK_TAG.test(text) ? 'hook-output' : null;
}
