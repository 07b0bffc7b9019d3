import { X } from 'lucide-react';
import type { StartedProcess } from '../../../ipc/process-contract';
import { useNow } from '../../live/use-now';
import { useProcesses } from '../../stores/processes';
import { useSessions } from '../../stores/sessions';
import { formatInstant, plural } from '../../text/format';
import { CopyCommandButton } from '../copy-command-button';
import { forgetProcess } from './process-acts';
import './process-list.css';
import { ProcessMark } from './process-mark';
import { runningTime, stateOfProcess } from './process-words';
import { StopButton } from './stop-button';

/** Every process that was started, the last one first. */
export function ProcessList() {
  const processes = useProcesses((state) => state.processes);
  const running = processes.filter(({ state }) => state !== 'ended').length;
  const now = useNow(running > 0);
  return (
    <section className="processes" aria-label="Started processes">
      <header className="processes-head">
        <h2>Started here</h2>
        {processes.length > 0 && (
          <span className="muted">
            {running > 0 ? `${plural(running, 'process', 'processes')} running` : 'none is running'}
          </span>
        )}
      </header>
      {processes.length === 0 ? (
        <NothingStarted />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by the keyboard
        <ul className="processes-list" tabIndex={0} aria-label="Started processes">
          {processes.toReversed().map((process) => (
            <Entry key={process.process} process={process} now={now} />
          ))}
        </ul>
      )}
    </section>
  );
}

function NothingStarted() {
  return (
    <div className="processes-none">
      <p>Nothing was started yet.</p>
      <ol>
        <li>Say what is to be done, and where.</li>
        <li>Read the exact command under the form.</li>
        <li>Start it: its frames are shown as they come.</li>
      </ol>
      <p className="muted">
        Every byte that it writes is saved to a capture file, so nothing is lost when something crashes.
      </p>
    </div>
  );
}

function Entry({ process, now }: { process: StartedProcess; now: number }) {
  const lastStop = useProcesses(({ stops }) => stops[process.process]);
  const activate = useSessions((state) => state.activate);
  const { title, session, folder, pid, commandLine, error, capture } = process;
  const state = stateOfProcess(process, lastStop);
  const started = formatInstant(process.startedAt);
  return (
    <li className={`process ${state.tone}`} data-testid="process" data-state={process.state}>
      <div className="process-line">
        <ProcessMark state={state} />
        <h3 className="process-title" title={title}>
          {title}
        </h3>
        <span className="process-time" title={started === null ? undefined : `Started ${started}`}>
          {runningTime(process, now)}
        </span>
      </div>
      <p className="process-command mono" title={commandLine}>
        {commandLine}
      </p>
      <p className="process-facts muted">
        <span className="process-folder mono" title={folder}>
          <bdi dir="ltr">{folder}</bdi>
        </span>
        <span className="process-pid">{pid === null ? 'no process id' : `pid ${pid}`}</span>
      </p>
      {error !== null && (
        <p className="process-error">
          <span aria-hidden>■</span> {error}
        </p>
      )}
      <div className="process-acts">
        <button
          type="button"
          className="button small"
          disabled={session === null}
          title={session === null ? `Its session was closed. Its capture is ${capture}` : capture}
          onClick={() => session !== null && activate(session)}
        >
          Show session
        </button>
        <StopButton process={process} />
        <span className="spacer" />
        <CopyCommandButton commandLine={commandLine} size={14} of={title} />
        {process.state === 'ended' && (
          <button
            type="button"
            className="icon-button"
            aria-label={`Forget ${title}`}
            title="Take it off this list. Its capture file stays."
            onClick={() => forgetProcess(process)}
          >
            <X size={14} aria-hidden />
          </button>
        )}
      </div>
    </li>
  );
}
