import { join } from 'node:path';
import { app, BrowserWindow, nativeTheme, screen } from 'electron';
import { preloadScript } from '../app-folders';
import { logFailure } from '../failure-log';
import { readStored, writeStored } from '../settings/stored-json';
import { backgroundColor } from '../settings/theme';
import { defaultPlacement, fitPlacement, MINIMUM_SIZE, placementSchema } from './window-placement';

const placementFile = () => join(app.getPath('userData'), 'window.json');

/** Makes the window where it was last time. It shows itself when the page has drawn once. */
export function createMainWindow(page: string): BrowserWindow {
  const areas = screen.getAllDisplays().map((display) => display.workArea);
  const stored = readStored(placementFile(), placementSchema, defaultPlacement);
  const { version: _, maximized, ...bounds } = fitPlacement(stored, areas);
  const window = new BrowserWindow({
    ...bounds,
    minWidth: MINIMUM_SIZE.width,
    minHeight: MINIMUM_SIZE.height,
    title: 'Framescope',
    show: false,
    backgroundColor: backgroundColor(),
    webPreferences: {
      preload: preloadScript(),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      // Checking would fetch dictionaries.
      spellcheck: false,
    },
  });
  window.once('ready-to-show', () => {
    if (maximized) window.maximize();
    window.show();
  });
  rememberPlacement(window);
  followTheme(window);
  load(window, page);
  return window;
}

/** A window that is closed or loaded again while it loads is no failure. */
function load(window: BrowserWindow, page: string): void {
  let closing = false;
  window.once('close', () => {
    closing = true;
  });
  window.loadURL(page).catch((error: unknown) => {
    const aborted = (error as { code?: string }).code === 'ERR_ABORTED';
    if (!closing && !aborted) logFailure('the window could not be loaded', error);
  });
}

function rememberPlacement(window: BrowserWindow): void {
  window.on('close', () => {
    const maximized = window.isMaximized() || window.isFullScreen();
    writeStored(placementFile(), { version: 1, ...window.getNormalBounds(), maximized });
  });
}

function followTheme(window: BrowserWindow): void {
  const follow = () => window.setBackgroundColor(backgroundColor());
  nativeTheme.on('updated', follow);
  window.on('closed', () => nativeTheme.off('updated', follow));
}
