import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { demo, expect, fixture, repositoryRoot, test } from './launch';

/** The session file in a folder of its own, with the files of its subagents around it. */
function sessionIn(folder: string, version: string): string {
  const project = join(folder, 'project');
  cpSync(join(fixture(version), '08-task.session', '-home-demo-project'), project, { recursive: true });
  const name = readdirSync(project).find((file) => /^[0-9a-f-]{36}\.jsonl$/.test(file));
  return join(project, name ?? '');
}

test('the files of subagents open together with their session', async ({ launch, folder }) => {
  const { page, frames } = await launch([sessionIn(folder, '2.0.50')]);
  await frames.indexed();
  expect(await frames.rowCount()).toBe(27);
  await expect(page.getByRole('tablist', { name: /session/i }).getByRole('tab')).toHaveCount(1);
  await page.keyboard.press('G');
  await frames.selected(27);
  await expect(frames.row(27)).toContainText('agent 4');
  // Lines are those of the agent's file.
  await expect(frames.detail).toContainText('frame 27, line 8');
  await expect(frames.detail).toContainText('agent-f87bbbf6.jsonl');
  await expect(frames.row(20).locator('.fl-num > span')).toHaveAttribute(
    'title',
    'Line 1 of agent-f87bbbf6.jsonl',
  );
  await frames.detail.getByRole('button', { name: '#6', exact: true }).click();
  await frames.selected(6);
});

test('the tree of subagents leads to their first frames, calls and results', async ({ launch, folder }) => {
  const { page, frames } = await launch([sessionIn(folder, '2.0.50')]);
  await frames.indexed();
  const agents = page.getByTestId('bottom-panel');
  await frames.statusBar.getByRole('button', { name: '4 subagents' }).click();
  const items = agents.getByRole('treeitem');
  await expect(items).toHaveCount(4);
  await expect(items.nth(0)).toContainText('general-purpose Look at README');
  await expect(items.nth(0)).toContainText('3 calls, 1 failed');
  await expect(items.nth(0)).toBeFocused();
  await expect(
    agents.getByRole('tree', { name: 'Not called by anything' }).getByRole('treeitem'),
  ).toHaveCount(2);
  await expect(items.nth(3)).toContainText('"Warmup"');
  await page.keyboard.press('Enter');
  await frames.selected(12);
  // The panel stays, as for turns and tasks: the next one is a key away.
  await expect(items.nth(0)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(items.nth(1)).toBeFocused();
  await page.keyboard.press('c');
  await frames.selected(6);
  // The key of the runs means a result here.
  const result = /result #(\d+)/.exec((await items.nth(1).textContent()) ?? '')?.[1];
  await page.keyboard.press('r');
  await frames.selected(Number(result));
  await expect(items.nth(1)).toBeFocused();
  await agents.getByRole('button', { name: 'result #8' }).click();
  await frames.selected(8);
  await page.keyboard.press('Escape');
  await expect(agents).toBeHidden();
  await expect(frames.list).toBeFocused();
});

test('nested subagents stand below the one that called them, in the tree and in the list', async ({
  launch,
}) => {
  const nested = join(repositoryRoot, 'test', 'cases', 'data', '061-nested-subagents.jsonl');
  const { page, frames } = await launch([nested]);
  await frames.indexed();
  const bar = (frame: number) =>
    frames
      .row(frame)
      .locator('.bar-mark')
      .evaluate((element) => element.getBoundingClientRect().left);
  expect(await bar(3)).toBeGreaterThan(await bar(2));
  expect(await bar(10)).toBeGreaterThan(await bar(3));
  await page.keyboard.press('a');
  const items = page.getByRole('treeitem');
  await expect(items).toHaveCount(4);
  const levels = await items.evaluateAll((all) => all.map((item) => item.getAttribute('aria-level')));
  expect(levels).toEqual(['1', '2', '1', '1']);
  const missing = page.getByRole('tree', { name: 'Called by a call that is not in this session' });
  await expect(missing.getByRole('treeitem')).toContainText('agent 4');
});

test('a session without subagents says so', async ({ launch }) => {
  const { page, frames } = await launch([fixture('2.1.332/02-bash.jsonl')]);
  await frames.indexed();
  await expect(frames.statusBar).not.toContainText('agent');
  await page.keyboard.press('a');
  await expect(page.getByTestId('bottom-panel')).toContainText('This session has no subagents.');
  await frames.drop(demo);
  await expect(frames.statusBar).toContainText('2 subagents');
  await expect(page.getByRole('treeitem')).toHaveCount(2);
});
