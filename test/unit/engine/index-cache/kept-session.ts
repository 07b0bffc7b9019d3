import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { IndexCache } from '../../../../src/engine/index-cache/index-cache';
import { Session, type SessionOptions } from '../../../../src/engine/session/session';

const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** An empty folder of its own. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'framescope-index-'));
  folders.push(folder);
  return folder;
}

/** A cache that keeps files of any size. */
export function newCache(folder = newFolder()): IndexCache {
  return new IndexCache(folder, undefined, 1);
}

/** Reads the file to its end as it is now; a kept index is used. */
export async function openAll(
  path: string,
  cache?: IndexCache,
  options: SessionOptions = {},
): Promise<Session> {
  const session = Session.open(0, path, undefined, { ...options, keptIndexes: cache });
  await session.indexAll();
  return session;
}

/** Reads the file, keeps its index, and closes it. */
export async function keep(path: string, cache: IndexCache, options: SessionOptions = {}): Promise<boolean> {
  const session = await openAll(path, cache, options);
  const kept = await cache.save(session);
  session.close();
  return kept;
}
