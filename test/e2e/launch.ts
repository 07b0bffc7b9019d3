import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, test as base, type ElectronApplication, expect, type Page } from '@playwright/test';
import { repositoryRoot } from '../../build/bootstrap/places.mjs';
import { electronPath, electronSwitches } from '../../build/electron-path.mjs';
import { FramesPage } from './frames-page';

export { expect, repositoryRoot };
export const fixture = (name: string) => join(repositoryRoot, 'fixtures', name);
export const demo = fixture('demo.jsonl');

/** How long an app may take to end by itself before it is ended. */
const CLOSING_MS = 5000;

/** One running app with a user folder of its own. */
export interface Running {
  app: ElectronApplication;
  page: Page;
  frames: FramesPage;
  userData: string;
  /** The test provokes these: console errors and log lines that match are no failure. */
  expectProblems(pattern: RegExp): void;
  /** Ends the app before the test does. */
  quit(): Promise<void>;
}

interface Started extends Running {
  problems: string[];
  expected: RegExp[];
}

interface Fixtures {
  /** A folder for the files of one test. */
  folder: string;
  /** Starts the app with these files; every app is closed, and its problems are told, at the end. */
  launch(files?: readonly string[], options?: { userData?: string }): Promise<Running>;
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of needed fixtures from the pattern.
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'framescope-e2e-'));
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },
  launch: async ({ folder }, use) => {
    const started: Started[] = [];
    await use(async (files = [], { userData = join(folder, `user-${started.length}`) } = {}) => {
      const running = await start(files, userData);
      started.push(running);
      return running;
    });
    for (const running of started) await running.quit();
    for (const running of started) expect(problemsOf(running), 'problems of the app').toEqual([]);
  },
});

async function start(files: readonly string[], userData: string): Promise<Started> {
  const { INIT_CWD: _, ELECTRON_RENDERER_URL: __, ...env } = process.env;
  const app = await _electron.launch({
    executablePath: electronPath(),
    args: [...electronSwitches(), `--user-data-dir=${userData}`, repositoryRoot, ...files],
    cwd: repositoryRoot,
    env: env as Record<string, string>,
    // Playwright would pin the page to light: the app's own theme is what is tested.
    colorScheme: null,
  });
  const problems: string[] = [];
  app.on('window', (page) => watch(page, problems));
  for (const page of app.windows()) watch(page, problems);
  const page = await app.firstWindow();
  const expected: RegExp[] = [];
  const expectProblems = (pattern: RegExp) => void expected.push(pattern);
  const child = app.process();
  let ended: Promise<void> | null = null;
  const quit = () => {
    ended ??= close(app, child);
    return ended;
  };
  return { app, page, frames: new FramesPage(page), userData, problems, expected, expectProblems, quit };
}

const watched = new WeakSet<Page>();

/** Violations of the content security policy come as console errors. */
function watch(page: Page, problems: string[]): void {
  if (watched.has(page)) return;
  watched.add(page);
  page.on('pageerror', (error) => problems.push(`page error: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`);
  });
}

/** What went wrong that the test did not provoke; the main process tells of itself in its log. */
function problemsOf({ problems, expected, userData }: Started): string[] {
  const log = join(userData, 'logs', 'main.log');
  const logged = existsSync(log) ? readFileSync(log, 'utf8').split(/\n(?=\d{4}-\d\d-\d\dT)/) : [];
  return [...problems, ...logged]
    .filter((problem) => !expected.some((pattern) => pattern.test(problem)))
    .map((problem) => problem.slice(0, 500));
}

/** Ends what was started here and nothing else: first by asking, then by the id of this very process. */
async function close(app: ElectronApplication, child: ChildProcess): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), CLOSING_MS);
  await app.close().catch(() => {});
  await ended;
  clearTimeout(timer);
}

/** The process id of the app's engine; null while there is none. */
export function enginePid(app: ElectronApplication): Promise<number | null> {
  return app.evaluate(({ app: electron }) => {
    const isEngine = (metric: { name?: string }) => metric.name === 'framescope-engine';
    return electron.getAppMetrics().find(isEngine)?.pid ?? null;
  });
}

/** The exact text in the system's clipboard. */
export function clipboardText(app: ElectronApplication): Promise<string> {
  return app.evaluate(({ clipboard }) => clipboard.readText());
}
