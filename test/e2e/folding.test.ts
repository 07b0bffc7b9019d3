import { expect, fixture, test } from './launch';

// Two messages with thinking, text and a call: 60 rows of which most are events.
const streamed = fixture('2.1.332/07-thinking.jsonl');

const frameOf = (row: import('@playwright/test').Locator) => row.locator('.fl-num').textContent();

test('folds the events of each message, and opens one by its mark', async ({ launch }) => {
  const { frames } = await launch([streamed]);
  await frames.indexed();
  const folded = await frames.rowCount();
  const head = frames.list.locator('[role="row"][aria-expanded="false"]:visible').first();
  await expect(head).toContainText('events');
  const frame = await frameOf(head);
  await head.locator('.fl-fold').click();
  const open = frames.list.locator('[role="row"][aria-expanded="true"]:visible');
  await expect(open).toHaveCount(1);
  expect(await frameOf(open)).toBe(frame);
  await expect.poll(() => frames.rowCount()).toBeGreaterThan(folded);
  await expect(frames.list.locator('[aria-level="2"]:visible').first()).toBeVisible();
  await open.locator('.fl-fold').click();
  await expect.poll(() => frames.rowCount()).toBe(folded);
});

test('opens and closes by the keyboard, and keeps the place', async ({ launch }) => {
  const { frames, page } = await launch([streamed]);
  await frames.indexed();
  const folded = await frames.rowCount();
  const selected = frames.list.locator('[aria-selected="true"]:visible');
  await frames.list.focus();
  await page.keyboard.press('g');
  for (let press = 0; press < 20; press++) {
    if ((await selected.getAttribute('aria-expanded')) === 'false') break;
    const before = await frameOf(selected);
    await page.keyboard.press('j');
    await expect.poll(() => frameOf(selected)).not.toBe(before);
  }
  const head = await frameOf(selected);
  await page.keyboard.press('ArrowRight');
  await expect(selected).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('j');
  await expect(selected).toHaveAttribute('aria-level', '2');
  await page.keyboard.press('ArrowLeft');
  await expect(selected).toHaveAttribute('aria-expanded', 'false');
  expect(await frameOf(selected)).toBe(head);
  await expect.poll(() => frames.rowCount()).toBe(folded);
});

test('lists every frame, and folds again, from the status bar', async ({ launch }) => {
  const { frames, page } = await launch([streamed]);
  await frames.indexed();
  const folded = await frames.rowCount();
  await frames.statusBar.getByRole('button', { name: /folded/ }).click();
  await expect(frames.statusBar.getByRole('button', { name: 'all unfolded' })).toBeVisible();
  await expect.poll(() => frames.rowCount()).toBeGreaterThan(folded);
  await frames.list.focus();
  await page.keyboard.press('G');
  const all = await frames.rowCount();
  await expect.poll(() => frameOf(frames.row(all))).toBe(String(all));
  await page.keyboard.press('O');
  await expect.poll(() => frames.rowCount()).toBe(folded);
});

test('shows the message of an event, with what had come until then', async ({ launch }) => {
  const { frames, page } = await launch([streamed]);
  await frames.indexed();
  const head = frames.list.locator('[role="row"][aria-expanded="false"]:visible').first();
  await head.click();
  await page.keyboard.press('1');
  const message = frames.detail.getByTestId('streamed');
  await expect(message).toContainText('Message from');
  await expect(message).toContainText('first token after 61 ms');
  await expect(message).toContainText('same in');
  await page.keyboard.press('ArrowRight');
  // To the first delta of the first block: what came later is dimmed.
  await frames.list.locator('[aria-level="2"]:visible', { hasText: 'block delta' }).first().click();
  await expect(message.locator('.streamed-later')).toBeVisible();
  await message
    .getByRole('button', { name: /^#\d+$/ })
    .last()
    .click();
  await expect(frames.detail).toContainText('assistant');
});

test('a jump to an event that is folded opens its message', async ({ launch }) => {
  const { frames, page } = await launch([streamed]);
  await frames.indexed();
  const head = frames.list.locator('[role="row"][aria-expanded="false"]:visible').first();
  await head.click();
  await page.keyboard.press('1');
  const last = frames.detail
    .getByTestId('streamed')
    .getByRole('button', { name: /^#\d+$/ })
    .nth(1);
  const frame = ((await last.textContent()) ?? '').slice(1);
  await last.click();
  const selected = frames.list.locator('[aria-selected="true"]:visible');
  await expect.poll(() => frameOf(selected)).toBe(frame);
  await expect(selected).toHaveAttribute('aria-level', '2');
});
