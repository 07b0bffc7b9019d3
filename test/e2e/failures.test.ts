import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { demo, enginePid, expect, fixture, test } from './launch';

test('the window outlives its engine: a notice, the same rows, the same selection', async ({ launch }) => {
  const running = await launch([demo]);
  const { app, frames } = running;
  running.expectProblems(/engine ended with exit code/);
  await frames.indexed();
  await frames.select(12);
  const before = await enginePid(app);
  expect(before).not.toBeNull();
  process.kill(before!, 'SIGKILL');

  await frames.toldOfRestart();
  await expect.poll(() => enginePid(app)).not.toBe(before);
  await frames.indexed();
  await frames.selected(12);
  // The new engine answers: what follows was not shown before.
  await frames.page.keyboard.press('x');
  await frames.selected(19);
  await frames.showRaw('exact');
});

test('a file that is opened after a crash is read by the new engine', async ({ launch }) => {
  const running = await launch([demo]);
  const { app, frames } = running;
  running.expectProblems(/engine ended with exit code/);
  await frames.indexed();
  process.kill((await enginePid(app))!, 'SIGKILL');
  await frames.toldOfRestart();
  await frames.drop(fixture('2.1.332/02-bash.jsonl'));
  await expect(frames.tab('02-bash.jsonl')).toHaveAttribute('aria-selected', 'true');
  await frames.indexed();
});

test('an engine that keeps ending is left alone until the reader asks again', async ({ launch }) => {
  const running = await launch([demo]);
  const { app, frames, page } = running;
  running.expectProblems(/engine ended with exit code/);
  await frames.indexed();
  const pids = new Set<number | null>([null]);
  for (let crash = 1; crash <= 4; crash++) {
    // The next one, once it is there.
    await expect.poll(async () => pids.has(await enginePid(app))).toBe(false);
    const pid = await enginePid(app);
    pids.add(pid);
    process.kill(pid!, 'SIGKILL');
  }
  await expect(frames.notice.filter({ hasText: '4 times within a minute' })).toBeVisible();
  expect(await enginePid(app)).toBeNull();
  await page.keyboard.press('Control+r');
  await frames.toldOfRestart();
  await frames.indexed();
  await frames.select(3);
  await frames.showRaw('exact');
});

test('a window whose process is gone is loaded again with its files', async ({ launch }) => {
  const running = await launch([demo]);
  const { app, frames, page } = running;
  running.expectProblems(/window process gone/);
  await frames.indexed();
  const gone = page.waitForEvent('crash');
  await app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer();
  });
  await gone;
  const rows = () =>
    app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
        `document.querySelector('[data-testid="frame-list"]')?.getAttribute('aria-rowcount') ?? null`,
      ),
    );
  await expect.poll(rows).toBe('34');
});

test('a window that is loaded again gets its files and a new line to the engine', async ({ launch }) => {
  const { app, frames, page } = await launch([demo]);
  await frames.indexed();
  const before = await enginePid(app);
  const loaded = page.waitForEvent('load');
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.reload());
  await loaded;
  await frames.indexed();
  await frames.select(12);
  await frames.page.keyboard.press('x');
  await frames.selected(19);
  expect(await enginePid(app)).toBe(before);
});

test('a file that comes while a window is being answered is shown', async ({ launch }) => {
  const { app, frames, page } = await launch([demo]);
  await frames.indexed();
  const loaded = page.waitForEvent('load');
  // The answer holds the state of one moment, and the window listens in a later one: between the two comes a file.
  await app.evaluate(({ app: electron, BrowserWindow }, path) => {
    const original = globalThis.setImmediate;
    globalThis.setImmediate = ((run: () => void) => {
      globalThis.setImmediate = original;
      electron.emit('open-file', { preventDefault() {} }, path);
      return setTimeout(run, 1000);
    }) as unknown as typeof setImmediate;
    BrowserWindow.getAllWindows()[0]?.webContents.reload();
  }, fixture('2.1.332/02-bash.jsonl'));
  await loaded;
  await expect(frames.tab('02-bash.jsonl')).toHaveAttribute('aria-selected', 'true');
  await frames.indexed();
  await expect(frames.tab('demo.jsonl')).toBeVisible();
});

test('a file that is rewritten under the reader shows what is there now', async ({ launch, folder }) => {
  const path = join(folder, 'rewritten.jsonl');
  writeFileSync(path, readFileSync(demo));
  const { frames } = await launch([path]);
  await frames.indexed();
  await frames.list.focus();
  await frames.page.keyboard.press('G');
  await frames.selected(34);
  writeFileSync(path, '{"type":"user","message":{"role":"user","content":"only this is left"}}\n');
  await expect(frames.row(1)).toContainText('only this is left');
  await expect.poll(() => frames.rowCount()).toBe(1);
  await frames.selected(1);
  await expect(frames.detail).toContainText('only this is left');
  await expect(frames.detail.getByTestId('problem-note')).toHaveCount(0);
});

test('a raw text whose bytes are gone is not left on screen', async ({ launch, folder }) => {
  const path = join(folder, 'rewritten.jsonl');
  writeFileSync(path, readFileSync(demo));
  const { frames, page } = await launch([path]);
  await frames.indexed();
  await frames.select(3);
  await frames.showRaw('exact');
  await expect.poll(() => frames.editorText()).toContain('"type"');
  writeFileSync(path, '');
  await expect(page.getByTestId('file-state')).toContainText('Frames appear here as they are written.');
  await expect(frames.raw).toHaveCount(0);
});

test('an error of the main process is told in a sentence and logged', async ({ launch }) => {
  const running = await launch([demo]);
  const { app, frames, userData } = running;
  running.expectProblems(/uncaught exception: Error: provoked/);
  await frames.indexed();
  await app.evaluate(({ dialog }) => {
    const told: string[] = [];
    (globalThis as unknown as { told: string[] }).told = told;
    dialog.showMessageBox = ((options: { message: string }) => {
      told.push(options.message);
      return Promise.resolve({ response: 0, checkboxChecked: false });
    }) as unknown as typeof dialog.showMessageBox;
    setImmediate(() => {
      throw new Error('provoked');
    });
  });
  await expect
    .poll(() => app.evaluate(() => (globalThis as unknown as { told: string[] }).told))
    .toEqual(['Something went wrong in Framescope itself: provoked']);
  expect(readFileSync(join(userData, 'logs', 'main.log'), 'utf8')).toContain('provoked');
  // It goes on.
  await frames.select(2);
});
