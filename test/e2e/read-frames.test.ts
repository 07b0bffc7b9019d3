import { readFileSync } from 'node:fs';
import { clipboardText, demo, expect, test } from './launch';

// A frame's bytes include its line end: all frames together are the file.
const lines = readFileSync(demo, 'utf8').split(/(?<=\n)/);

test('shows the exact bytes of a frame that is selected by keyboard', async ({ launch }) => {
  const { app, frames } = await launch([demo]);
  await frames.indexed();
  await frames.select(3);
  await frames.showRaw('exact');
  await expect.poll(() => frames.editorText()).toBe(lines[2]);
  await frames.list.focus();
  await frames.page.keyboard.press('c');
  await expect.poll(() => clipboardText(app)).toBe(lines[2]);
});

test('text can be selected and copied in the editor', async ({ launch }) => {
  const { app, frames, page } = await launch([demo]);
  await frames.indexed();
  await frames.select(3);
  await frames.showRaw('exact');
  await frames.raw.locator('.view-lines').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+c');
  await expect.poll(() => clipboardText(app)).toBe(lines[2]);
});

test('shows the same frame pretty, and goes on to the next one', async ({ launch }) => {
  const { frames } = await launch([demo]);
  await frames.indexed();
  // The editor holds the lines that are in view: the timeline gives them its room.
  await frames.page.keyboard.press('V');
  await frames.select(2);
  await frames.showRaw('pretty');
  await expect.poll(() => frames.editorText()).toContain('"type": "assistant"');
  await frames.list.focus();
  await frames.page.keyboard.press('j');
  await frames.selected(3);
  await expect.poll(() => frames.editorText()).toContain('"name": "Agent"');
});

test('follows a call to its result and comes back', async ({ launch }) => {
  const { frames } = await launch([demo]);
  await frames.indexed();
  // Frame 12 calls Bash, frame 19 holds its result; three other calls are open at that time.
  await frames.select(12);
  await frames.page.keyboard.press('x');
  await frames.selected(19);
  await frames.page.keyboard.press('x');
  await frames.selected(12);
  await frames.page.keyboard.press('[');
  await frames.selected(19);
  await frames.page.keyboard.press('[');
  await frames.selected(12);
  await frames.page.keyboard.press(']');
  await frames.selected(19);
});

test('goes from error to error', async ({ launch }) => {
  const { frames } = await launch([demo]);
  await frames.indexed();
  await frames.select(1);
  await frames.page.keyboard.press('e');
  await frames.selected(25);
  await frames.page.keyboard.press('e');
  await frames.selected(26);
  await frames.page.keyboard.press('E');
  await frames.selected(25);
});

test('the palette runs a command', async ({ launch }) => {
  const { app, frames } = await launch([demo]);
  await frames.indexed();
  await frames.list.focus();
  await frames.page.keyboard.press('Control+k');
  const dialog = frames.page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await frames.page.keyboard.type('last frame');
  await frames.page.keyboard.press('Enter');
  await frames.selected(34);
  await expect(dialog).toHaveCount(0);
  // The menu opens the same palette, once.
  await app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('palette')?.click());
  await expect(dialog).toBeVisible();
});
