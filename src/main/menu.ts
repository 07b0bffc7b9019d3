import type { MenuItemConstructorOptions } from 'electron';
import type { RecentFile, Theme } from '../ipc/shell-contract';

export interface MenuActions {
  open(): void;
  openRecent(id: string): void;
  clearRecent(): void;
  openDemo(): void;
  chooseTheme(theme: Theme): void;
  /** Runs a command of the window's registry. */
  command(id: string): void;
}

export interface MenuState {
  recent: readonly RecentFile[];
  theme: Theme;
  packaged: boolean;
  platform: NodeJS.Platform;
}

/** The application menu as a template: rebuilt whenever the recent files or the theme change. */
export function menuTemplate(state: MenuState, actions: MenuActions): MenuItemConstructorOptions[] {
  const mac: MenuItemConstructorOptions[] = state.platform === 'darwin' ? [{ role: 'appMenu' }] : [];
  return [
    ...mac,
    fileMenu(state, actions),
    { role: 'editMenu' },
    viewMenu(state, actions),
    { role: 'windowMenu', visible: state.platform === 'darwin' },
    helpMenu(actions),
  ];
}

function fileMenu(state: MenuState, actions: MenuActions): MenuItemConstructorOptions {
  return {
    label: '&File',
    submenu: [
      { id: 'open', label: '&Open…', accelerator: 'CmdOrCtrl+O', click: () => actions.open() },
      { id: 'open-recent', label: 'Open &Recent', submenu: recentItems(state.recent, actions) },
      { id: 'open-demo', label: 'Open &Demo', click: () => actions.openDemo() },
      { type: 'separator' },
      {
        id: 'close-tab',
        label: '&Close Tab',
        accelerator: 'CmdOrCtrl+W',
        click: () => actions.command('file.close'),
      },
      ...(state.platform === 'darwin'
        ? []
        : [{ type: 'separator' } as const, { role: 'quit', label: '&Quit' } as const]),
    ],
  };
}

function recentItems(recent: readonly RecentFile[], actions: MenuActions): MenuItemConstructorOptions[] {
  if (recent.length === 0) return [{ label: 'No recent files', enabled: false }];
  return [
    ...recent.map(({ id, name, folder }) => ({
      // A single & would underline the letter after it.
      label: `${name} (${folder})`.replaceAll('&', '&&'),
      click: () => actions.openRecent(id),
    })),
    { type: 'separator' },
    { id: 'clear-recent', label: 'Clear Recent Files', click: () => actions.clearRecent() },
  ];
}

const THEMES: { theme: Theme; label: string }[] = [
  { theme: 'system', label: '&System' },
  { theme: 'light', label: '&Light' },
  { theme: 'dark', label: '&Dark' },
];

function viewMenu(state: MenuState, actions: MenuActions): MenuItemConstructorOptions {
  const forDevelopers: MenuItemConstructorOptions[] = state.packaged
    ? []
    : [{ type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools' }];
  return {
    label: '&View',
    submenu: [
      {
        label: '&Theme',
        submenu: THEMES.map(({ theme, label }) => ({
          id: `theme-${theme}`,
          label,
          type: 'radio' as const,
          checked: state.theme === theme,
          click: () => actions.chooseTheme(theme),
        })),
      },
      { type: 'separator' },
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      { role: 'togglefullscreen' },
      ...forDevelopers,
    ],
  };
}

function helpMenu(actions: MenuActions): MenuItemConstructorOptions {
  return {
    role: 'help',
    label: '&Help',
    submenu: [
      {
        id: 'shortcuts',
        label: '&Keyboard Shortcuts',
        click: () => actions.command('help.shortcuts'),
      },
      {
        id: 'palette',
        label: 'Command &Palette',
        accelerator: 'CmdOrCtrl+K',
        // The window's own registry listens to this key; a second listener would close it again.
        registerAccelerator: false,
        click: () => actions.command('view.palette'),
      },
    ],
  };
}
