/**
 * What a capture's record says of the process whose output it holds: `NAME.run.json` beside `NAME.jsonl`. It is written
 * when the process starts and again when it ends, so that a capture without an end was cut off with its writer.
 */
export interface CaptureRecord {
  framescope: 'capture';
  version: 1;
  /** "process": started by Framescope; "pipe": standard input of `framescope -`. */
  source: 'process' | 'pipe';
  /** The exact command, for people; null for a pipe. */
  commandLine: string | null;
  folder: string | null;
  /** Names of variables that were set for it; never their values. */
  environment: string[];
  /** Times in milliseconds since the Unix epoch. */
  startedAt: number;
  pid: number | null;
  /** null while it runs. */
  endedAt: number | null;
  exitCode: number | null;
  signal: string | null;
  /** Why it could not be started, or its output not be saved: one plain sentence. */
  error: string | null;
}
