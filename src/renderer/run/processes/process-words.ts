import type { CaptureRecord, LiveStatus } from '../../../ipc/engine-contract';
import type { StartedProcess } from '../../../ipc/process-contract';
import type { StopHow } from '../../stores/processes';
import { formatDuration } from '../../text/format';

export type ProcessTone = 'live' | 'ok' | 'warn' | 'err';

/** How a process is doing: a shape, a colour and words. */
export interface ProcessState {
  tone: ProcessTone;
  shape: string;
  says: string;
}

export const PROCESS_SHAPE: Record<ProcessTone, string> = { live: '▶', ok: '●', warn: '▲', err: '■' };

const state = (tone: ProcessTone, says: string): ProcessState => ({ tone, shape: PROCESS_SHAPE[tone], says });

type Ended = Pick<StartedProcess, 'endedAt' | 'exitCode' | 'signal' | 'error' | 'pid'>;

/** What came of a process that is gone. `stopped`: the user asked for its end. */
function endOf({ exitCode, signal, error, pid }: Ended, stopped: boolean): ProcessState {
  if (pid === null && error !== null) return state('err', 'Could not be started');
  if (signal !== null)
    return stopped ? state('warn', `Stopped by ${signal}`) : state('err', `Ended by ${signal}`);
  if (exitCode === null) return state('warn', 'Ended, exit code not stated');
  if (exitCode === 0) return state('ok', stopped ? 'Stopped, exit code 0' : 'Ended, exit code 0');
  return state(stopped ? 'warn' : 'err', `${stopped ? 'Stopped' : 'Ended'}, exit code ${exitCode}`);
}

export function stateOfProcess(process: StartedProcess, lastStop: StopHow | undefined): ProcessState {
  if (process.state === 'running') return state('live', 'Running');
  if (process.state === 'stopping') return state('warn', 'Stopping');
  return endOf(process, lastStop !== undefined);
}

/** The same of a capture that was opened from disk, whose process was started by another life of the app. */
export function stateOfCapture(capture: CaptureRecord): ProcessState {
  if (capture.source === 'pipe' && capture.endedAt !== null) return state('ok', 'Read from a pipe');
  if (capture.endedAt === null) return state('warn', 'Its end is not recorded');
  return endOf(capture, false);
}

export interface StopStep {
  how: StopHow;
  label: string;
  does: string;
}

const STEPS: readonly StopStep[] = [
  {
    how: 'interrupt',
    label: 'Stop',
    does: 'Interrupts it, as Ctrl+C does in a terminal: it can tidy up and end by itself.',
  },
  {
    how: 'terminate',
    label: 'Terminate',
    does: 'Asks it and every process that it started to end (SIGTERM).',
  },
  {
    how: 'kill',
    label: 'Kill',
    does: 'Ends it and every process that it started at once (SIGKILL). They cannot tidy up.',
  },
];

/** What stopping does next; null when there is nothing to stop. */
export function nextStop(process: StartedProcess, lastStop: StopHow | undefined): StopStep | null {
  if (process.state === 'ended') return null;
  // After the window was made anew only main knows what was asked for: at least the first step.
  const known = lastStop ?? (process.state === 'stopping' ? 'interrupt' : undefined);
  const at = STEPS.findIndex(({ how }) => how === known);
  return STEPS[Math.min(at + 1, STEPS.length - 1)] ?? null;
}

/** Time that goes on, in whole seconds: "12 s", "2 min 05 s". */
export function formatElapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return seconds < 60 ? `${seconds} s` : formatDuration(seconds * 1000);
}

/** How long a process has been running, or ran. */
export function runningTime(process: Pick<StartedProcess, 'startedAt' | 'endedAt'>, now: number): string {
  if (process.endedAt !== null) return formatDuration(Math.max(0, process.endedAt - process.startedAt));
  return formatElapsed(now - process.startedAt);
}

/** A process should be gone a moment after its last result. */
const LINGERS_MS = 2000;

/** How long a process that takes no more turns has outlived its result; null when it has not, or not by much. */
export function outlivedBy(process: StartedProcess, status: LiveStatus | null, now: number): number | null {
  if (process.state === 'ended' || process.takesInput) return null;
  if (status?.activity !== 'idle' || status.since === null) return null;
  const ms = now - status.since;
  return ms >= LINGERS_MS ? ms : null;
}
