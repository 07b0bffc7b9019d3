import { performance } from 'node:perf_hooks';
import { createEngine, type Engine } from '../../src/engine/engine';
import { IndexCache } from '../../src/engine/index-cache/index-cache';
import { Session } from '../../src/engine/session/session';

const SESSION = 1;
const FIRST_PAGE = 50;

/** Reads a file as the app does the first time, and keeps its index in the folder. */
export async function keepIndex(path: string, folder: string) {
  const cache = new IndexCache(folder);
  const session = Session.open(SESSION, path, undefined, { follow: true });
  const opened = performance.now();
  await session.indexAll();
  const indexed = performance.now();
  const kept = await cache.save(session);
  if (!kept) throw new Error(`The index of ${path} was not kept.`);
  return { indexMs: indexed - opened, keepMs: performance.now() - indexed, rows: session.index.table.rows };
}

/** Opens it once more, in a process that read nothing yet: until all rows are there, and until the last page is answered. */
export async function reopen(path: string, folder: string) {
  const engine = createEngine({ follow: true, indexCache: folder });
  const done = whenDone(engine);
  const from = performance.now();
  await engine.open(SESSION, path);
  const { rows, restoredFrom } = engine.handlers.progress({ session: SESSION });
  engine.handlers.rows({ session: SESSION, from: Math.max(1, rows - FIRST_PAGE), count: FIRST_PAGE });
  const lastPageMs = performance.now() - from;
  await done;
  const doneMs = performance.now() - from;
  if (restoredFrom === undefined) throw new Error(`No kept index of ${path} was used.`);
  return { lastPageMs, doneMs, rows };
}

function whenDone(engine: Engine): Promise<void> {
  return new Promise((resolve) => {
    const stop = engine.onProgress(({ state }) => {
      if (state === 'indexing') return;
      stop();
      resolve();
    });
  });
}
