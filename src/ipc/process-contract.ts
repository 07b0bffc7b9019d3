import { z } from 'zod';

/**
 * Processes that the window may have started. Main makes the command from the form and shows it; it starts only what a
 * real act of the user asked for (`startProcess`).
 */

const text = (max: number) => z.string().max(max);

export const runFormSchema = z.object({
  /** "claude": the CLI with the fields below; "command": any command that writes stream-json. */
  program: z.enum(['claude', 'command']),
  /** The executable that the user chose; null: `claude` as found on PATH. */
  claudePath: text(4096).nullable(),
  /** The words of the command, as in a shell without its operators; used with "command". */
  command: text(32_768),
  prompt: text(1_000_000),
  /** "" is the user's home folder. */
  folder: text(4096),
  /** "" leaves it to the CLI, as for the permission mode. */
  model: text(200),
  permissionMode: text(60),
  maxTurns: z.number().int().positive().max(100_000).nullable(),
  /** More arguments, as in a shell without its operators. */
  extra: text(32_768),
  /** One a line: NAME passes the app's variable on and has to be set; NAME=value sets it. */
  environment: text(65_536),
  /** `--input-format stream-json`: further turns, permission requests and interrupts. */
  conversation: z.boolean(),
  /** `--include-partial-messages`. */
  partial: z.boolean(),
});
export type RunForm = z.infer<typeof runFormSchema>;

export const processPlanSchema = z.object({
  /** Why it cannot be started: one plain sentence; null when it can. */
  problem: z.string().nullable(),
  /** What is started, quoted for a POSIX shell (cmd on Windows): it can be pasted. Empty with a problem. */
  commandLine: z.string(),
  folder: z.string(),
  /** The executable, as it was found. */
  executable: z.string(),
  /** Arguments that Framescope added by itself, and why. */
  added: z.array(z.object({ argument: z.string(), why: z.string() })),
});
export type ProcessPlan = z.infer<typeof processPlanSchema>;

export const startedProcessSchema = z.object({
  /** Names the process in requests; never reused in one life of the app. */
  process: z.number().int().positive(),
  /** The session that shows its capture; null when that was closed, or could not be opened. */
  session: z.number().int().nonnegative().nullable(),
  /** The first line of its prompt, or its command. */
  title: z.string(),
  commandLine: z.string(),
  folder: z.string(),
  /** Path of the capture file. */
  capture: z.string(),
  state: z.enum(['running', 'stopping', 'ended']),
  pid: z.number().nullable(),
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  exitCode: z.number().nullable(),
  signal: z.string().nullable(),
  /** Why it could not be started, or something went wrong with it: one plain sentence. */
  error: z.string().nullable(),
  /** It reads stream-json and its input is open: turns, answers and interrupts can be sent. */
  takesInput: z.boolean(),
});
export type StartedProcess = z.infer<typeof startedProcessSchema>;

const processId = z.object({ process: z.number().int().positive() });
const empty = z.object({});
const path = z.object({ path: z.string().nullable() });

export const processRequests = {
  /** What would be started. Looks for the program and the folder, and starts nothing. */
  planProcess: { input: z.object({ form: runFormSchema }), output: processPlanSchema },
  /** The system's dialogs; null when the user chose nothing. */
  chooseProgram: { input: empty, output: path },
  chooseFolder: { input: empty, output: path },
  /**
   * Starts the command of this plan. Main makes the plan anew and refuses when its command line is another than the
   * one that was shown, or when there was no act of the user just now. `process` is null with a problem.
   */
  startProcess: {
    input: z.object({ form: runFormSchema, commandLine: z.string() }),
    output: z.object({ process: z.number().nullable(), problem: z.string().nullable() }),
  },
  /** Writes one more user turn to its input. */
  sendTurn: { input: processId.extend({ text: text(1_000_000) }), output: empty },
  /** Answers a permission request; `offset` and `bytes` say where its frame stands in the capture. */
  answerPermission: {
    input: processId.extend({
      requestId: text(400),
      offset: z.number().int().nonnegative(),
      bytes: z.number().int().positive(),
      allow: z.boolean(),
      /** Told to the model with a denial. */
      message: text(20_000),
    }),
    output: empty,
  },
  /** A `control_request/interrupt`: the turn ends, the process lives on. */
  interruptTurn: { input: processId, output: empty },
  /** Closes its standard input: it ends after the turn. */
  endInput: { input: processId, output: empty },
  /** Signals the whole process tree: interrupt, then terminate, then kill. */
  stopProcess: {
    input: processId.extend({ how: z.enum(['interrupt', 'terminate', 'kill']) }),
    output: empty,
  },
  /** Takes an ended process off the list; its capture stays. */
  forgetProcess: { input: processId, output: empty },
} as const;

export const processEvents = {
  processChanged: startedProcessSchema,
  processForgotten: z.object({ process: z.number() }),
} as const;
