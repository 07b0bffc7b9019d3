import { planProcess } from '../../engine/processes/command/process-plan';
import type { Surroundings } from '../../engine/processes/command/program-search';
import { interrupt, permissionAnswer, userTurn } from '../../engine/processes/input/input-frames';
import { readPermissionRequest } from '../../engine/processes/input/permission-request';
import {
  StartedProcess as RunningProcess,
  type StopStep,
} from '../../engine/processes/running/started-process';
import type { ProcessPlan, RunForm, StartedProcess } from '../../ipc/process-contract';
import { InvalidRequestError } from '../../protocol/errors';

export interface ProcessListParts {
  /** The folder of the captures. */
  captures: string;
  surroundings(): Surroundings;
  sessions: { open(paths: readonly string[]): Promise<void>; sessionOf(path: string): number | null };
  onChanged(process: StartedProcess): void;
  onForgotten(process: number): void;
}

export interface PermissionPlace {
  process: number;
  requestId: string;
  offset: number;
  bytes: number;
}

/** Between asking the processes to end and ending them, when the app quits. */
const QUIT_GRACE_MS = 1000;
/** The app is not kept from quitting any longer. */
const QUIT_PATIENCE_MS = 1500;

/** The processes that this life of the app started, by the ids that the window uses for them. */
export class ProcessList {
  readonly #parts: ProcessListParts;
  readonly #processes = new Map<number, RunningProcess>();
  /** Taken off the list; what they left in the background still ends with the app. */
  readonly #forgotten: RunningProcess[] = [];
  /** Permission requests that were answered, as the process and the id. */
  readonly #answered = new Set<string>();
  #nextId = 1;
  /** Those that the system is just starting. */
  readonly #starting = new Set<Promise<unknown>>();
  #quitting = false;

  constructor(parts: ProcessListParts) {
    this.#parts = parts;
  }

  list(): StartedProcess[] {
    return [...this.#processes].map(([id, running]) => this.#describe(id, running));
  }

  plan(form: RunForm): ProcessPlan {
    return planProcess(form, this.#parts.surroundings()).plan;
  }

  /** Starts what this form stands for, if that is the command line that was shown. */
  async start(
    form: RunForm,
    commandLine: string,
  ): Promise<{ process: number | null; problem: string | null }> {
    const no = (problem: string) => ({ process: null, problem });
    const { plan, launch } = planProcess(form, this.#parts.surroundings());
    if (!launch) return no(plan.problem ?? 'It cannot be started.');
    if (launch.commandLine !== commandLine) {
      return no('The command is another one by now than was shown. Look at it, and start it again.');
    }
    if (this.#quitting) return no('Framescope is being closed.');
    const id = this.#nextId++;
    const starting = RunningProcess.start(launch, this.#parts.captures, () => this.#changed(id));
    this.#starting.add(starting);
    const started = await starting;
    this.#starting.delete(starting);
    if (started.process === null) return no(started.problem);
    this.#processes.set(id, started.process);
    await this.#parts.sessions.open([started.process.capture]);
    this.#changed(id);
    return { process: id, problem: null };
  }

  sendTurn(id: number, text: string): Promise<void> {
    return this.#process(id).send(userTurn(text));
  }

  interruptTurn(id: number): Promise<void> {
    return this.#process(id).send(interrupt());
  }

  /** Answers the permission request that stands in the capture; a second answer is refused. */
  async answerPermission(place: PermissionPlace, allow: boolean, message: string): Promise<void> {
    const running = this.#process(place.process);
    const { requestId, input } = readPermissionRequest(running.capture, place);
    const key = `${place.process} ${requestId}`;
    if (this.#answered.has(key)) throw new InvalidRequestError('This request was answered already.');
    this.#answered.add(key);
    const reason = message.trim() === '' ? 'The user did not allow this.' : message;
    try {
      await running.send(
        permissionAnswer(requestId, allow ? { allow, input } : { allow: false, message: reason }),
      );
    } catch (error) {
      this.#answered.delete(key);
      throw error instanceof RangeError
        ? new InvalidRequestError('The input of this tool is nested too deeply to be sent back.')
        : error;
    }
  }

  endInput(id: number): void {
    this.#process(id).endInput();
  }

  stop(id: number, how: StopStep): void {
    this.#process(id).stop(how);
  }

  forget(id: number): void {
    const running = this.#process(id);
    if (running.status.state !== 'ended') throw new InvalidRequestError('This process is still running.');
    this.#processes.delete(id);
    this.#forgotten.push(running);
    this.#parts.onForgotten(id);
  }

  /** The session of a capture was closed. */
  sessionClosed(): void {
    for (const id of this.#processes.keys()) this.#changed(id);
  }

  /** Whether anything has to be ended before the app is gone. */
  get busy(): boolean {
    return this.#starting.size > 0 || this.#all().some((running) => running.lives);
  }

  /** Ends every process and all that it started; resolves soon in any case. */
  async endAll(): Promise<void> {
    const ended = Promise.all(this.#starting).then(() =>
      Promise.all(this.#all().map((running) => running.end(QUIT_GRACE_MS))),
    );
    await Promise.race([ended, pause(QUIT_PATIENCE_MS)]);
    this.killAll();
  }

  /** As `endAll`, and nothing is started any more. */
  async quit(): Promise<void> {
    this.#quitting = true;
    await this.endAll();
  }

  /** Kills what is left, without waiting. */
  killAll(): void {
    for (const running of this.#all()) running.killNow();
  }

  #all(): RunningProcess[] {
    return [...this.#processes.values(), ...this.#forgotten];
  }

  #process(id: number): RunningProcess {
    const running = this.#processes.get(id);
    if (!running) throw new InvalidRequestError(`There is no process ${id}.`);
    return running;
  }

  #changed(id: number): void {
    const running = this.#processes.get(id);
    if (running) this.#parts.onChanged(this.#describe(id, running));
  }

  #describe(id: number, running: RunningProcess): StartedProcess {
    const { title, commandLine, folder } = running.launch;
    const session = this.#parts.sessions.sessionOf(running.capture);
    return { process: id, session, title, commandLine, folder, capture: running.capture, ...running.status };
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms).unref());
