import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { demo, expect, type Running, test } from './launch';

type Theme = 'light' | 'dark';

/** By the menu: the same way for the page and for the system's own colours. */
async function chooseTheme({ app, page }: Running, theme: Theme): Promise<void> {
  await app.evaluate(
    ({ Menu }, id) => Menu.getApplicationMenu()?.getMenuItemById(id)?.click(),
    `theme-${theme}`,
  );
  await expect
    .poll(() => page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches))
    .toBe(theme === 'dark');
}

async function expectAccessible({ page }: Running, state: string): Promise<void> {
  // One window, so no second page to collect the results of frames in: that page could not be opened here.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const found = grave.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
  expect(found, state).toEqual([]);
}

/** How light the ground is, from 0 to 255. */
function ground({ page }: Running): Promise<number> {
  return page.evaluate(() => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d')!;
    canvas.fillStyle = getComputedStyle(document.body).backgroundColor;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return (red + green + blue) / 3;
  });
}

for (const theme of ['dark', 'light'] as const) {
  test(`${theme}: every state can be read and used`, async ({ launch, folder }) => {
    // Eight states, each looked through by axe.
    test.setTimeout(120_000);
    const running = await launch();
    const { page, frames } = running;
    await expect(page.getByTestId('empty-page')).toBeVisible();
    await chooseTheme(running, theme);
    const isLight = async () => (await ground(running)) > 128;
    await expect.poll(isLight).toBe(theme === 'light');
    await expectAccessible(running, 'welcome');

    await frames.drop(demo);
    await frames.indexed();
    await frames.select(12);
    await expect(frames.detail).toBeVisible();
    await expectAccessible(running, 'a frame and its summary');
    await page.keyboard.press('2');
    await expectAccessible(running, 'its call');
    await page.keyboard.press('5');
    await expect(frames.detail.getByRole('region', { name: 'Related frames' })).toBeVisible();
    await expectAccessible(running, 'its links');
    await frames.showRaw('pretty');
    await expectAccessible(running, 'its raw form');
    await frames.list.focus();
    await page.keyboard.press('4');
    await page.getByTestId('fields-tab').locator('.field-row').first().click();
    await expectAccessible(running, 'its fields');
    await frames.list.focus();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(running, 'the palette');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(running, 'the shortcuts');
    await page.keyboard.press('Escape');
    await page.keyboard.press('a');
    await expect(page.getByRole('treeitem')).toHaveCount(2);
    await expectAccessible(running, 'the subagents');
    await page.keyboard.press('Escape');

    writeFileSync(join(folder, 'empty.jsonl'), '');
    await frames.drop(join(folder, 'empty.jsonl'));
    await expect(page.getByTestId('file-state')).toBeVisible();
    await expectAccessible(running, 'an empty file');
  });
}

test('the theme is kept over a restart', async ({ launch, folder }) => {
  const userData = join(folder, 'user');
  const first = await launch([], { userData });
  await expect(first.page.getByTestId('empty-page')).toBeVisible();
  await chooseTheme(first, 'light');
  await first.quit();
  const second = await launch([], { userData });
  expect(await second.page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)).toBe(false);
});

test('the window comes back where it was', async ({ launch, folder }) => {
  const userData = join(folder, 'user');
  const bounds = { x: 60, y: 50, width: 1000, height: 700 };
  const first = await launch([], { userData });
  await first.app.evaluate(
    ({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.setBounds(to),
    bounds,
  );
  const boundsOf = ({ app }: Running) =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds());
  await expect.poll(() => boundsOf(first)).toEqual(bounds);
  await first.quit();
  const second = await launch([], { userData });
  expect(await boundsOf(second)).toEqual(bounds);
});
