import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, fixture, repositoryRoot, test } from './launch';

// "Must" lines of the case sheets that only the window can show: jumps, pictures, and what folds under what.

const caseFile = (name: string) => join(repositoryRoot, 'test/cases/data', `${name}.jsonl`);

test('035: the image of t2 is shown as an image', async ({ launch, folder }) => {
  const bytes = readFileSync(caseFile('035-tool-result-shapes'), 'utf8');
  // The case holds the first 8 bytes of a picture only; with a whole one in its place it is drawn.
  const whole = /"data":"(iVBORw0KGgo[^"]{40,})"/.exec(
    readFileSync(fixture('2.1.332/15-image.jsonl'), 'utf8'),
  )?.[1];
  const path = join(folder, '035.jsonl');
  writeFileSync(path, bytes.replace('iVBORw0KGgo=', whole ?? ''));
  const { frames } = await launch([path, caseFile('035-tool-result-shapes')]);
  await frames.tab('035.jsonl').first().click();
  await frames.indexed();
  await frames.select(3);
  const picture = frames.detail.getByRole('img');
  await expect(picture).toHaveCount(1);
  expect(await picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(16);
  await frames.tab('035-tool-result-shapes').click();
  await frames.indexed();
  await frames.select(3);
  await expect(frames.detail.getByText('its data is broken')).toHaveCount(1);
});

test('037: orphans and the unanswered call are listed, each with a jump to its frame', async ({ launch }) => {
  const { frames, page } = await launch([caseFile('037-orphans-both-ways')]);
  const panel = page.getByTestId('bottom-panel');
  await frames.indexed();
  await page.keyboard.press('p');
  for (const [code, says, found] of [
    ['orphan-result', 'gone', 1],
    ['orphan-result', '', 4],
    ['unanswered-call', 't2', 2],
  ] as const) {
    const group = panel.locator(`[data-code="${code}"]`);
    if ((await group.getAttribute('aria-expanded')) !== 'true') await group.click();
    const line = panel.getByRole('button', { name: new RegExp(`#${found}\\b`) }).first();
    await expect(line).toContainText(says);
    await line.click();
    await frames.selected(found);
  }
});

test('056: summaries fold under the boundary of their compaction, and open there', async ({ launch }) => {
  const { frames, page } = await launch([caseFile('056-compaction-session')]);
  await frames.indexed();
  expect(await frames.rowCount()).toBe(7);
  const boundary = frames.list.locator('[role="row"][aria-expanded="false"]:visible').first();
  await expect(boundary).toContainText('summary');
  await expect(boundary).toContainText('335,000');
  await boundary.locator('.fl-fold').click();
  await expect.poll(() => frames.rowCount()).toBe(8);
  await expect(frames.list.locator('[aria-level="2"]:visible')).toContainText('Summary one');
  await page.keyboard.press('1');
  await expect(frames.detail).toContainText('2 of 3 begins here');
});

test('074: progress lines fold under call t1, which keeps its name', async ({ launch }) => {
  const { frames } = await launch([caseFile('074-progress-and-hook-forks')]);
  await frames.indexed();
  expect(await frames.rowCount()).toBe(6);
  const call = frames.list.locator('[role="row"][aria-expanded="false"]:visible');
  await expect(call).toHaveCount(1);
  await expect(call).toContainText('2 progress lines');
  await expect(call).toContainText('Bash true');
  await call.locator('.fl-fold').click();
  await expect.poll(() => frames.rowCount()).toBe(8);
  await expect(frames.list.locator('[aria-level="2"]:visible')).toHaveCount(2);
});

test('029: the JSON tree of 5000 levels opens level by level', async ({ launch }) => {
  const { frames, page } = await launch([caseFile('029-deep-nesting')]);
  await frames.indexed();
  await frames.select(3);
  await frames.showRaw('pretty');
  await expect.poll(() => frames.editorText()).toContain('"tool_result"');
  const lines = async () => (await frames.editorText()).split('\n').length;
  const all = await lines();
  await frames.raw.locator('.view-lines').click({ position: { x: 5, y: 5 } });
  await page.keyboard.press('Control+Home');
  await frames.raw.locator('.codicon-folding-expanded').first().click();
  await expect.poll(lines).toBeLessThan(all);
  await frames.raw.locator('.codicon-folding-collapsed').first().click();
  await expect.poll(lines).toBe(all);
  await frames.list.focus();
  await frames.select(2);
  await expect(frames.raw).toHaveAttribute('data-state', 'ready');
  await expect.poll(() => frames.editorText()).toContain('"tool_use"');
});
