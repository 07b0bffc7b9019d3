import { accessSync, constants, statSync } from 'node:fs';
import { basename, delimiter, dirname, extname, isAbsolute, join, resolve } from 'node:path';

/** Where things are looked for. */
export interface Surroundings {
  /** The app's environment. */
  environment: NodeJS.ProcessEnv;
  home: string;
  platform: NodeJS.Platform;
}

export type Found = { path: string; onPath: boolean; problem: null } | { path: null; problem: string };

const no = (problem: string): Found => ({ path: null, problem });

/** An app that was not started from a terminal has a short PATH; these are where the installers of the CLI put it. */
const foldersOfClaude = (home: string) => [
  join(home, '.local', 'bin'),
  join(home, '.claude', 'local'),
  '/opt/homebrew/bin',
  '/usr/local/bin',
];

/** `claude` on PATH, else where its installers put it. */
export function findClaude(surroundings: Surroundings, path: string | undefined): Found {
  const found = findProgram('claude', surroundings, { path, folder: surroundings.home });
  if (found.path !== null) return found;
  const more = foldersOfClaude(surroundings.home).join(delimiter);
  const elsewhere = findProgram('claude', surroundings, { path: more, folder: surroundings.home });
  if (elsewhere.path !== null) return { ...elsewhere, onPath: false };
  return no('There is no claude on the PATH of Framescope: install it, or choose the program.');
}

/** The executable behind the first word of a command; a word with a separator is a path, seen from the folder. */
export function findProgram(
  name: string,
  surroundings: Surroundings,
  { path, folder }: { path: string | undefined; folder: string },
): Found {
  const { platform } = surroundings;
  if (name === '') return no('There is no program: the first word is empty.');
  if (name.includes('/') || (platform === 'win32' && name.includes('\\'))) {
    return checkProgram(resolve(folder, name), surroundings);
  }
  let almost: Found | null = null;
  for (const place of (path ?? '').split(delimiter)) {
    // A relative folder on the PATH would make what is started depend on where the user works.
    if (!isAbsolute(place)) continue;
    const found = checkProgram(join(place, name), surroundings);
    if (found.path !== null) return { ...found, onPath: true };
    if (kindOf(join(place, name)) === 'file') almost ??= found;
  }
  return almost ?? no(`There is no program "${name}" on the PATH of Framescope.`);
}

/** Whether this file can be started; on Windows also with the endings that make a program there. */
export function checkProgram(path: string, { platform, environment }: Surroundings): Found {
  if (platform === 'win32') return checkOnWindows(path, environment);
  const kind = kindOf(path);
  if (kind === null) return no(`There is no program at ${path}.`);
  if (kind === 'folder') return no(`${path} is a folder, not a program.`);
  try {
    accessSync(path, constants.X_OK);
    return { path, onPath: false, problem: null };
  } catch {
    return no(notExecutable(path));
  }
}

function notExecutable(path: string): string {
  if (!isScript(path))
    return `${path} may not be executed: allow it with chmod +x, or choose another program.`;
  return `${path} is a JavaScript file that may not be executed: start it as a command, "node ${basename(path)}".`;
}

const isScript = (path: string) => /\.[cm]?js$/i.test(path);

function checkOnWindows(path: string, environment: NodeJS.ProcessEnv): Found {
  const endings = (environment.PATHEXT ?? '.COM;.EXE;.BAT;.CMD').split(';').filter((ending) => ending !== '');
  const named = endings.some((ending) => extname(path).toLowerCase() === ending.toLowerCase());
  const candidates = named ? [path] : endings.map((ending) => path + ending.toLowerCase());
  const found = candidates.find((candidate) => kindOf(candidate) === 'file');
  if (!found) {
    if (isScript(path) && kindOf(path) === 'file') return no(notExecutable(path));
    return no(`There is no program at ${path}.`);
  }
  if (/\.(cmd|bat)$/i.test(found)) {
    return no(
      `${found} is a script of the command prompt, which cannot take a prompt safely: choose ${basename(path, extname(path))}.exe, or start its JavaScript file with node as a command.`,
    );
  }
  return { path: found, onPath: false, problem: null };
}

function kindOf(path: string): 'file' | 'folder' | null {
  try {
    const stats = statSync(path);
    return stats.isDirectory() ? 'folder' : 'file';
  } catch {
    return null;
  }
}

/** A path as it was written in a field: seen from the home folder, which "~" at its beginning stands for. */
export function inHome(written: string, home: string): string {
  return resolve(
    home,
    written.trim().replace(/^~(?=$|[\\/])/, () => home),
  );
}

/** The working folder, or why it cannot be one. */
export function findFolder(given: string, home: string): { path: string; problem: string | null } {
  const written = given.trim();
  const path = resolve(
    home,
    written.replace(/^~(?=$|[\\/])/, () => home),
  );
  const kind = kindOf(path);
  if (kind === null) return { path, problem: `There is no folder ${path}.` };
  if (kind === 'file') return { path, problem: `${path} is a file, not a folder.` };
  try {
    accessSync(path, constants.X_OK);
    return { path, problem: null };
  } catch {
    return { path, problem: `The folder ${path} may not be entered.` };
  }
}

/** PATH with the program's own folder at its end: a script finds the `node` that was installed beside it. */
export function pathWith(program: string, path: string | undefined): string {
  const folder = dirname(program);
  const folders = (path ?? '').split(delimiter).filter((place) => place !== '');
  return folders.includes(folder) ? folders.join(delimiter) : [...folders, folder].join(delimiter);
}
