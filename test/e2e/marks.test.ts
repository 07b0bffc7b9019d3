import { readFileSync } from 'node:fs';
import { caseFiles } from '../unit/recordings';
import { clipboardText, expect, test } from './launch';

// "Must" lines of the case sheets that only the window can show: what cannot be seen, and what a terminal would obey.

function casePath(number: string): string {
  const found = caseFiles().find(({ name }) => name.startsWith(`${number}-`));
  if (found === undefined) throw new Error(`There is no case ${number}.`);
  return found.path;
}

test('017: separators are visible marks in the raw view, and no line ends', async ({ launch }) => {
  const path = casePath('017');
  const { app, frames, page } = await launch([path]);
  await frames.indexed();
  expect(await frames.rowCount()).toBe(5);
  await frames.select(3);
  await frames.showRaw('exact');
  const marks = frames.raw.locator('.separator-mark');
  await expect(marks).toHaveText(['LS', 'PS', 'NEL']);
  const widths = () => marks.evaluateAll((found) => found.map((mark) => mark.getBoundingClientRect().width));
  await expect.poll(async () => (await widths()).every((width) => width > 10)).toBe(true);
  // The marks are no part of the text.
  await frames.raw.locator('.view-lines').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+c');
  const line = readFileSync(path, 'utf8').split(/(?<=\n)/)[2];
  await expect.poll(() => clipboardText(app)).toBe(line);
  // Wrapping keeps the brackets in the one colour of punctuation.
  await frames.raw.getByRole('button', { name: 'wrap' }).click();
  await expect(frames.raw.getByRole('button', { name: 'wrap' })).toHaveAttribute('aria-pressed', 'true');
  await expect(frames.raw.locator('[class*="bracket-highlighting"]')).toHaveCount(0);
});

test('031: terminal codes are drawn as a terminal would, and HTML stays text', async ({ launch }) => {
  const { frames } = await launch([casePath('031')]);
  await frames.indexed();
  await frames.select(2);
  // The line is erased after "rgb" and written over from its beginning.
  await expect(frames.detail).toContainText('100%nk <b>no</b>');
  expect(await frames.detail.textContent()).not.toMatch(/\[0m|\[2K|\[31m/);
  await expect(frames.detail.locator('b, a')).toHaveCount(0);
  await frames.showRaw('exact');
  await expect.poll(() => frames.editorText()).toContain('\\u001b[31mred\\u001b[0m');
});
