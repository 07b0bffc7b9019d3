import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ElectronApplication, Locator } from '@playwright/test';
import type { StartedProcess } from '../../src/ipc/process-contract';
import type { Bridge } from '../../src/ipc/shell-contract';
import { expect, type Running, repositoryRoot } from './launch';

declare const window: { framescope: Bridge; told?: Map<number, StartedProcess> };

/** Stands in for the CLI: it does what the lines of its prompt say. */
export const fakeCli = join(repositoryRoot, 'test', 'processes', 'fake-cli.mjs');

/** The system's dialogs answer with this path, or with nothing. */
export function answerDialogs(app: ElectronApplication, path: string | null): Promise<void> {
  return app.evaluate(({ dialog }, chosen) => {
    const answer = { canceled: chosen === null, filePaths: chosen === null ? [] : [chosen] };
    dialog.showOpenDialog = async () => answer;
  }, path);
}

/** The Run view as a reader uses it, and what it shows of a process in Inspect. */
export class RunPage {
  readonly running: Running;
  readonly view: Locator;
  readonly commandLine: Locator;
  readonly problem: Locator;
  readonly startButton: Locator;
  readonly entries: Locator;
  readonly bar: Locator;
  readonly dock: Locator;
  readonly message: Locator;
  readonly permissions: Locator;

  constructor(running: Running) {
    const { page } = running;
    this.running = running;
    this.view = page.getByTestId('run-view');
    this.commandLine = page.getByTestId('command-line');
    this.problem = page.getByTestId('run-problem');
    this.startButton = this.view.getByRole('button', { name: /^Start/ });
    this.entries = page.getByTestId('process');
    this.bar = page.getByTestId('run-bar');
    this.dock = page.getByTestId('run-dock');
    this.message = page.getByLabel('Message to the process');
    this.permissions = page.getByTestId('permission');
  }

  async open(): Promise<void> {
    await this.#listen();
    await this.running.page.keyboard.press('Control+7');
    await expect(this.view).toBeVisible();
  }

  field(name: string): Locator {
    return this.view.getByLabel(name, { exact: true });
  }

  entry(title: string): Locator {
    return this.entries.filter({ has: this.running.page.getByRole('heading', { name: title }) });
  }

  async chooseFakeCli(): Promise<void> {
    await answerDialogs(this.running.app, fakeCli);
    await this.view.getByRole('button', { name: 'Choose the program' }).click();
    await expect(this.view.locator('.run-executable')).toHaveText(fakeCli);
  }

  /** Fills in the prompt and starts it by its key; the session comes to the front. */
  async start(prompt: string, { conversation = true } = {}): Promise<StartedProcess> {
    await this.open();
    await this.field('Keep it open for further turns').setChecked(conversation);
    await this.field(conversation ? 'First message' : 'Prompt').fill(prompt);
    const before = await this.processes();
    await expect(this.startButton).toBeEnabled();
    await this.running.page.keyboard.press('Control+Enter');
    await expect.poll(async () => (await this.processes()).length).toBe(before.length + 1);
    await expect(this.bar).toBeVisible();
    await expect.poll(async () => (await this.processes()).at(-1)?.session).not.toBeNull();
    return (await this.processes()).at(-1)!;
  }

  /** The processes that main told of since this page was loaded and the view was opened first. */
  processes(): Promise<StartedProcess[]> {
    return this.running.page.evaluate(() => [...(window.told?.values() ?? [])]);
  }

  async #listen(): Promise<void> {
    await this.running.page.evaluate(() => {
      if (window.told) return;
      const told = new Map<number, StartedProcess>();
      window.told = told;
      window.framescope.on('processChanged', (process) => void told.set(process.process, process));
    });
  }
}

/** The bytes of a file that is being written; empty while it is not there. */
export const bytesOf = (path: string): Buffer => (existsSync(path) ? readFileSync(path) : Buffer.alloc(0));

/** What was sent to a process, line by line. */
export function sentTo(process: StartedProcess): Record<string, unknown>[] {
  const lines = bytesOf(process.capture.replace(/\.jsonl$/, '.stdin.jsonl'))
    .toString('utf8')
    .split('\n');
  return lines.slice(0, -1).map((line) => JSON.parse(line));
}
