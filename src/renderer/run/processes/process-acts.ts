import type { StartedProcess } from '../../../ipc/process-contract';
import { askShell } from '../../bridge/shell';
import { attempt } from '../../shell/use-shell-commands';
import { useNotices } from '../../stores/notices';
import { useProcesses } from '../../stores/processes';
import { nextStop } from './process-words';

/** Takes the next step of stopping. */
export function stopProcess(process: StartedProcess): void {
  const { stops, askedToStop } = useProcesses.getState();
  const step = nextStop(process, stops[process.process]);
  if (!step) return;
  attempt('stop', async () => {
    await askShell('stopProcess', { process: process.process, how: step.how });
    askedToStop(process.process, step.how);
  });
}

export function interruptTurn({ process }: StartedProcess): void {
  attempt('interrupt', () => askShell('interruptTurn', { process }));
}

export function endInput({ process }: StartedProcess): void {
  attempt('end-input', () => askShell('endInput', { process }));
}

export function forgetProcess({ process }: StartedProcess): void {
  attempt('forget', () => askShell('forgetProcess', { process }));
}

export function copyCommandLine(commandLine: string): void {
  attempt('copy', async () => {
    await askShell('copyText', { text: commandLine });
    const text = 'The command line was copied.';
    useNotices.getState().show({ id: 'copy', tone: 'ok', text, dismissible: true, brief: true });
  });
}
