import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';

// Asked from the app folder, never from a module's own place: the bundler may move modules into chunks.

/** Where the built window lies. */
export function rendererFolder(): string {
  return join(app.getAppPath(), 'out', 'renderer');
}

export function preloadScript(): string {
  return join(app.getAppPath(), 'out', 'preload', 'index.cjs');
}

export function engineHostScript(): string {
  return join(app.getAppPath(), 'out', 'main', 'engine-host.js');
}

/** Where the indexes of files are kept that were opened. */
export function indexCacheFolder(): string {
  return join(app.getPath('userData'), 'index-cache');
}

/** The demo recording: beside the archive in a packaged app, in the work tree otherwise. */
export function demoFile(): string {
  const shipped = join(process.resourcesPath, 'fixtures', 'demo.jsonl');
  return app.isPackaged && existsSync(shipped) ? shipped : join(app.getAppPath(), 'fixtures', 'demo.jsonl');
}
