import { join } from 'node:path';
import { app, nativeTheme } from 'electron';
import { z } from 'zod';
import { type Theme, themeSchema } from '../../ipc/shell-contract';
import { readStored, writeStored } from './stored-json';

const settingsSchema = z.object({ version: z.literal(1), theme: themeSchema });

const settingsFile = () => join(app.getPath('userData'), 'settings.json');

/** Applies the theme that was chosen last. Has to run before the first window is made. */
export function restoreTheme(): void {
  const { theme } = readStored(settingsFile(), settingsSchema, { version: 1, theme: 'system' });
  nativeTheme.themeSource = theme;
}

export function currentTheme(): Theme {
  return nativeTheme.themeSource;
}

/** The window follows by itself: its media queries change with the native theme. */
export function chooseTheme(theme: Theme): void {
  nativeTheme.themeSource = theme;
  writeStored(settingsFile(), { version: 1, theme });
}

/** The ground that is visible before the page has drawn; the same as its own. */
export function backgroundColor(): string {
  return nativeTheme.shouldUseDarkColors ? '#0e1014' : '#eceef2';
}
