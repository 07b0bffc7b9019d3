import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, repositoryRoot, test } from './launch';

const INDEXED_AGAIN_MS = 1000;

test('a recording of 200 MB that is opened a second time is there at once, and is followed', async ({
  launch,
  folder,
}) => {
  test.setTimeout(180_000);
  const path = join(folder, 'large.jsonl');
  const generator = join(repositoryRoot, 'test', 'bench', 'generate-stream.mjs');
  spawnSync(process.execPath, [generator, path, '--bytes', '200M']);
  // A file that was just written to is waited for.
  utimesSync(path, 1_700_000_000, 1_700_000_000);
  const userData = join(folder, 'user');
  const first = await launch([path], { userData });
  await first.frames.indexed({ timeout: 60_000 });
  const rows = await first.frames.rowCount();
  const fileEnd = first.frames.statusBar.getByTestId('file-end');
  await expect(fileEnd).toContainText('indexed in');
  const cache = join(userData, 'index-cache');
  const kept = () => (existsSync(cache) ? readdirSync(cache) : []).filter((name) => name.endsWith('.index'));
  await expect.poll(kept, { timeout: 15_000 }).toHaveLength(1);
  await first.quit();

  const second = await launch([path], { userData });
  await second.frames.indexed();
  expect(await second.frames.rowCount()).toBe(rows);
  const end = second.frames.statusBar.getByTestId('file-end');
  await expect(end).toContainText(/^index read back in \d+ ms$/);
  expect(Number(/\d+/.exec((await end.textContent()) ?? '')?.[0])).toBeLessThan(INDEXED_AGAIN_MS);
  await expect(end).toHaveAttribute(
    'title',
    /^Its index of .+ was read back in \d+ ms; of the file only what came since was read\./,
  );
  // The last row is where it was, and the file goes on.
  await second.frames.list.focus();
  await second.page.keyboard.press('G');
  await second.frames.selected(rows);
  appendFileSync(path, '{"type":"user","message":{"role":"user","content":"and on it goes"}}\n');
  await expect.poll(() => second.frames.rowCount()).toBe(rows + 1);
  await expect(second.frames.row(rows + 1)).toContainText('and on it goes');
});
