import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { electronPath, electronSwitches } from '../../build/electron-path.mjs';
import { demo, expect, fixture, repositoryRoot, test } from './launch';

const bash = fixture('2.1.332/02-bash.jsonl');

test('opens a file named on the command line', async ({ launch }) => {
  const { app, frames } = await launch([demo]);
  await frames.indexed();
  expect(await frames.rowCount()).toBe(34);
  const title = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getTitle());
  await expect.poll(title).toBe('demo.jsonl - Framescope');
  await expect(frames.tab('demo.jsonl')).toHaveAttribute('aria-selected', 'true');
});

test('opens several files, each in a tab of its own', async ({ launch }) => {
  const { frames } = await launch([demo, bash]);
  await expect(frames.tab(basename(bash))).toHaveAttribute('aria-selected', 'true');
  await frames.tab('demo.jsonl').click();
  await expect(frames.tab('demo.jsonl')).toHaveAttribute('aria-selected', 'true');
  await expect.poll(() => frames.rowCount()).toBe(34);
});

test('opens a file that is dropped on the window', async ({ launch }) => {
  const { frames } = await launch();
  await expect(frames.page.getByTestId('empty-page')).toBeVisible();
  await frames.drop(demo);
  await frames.indexed();
  await expect(frames.tab('demo.jsonl')).toBeVisible();
});

test('opens what is chosen in the dialog', async ({ launch }) => {
  const { app, frames } = await launch();
  await expect(frames.page.getByTestId('empty-page')).toBeVisible();
  await app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [path] });
  }, demo);
  await frames.page.keyboard.press('Control+o');
  await frames.indexed();
  await expect(frames.tab('demo.jsonl')).toBeVisible();
});

test('brings a file that is open already to the front', async ({ launch }) => {
  const { frames } = await launch([demo, bash]);
  await expect(frames.tab(basename(bash))).toHaveAttribute('aria-selected', 'true');
  await frames.drop(demo);
  await expect(frames.tab('demo.jsonl')).toHaveAttribute('aria-selected', 'true');
  await expect(frames.page.getByRole('tablist', { name: /session/i }).getByRole('tab')).toHaveCount(2);
});

test('reads a short file again when it is asked to', async ({ launch, folder }) => {
  const path = join(folder, 'growing.jsonl');
  const frame = (content: string) =>
    `${JSON.stringify({ type: 'user', message: { role: 'user', content } })}\n`;
  writeFileSync(path, frame('as it was'));
  const { frames } = await launch([path]);
  await frames.indexed();
  await expect(frames.row(1)).toContainText('as it was');
  await expect(frames.detail).toContainText('as it was');
  writeFileSync(path, frame('as it is'));
  await frames.page.keyboard.press('Control+r');
  await expect(frames.row(1)).toContainText('as it is');
  await expect(frames.detail).toContainText('as it is');
  writeFileSync(path, frame('as it is') + frame('and more'));
  await frames.page.keyboard.press('Control+r');
  await expect(frames.row(2)).toContainText('and more');
  await frames.selected(1);
});

test('closes a tab by the menu', async ({ launch }) => {
  const { app, frames } = await launch([demo]);
  await frames.indexed();
  await app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('close-tab')?.click());
  await expect(frames.tab('demo.jsonl')).toHaveCount(0);
});

test('remembers recent files over a restart, in the menu as well', async ({ launch, folder }) => {
  const userData = join(folder, 'user');
  const first = await launch([demo], { userData });
  await first.frames.indexed();
  await first.quit();
  const { app, frames } = await launch([], { userData });
  const entry = frames.page.getByRole('button', { name: /demo\.jsonl/ }).first();
  await expect(entry).toBeVisible();
  await entry.click();
  await frames.indexed();
  const labels = await app.evaluate(({ Menu }) =>
    Menu.getApplicationMenu()
      ?.getMenuItemById('open-recent')
      ?.submenu?.items.map((item) => item.label),
  );
  expect(labels?.[0]).toContain('demo.jsonl');
});

test('a second start hands its files to the window that is open', async ({ launch, folder }) => {
  const { frames, userData } = await launch([demo]);
  await frames.indexed();
  copyFileSync(bash, join(folder, 'second.jsonl'));
  // Relative to the folder that the second start was made in.
  const { INIT_CWD: _, ...env } = process.env;
  const second = spawn(
    electronPath(),
    [...electronSwitches(), `--user-data-dir=${userData}`, repositoryRoot, 'second.jsonl'],
    { cwd: folder, env, stdio: 'ignore' },
  );
  await once(second, 'exit');
  await expect(frames.tab('second.jsonl')).toHaveAttribute('aria-selected', 'true');
  await expect(frames.tab('demo.jsonl')).toBeVisible();
});
