import type { StartedProcess } from '../../../../src/ipc/process-contract';

/** A running process, with what a test says of it. */
export const someProcess = (more: Partial<StartedProcess> = {}): StartedProcess => ({
  process: 1,
  session: 4,
  title: 'fix the parser',
  commandLine: "claude -p 'fix the parser'",
  folder: '/home/demo',
  capture: '/captures/one.jsonl',
  state: 'running',
  pid: 4242,
  startedAt: 1_000_000,
  endedAt: null,
  exitCode: null,
  signal: null,
  error: null,
  takesInput: false,
  ...more,
});
