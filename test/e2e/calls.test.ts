import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { ElectronApplication, Locator, Page } from '@playwright/test';
import { expect, fixture, test } from './launch';

const stamp = (second: number) => new Date(Date.UTC(2026, 0, 15, 9, 0, second)).toISOString();

function call(id: string, name: string, input: unknown, second: number): string {
  const content = [{ type: 'tool_use', id, name, input }];
  const message = { id: `msg_${id}`, type: 'message', role: 'assistant', content };
  return `${JSON.stringify({ type: 'assistant', message, timestamp: stamp(second) })}\n`;
}

function result(id: string, text: string, second: number, isError = false): string {
  const content = [{ type: 'tool_result', tool_use_id: id, content: text, is_error: isError }];
  return `${JSON.stringify({ type: 'user', message: { role: 'user', content }, timestamp: stamp(second) })}\n`;
}

/** 300 calls of Read that took a second each, seven failed runs of the tests, and one of each that lacks its other end. */
function recording(folder: string): string {
  const lines: string[] = [];
  for (let at = 0; at < 300; at++) {
    lines.push(call(`r${at}`, 'Read', { file_path: `/home/demo/file-${at}.txt` }, at * 2));
    lines.push(result(`r${at}`, `text ${at}`, at * 2 + 1));
  }
  for (let at = 0; at < 7; at++) {
    lines.push(call(`t${at}`, 'Bash', { command: 'npm test' }, 700 + at * 10));
    lines.push(result(`t${at}`, 'Exit code 1', 704 + at * 10, true));
  }
  lines.push(result('gone', 'of a call that is not here', 800));
  lines.push(call('open', 'Grep', { pattern: 'needle' }, 801));
  const path = join(folder, 'calls.jsonl');
  writeFileSync(path, lines.join(''));
  return path;
}

test('calls are listed with what stands out, sorted, filtered, and opened where they are', async ({
  launch,
  folder,
}) => {
  const path = recording(folder);
  const { page, frames } = await launch([path]);
  await frames.indexed();
  await page.keyboard.press('Control+2');
  const table = page.getByRole('grid', { name: 'Tool calls' });
  await expect(table).toHaveAttribute('aria-rowcount', '310');
  const count = page.getByTestId('call-table').getByRole('status');
  await expect(count).toHaveText('309 calls');

  // What stands out is a click away.
  const glance = page.getByTestId('call-highlights');
  await glance.getByRole('button', { name: 'Bash npm test 7 times 7 failed' }).click();
  await expect(count).toHaveText('7 of 309 calls');
  await expect(table.locator('.vt-row')).toHaveCount(7);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(count).toHaveText('309 calls');

  // The other end that is missing has its mark in place.
  await table.focus();
  await page.keyboard.press('End');
  const last = table.locator('.vt-row[aria-selected="true"]');
  await expect(last).toContainText('Grep');
  await expect(last).toContainText('no result');
  await page.keyboard.press('ArrowUp');
  await expect(last).toContainText('no call');

  // Sorted by a click on the head, and turned around by another.
  const duration = table.getByRole('columnheader', { name: 'duration' });
  await duration.getByRole('button').click();
  await expect(duration).toHaveAttribute('aria-sort', 'descending');
  await table.focus();
  await page.keyboard.press('Home');
  await expect(last).toContainText('npm test');
  await expect(page.getByTestId('call-detail')).toContainText('Exit code 1');
  await duration.getByRole('button').click();
  await expect(duration).toHaveAttribute('aria-sort', 'ascending');

  // Filters of a kind and of a text.
  const filter = page.getByRole('toolbar', { name: 'Filter of the calls' });
  await filter.getByRole('button', { name: 'Bash 7' }).click();
  await expect(count).toHaveText('7 of 309 calls');
  await filter.getByRole('button', { name: 'Show all' }).click();
  await filter.getByRole('searchbox').fill('FILE-123.txt');
  await expect(count).toHaveText('1 of 309 calls');
  await filter.getByRole('searchbox').fill('text 12');
  await expect(count).toHaveText('11 of 309 calls');
  await filter.getByRole('searchbox').fill('nothing has this');
  await expect(page.getByText('None of 309 calls passes the filter.')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).last().click();
  expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([]);

  // Enter opens the call, x the result, and both views show the same one.
  await table.getByRole('columnheader', { name: '#' }).getByRole('button').click();
  await table.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('x');
  await frames.selected(4);
  await page.keyboard.press('G');
  await frames.selected(616);
  await page.keyboard.press('Control+2');
  await expect(last).toContainText('Grep');
  await table.focus();
  await page.keyboard.press('Enter');
  await frames.selected(616);
});

test('a call that comes while the table is open is listed, and the place is kept', async ({
  launch,
  folder,
}) => {
  const path = recording(folder);
  const { page, frames } = await launch([path]);
  await frames.indexed();
  await page.keyboard.press('Control+2');
  const table = page.getByRole('grid', { name: 'Tool calls' });
  await table.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('PageDown');
  const selected = table.locator('.vt-row[aria-selected="true"]');
  const before = await selected.getAttribute('data-position');
  appendFileSync(path, result('open', 'found', 802) + call('late', 'Glob', { pattern: '*' }, 803));
  await expect(table).toHaveAttribute('aria-rowcount', '311');
  await expect(selected).toHaveAttribute('data-position', before ?? '');
  await page.keyboard.press('End');
  await expect(selected).toContainText('Glob');
  await page.keyboard.press('ArrowUp');
  await expect(selected).toContainText('answered');
});

test('a recording without calls says so', async ({ launch }) => {
  const { page, frames } = await launch([fixture('2.1.332/01-text.jsonl')]);
  await frames.indexed();
  await page.keyboard.press('Control+2');
  await expect(page.getByTestId('no-calls')).toContainText('No tool was called');
  await page.getByRole('button', { name: 'Show the frames' }).click();
  await expect(frames.detail).toBeVisible();
});

const NEEDED = ['#', 'time', 'tool', 'status', 'input', 'same', 'duration', 'result bytes', 'by'];

/** What does not fit where it stands: cells and heads, but for the input, whose text may be of any length. */
async function cutCells(page: Page): Promise<string[]> {
  return await page.evaluate(() =>
    [...document.querySelectorAll('.vt [role="columnheader"], .vt [role="gridcell"]')]
      .filter((cell) => cell.querySelector('.calls-summary, .calls-tool') === null)
      .filter((cell) => {
        const inner = cell.querySelector('button') ?? cell;
        const table = cell.closest('.vt') as Element;
        const isOut = cell.getBoundingClientRect().right > table.getBoundingClientRect().right;
        return isOut || inner.scrollWidth > inner.clientWidth;
      })
      .map((cell) => cell.textContent ?? ''),
  );
}

function resize(app: ElectronApplication, width: number, height: number): Promise<void> {
  return app.evaluate(
    ({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(size.width, size.height),
    { width, height },
  );
}

test('a denial is told whether or not there is room for its column', async ({ launch }) => {
  const { app, page, frames } = await launch([fixture('2.1.332/10-denied.jsonl')]);
  await frames.indexed();
  await resize(app, 1280, 800);
  await page.keyboard.press('Control+2');
  const row = page.locator('.vt-row[data-position="0"]');
  await expect(row.locator('.calls-summary')).toContainText('denied');
  await expect(page.getByRole('columnheader', { name: 'permission' })).toHaveCount(0);
  await resize(app, 1920, 1080);
  await expect(page.getByRole('columnheader', { name: 'permission' })).toBeVisible();
  await expect(row.locator('.calls-summary')).not.toContainText('denied');
  await expect(row).toContainText('denied');
});

test('the columns there is room for are whole, and the input has the most of it', async ({
  launch,
  folder,
}) => {
  const { app, page, frames } = await launch([recording(folder)]);
  await frames.indexed();
  await resize(app, 1280, 800);
  await page.keyboard.press('Control+2');
  const heads = page.getByRole('columnheader');
  await expect(heads).toHaveCount(NEEDED.length);
  for (const name of NEEDED)
    await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible();
  await expect.poll(() => cutCells(page)).toEqual([]);

  // There is a call to read before one is chosen.
  await expect(page.locator('.vt-row[aria-selected="true"]')).toHaveAttribute('data-position', '0');
  await expect(page.getByTestId('call-detail')).toContainText('file-0.txt');

  await resize(app, 1920, 1080);
  await expect(page.getByRole('columnheader', { name: 'permission' })).toBeVisible();
  await expect.poll(() => cutCells(page)).toEqual([]);
  const widths = await heads.evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().width));
  expect(Math.max(...widths)).toBe(widths[4]);
});

for (const colour of ['dark', 'light'] as const) {
  test(`the table has no barrier that axe knows of, ${colour}`, async ({ launch, folder }) => {
    const { app, page, frames } = await launch([recording(folder)]);
    await frames.indexed();
    await app.evaluate(
      ({ Menu }, id) => Menu.getApplicationMenu()?.getMenuItemById(id)?.click(),
      `theme-${colour}`,
    );
    await expect(page.locator('html')).toHaveAttribute('data-theme', colour);
    await page.keyboard.press('Control+2');
    await expect(page.getByTestId('call-detail')).toContainText('file-0.txt');
    await page.getByRole('grid', { name: 'Tool calls' }).focus();
    await page.keyboard.press('End');
    await expect(page.locator('.vt-row[aria-selected="true"]')).toContainText('Grep');
    expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([]);
  });
}

test('calls are filtered, sorted and opened with the keyboard alone', async ({ launch, folder }) => {
  const { page, frames } = await launch([recording(folder)]);
  await frames.indexed();
  await page.keyboard.press('Control+2');
  const count = page.getByTestId('call-table').getByRole('status');
  await expect(count).toHaveText('309 calls');
  const press = async (key: string, until: Locator) => {
    for (let times = 0; times < 60 && !(await isFocused(until)); times++) await page.keyboard.press(key);
    await expect(until).toBeFocused();
  };

  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Filter calls by text' })).toBeFocused();
  await page.keyboard.type('npm test');
  await expect(count).toHaveText('7 of 309 calls');
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  await expect(count).toHaveText('309 calls');

  const failed = page.getByRole('toolbar').getByRole('button', { name: 'failed 7', exact: true });
  await press('Tab', failed);
  await page.keyboard.press('Space');
  await expect(count).toHaveText('7 of 309 calls');
  await page.keyboard.press('Space');
  await expect(count).toHaveText('309 calls');

  const duration = page.getByRole('columnheader', { name: 'duration' });
  await press('Tab', duration.getByRole('button'));
  await page.keyboard.press('Enter');
  await expect(duration).toHaveAttribute('aria-sort', 'descending');
  const table = page.getByRole('grid', { name: 'Tool calls' });
  await press('Shift+Tab', table);
  const selected = table.locator('.vt-row[aria-selected="true"]');
  // Sorting leaves the call that was selected; it is no longer the first.
  await expect(selected).toHaveAttribute('data-position', '7');
  await page.keyboard.press('Home');
  await expect(selected).toHaveAttribute('data-position', '0');
  await page.keyboard.press('ArrowDown');
  await expect(selected).toHaveAttribute('data-position', '1');
  await expect(selected).toContainText('npm test');
  await page.keyboard.press('Enter');
  await frames.selected(603);
});

const isFocused = (what: Locator) => what.evaluate((element) => element === document.activeElement);
