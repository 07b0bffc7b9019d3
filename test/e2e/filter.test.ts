import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { demo, expect, fixture, test } from './launch';

// Of the demo: 34 frames, 13 of the system, 10 of the assistant, 10 of the user, one result.
const streamed = fixture('2.1.332/07-thinking.jsonl');

const line = (value: object) => `${JSON.stringify(value)}\n`;
const message = (type: 'user' | 'assistant', text: string) =>
  line({ type, message: { role: type, content: [{ type: 'text', text }] }, session_id: 's' });

const input = (page: Page) => page.getByTestId('filter-input');
const count = (page: Page) => page.getByTestId('filter-count');
const panel = (page: Page) => page.getByTestId('filter-panel');
const chip = (page: Page, name: string) => page.locator(`[data-chip="${name}"]`);
const menu = (page: Page) => page.getByRole('dialog', { name: 'Filter the list' });

/** Writes a filter as a reader does, and goes back to the list. */
async function filterBy(page: Page, text: string): Promise<void> {
  await page.keyboard.press('/');
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
}

test('completes what is written, filters as it is written, and goes back to the list', async ({ launch }) => {
  const { frames, page } = await launch([demo]);
  await frames.indexed();
  await frames.list.focus();
  await page.keyboard.press('/');
  await expect(input(page)).toBeFocused();
  await page.keyboard.type('ki');
  await expect(panel(page).getByRole('option', { name: /^kind:/ })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(input(page)).toHaveValue('kind:');
  // What is about to be written is not wrong yet.
  await expect(input(page)).toHaveAttribute('aria-invalid', 'false');
  await page.keyboard.type('assis');
  await page.keyboard.press('ArrowDown');
  const option = panel(page).getByRole('option', { selected: true });
  await expect(option).toContainText('assistant');
  await expect(option).toContainText('10');
  await page.keyboard.press('Enter');
  await expect(input(page)).toHaveValue('kind:assistant ');
  await expect(count(page)).toHaveText('10 of 34 frames');
  await page.keyboard.type('tool:Bash');
  await expect.poll(() => frames.rowCount()).toBe(4);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await expect(frames.list).toBeFocused();
  await page.keyboard.press('Control+Shift+Backspace');
  await expect(input(page)).toHaveValue('');
  await expect.poll(() => frames.rowCount()).toBe(34);
});

test('says what is wrong with a filter, and keeps the list as it was', async ({ launch }) => {
  const { frames, page } = await launch([demo]);
  await frames.indexed();
  await frames.list.focus();
  await filterBy(page, 'kind:user');
  await expect.poll(() => frames.rowCount()).toBe(10);
  await page.keyboard.press('/');
  await page.keyboard.press('End');
  await page.keyboard.type(' frame:zz');
  await expect(panel(page)).toContainText('"zz" is nothing that frame: takes');
  await expect(input(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(input(page)).toHaveAccessibleDescription(/nothing that frame: takes/);
  await expect(chip(page, 'kind:system')).toBeDisabled();
  expect(await frames.rowCount()).toBe(10);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('/n(/');
  await expect(panel(page)).toContainText(/Unterminated group/);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('frame:..5');
  await expect.poll(() => frames.rowCount()).toBe(5);
  await expect(input(page)).toHaveAttribute('aria-invalid', 'false');
});

test('a chip shows only its kind, leaves it out, and shows all again', async ({ launch }) => {
  const { frames, page } = await launch([demo]);
  await frames.indexed();
  const user = chip(page, 'kind:user');
  await expect(user).toHaveText('user10');
  await user.click();
  await expect(input(page)).toHaveValue('kind:user');
  await expect(user).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => frames.rowCount()).toBe(10);
  await chip(page, 'kind:system').click();
  await expect.poll(() => frames.rowCount()).toBe(23);
  await chip(page, 'kind:system').click();
  await chip(page, 'kind:system').click();
  await user.click();
  await expect(input(page)).toHaveValue('-kind:user');
  await expect.poll(() => frames.rowCount()).toBe(24);
  await user.click();
  await expect(input(page)).toHaveValue('');
  await expect.poll(() => frames.rowCount()).toBe(34);
});

test('filters by a value of the detail, by mouse and by keyboard', async ({ launch }) => {
  const { frames, page } = await launch([demo]);
  await frames.indexed();
  await frames.select(4);
  await page.keyboard.press('4');
  await page.locator('li[data-path="subtype"]').click({ button: 'right' });
  await expect(menu(page)).toContainText('subtype = task_started');
  await menu(page).getByRole('button', { name: 'Only these' }).click();
  await expect.poll(() => frames.rowCount()).toBe(2);
  await page.keyboard.press('Control+Shift+Backspace');
  await expect.poll(() => frames.rowCount()).toBe(34);

  await page.locator('li[data-path="subtype"] button').focus();
  await page.keyboard.press('f');
  await expect(menu(page)).toContainText('subtype = task_started');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => frames.rowCount()).toBe(32);
  await page.keyboard.press('Control+Shift+Backspace');
  await expect.poll(() => frames.rowCount()).toBe(34);

  // Facts and ids take no focus: the command lists those that are shown.
  await frames.list.focus();
  await page.keyboard.press('1');
  await page.keyboard.press('f');
  await expect(menu(page)).toContainText('kind system/task_started');
  const type = menu(page).getByRole('group', { name: 'task_type = local_agent' });
  await type.getByRole('button', { name: 'Only these' }).press('Enter');
  await expect.poll(() => frames.rowCount()).toBe(2);
  await page.keyboard.press('Control+Shift+Backspace');
  await expect.poll(() => frames.rowCount()).toBe(34);
  await frames.list.focus();
  await page.keyboard.press('5');
  await expect(frames.detail.locator('[data-filter-term]').first()).toBeVisible();
  await page.keyboard.press('f');
  await expect(menu(page).getByRole('group', { name: /^id:/ }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu(page)).toHaveCount(0);
});

test('a saved filter is there after a restart', async ({ launch, folder }) => {
  const userData = join(folder, 'user');
  const first = await launch([demo], { userData });
  await first.frames.indexed();
  await first.frames.list.focus();
  await filterBy(first.page, 'is:failed');
  const found = await first.frames.rowCount();
  await first.page.getByRole('button', { name: 'Saved filters' }).click();
  await first.page.getByLabel('Name of this filter').fill('what failed');
  await first.page.keyboard.press('Enter');
  await first.quit();

  const { frames, page } = await launch([demo], { userData });
  await frames.indexed();
  await expect.poll(() => frames.rowCount()).toBe(34);
  await frames.list.focus();
  await page.keyboard.press('/');
  const option = panel(page).getByRole('option', { name: /what failed/ });
  await expect(option).toContainText('is:failed');
  await option.click();
  await expect(input(page)).toHaveValue('is:failed ');
  await expect.poll(() => frames.rowCount()).toBe(found);
  await page.getByRole('button', { name: 'Saved filters' }).click();
  await page.getByRole('button', { name: 'Forget the filter what failed' }).click();
  await expect(page.getByRole('dialog', { name: 'Saved filters' })).toContainText('No filter is saved yet');
});

test('keeps a head whose events match, and lists of an open fold those that match', async ({ launch }) => {
  const { frames, page } = await launch([streamed]);
  await frames.indexed();
  await frames.list.focus();
  await filterBy(page, 'kind:stream_event "redacted"');
  const head = frames.list.locator('[role="row"][aria-expanded]:visible');
  await expect(head).toHaveCount(1);
  await expect(count(page)).toHaveText(/^\d+ of 46 frames$/);
  const closed = await frames.rowCount();
  await head.locator('.fl-fold').click();
  await expect.poll(() => frames.rowCount()).toBeGreaterThan(closed);
  // 23 events are in it; far fewer have the text.
  expect(await frames.rowCount()).toBeLessThan(10);
  await head.locator('.fl-fold').click();
  await expect.poll(() => frames.rowCount()).toBe(closed);
});

test('a jump to a frame that the filter hides says so, and shows it', async ({ launch }) => {
  const { frames, page } = await launch([demo]);
  await frames.indexed();
  await frames.list.focus();
  await filterBy(page, 'kind:assistant');
  await expect.poll(() => frames.rowCount()).toBe(10);
  await page.keyboard.press('g');
  await page.keyboard.press('e');
  const note = page.getByTestId('hidden-note');
  await expect(note).toContainText('Frame 25 is hidden by the filter');
  await expect(frames.detail).toContainText('frame 25');
  await page.keyboard.press('x');
  await expect(note).toHaveCount(0);
  await expect(frames.detail).toContainText('frame 24');
  await page.keyboard.press('x');
  await expect(note).toBeVisible();
  await note.getByRole('button', { name: 'Clear the filter and show it' }).click();
  await expect(note).toHaveCount(0);
  await frames.selected(25);
  await expect(frames.list).toBeFocused();
});

test('filters to a range of the timeline, and the last range counts', async ({ launch }) => {
  const { frames, page } = await launch([demo]);
  await frames.indexed();
  const canvas = page.getByTestId('timeline-canvas');
  await expect(canvas).toHaveAttribute('data-ready', 'true');
  const mark = async (from: number, to: number) => {
    const box = (await canvas.boundingBox())!;
    await page.mouse.move(box.x + box.width * from, box.y + 36);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * to, box.y + 36, { steps: 4 });
    await page.mouse.up();
    await page.keyboard.press('r');
  };
  await mark(0.3, 0.6);
  await expect(input(page)).toHaveValue(/^time:\S+\.\.\S+$/);
  await expect.poll(() => frames.rowCount()).toBeLessThan(34);
  const first = await input(page).inputValue();
  await mark(0.3, 0.9);
  await expect(input(page)).not.toHaveValue(first);
  await expect(input(page)).toHaveValue(/^time:\S+\.\.\S+$/);
});

test('a file that grows, and one that is rewritten, under a filter', async ({ launch, folder }) => {
  const path = join(folder, 'growing.jsonl');
  writeFileSync(path, message('user', 'first') + message('assistant', 'second'));
  const { frames, page } = await launch([path]);
  await frames.indexed();
  await frames.list.focus();
  await filterBy(page, 'kind:user');
  await expect.poll(() => frames.rowCount()).toBe(1);
  appendFileSync(path, message('assistant', 'third') + message('user', 'fourth'));
  await expect(count(page)).toHaveText('2 of 4 frames');
  await expect.poll(() => frames.rowCount()).toBe(2);
  await expect(frames.row(2)).toContainText('fourth');
  await expect(chip(page, 'kind:user')).toHaveText('user2, only these');
  writeFileSync(path, message('assistant', 'other') + message('user', 'new') + message('assistant', 'end'));
  await expect(count(page)).toHaveText('1 of 3 frames');
  await expect.poll(() => frames.rowCount()).toBe(1);
  await expect(frames.row(1)).toContainText('new');
  await expect(input(page)).toHaveValue('kind:user');
});

test('nothing of it is against axe: options, an error, chips, no match and the menu of a value', async ({
  launch,
}) => {
  const { frames, page } = await launch([demo]);
  await frames.indexed();
  const check = async (what: string) => {
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    expect(
      violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
      what,
    ).toEqual([]);
  };
  await frames.list.focus();
  await page.keyboard.press('/');
  await page.keyboard.type('-kind:system is:');
  await page.keyboard.press('ArrowDown');
  await expect(panel(page).getByRole('option', { selected: true })).toBeVisible();
  await check('options');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('frame:zz');
  await expect(panel(page)).toContainText('nothing that frame: takes');
  await check('an error');
  await page.keyboard.press('Control+a');
  await filterBy(page, 'nothing of the kind');
  await expect(page.getByTestId('no-match')).toContainText('No frame matches');
  await check('no match');
  await page.getByTestId('no-match').getByRole('button').click();
  await expect(frames.list).toBeFocused();
  await chip(page, 'kind:user').click();
  await chip(page, 'kind:user').click();
  await frames.list.focus();
  await page.keyboard.press('f');
  await expect(menu(page)).toBeVisible();
  await check('the menu of a value');
});
