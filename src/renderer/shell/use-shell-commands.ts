import type { Theme } from '../../ipc/shell-contract';
import { askShell } from '../bridge/shell';
import { useCommands } from '../commands/use-commands';
import { stoppedSentence } from '../inspect/verdict';
import { tellFailure } from '../stores/notices';
import { useFacts, useSessions } from '../stores/sessions';
import { useView } from '../stores/view';

/** Does something in the shell; when that fails, says why. */
export function attempt(id: string, act: () => Promise<unknown>): void {
  act().catch((error: unknown) => tellFailure(id, error));
}

export function closeSession(session: number): void {
  attempt('close', () => askShell('closeSession', { session }));
}

function chooseTheme(theme: Theme): void {
  useSessions.getState().set({ theme });
  attempt('theme', () => askShell('setTheme', { theme }));
}

/** Changes to the session `by` places to the right, round the end. */
function switchSession(by: number): void {
  const { sessions, active, activate } = useSessions.getState();
  const at = sessions.findIndex(({ session }) => session === active);
  const next = sessions[(at + by + sessions.length) % sessions.length];
  if (next) activate(next.session);
}

interface Dialogs {
  openPalette(): void;
  openShortcuts(): void;
}

export function useShellCommands({ openPalette, openShortcuts }: Dialogs): void {
  const active = useSessions((state) => state.active);
  const { progress } = useFacts(active);
  const engine = useSessions((state) => state.engine.state);
  const isOpen = () => active !== null;
  const onActive = (id: string, act: (session: number) => Promise<unknown>) => ({
    run: () => active !== null && attempt(id, () => act(active)),
    enabled: isOpen,
  });

  useCommands({
    'file.open': { run: () => attempt('open', () => askShell('openDialog', {})) },
    'file.openDemo': { run: () => attempt('open', () => askShell('openDemo', {})) },
    'file.close': onActive('close', (session) => askShell('closeSession', { session })),
    'file.reload': onActive('reload', (session) => askShell('reopenSession', { session })),
    'file.showInFolder': onActive('folder', (session) => askShell('showInFolder', { session })),
    'file.copyPath': onActive('copy', (session) => {
      const open = useSessions.getState().sessions.find((other) => other.session === session);
      return askShell('copyText', { text: open?.path ?? '' });
    }),
    'file.cancelIndex': {
      run: () => {
        const { client } = useSessions.getState();
        if (client && active !== null) {
          attempt('cancel', () => client.request('cancelIndex', { session: active }));
        }
      },
      enabled: () => progress?.state === 'indexing' && stoppedSentence(engine, progress) === null,
    },
    'file.clearRecent': {
      run: () => attempt('recent', () => askShell('clearRecent', {})),
      enabled: () => useSessions.getState().recent.length > 0,
    },
    'view.inspect': { run: () => useView.getState().show('inspect') },
    'view.calls': { run: () => useView.getState().show('calls'), enabled: isOpen },
    'view.usage': { run: () => useView.getState().show('usage'), enabled: isOpen },
    'view.run': { run: () => useView.getState().show('run') },
    'view.palette': { run: openPalette },
    'view.nextSession': { run: () => switchSession(1), enabled: isOpen },
    'view.previousSession': { run: () => switchSession(-1), enabled: isOpen },
    'view.themeSystem': { run: () => chooseTheme('system') },
    'view.themeLight': { run: () => chooseTheme('light') },
    'view.themeDark': { run: () => chooseTheme('dark') },
    'help.shortcuts': { run: openShortcuts },
  });
}
