import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './launch';

const line = (value: object) => `${JSON.stringify(value)}\n`;
const event = (inner: object, uuid: string) => ({
  type: 'stream_event',
  event: inner,
  session_id: 's',
  uuid,
});
const delta = (text: string, uuid: string) =>
  event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }, uuid);

/** Hits in a value, in an escape, in words that deltas cut under a closed message, and in a piece that is no frame. */
const RECORDING = [
  line({ type: 'user', message: { role: 'user', content: 'Look for the needle here.' } }),
  line({ type: 'user', message: { role: 'user', content: 'Nothing here.' } }),
  '{"type":"user","message":{"role":"user","content":"a n\\u0065edle in disguise"}}\n',
  line(event({ type: 'message_start', message: { id: 'm', role: 'assistant', content: [] } }, 'u1')),
  line(event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }, 'u2')),
  line(delta('a nee', 'u3')),
  line(delta('dle in two', 'u4')),
  line(event({ type: 'content_block_stop', index: 0 }, 'u5')),
  line(event({ type: 'message_stop' }, 'u6')),
  'no frame, but a Needle\n',
].join('');

test('finds a text wherever it stands, marks it, and goes from hit to hit', async ({ launch, folder }) => {
  const path = join(folder, 'needles.jsonl');
  writeFileSync(path, RECORDING);
  const { frames, page } = await launch([path]);
  await frames.indexed();
  await frames.select(1);
  await page.keyboard.press('Control+f');
  const bar = page.getByTestId('find-bar');
  const state = page.getByTestId('find-state');
  await page.keyboard.type('needle');
  await expect(state).toHaveText('5 frames');
  // The closed message is marked for the events under it.
  await expect(frames.list.locator('.fl-row.hit:visible')).toHaveCount(4);
  await page.keyboard.press('Enter');
  await expect(state).toHaveText('2 of 5');
  await frames.selected(3);
  await page.keyboard.press('F3');
  await expect(state).toHaveText('3 of 5');
  await expect(frames.list.locator('[aria-selected="true"]:visible .fl-num')).toHaveText('6');
  await page.keyboard.press('Shift+F3');
  await expect(state).toHaveText('2 of 5');
  await bar.getByRole('button', { name: 'Match case' }).click();
  await expect(state).toHaveText('4 frames');
  await page.keyboard.press('Escape');
  await expect(bar).toBeHidden();
  await expect(frames.list.locator('.fl-row.hit:visible')).toHaveCount(0);
  await expect(frames.list).toBeFocused();
  await page.keyboard.press('n');
  await expect(bar).toBeVisible();
  await bar.getByRole('button', { name: 'Show only these frames' }).click();
  await expect(bar).toBeHidden();
  // Frames 1 and 3, and of the message, which is open, its head and the two events that have the text together.
  await expect.poll(() => frames.rowCount()).toBe(5);
});

test('marks what a regular expression matches in the detail, and says what is wrong with one', async ({
  launch,
  folder,
}) => {
  const path = join(folder, 'needles.jsonl');
  writeFileSync(path, RECORDING);
  const { frames, page } = await launch([path]);
  await frames.indexed();
  await frames.select(3);
  await frames.showRaw('pretty');
  await page.keyboard.press('Control+f');
  const state = page.getByTestId('find-state');
  await page.getByRole('button', { name: 'Regular expression' }).click();
  await page.getByLabel('Find', { exact: true }).fill('n[e]+dle');
  await expect(state).toHaveText(/frames$/);
  await expect(frames.raw.locator('.find-match')).toHaveCount(1);
  await page.getByLabel('Find', { exact: true }).fill('n(edle');
  await expect(state).toContainText('Unterminated group');
  await expect(frames.raw.locator('.find-match')).toHaveCount(0);
  await page.getByLabel('Find', { exact: true }).fill('nothing of the kind');
  await expect(state).toContainText('No frame has it');
  await page.getByLabel('Find', { exact: true }).fill('n[e]+dle');
  await frames.list.focus();
  await page.keyboard.press('1');
  const marks = () =>
    page.evaluate(() => [...(CSS.highlights.get('find') ?? [])].map((range) => String(range)));
  await expect.poll(marks).toContain('needle');
});

test('ends a regular expression that takes too long, and stays', async ({ launch, folder }) => {
  const path = join(folder, 'slow.jsonl');
  writeFileSync(path, `${RECORDING}${line({ type: 'user', slow: `${'a'.repeat(60)}!` })}`);
  const { frames, page } = await launch([path]);
  await frames.indexed();
  await frames.list.focus();
  await page.keyboard.press('Control+f');
  await page.getByRole('button', { name: 'Regular expression' }).click();
  await page.getByLabel('Find', { exact: true }).fill('"(a+)+"');
  await expect(page.getByTestId('find-state')).toContainText('takes too long on frame 11');
  await page.getByLabel('Find', { exact: true }).fill('needle here');
  await expect(page.getByTestId('find-state')).toHaveText('1 frame');
});
