import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { clipboardText, expect, repositoryRoot, test } from './launch';

/** The last line of a file with its line end, without reading the rest. */
function lastLine(path: string): string {
  const tail = Buffer.alloc(64 * 1024);
  const file = openSync(path, 'r');
  const read = readSync(file, tail, 0, tail.length, Math.max(0, statSync(path).size - tail.length));
  closeSync(file);
  return `${tail.toString('utf8', 0, read).trimEnd().split('\n').at(-1)}\n`;
}

test('a recording of 300 MB can be read to its last row, folded and unfolded', async ({ launch, folder }) => {
  test.setTimeout(180_000);
  const path = join(folder, 'large.jsonl');
  const generator = join(repositoryRoot, 'test', 'bench', 'generate-stream.mjs');
  // It writes the recording to a file and tells what is in it on stderr.
  const made = spawnSync(process.execPath, [generator, path, '--bytes', '300M'], { encoding: 'utf8' });
  const { frames: expected } = JSON.parse(made.stderr) as { frames: number };

  const { app, frames } = await launch([path]);
  // Rows are there before the index is.
  await expect(frames.row(1)).toBeVisible();
  await frames.indexed({ timeout: 60_000 });
  const folded = await frames.rowCount();
  expect(folded).toBeLessThan(expected);
  await frames.list.focus();
  await frames.page.keyboard.press('G');
  await frames.selected(folded);
  await frames.page.keyboard.press('O');
  await expect.poll(() => frames.rowCount()).toBe(expected);

  await frames.list.evaluate((list) => {
    list.scrollTop = list.scrollHeight;
  });
  await expect(frames.row(expected)).toBeInViewport();
  await frames.row(expected).click();
  await frames.selected(expected);
  await frames.page.keyboard.press('c');
  await expect.poll(() => clipboardText(app)).toBe(lastLine(path));

  await frames.page.keyboard.press('g');
  await frames.selected(1);
  await frames.page.keyboard.press('G');
  await frames.selected(expected);
});
