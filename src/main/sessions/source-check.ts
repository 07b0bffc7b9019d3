import { constants, type Stats } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { SourceError } from '../../protocol/errors';

/**
 * Says in one sentence why a path cannot be opened, or null when it can. Done before the engine is asked,
 * because opening a pipe or a device would make it wait for good.
 */
export async function checkSource(path: string): Promise<SourceError | null> {
  let stats: Stats;
  try {
    stats = await stat(path);
  } catch (error) {
    return explain(path, error);
  }
  if (stats.isDirectory()) {
    const sentence = `${path} is a folder, not a recording. Open one of the files in it.`;
    return new SourceError('is-folder', path, sentence);
  }
  if (!stats.isFile()) {
    const sentence = `${path} is ${specialKind(stats)}, not a file that can be read from start to end.`;
    return new SourceError('not-a-file', path, sentence);
  }
  try {
    await access(path, constants.R_OK);
    return null;
  } catch (error) {
    return explain(path, error);
  }
}

function explain(path: string, error: unknown): SourceError {
  const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
  const options = { cause: error };
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return new SourceError('not-found', path, `There is no file at ${path}.`, options);
  }
  if (code === 'EACCES' || code === 'EPERM') {
    return new SourceError('not-allowed', path, `You have no permission to read ${path}.`, options);
  }
  return new SourceError('unreadable', path, `${path} could not be read (${code}).`, options);
}

function specialKind(stats: Stats): string {
  if (stats.isFIFO()) return 'a named pipe';
  if (stats.isSocket()) return 'a socket';
  return 'a device';
}
