import { join } from 'node:path';

/** Electron names the app's own folder after the package. */
const APP = 'framescope';

/** The folder of the captures in the app's own folder. */
export function capturesIn(appFolder: string): string {
  return join(appFolder, 'captures');
}

/**
 * The app's own folder for one who is not the app: the place that Electron calls `userData` when no switch names another
 * one (Electron 45, `app.getPath`: `appData` of the system and the name of the app).
 */
export function appFolder(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
  home: string,
): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', APP);
  if (platform === 'win32') return join(environment.APPDATA || join(home, 'AppData', 'Roaming'), APP);
  return join(environment.XDG_CONFIG_HOME || join(home, '.config'), APP);
}
