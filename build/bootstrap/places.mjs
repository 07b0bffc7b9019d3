// Where things are: the work tree, and the cache folder outside of it.
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repositoryRoot = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** @param {NodeJS.ProcessEnv} [env] */
export function cacheRoot(env = process.env) {
  if (env.XDG_CACHE_HOME) return join(env.XDG_CACHE_HOME, 'framescope');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'framescope');
  if (process.platform === 'win32') return join(env.LOCALAPPDATA ?? homedir(), 'framescope', 'cache');
  return join(homedir(), '.cache', 'framescope');
}
