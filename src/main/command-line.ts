import { resolve } from 'node:path';

export interface CommandLine {
  argv: readonly string[];
  /** True when Electron runs a folder (`electron [switches] APP_FOLDER FILE…`), false for a packaged app. */
  defaultApp: boolean;
  appPath: string;
  /** Relative files mean this folder. */
  folder: string;
}

/**
 * The files that the user named, as absolute paths. Switches belong to Chromium and Electron and are left
 * out; after a bare `--` everything is a file, so that a name may start with a dash. `tail FILE` means FILE.
 */
export function filesFromCommandLine(line: CommandLine): string[] {
  const own = ownArguments(line);
  const files: string[] = [];
  let onlyFiles = false;
  const { folder } = line;
  for (const argument of own[0] === 'tail' && own.length > 1 ? own.slice(1) : own) {
    if (onlyFiles || !argument.startsWith('-')) {
      if (argument !== '') files.push(resolve(folder, argument));
    } else if (argument === '--') onlyFiles = true;
  }
  return files;
}

/** Whether a bare `-` says that standard input is to be shown. */
export function wantsStandardInput(line: CommandLine): boolean {
  const own = ownArguments(line);
  const dashes = own.indexOf('--');
  return own.slice(0, dashes < 0 ? own.length : dashes).includes('-');
}

function ownArguments({ argv, defaultApp, appPath, folder }: CommandLine): readonly string[] {
  return argv.slice(firstOwnArgument(argv, defaultApp, appPath, folder));
}

/** Electron's own switches can stand before the app folder, so the folder is looked for by what it names. */
function firstOwnArgument(
  argv: readonly string[],
  defaultApp: boolean,
  appPath: string,
  folder: string,
): number {
  if (!defaultApp) return 1;
  const app = argv.findIndex((argument, index) => index > 0 && resolve(folder, argument) === appPath);
  return app === -1 ? argv.length : app + 1;
}
