import { AlignLeft, ArrowLeftRight, ChartLine, Keyboard, type LucideIcon, Play } from 'lucide-react';
import { keyLabel } from '../commands/keyboard';
import { registry } from '../commands/registry';
import { useProcesses } from '../stores/processes';
import { useSessions } from '../stores/sessions';
import { useView, type ViewName } from '../stores/view';
import { plural } from '../text/format';
import './activity-bar.css';

const VIEWS: readonly { view: ViewName; name: string; key: string; icon: LucideIcon }[] = [
  { view: 'inspect', name: 'Inspect', key: 'Mod+1', icon: AlignLeft },
  { view: 'calls', name: 'Calls', key: 'Mod+2', icon: ArrowLeftRight },
  { view: 'usage', name: 'Usage', key: 'Mod+3', icon: ChartLine },
  { view: 'run', name: 'Run', key: 'Mod+7', icon: Play },
];

export function ActivityBar() {
  const current = useView(({ view }) => view);
  const isMac = useSessions((state) => state.platform) === 'darwin';
  const running = useProcesses(({ processes }) => processes.filter(({ state }) => state !== 'ended').length);
  return (
    <nav className="activity" aria-label="Views">
      {VIEWS.map(({ view, name, key, icon: Icon }) => {
        const says =
          view === 'run' && running > 0 ? `, ${plural(running, 'process', 'processes')} running` : '';
        return (
          <button
            key={view}
            type="button"
            className="activity-view"
            aria-current={view === current ? 'page' : undefined}
            title={`${name}${says} (${keyLabel(key, isMac)})`}
            aria-label={`${name}${says}`}
            onClick={() => registry.run(`view.${view}`)}
          >
            <Icon size={19} strokeWidth={1.7} aria-hidden />
            {says !== '' && (
              <span className="activity-count" aria-hidden>
                {running}
              </span>
            )}
          </button>
        );
      })}
      <span className="spacer" />
      <button
        type="button"
        className="activity-view"
        title="Keyboard shortcuts (?)"
        aria-label="Keyboard shortcuts"
        onClick={() => registry.run('help.shortcuts')}
      >
        <Keyboard size={18} strokeWidth={1.6} aria-hidden />
      </button>
    </nav>
  );
}
