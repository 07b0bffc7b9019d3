import type { Bridge } from '../../ipc/shell-contract';
import { useProcesses } from '../stores/processes';
import { useSessions } from '../stores/sessions';

/** Keeps the list of started processes in step with main. */
export function followProcesses(bridge: Pick<Bridge, 'on'>): void {
  bridge.on('processChanged', (process) => {
    useProcesses.getState().changed(process);
    showAwaited();
  });
  bridge.on('processForgotten', ({ process }) => useProcesses.getState().forgotten(process));
}

/** Brings the session of a process to the front as soon as it is there. */
export function showWhenOpen(process: number): void {
  useProcesses.getState().awaits(process);
  showAwaited();
}

/** The news of a process, of its session, and the answer to its start come in any order. */
export function showAwaited(): void {
  const { awaited, processes, awaits } = useProcesses.getState();
  const session = processes.find(({ process }) => process === awaited)?.session ?? null;
  const { sessions, activate } = useSessions.getState();
  if (session === null || !sessions.some((open) => open.session === session)) return;
  awaits(null);
  activate(session);
}
