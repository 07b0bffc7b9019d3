import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './launch';

test('a file that does not exist', async ({ launch, folder }) => {
  const path = join(folder, 'missing.jsonl');
  const { frames } = await launch([path]);
  await expect(frames.page.getByTestId('file-state')).toContainText(`There is no file at ${path}.`);
  await expect(frames.tab('missing.jsonl')).toBeVisible();
});

test('a file that did not exist is opened by trying again', async ({ launch, folder }) => {
  const path = join(folder, 'late.jsonl');
  const { frames } = await launch([path]);
  await expect(frames.page.getByTestId('file-state')).toBeVisible();
  writeFileSync(path, '{"type":"system","subtype":"init"}\n');
  await frames.page.getByRole('button', { name: 'Try again' }).click();
  await frames.indexed();
  expect(await frames.rowCount()).toBe(1);
});

test('a folder', async ({ launch, folder }) => {
  const path = join(folder, 'runs');
  mkdirSync(path);
  const { frames } = await launch([path]);
  await expect(frames.page.getByTestId('file-state')).toContainText(
    `${path} is a folder, not a recording. Open one of the files in it.`,
  );
});

test('an empty file', async ({ launch, folder }) => {
  const path = join(folder, 'empty.jsonl');
  writeFileSync(path, '');
  const { frames } = await launch([path]);
  await expect(frames.page.getByTestId('file-state')).toContainText('This file is empty');
});

test('a binary file is shown piece by piece, and said to hold no frame', async ({ launch, folder }) => {
  const path = join(folder, 'picture.png');
  const bytes = Buffer.alloc(64 * 1024);
  for (let i = 0, state = 1; i < bytes.length; i++) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    bytes[i] = state >>> 16;
  }
  writeFileSync(path, bytes);
  const { frames } = await launch([path]);
  await frames.indexed();
  await expect(frames.page.getByTestId('file-banner')).toBeVisible();
  await frames.select(1);
  await frames.showRaw('hex');
  await expect
    .poll(() => frames.editorText())
    .toContain(bytes.toString('hex', 0, 4).replace(/../g, '$& ').trim());
});
