import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { PipedCapture } from '../../engine/processes/pipe/piped-capture';
import { FramescopeError } from '../../protocol/errors';
import type { CliIo } from '../commands';
import { printReports } from './print-reports';

export interface LiveOptions {
  json?: boolean | undefined;
  agents?: boolean | undefined;
}

const printing = (io: CliIo, { json, agents }: LiveOptions, stopped: AbortSignal) => ({
  json: json === true,
  agents: agents === true,
  stopped,
  out: io.out,
  error: io.error,
});

/** `inspect FILE --follow`: prints a report for every change, until it is interrupted or the input ends. */
export async function inspectLive(file: string, options: LiveOptions, io: CliIo): Promise<void> {
  const stopped = io.interrupted();
  if (file !== '-') {
    await printReports(file, { ...printing(io, options, stopped), name: file, untilEnded: false });
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), 'framescope-spool-'));
  try {
    const copy = PipedCapture.start(io.stdin, folder);
    stopped.addEventListener('abort', () => copy.stop(), { once: true });
    await printReports(copy.path, { ...printing(io, options, stopped), name: file, untilEnded: true });
    copy.stop();
    sayProblem(await copy.ended);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** `tail FILE`: the window on a file that grows. Where there is no display, or with --json, reports are printed. */
export async function tail(file: string, options: LiveOptions, io: CliIo): Promise<void> {
  const window = options.json || file === '-' ? null : io.window;
  if (window === null) return inspectLive(file, options, io);
  const stopped = io.interrupted();
  if (!existsSync(file)) {
    io.error(`There is no file at ${file} yet. It is waited for.`);
    while (!existsSync(file) && !stopped.aborted) await pause(LOOK_MS, stopped);
  }
  if (!stopped.aborted) await window.open(resolve(file), stopped);
}

/** How often a file that is waited for is looked for. */
const LOOK_MS = 100;

/** Ends early when `stopped` says so. */
const pause = (ms: number, stopped: AbortSignal) =>
  setTimeout(ms, undefined, { signal: stopped }).catch(() => {});

/** `framescope -`: keeps standard input in a capture as it comes, with the window on it. */
export async function pipe(options: LiveOptions, io: CliIo): Promise<void> {
  const { window } = io;
  if (options.json || window === null) return inspectLive('-', options, io);
  const stopped = io.interrupted();
  const copy = PipedCapture.start(io.stdin, io.captures);
  stopped.addEventListener('abort', () => copy.stop(), { once: true });
  io.error(`Standard input is kept in ${copy.path}`);
  // The copy goes on when the window is closed, and when it could not be opened.
  const [opened, problem] = await Promise.allSettled([window.open(copy.path, stopped), copy.ended]);
  if (problem.status === 'fulfilled') sayProblem(problem.value);
  if (opened.status === 'rejected') throw opened.reason;
}

function sayProblem(problem: string | null): void {
  if (problem !== null) throw new FramescopeError('source', problem);
}
