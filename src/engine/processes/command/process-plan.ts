import { initialize, userTurn } from '../input/input-frames';
import { claudeArguments } from './claude-arguments';
import { chosenEnvironment } from './environment-lines';
import {
  checkProgram,
  type Found,
  findClaude,
  findFolder,
  findProgram,
  inHome,
  pathWith,
  type Surroundings,
} from './program-search';
import type { AddedArgument, RunForm } from './run-form';
import { quoteWords, splitWords } from './shell-words';

/** What would be started, as it is shown. */
export interface ProcessPlan {
  problem: string | null;
  commandLine: string;
  folder: string;
  executable: string;
  added: AddedArgument[];
}

/** All that starting it takes. */
export interface Launch {
  title: string;
  commandLine: string;
  executable: string;
  args: string[];
  folder: string;
  environment: NodeJS.ProcessEnv;
  /** Names of variables that the user gave. */
  environmentNames: string[];
  /** Its standard input is open and takes stream-json. */
  conversation: boolean;
  /** Lines that are written to its standard input when it starts. */
  opening: string[];
}

interface Words {
  executable: string;
  /** The program as it is shown: a plain name where the PATH leads to it. */
  shown: string;
  args: string[];
  added: AddedArgument[];
}

const LONGEST_TITLE = 120;

/** Looks for the program and the folder; starts nothing. `launch` is null with a problem. */
export function planProcess(
  form: RunForm,
  surroundings: Surroundings,
): { plan: ProcessPlan; launch: Launch | null } {
  const folder = findFolder(form.folder, surroundings.home);
  const plan = { problem: null, commandLine: '', folder: folder.path, executable: '', added: [] };
  const no = (problem: string) => ({ plan: { ...plan, problem }, launch: null });
  const environment = chosenEnvironment(form.environment, surroundings.environment);
  if (environment.problem) return no(environment.problem);
  if (folder.problem) return no(folder.problem);
  const path = pathOf(environment.values, surroundings.platform);
  const words =
    form.program === 'claude'
      ? wordsOfClaude(form, surroundings, path)
      : wordsOfCommand(form, surroundings, path, folder.path);
  if ('problem' in words) return no(words.problem);
  const { executable, shown, args, added } = words;
  const commandLine = quoteWords([shown, ...args], surroundings.platform);
  const launch: Launch = {
    title: titleOf(form),
    commandLine,
    executable,
    args,
    folder: folder.path,
    environment: withPath(environment.values, surroundings.platform, pathWith(executable, path)),
    environmentNames: environment.names,
    conversation: form.conversation,
    opening: openingOf(form, args),
  };
  return { plan: { ...plan, commandLine, executable, added }, launch };
}

function wordsOfClaude(
  form: RunForm,
  surroundings: Surroundings,
  path: string | undefined,
): Words | { problem: string } {
  const chosen = form.claudePath?.trim();
  const found: Found = chosen
    ? checkProgram(inHome(chosen, surroundings.home), surroundings)
    : findClaude(surroundings, path);
  if (found.problem !== null) return { problem: found.problem };
  const made = claudeArguments(form);
  if (made.problem !== null) return { problem: made.problem };
  const shown = found.onPath ? 'claude' : found.path;
  return { executable: found.path, shown, args: made.args, added: made.added };
}

function wordsOfCommand(
  form: RunForm,
  surroundings: Surroundings,
  path: string | undefined,
  folder: string,
): Words | { problem: string } {
  const split = splitWords(form.command);
  if (split.problem !== null) return { problem: `The command cannot be started. ${split.problem}` };
  const [program, ...args] = split.words;
  if (program === undefined) return { problem: 'Write a command: its first word is the program.' };
  const found = findProgram(program, surroundings, { path, folder });
  if (found.problem !== null) return { problem: found.problem };
  return { executable: found.path, shown: program, args, added: [] };
}

/** The SDK's greeting comes first where permissions are asked over standard output; then the prompt is a turn. */
function openingOf(form: RunForm, args: readonly string[]): string[] {
  if (!form.conversation) return [];
  const tool = args.indexOf('--permission-prompt-tool');
  const asked = args[tool + 1] === 'stdio' || args.includes('--permission-prompt-tool=stdio');
  return [...(asked ? [initialize()] : []), ...(form.prompt.trim() === '' ? [] : [userTurn(form.prompt)])];
}

function titleOf({ program, prompt, command, conversation }: RunForm): string {
  const asked = program === 'claude' || conversation ? prompt.trim() : '';
  const first = (asked || (program === 'claude' ? 'claude' : command.trim())).split(/\r?\n/)[0] as string;
  return [...first.slice(0, 4 * LONGEST_TITLE)].slice(0, LONGEST_TITLE).join('');
}

// Windows names it "Path" as a rule, and does not tell capitals from small letters.
function nameOfPath(values: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  if (platform !== 'win32') return 'PATH';
  return Object.keys(values).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
}

function pathOf(values: NodeJS.ProcessEnv, platform: NodeJS.Platform): string | undefined {
  return values[nameOfPath(values, platform)];
}

function withPath(values: NodeJS.ProcessEnv, platform: NodeJS.Platform, path: string): NodeJS.ProcessEnv {
  return { ...values, [nameOfPath(values, platform)]: path };
}
