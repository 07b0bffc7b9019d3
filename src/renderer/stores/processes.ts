import { create } from 'zustand';
import type { StartedProcess } from '../../ipc/process-contract';

export type StopHow = 'interrupt' | 'terminate' | 'kill';

interface ProcessesState {
  /** In the order in which they were started. */
  processes: StartedProcess[];
  /** The last stop that was asked for, by process: the next one is stronger. */
  stops: Record<number, StopHow>;
  /** A process that was just started: its session comes to the front when it is there. */
  awaited: number | null;
  /** Answers to permission requests that were sent from here, by `answerKey`: true is "allow". */
  answers: ReadonlyMap<string, boolean>;
  /** Messages that are being written, by process. */
  drafts: Record<number, string>;
  set(processes: StartedProcess[]): void;
  changed(process: StartedProcess): void;
  forgotten(process: number): void;
  askedToStop(process: number, how: StopHow): void;
  awaits(process: number | null): void;
  /** null takes an answer back that could not be sent. */
  answered(process: number, requestId: string, allow: boolean | null): void;
  write(process: number, draft: string): void;
}

/** Request ids are of the recording, and may be any text. */
export const answerKey = (process: number, requestId: string): string => `${process} ${requestId}`;

const without = <T>(record: Record<number, T>, key: number): Record<number, T> => {
  const { [key]: _gone, ...rest } = record;
  return rest;
};

/** The processes that this window's app started, and what the reader is doing with them. */
export const useProcesses = create<ProcessesState>((set) => ({
  processes: [],
  stops: {},
  awaited: null,
  answers: new Map(),
  drafts: {},
  set: (processes) => set({ processes }),
  changed: (process) =>
    set(({ processes }) => {
      const known = processes.some((other) => other.process === process.process);
      return {
        processes: known
          ? processes.map((other) => (other.process === process.process ? process : other))
          : [...processes, process],
      };
    }),
  forgotten: (process) =>
    set(({ processes, stops, answers, drafts }) => ({
      processes: processes.filter((other) => other.process !== process),
      stops: without(stops, process),
      drafts: without(drafts, process),
      answers: new Map([...answers].filter(([key]) => !key.startsWith(answerKey(process, '')))),
    })),
  askedToStop: (process, how) => set(({ stops }) => ({ stops: { ...stops, [process]: how } })),
  awaits: (awaited) => set({ awaited }),
  answered: (process, requestId, allow) =>
    set(({ answers }) => {
      const next = new Map(answers);
      if (allow === null) next.delete(answerKey(process, requestId));
      else next.set(answerKey(process, requestId), allow);
      return { answers: next };
    }),
  write: (process, draft) => set(({ drafts }) => ({ drafts: { ...drafts, [process]: draft } })),
}));

/** The process whose output a session shows; the last one that was started, should there be several. */
export function processOfSession(
  processes: readonly StartedProcess[],
  session: number,
): StartedProcess | null {
  return processes.findLast((process) => process.session === session) ?? null;
}

export function useProcessOfSession(session: number): StartedProcess | null {
  return useProcesses(({ processes }) => processOfSession(processes, session));
}
