import { createHash } from 'node:crypto';
import { basename, dirname } from 'node:path';
import { z } from 'zod';
import type { RecentFile } from '../../ipc/shell-contract';
import { readStored, writeStored } from '../settings/stored-json';

export const MAX_RECENT_FILES = 15;

const storedSchema = z.object({
  version: z.literal(1),
  files: z.array(z.object({ path: z.string().min(1) })),
});

/** The files opened last, newest first, kept over restarts. The window sees ids, names and folders. */
export class RecentFiles {
  readonly #storage: string;
  readonly #onChange: () => void;
  #paths: string[];

  constructor(storage: string, onChange: () => void) {
    this.#storage = storage;
    this.#onChange = onChange;
    const stored = readStored(storage, storedSchema, { version: 1, files: [] });
    this.#paths = [...new Set(stored.files.map((file) => file.path))].slice(0, MAX_RECENT_FILES);
  }

  list(): RecentFile[] {
    return this.#paths.map((path) => ({ id: idOf(path), name: basename(path), folder: dirname(path) }));
  }

  /** The path behind an id of the list; undefined when it has left the list. */
  pathOf(id: string): string | undefined {
    return this.#paths.find((path) => idOf(path) === id);
  }

  add(path: string): void {
    if (this.#paths[0] === path) return;
    this.#replace([path, ...this.#paths.filter((other) => other !== path)].slice(0, MAX_RECENT_FILES));
  }

  clear(): void {
    this.#replace([]);
  }

  #replace(paths: string[]): void {
    this.#paths = paths;
    writeStored(this.#storage, { version: 1, files: paths.map((path) => ({ path })) });
    this.#onChange();
  }
}

/** Stable over restarts, and says nothing about the path. */
function idOf(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 16);
}
