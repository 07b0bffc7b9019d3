import { Activity, type ReactNode, useEffect, useRef, useState } from 'react';
import { startShell } from './bridge/start-shell';
import { CallsView } from './calls/calls-view';
import { listenToKeys } from './commands/keyboard';
import { Palette } from './commands/palette';
import { registry } from './commands/registry';
import { ShortcutSheet } from './commands/shortcut-sheet';
import { EmptyPage } from './inspect/empty-page';
import { InspectView } from './inspect/inspect-view';
import { liveStateOf } from './live/live-state';
import { windowTitle } from './live/live-title';
import { RunStatusBar } from './run/run-status-bar';
import { RunView } from './run/run-view';
import { ActivityBar } from './shell/activity-bar';
import { DropTarget } from './shell/drop-target';
import { Notices } from './shell/notices';
import { SessionBar } from './shell/session-bar';
import { StatusBar } from './shell/status-bar';
import { useShellCommands } from './shell/use-shell-commands';
import { useActiveSession, useFacts, useSessions } from './stores/sessions';
import { useView, type ViewName } from './stores/view';
import { UsageView } from './usage/usage-view';
import './app.css';

let started = false;

export function App() {
  const ready = useSessions((state) => state.ready);
  const theme = useSessions((state) => state.theme);
  const isMac = useSessions((state) => state.platform) === 'darwin';
  const session = useActiveSession();
  const view = useView((state) => state.view);
  const { progress } = useFacts(session?.session ?? null);
  const title =
    view === 'run' ? windowTitle('Run', null) : windowTitle(session?.name ?? null, liveStateOf(progress));
  const [palette, setPalette] = useState(false);
  const [shortcuts, setShortcuts] = useState(false);

  useShellCommands({ openPalette: () => setPalette(true), openShortcuts: () => setShortcuts(true) });

  useEffect(() => {
    if (!started) {
      started = true;
      void startShell();
    }
    return listenToKeys(registry, () => useSessions.getState().platform === 'darwin');
  }, []);

  useEffect(() => {
    if (theme === 'system') document.documentElement.removeAttribute('data-theme');
    else document.documentElement.dataset.theme = theme;
  }, [theme]);

  useEffect(() => {
    document.title = title;
  }, [title]);

  return (
    <div className="app">
      <SessionBar isMac={isMac} />
      <ActivityBar />
      <main className="app-main">
        <Activity mode={view === 'inspect' ? 'visible' : 'hidden'}>
          {session ? (
            <div
              className="app-panel"
              role="tabpanel"
              id="session-panel"
              aria-labelledby={`session-tab-${session.session}`}
            >
              <h1 className="unseen">{session.name}</h1>
              <InspectView session={session} />
            </div>
          ) : (
            ready && <EmptyPage isMac={isMac} />
          )}
        </Activity>
        <SessionView name="calls" isMac={isMac}>
          {session && <CallsView key={session.session} session={session} />}
        </SessionView>
        <SessionView name="usage" isMac={isMac}>
          {session && <UsageView key={session.session} session={session} />}
        </SessionView>
        <Activity mode={view === 'run' ? 'visible' : 'hidden'}>{ready && <RunView />}</Activity>
      </main>
      {view === 'run' ? <RunStatusBar /> : <StatusBar />}
      <Notices />
      <DropTarget />
      <Palette open={palette} isMac={isMac} onOpenChange={setPalette} />
      <ShortcutSheet open={shortcuts} isMac={isMac} onOpenChange={setShortcuts} />
    </div>
  );
}

/** A view of the session on screen, made when it is looked at first. It stays as it was left while another one is shown. */
function SessionView({ name, isMac, children }: { name: ViewName; isMac: boolean; children: ReactNode }) {
  const isShown = useView((state) => state.view) === name;
  const ready = useSessions((state) => state.ready);
  const wasShown = useRef(isShown);
  if (isShown) wasShown.current = true;
  if (!wasShown.current) return null;
  return (
    <Activity mode={isShown ? 'visible' : 'hidden'}>
      {children ?? (isShown && ready && <EmptyPage isMac={isMac} />)}
    </Activity>
  );
}
