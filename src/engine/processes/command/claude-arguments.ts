import type { AddedArgument, RunForm } from './run-form';
import { splitWords } from './shell-words';

export type ClaudeArguments =
  | { args: string[]; added: AddedArgument[]; problem: null }
  | { args: null; added: []; problem: string };

const no = (problem: string): ClaudeArguments => ({ args: null, added: [], problem });

/** The longest single argument that Linux takes (MAX_ARG_STRLEN), with its NUL. */
const MAX_ARGUMENT_BYTES = 128 * 1024 - 1;

/** Framescope reads what these decide, so they cannot be something else. */
const OWN_FLAGS = ['--output-format', '--input-format'];

/**
 * The arguments of `claude` in print mode. A prompt is an argument of its own; in a conversation it is the first turn on
 * standard input instead.
 */
export function claudeArguments(form: RunForm): ClaudeArguments {
  const extra = splitWords(form.extra);
  if (extra.problem !== null) return no(`The extra arguments cannot be used. ${extra.problem}`);
  const taken = extra.words.find((word) => OWN_FLAGS.includes(word.split('=')[0] as string));
  if (taken) return no(`${taken.split('=')[0]} is set by Framescope: take it out of the extra arguments.`);
  if (extra.words.includes('--'))
    return no('Take "--" out of the extra arguments: it would end the options.');
  const problem = form.conversation ? null : promptProblem(form.prompt);
  if (problem) return no(problem);

  const has = (flag: string) => extra.words.some((word) => word === flag || word.startsWith(`${flag}=`));
  const added: AddedArgument[] = [];
  const add = (argument: string, why: string) => void added.push({ argument, why });
  add('--output-format stream-json', 'Framescope reads the stream of frames.');
  if (!has('--verbose')) {
    add('--verbose', 'The CLI refuses print mode with stream-json without --verbose.');
  }
  if (form.conversation) {
    add('--input-format stream-json', 'Turns, answers and interrupts are sent to its standard input.');
    if (!has('--permission-prompt-tool')) {
      add(
        '--permission-prompt-tool stdio',
        'Permission requests come as frames, so that they can be answered in the window.',
      );
    }
  }

  // As an option it would be refused, so it goes to the end, behind the mark that ends the options (CLI 2.1.332).
  const dashed = form.prompt.startsWith('-');
  const prompt = form.conversation ? [] : [form.prompt];
  if (!form.conversation && dashed)
    add('--', 'The prompt begins with a dash and would be read as an option.');
  const fields = [
    ...(form.partial && !has('--include-partial-messages') ? ['--include-partial-messages'] : []),
    ...(form.model.trim() ? ['--model', form.model.trim()] : []),
    ...(form.permissionMode.trim() ? ['--permission-mode', form.permissionMode.trim()] : []),
    ...(form.maxTurns === null ? [] : ['--max-turns', String(form.maxTurns)]),
  ];
  const own = added
    .filter(({ argument }) => argument !== '--')
    .flatMap(({ argument }) => argument.split(' '));
  const args = dashed
    ? ['-p', ...own, ...fields, ...extra.words, ...(prompt.length > 0 ? ['--', ...prompt] : [])]
    : ['-p', ...prompt, ...own, ...fields, ...extra.words];
  return args.some((word) => word.includes('\0'))
    ? no('A field holds a NUL character, which no command line can carry.')
    : { args, added, problem: null };
}

function promptProblem(prompt: string): string | null {
  if (prompt.trim() === '') return 'Write a prompt: without one the CLI has nothing to do.';
  if (prompt.includes('\0')) return 'The prompt holds a NUL character, which no command line can carry.';
  const bytes = Buffer.byteLength(prompt);
  if (bytes <= MAX_ARGUMENT_BYTES) return null;
  return `The prompt is ${bytes} bytes long, and a command line takes ${MAX_ARGUMENT_BYTES}: start a conversation, which sends it over standard input.`;
}
