import type { CaptureRecord, LiveStatus } from '../../../ipc/engine-contract';
import type { StartedProcess } from '../../../ipc/process-contract';
import { useCommands } from '../../commands/use-commands';
import { useNow } from '../../live/use-now';
import { useProcesses, useProcessOfSession } from '../../stores/processes';
import { useFacts } from '../../stores/sessions';
import { formatDuration } from '../../text/format';
import { CopyCommandButton } from '../copy-command-button';
import { copyCommandLine, endInput, interruptTurn, stopProcess } from '../processes/process-acts';
import { ProcessMark } from '../processes/process-mark';
import {
  formatElapsed,
  outlivedBy,
  runningTime,
  stateOfCapture,
  stateOfProcess,
} from '../processes/process-words';
import { StopButton } from '../processes/stop-button';
import './run-bar.css';

/** One line about the process whose output a session shows. Nothing for a recording of which none is known. */
export function RunBar({ session }: { session: number }) {
  const process = useProcessOfSession(session);
  const { progress, report } = useFacts(session);
  if (process) return <ProcessBar process={process} status={progress?.live?.status ?? null} />;
  if (report?.capture) return <CaptureBar capture={report.capture} />;
  return null;
}

/** A turn is open, as far as the frames say. */
const turnIsOpen = (status: LiveStatus | null) =>
  status !== null && status.activity !== 'idle' && status.activity !== 'ended';

function ProcessBar({ process, status }: { process: StartedProcess; status: LiveStatus | null }) {
  const lastStop = useProcesses(({ stops }) => stops[process.process]);
  const alive = process.state !== 'ended';
  const now = useNow(alive);
  const { commandLine, pid, folder, takesInput, error } = process;
  const outlived = outlivedBy(process, status, now);
  const interrupts = takesInput && turnIsOpen(status);
  useCommands({
    'run.stop': { run: () => stopProcess(process), enabled: () => alive },
    'run.interruptTurn': { run: () => interruptTurn(process), enabled: () => interrupts },
    'run.endInput': { run: () => endInput(process), enabled: () => takesInput },
    'run.copyCommand': { run: () => copyCommandLine(commandLine) },
  });
  return (
    <section className="run-bar" aria-label="Process" data-testid="run-bar" data-state={process.state}>
      <ProcessMark state={stateOfProcess(process, lastStop)} named />
      <span className="run-bar-fact">{runningTime(process, now)}</span>
      {pid !== null && alive && <span className="run-bar-fact muted">pid {pid}</span>}
      {outlived !== null ? (
        <span className="run-bar-outlived" data-testid="outlived">
          <span aria-hidden>▲</span> The process is still alive, {formatElapsed(outlived)} after its result.
        </span>
      ) : error !== null ? (
        <span className="run-bar-error" title={error}>
          <span aria-hidden>■</span> {error}
        </span>
      ) : (
        <CommandLine commandLine={commandLine} folder={folder} />
      )}
      <span className="spacer" />
      {interrupts && (
        <button
          type="button"
          className="button small"
          title="Ends the turn. The process lives on and takes your next message."
          onClick={() => interruptTurn(process)}
        >
          Interrupt the turn
        </button>
      )}
      <StopButton process={process} />
    </section>
  );
}

/** The same facts of a capture that was opened again: its process is none of this app. */
export function CaptureBar({ capture }: { capture: CaptureRecord }) {
  const { commandLine, folder, startedAt, endedAt, error } = capture;
  useCommands({
    'run.copyCommand': {
      run: () => copyCommandLine(commandLine ?? ''),
      enabled: () => commandLine !== null,
    },
  });
  return (
    <section className="run-bar" aria-label="Process" data-testid="run-bar" data-state="captured">
      <ProcessMark
        state={stateOfCapture(capture)}
        named={capture.endedAt !== null && capture.source === 'process'}
      />
      <span className="run-bar-fact">
        {endedAt === null ? 'duration not stated' : `ran ${formatDuration(Math.max(0, endedAt - startedAt))}`}
      </span>
      {error !== null && (
        <span className="run-bar-error" title={error}>
          <span aria-hidden>■</span> {error}
        </span>
      )}
      {commandLine !== null ? (
        <CommandLine commandLine={commandLine} folder={folder} />
      ) : (
        <span className="muted">{capture.source === 'pipe' ? 'standard input' : 'command not stated'}</span>
      )}
    </section>
  );
}

function CommandLine({ commandLine, folder }: { commandLine: string; folder: string | null }) {
  return (
    <>
      <span
        className="run-bar-command mono"
        title={folder === null ? commandLine : `${commandLine}\n\nin ${folder}`}
      >
        {commandLine}
      </span>
      <CopyCommandButton commandLine={commandLine} size={13} />
    </>
  );
}
