import { Square } from 'lucide-react';
import type { StartedProcess } from '../../../ipc/process-contract';
import { useProcesses } from '../../stores/processes';
import { stopProcess } from './process-acts';
import { nextStop } from './process-words';

/** Takes the next step of stopping, and says what it does. Nothing for a process that is gone. */
export function StopButton({ process }: { process: StartedProcess }) {
  const lastStop = useProcesses(({ stops }) => stops[process.process]);
  const step = nextStop(process, lastStop);
  if (!step) return null;
  return (
    <>
      <button
        type="button"
        className={`button small stop-button ${step.how}`}
        aria-label={`${step.label}: ${process.title}`}
        title={step.does}
        onClick={() => stopProcess(process)}
      >
        <Square size={11} fill="currentColor" aria-hidden />
        {step.label}
      </button>
      {process.state === 'stopping' && <span className="stop-next muted">{step.does}</span>}
    </>
  );
}
