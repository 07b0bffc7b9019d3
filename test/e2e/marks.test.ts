import { caseFiles } from '../unit/recordings';
import { expect, test } from './launch';

// "Must" lines of the case sheets that only the window can show: what cannot be seen, and what a terminal would obey.

function casePath(number: string): string {
  const found = caseFiles().find(({ name }) => name.startsWith(`${number}-`));
  if (found === undefined) throw new Error(`There is no case ${number}.`);
  return found.path;
}

test('017: separators are visible marks in the raw view, and no line ends', async ({ launch }) => {
  const { frames } = await launch([casePath('017')]);
  await frames.indexed();
  expect(await frames.rowCount()).toBe(5);
  await frames.select(3);
  await frames.showRaw('exact');
  // The frame and its line end.
  await expect(frames.raw.locator('.line-numbers')).toHaveCount(2);
  const marked = frames.raw.locator('.unicode-highlight');
  await expect(marked).toHaveCount(3);
  for (const mark of await marked.all()) expect((await mark.boundingBox())!.width).toBeGreaterThan(2);
});

test('031: colours of a tool result are drawn, codes are not obeyed, and HTML stays text', async ({
  launch,
}) => {
  const { frames } = await launch([casePath('031')]);
  await frames.indexed();
  await frames.select(2);
  await expect(frames.detail).toContainText('red rgb x link <b>no</b>');
  expect(await frames.detail.textContent()).not.toContain('\u001b');
  await expect(frames.detail.locator('b, a')).toHaveCount(0);
  const red = frames.detail.getByText('red', { exact: true });
  const plain = frames.detail.getByText('rgb', { exact: true });
  const colour = (element: Element) => getComputedStyle(element).color;
  expect(await red.evaluate(colour)).not.toBe(await plain.evaluate(colour));
  await frames.showRaw('exact');
  await expect.poll(() => frames.editorText()).toContain('\\u001b[31mred\\u001b[0m');
});
