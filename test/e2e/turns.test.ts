import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect, fixture, type Running, repositoryRoot, test } from './launch';

const caseFile = (name: string) => join(repositoryRoot, 'test/cases/data', `${name}.jsonl`);
const panelOf = ({ page }: Running) => page.getByTestId('bottom-panel');

async function expectAccessible({ page }: Running, state: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(
    grave.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`),
    state,
  ).toEqual([]);
}

test('050: the turns are listed with their own outcome, and lead to their frames', async ({ launch }) => {
  const running = await launch([caseFile('050-result-key-absent-after-interrupt')]);
  const { page, frames } = running;
  const panel = panelOf(running);
  await frames.indexed();
  await page.keyboard.press('t');
  const turns = panel.getByRole('list', { name: 'Turns' }).getByRole('button');
  await expect(turns).toHaveCount(2);
  await expect(turns.nth(0)).toContainText('interrupted');
  await expect(turns.nth(0)).toContainText('$0.0200');
  await expect(turns.nth(1)).toContainText('success');
  await expect(turns.nth(1)).toContainText('$0.0100');
  await expect(panel).toContainText('no prompt recorded');
  await expect(turns.nth(0)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await frames.selected(7);
  await expectAccessible(running, 'turns');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
});

test('053: a failed background task is counted, listed with its events, and named in the outcome', async ({
  launch,
}) => {
  const running = await launch([caseFile('053-frames-after-result')]);
  const { page, frames } = running;
  const panel = panelOf(running);
  await frames.indexed();
  await expect(page.getByTestId('outcome-strip')).toContainText('1 background task failed');
  await frames.statusBar.getByRole('button', { name: '1 task, 1 failed' }).click();
  const task = panel.getByRole('button', { name: /failed k1/ });
  await expect(task).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(task).toHaveAttribute('aria-expanded', 'true');
  await panel.getByRole('button', { name: '#7 notification' }).click();
  await frames.selected(7);
  await expectAccessible(running, 'tasks');
  await panel.getByRole('button', { name: '#2 call t1' }).click();
  await frames.selected(2);
});

test('a recording without tasks says so, and has no count of them', async ({ launch }) => {
  const running = await launch([fixture('2.1.332/16-two-turns.jsonl')]);
  const { page, frames } = running;
  await frames.indexed();
  await expect(frames.statusBar.getByRole('button', { name: /task/ })).toHaveCount(0);
  await page.keyboard.press('T');
  await expect(panelOf(running)).toContainText('No frame of this file tells of a task');
});

test('040 and 082: calls made at once, error output and the saved file stand beside a call', async ({
  launch,
}) => {
  const running = await launch([
    caseFile('082-tool-use-result-shapes'),
    caseFile('040-parallel-out-of-order'),
  ]);
  const { page, frames } = running;
  await frames.indexed();
  await frames.row(2).click();
  const { detail } = frames;
  await page.keyboard.press('2');
  await expect(detail).toContainText('one of 3 calls made at once');
  await detail
    .getByRole('list', { name: 'Calls made at once' })
    .getByRole('button', { name: /Bash #4/ })
    .click();
  await frames.selected(4);
  await page.keyboard.press('Control+PageUp');
  await frames.indexed();
  await frames.row(3).click();
  await expect(detail).toContainText('the model did not see it');
  await expect(detail).toContainText('warn');
  await frames.row(7).click();
  await expect(detail).toContainText('The whole result (11.4MB) was saved to');
  await expect(detail).toContainText('file not found here');
  await expectAccessible(running, 'the sides of a call');
});

test('068: signatures of thinking are not written out', async ({ launch }) => {
  const { page, frames } = await launch([caseFile('068-thinking-shapes')]);
  await frames.indexed();
  await page.keyboard.press('1');
  await frames.row(2).click();
  const { detail } = frames;
  await expect(detail).toContainText('thinking not included (signed)');
  await expect(detail).not.toContainText('S2S2S2');
});
