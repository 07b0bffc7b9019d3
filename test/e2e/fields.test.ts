import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clipboardText, demo, expect, fixture, test } from './launch';

test('the fields of a frame: what is known of each, by mouse and keyboard', async ({ launch, folder }) => {
  const file = join(folder, 'bridged.jsonl');
  const frames = [
    { type: 'system', subtype: 'init', session_id: 's', claude_code_version: '2.1.332' },
    { type: 'task_progress', session_id: 's', task_id: 5, stream: 'command', mood: { deep: 1 } },
  ];
  writeFileSync(file, frames.map((frame) => `${JSON.stringify(frame)}\n`).join(''));
  const { app, frames: list, page } = await launch([file]);
  await list.indexed();
  await list.select(2);
  await page.keyboard.press('4');
  const tab = page.getByTestId('fields-tab');
  await expect(list.detail.getByRole('tab', { name: 'Fields 6' })).toHaveAttribute('aria-selected', 'true');
  const row = (path: string) => tab.locator(`li[data-path="${path}"]`);
  await expect(row('mood')).toHaveAttribute('data-provenance', 'new');
  await expect(row('mood.deep')).toHaveAttribute('data-provenance', 'new');
  await expect(row('stream')).toHaveAttribute('data-provenance', 'bridge');
  await expect(row('task_id')).toHaveAttribute('data-provenance', 'reference');

  // From the filter into the list, and what is known of the field that is opened there.
  await tab.getByRole('searchbox').fill('stream');
  await expect(tab.locator('li')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(row('stream')).toContainText('A bridge passes on the output of a command');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('copy the path of the open field');
  await page.keyboard.press('Enter');
  await expect.poll(() => clipboardText(app)).toBe('stream');
  await tab.getByRole('searchbox').focus();
  await page.keyboard.press('Escape');
  await expect(tab.locator('li')).toHaveCount(6);
  await tab.getByRole('searchbox').fill('no such field');
  await expect(tab).toContainText('No field of this frame matches');
});

test('a required field that is missing is told of as a note', async ({ launch, folder }) => {
  const file = join(folder, 'short.jsonl');
  const init = { type: 'system', subtype: 'init', session_id: 's', claude_code_version: '2.1.332', cwd: 5 };
  writeFileSync(file, `${JSON.stringify(init)}\n`);
  const { frames, page } = await launch([file]);
  await frames.indexed();
  await frames.select(1);
  await page.keyboard.press('4');
  const row = (path: string) => page.getByTestId('fields-tab').locator(`li[data-path="${path}"]`);
  await row('tools').getByRole('button').click();
  await expect(row('tools')).toContainText('Published as required (string[]); it is missing in this frame.');
  await row('cwd').getByRole('button').click();
  await expect(row('cwd')).toContainText('Published as string; here it is a number.');
});

test('each key of the raw text has a mark that says where it comes from', async ({ launch }) => {
  const { frames, page } = await launch([demo]);
  await frames.indexed();
  // The editor holds the lines that are in view: the timeline gives them its room.
  await page.keyboard.press('V');
  // The result of a subagent, with fields that are published and fields that were only seen.
  await frames.select(32);
  await frames.showRaw('pretty');
  const marks = frames.raw.locator('.cldr.field-mark');
  await expect(marks.and(page.locator('.reference')).first()).toBeVisible();
  await expect(marks.and(page.locator('.observed')).first()).toBeVisible();
  await expect(marks.and(page.locator('.new'))).toHaveCount(0);
  await expect(frames.raw.getByRole('list', { name: 'Marks beside the keys' })).toContainText(
    'bridge extension',
  );

  // Every mark stands on the line of a key.
  const text = (await frames.editorText()).split('\n');
  const tops = await marks.evaluateAll((all) => all.map((mark) => mark.getBoundingClientRect().top));
  const lines = await frames.raw
    .locator('.view-line')
    .evaluateAll((all) =>
      all.map((line) => ({ top: line.getBoundingClientRect().top, text: line.textContent ?? '' })),
    );
  const withKey = lines.filter((line) => /^\s*"[^"]*":/.test(line.text));
  expect(withKey.length).toBeGreaterThan(10);
  expect(tops.map(Math.round).sort()).toEqual(withKey.map(({ top }) => Math.round(top)).sort());
  expect(text.length).toBe(lines.length);

  const hover = page.getByTestId('field-hover');
  await frames.raw.locator('.view-line span span', { hasText: /^"agentId"$/ }).hover();
  await expect(hover).toContainText('tool_use_result.agentId');
  await expect(hover).toContainText('Seen in recordings from 2.1.88 to 2.1.332 (string).');
  await page.mouse.move(5, 5);
  await expect(hover).toHaveCount(0);

  // By keyboard: the cursor tells as well.
  await frames.raw.locator('.view-line', { hasText: '"type": "user"' }).first().click();
  await page.keyboard.press('ArrowDown');
  await expect(hover).toContainText('message');
  await page.keyboard.press('Escape');
  await expect(hover).toHaveCount(0);

  await frames.raw.getByRole('button', { name: 'exact', exact: true }).click();
  await expect(marks).toHaveCount(0);
});

test('marks follow a text of many lines, and stay in another theme', async ({ launch }) => {
  const { app, frames, page } = await launch([fixture('2.1.332/02-bash.jsonl')]);
  await frames.indexed();
  await frames.select(1);
  await frames.showRaw('pretty');
  const marks = frames.raw.locator('.cldr.field-mark');
  await expect(marks.first()).toBeVisible();
  await frames.raw.locator('.view-lines').click();
  await page.keyboard.press('Control+End');
  await expect(frames.raw.locator('.view-line', { hasText: /^\}$/ })).toBeVisible();
  await expect(marks.last()).toBeVisible();
  const colour = () => marks.last().evaluate((mark) => getComputedStyle(mark, '::before').borderTopColor);
  await app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('theme-dark')?.click());
  await expect.poll(() => page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)).toBe(true);
  const dark = await colour();
  await app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('theme-light')?.click());
  await expect.poll(colour).not.toBe(dark);
  await expect(marks.last()).toBeVisible();
});
