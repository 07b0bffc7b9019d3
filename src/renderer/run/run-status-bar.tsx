import { useProcesses } from '../stores/processes';
import { useSessions } from '../stores/sessions';
import { formatCount, plural } from '../text/format';

/** The bottom line of the Run view: the counts of a session would lead to frames that are not on screen. */
export function RunStatusBar() {
  const processes = useProcesses((state) => state.processes);
  const appVersion = useSessions((state) => state.appVersion);
  const running = processes.filter(({ state }) => state !== 'ended').length;
  return (
    <footer className="status" data-testid="run-status-bar">
      <span>{plural(running, 'process', 'processes')} running</span>
      <span>{formatCount(processes.length - running)} ended</span>
      <span className="spacer" />
      {appVersion && <span>Framescope {appVersion}</span>}
    </footer>
  );
}
