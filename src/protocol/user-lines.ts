import { contentBlocks, contentOf, isResultType } from './content-blocks';
import { fieldOf, type JsonObject, stringOf } from './json-values';

/** What a frame of type "user" is: only prompts and commands were typed by a person. */
export type UserLine =
  | 'prompt'
  | 'command'
  | 'command output'
  | 'meta'
  | 'reminder'
  | 'interrupt'
  | 'summary'
  | 'tool result';

// The marks of the CLI's own user lines, 0.2.109 to 2.1.332.
const MARKS: readonly (readonly [RegExp, UserLine])[] = [
  [/^<(command-name|command-message|bash-input)>/, 'command'],
  [/^<(local-command-stdout|local-command-stderr|bash-stdout|bash-stderr)>/, 'command output'],
  [/^<system-reminder>/, 'reminder'],
  [/^\[Request interrupted by user/, 'interrupt'],
];

/** Tells a user frame's kind from its marks and the beginning of its text. */
export function userLineOf(frame: JsonObject | undefined): UserLine {
  if (frame === undefined) return 'prompt';
  if (fieldOf(frame, 'isCompactSummary') === true) return 'summary';
  const blocks = contentBlocks(frame);
  if (blocks.some((block) => isResultType(stringOf(block, 'type') ?? ''))) return 'tool result';
  const text = beginning(frame, blocks);
  const mark = MARKS.find(([pattern]) => pattern.test(text));
  if (mark !== undefined) return mark[1];
  // isSynthetic: the stream's word for isMeta (2.0.50 on).
  return fieldOf(frame, 'isMeta') === true || fieldOf(frame, 'isSynthetic') === true ? 'meta' : 'prompt';
}

/** Whether the line begins a turn that a person asked for. */
export function isTyped(line: UserLine): boolean {
  return line === 'prompt' || line === 'command';
}

function beginning(frame: JsonObject, blocks: readonly JsonObject[]): string {
  const content = contentOf(frame);
  if (typeof content === 'string') return content.trimStart();
  const text = blocks.find((block) => stringOf(block, 'type') === 'text');
  return (stringOf(text, 'text') ?? '').trimStart();
}
