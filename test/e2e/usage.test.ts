import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { ElectronApplication, Page } from '@playwright/test';
import { demo, expect, fixture, test } from './launch';

const figure = (page: Page, name: string) =>
  page
    .locator('.usage-figure', { has: page.locator('dt', { hasText: new RegExp(`^${name}$`) }) })
    .locator('dd');

const theme = (app: ElectronApplication, name: string) =>
  app.evaluate(({ Menu }, id) => Menu.getApplicationMenu()?.getMenuItemById(id)?.click(), `theme-${name}`);

async function serious(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id }) => id);
}

test('usage states what the status bar states, and leads to its frames', async ({ launch }) => {
  const { page, frames } = await launch([demo]);
  await frames.indexed();
  await page.keyboard.press('Control+3');
  const charts = page.getByTestId('usage-charts');
  const readout = page.getByTestId('usage-readout');
  await expect(charts.locator('canvas')).toHaveCount(3);
  await expect(figure(page, 'input')).toHaveText('24');
  await expect(figure(page, 'output')).toHaveText('84');
  await expect(frames.statusBar).toContainText('tokens in 24 · out 84');
  const cost = (await figure(page, 'cost').textContent()) ?? '';
  expect(cost).toMatch(/^\$0\.\d{4}$/);
  await expect(frames.statusBar).toContainText(cost);
  await expect(figure(page, 'largest context')).toContainText('less than 1 % of 1,000,000');
  await expect(page.getByTestId('usage-differs')).toContainText('do not add up to the output above');

  // Keys move the point, and Enter opens its frame.
  await charts.focus();
  await page.keyboard.press('ArrowRight');
  await expect(readout).toContainText('frame 2 ·');
  await page.keyboard.press('ArrowRight');
  await expect(readout).toContainText('frame 10 ·');
  await page.keyboard.press('Enter');
  await frames.selected(10);

  // A click near the first message opens it.
  await page.keyboard.press('Control+3');
  const plot = charts.locator('.u-over').first();
  await plot.click({ position: { x: 8, y: 20 } });
  await frames.selected(2);

  // The tables lead to frames too.
  await page.keyboard.press('Control+3');
  await page.getByRole('table', { name: 'By thread' }).getByRole('button', { name: '#14' }).click();
  await frames.selected(14);
});

test('the axis is changed, and another theme draws the charts anew', async ({ launch }) => {
  const { app, page, frames } = await launch([demo]);
  await frames.indexed();
  await page.keyboard.press('Control+3');
  const axis = page.getByRole('group', { name: 'Axis' });
  await expect(axis.getByRole('button', { name: 'time' })).toHaveAttribute('aria-pressed', 'true');
  const picture = () =>
    page
      .locator('.usage-plot canvas')
      .first()
      .evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  await theme(app, 'dark');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await serious(page)).toEqual([]);
  const dark = await picture();
  await axis.getByRole('button', { name: 'order' }).click();
  await expect(axis.getByRole('button', { name: 'order' })).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(async () => (await picture()) === dark).toBe(false);
  await axis.getByRole('button', { name: 'time' }).click();
  await expect.poll(picture).toBe(dark);
  await theme(app, 'light');
  await expect.poll(async () => (await picture()) === dark).toBe(false);
  expect(await serious(page)).toEqual([]);
});

test('a file without usage says so', async ({ launch, folder }) => {
  const path = join(folder, 'none.jsonl');
  writeFileSync(path, `${JSON.stringify({ type: 'user', message: { role: 'user', content: 'hello' } })}\n`);
  const { page, frames } = await launch([path]);
  await frames.indexed();
  await page.keyboard.press('Control+3');
  await expect(page.getByTestId('usage-view')).toContainText(
    'No frame of this file states a usage or a cost',
  );
  await page.getByRole('button', { name: 'Look at its frames' }).click();
  await expect(frames.detail).toBeVisible();
});

test('a compaction is told where it happened', async ({ launch }) => {
  const { page, frames } = await launch([fixture('2.1.332/11-compact.jsonl')]);
  await frames.indexed();
  await page.keyboard.press('Control+3');
  await expect(figure(page, 'compaction')).toHaveText('1');
  await page.getByRole('table', { name: 'Compactions' }).getByRole('button', { name: '#7' }).click();
  await frames.selected(7);
});
