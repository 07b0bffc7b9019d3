import type { Readable } from 'node:stream';
import { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { agentPage } from '../engine/answers/agents/agent-page';
import { reportOf } from '../engine/answers/report/report';
import { Session } from '../engine/session/session';
import { spoolStream } from '../engine/sources/stream-spool';
import { FramescopeError, InvalidRequestError } from '../protocol/errors';
import { FIGURE_NAMES, type FigureName } from '../protocol/figure-catalogue';
import { parseFilter } from '../protocol/filter/filter-parser';
import { LENS_NAMES, type LensName } from '../protocol/lenses/lens';
import { figureName, textFigure, wholeFigure } from './explain';
import { printFound } from './find-command';
import { printLens } from './lens-command';
import type { WindowOpener } from './live/checkout-window';
import { inspectLive, type LiveOptions, pipe, tail } from './live/live-commands';
import { textReport } from './text-report';

export interface CliIo {
  version: string;
  /** Read when a file is named "-". */
  stdin: Readable;
  out(chunk: string | Uint8Array): void;
  /** One plain sentence. */
  error(line: string): void;
  /** Where captures are kept. */
  captures: string;
  /** null where no window can be shown. */
  window: WindowOpener | null;
  /** Asked for by commands that go on until they are told to stop; from then on an interrupt is theirs to obey. */
  interrupted(): AbortSignal;
}

interface InspectOptions {
  explain?: FigureName;
  run?: number;
  json?: boolean;
  agents?: boolean;
  follow?: boolean;
}

interface FindFlags {
  json?: true;
  agents?: true;
}

interface LensFlags {
  corrected?: true;
  dropped?: true;
  agents?: true;
}

const AGENTS_HELP = 'of a session file, read the files of its subagents too; their frames come after its own';
const FOLLOW_HELP =
  'go on while the file grows, until interrupted: one line for every change, with --json a report as one JSON line';
/** As many subagents are listed. */
const MAX_AGENTS = 200;

/** Usage or I/O errors. */
const EXIT_TROUBLE = 2;
/** Of a command that looks for something: it is not there. */
const EXIT_NONE = 1;

/** Runs the command line and returns its exit code: 0 done, 1 nothing found, 2 wrong use or a file that cannot be read. */
export async function runCli(args: readonly string[], io: CliIo): Promise<number> {
  let exitCode = 0;
  const program = new Command('framescope')
    .description('Inspect recordings of Claude Code sessions: stream-json captures and session files.')
    .version(io.version)
    .exitOverride()
    .configureOutput({ writeOut: (text) => io.out(text), writeErr: () => {} });

  program
    .command('inspect')
    .description('say what a recording holds: frames, calls, runs, outcome, cost, diagnostics')
    .argument('<file>', 'a recording, or - for standard input')
    .option('--json', 'print the report as one JSON object')
    .option(
      '--explain <figure>',
      'say from which frames a figure comes, such as cost, output or toolCalls',
      parseFigure,
    )
    .option('--run <number>', 'with --explain: of this run, from 1', parseRunNumber)
    .option('--agents', AGENTS_HELP)
    .option('--no-agents', 'read the file alone (the default): all figures are of it')
    .addOption(new Option('--follow', FOLLOW_HELP).conflicts(['explain', 'run']))
    .action((file: string, options: InspectOptions) =>
      options.follow ? inspectLive(file, options, io) : inspect(file, options, io),
    );
  addLiveCommands(program, io);

  program
    .command('raw')
    .description('print the bytes of one frame, exactly')
    .argument('<file>', 'a recording, or - for standard input')
    .argument('<frame>', 'number of the frame, from 1; unparsed pieces count', parseFrameNumber)
    .option('--agents', AGENTS_HELP)
    .action((file: string, frame: number, { agents }: { agents?: boolean }) => raw(file, frame, agents, io));

  program
    .command('find')
    .description('print the frames that match an expression of the filter language')
    .argument('<file>', 'a recording, or - for standard input')
    .argument('<expression>', 'such as \'kind:assistant tool:Bash -is:error "some words" /regex/\'')
    .option('--json', 'one JSON line a frame')
    .option('--agents', AGENTS_HELP)
    // An expression may begin with a minus sign.
    .allowUnknownOption()
    .allowExcessArguments(false)
    .action(async (file: string, expression: string, { json, agents }: FindFlags) => {
      // What cannot be read is refused before a file of gigabytes is.
      parseFilter(expression);
      const print = async (session: Session) => {
        const found = await printFound(session, expression, json === true, io.out);
        if (found === 0) exitCode = EXIT_NONE;
      };
      await withSession(file, io, print, agents);
    });

  program
    .command('lens')
    .description('print what OpenASE or AgentMux derives from a recording, as JSON lines')
    .addArgument(new Argument('<lens>', 'whose events').choices(LENS_NAMES))
    .argument('<file>', 'a recording, or - for standard input')
    .option('--strict', 'exactly what that system does, its bugs included (the default)')
    .addOption(new Option('--corrected', 'the sensible reading of the same frames').conflicts('strict'))
    .option('--dropped', 'print also what was dropped, and why')
    .option('--agents', AGENTS_HELP)
    .action((lens: LensName, file: string, { corrected, dropped, agents }: LensFlags) => {
      const reading = corrected === true ? 'corrected' : 'strict';
      const options = { lens, reading, dropped: dropped === true } as const;
      return withSession(file, io, (session) => printLens(session, options, io.out), agents);
    });

  if (args.length === 0) {
    io.out(program.helpInformation());
    return EXIT_TROUBLE;
  }
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return 0;
      io.error(`${usageSentence(error.message)} See framescope --help.`);
      return EXIT_TROUBLE;
    }
    io.error(
      error instanceof FramescopeError ? error.message : `Something went wrong: ${(error as Error).message}`,
    );
    return EXIT_TROUBLE;
  }
}

function addLiveCommands(program: Command, io: CliIo): void {
  const json = 'print as inspect --follow --json does, instead of opening the window';
  program
    .command('tail')
    .description(
      'open the window on a recording that is being written; without a display, print as inspect --follow',
    )
    .argument('<file>', 'a recording, also one that does not exist yet')
    .option('--json', json)
    .action((file: string, options: LiveOptions) => tail(file, options, io));
  program
    .command('-')
    .description('keep standard input in a capture as it comes, with the window on it')
    .option('--json', `${json}; nothing is kept`)
    .action((options: LiveOptions) => pipe(options, io));
}

/** Commander's message as one sentence: "error: unknown command 'x'\n(Did you mean y?)" and its like. */
function usageSentence(message: string): string {
  const sentence = message
    .replace(/^error: /, '')
    .replace(/\s+/g, ' ')
    .replace(/\.?$/, '.');
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function parseFrameNumber(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError(`Frame numbers are whole and start at 1.`);
  return Number(text);
}

function parseRunNumber(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError(`Run numbers are whole and start at 1.`);
  return Number(text);
}

function parseFigure(text: string): FigureName {
  const name = figureName(text);
  if (name === null) throw new InvalidArgumentError(`The figures are ${FIGURE_NAMES.join(', ')}.`);
  return name;
}

async function withSession(
  file: string,
  io: CliIo,
  use: (session: Session) => void | Promise<void>,
  agentFiles = false,
): Promise<void> {
  const spool = file === '-' ? await spoolStream(io.stdin) : null;
  try {
    const session = Session.open(0, spool?.path ?? file, undefined, { agentFiles, captures: true });
    try {
      await session.indexAll();
      if (session.error !== null) throw new FramescopeError('source', session.error);
      await use(session);
    } finally {
      session.close();
    }
  } finally {
    await spool?.remove();
  }
}

function inspect(file: string, { json, agents, explain, run }: InspectOptions, io: CliIo): Promise<void> {
  if (run !== undefined && explain === undefined)
    throw new InvalidRequestError('--run needs --explain with a figure.');
  const print = (session: Session) => {
    if (explain !== undefined) {
      const figure = wholeFigure(session, { figure: explain, run });
      io.out(json ? `${JSON.stringify(figure, null, 2)}\n` : textFigure(figure));
      return;
    }
    const report = { ...reportOf(session), file };
    const tree = agentPage(session, 0, MAX_AGENTS);
    if (json) io.out(`${JSON.stringify({ ...report, agentTree: tree.agents }, null, 2)}\n`);
    else io.out(textReport(report, tree));
  };
  return withSession(file, io, print, agents);
}

const RAW_SLICE = 1024 * 1024;

function raw(file: string, frame: number, agents: boolean | undefined, io: CliIo): Promise<void> {
  const print = (session: Session) => {
    const { table } = session.index;
    if (frame > table.rows) {
      const has = table.rows === 1 ? 'one frame' : `${table.rows} frames`;
      throw new InvalidRequestError(`There is no frame ${frame} in ${file}: it has ${has}.`);
    }
    const length = table.length(frame - 1);
    for (let from = 0; from < length; from += RAW_SLICE) io.out(session.rawSlice(frame - 1, from, RAW_SLICE));
  };
  return withSession(file, io, print, agents);
}
