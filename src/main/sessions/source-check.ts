import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { explainSourceProblem, kindProblem } from '../../engine/sources/file-source';
import type { SourceError } from '../../protocol/errors';

/**
 * Says in one sentence why a path cannot be opened, or null when it can. Done before the engine is asked,
 * because opening a pipe or a device would make it wait for good.
 */
export async function checkSource(path: string): Promise<SourceError | null> {
  try {
    const problem = kindProblem(path, await stat(path));
    if (problem) return problem;
    await access(path, constants.R_OK);
    return null;
  } catch (error) {
    return explainSourceProblem(path, error);
  }
}
