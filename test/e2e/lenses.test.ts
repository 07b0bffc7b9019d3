import AxeBuilder from '@axe-core/playwright';
import type { Locator } from '@playwright/test';
import { demo, expect, type Running, test } from './launch';

const view = ({ page }: Running): Locator => page.getByTestId('lenses-view');

async function ready(running: Running): Promise<Locator> {
  await expect(view(running)).toHaveAttribute('data-state', 'ready');
  return view(running);
}

async function expectAccessible({ page }: Running, state: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(
    grave.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`),
    state,
  ).toEqual([]);
}

test('lenses show what other systems derive from a frame, and remember how they were set', async ({
  launch,
  folder,
}) => {
  test.setTimeout(120_000);
  const userData = `${folder}/user`;
  const running = await launch([demo], { userData });
  const { page, frames } = running;
  await frames.indexed();
  // Frame 12 of the demo calls Bash, frame 19 answers it.
  await frames.select(12);
  await page.keyboard.press('6');
  const lenses = await ready(running);
  await expect(lenses.getByRole('heading', { name: 'tool_call_requested' })).toBeVisible();
  await expect(lenses).toContainText('Exactly what OpenASE derives from this frame');
  await expect(lenses).toContainText('OpenASE does not look at them.');
  await expectAccessible(running, 'an event');

  await frames.select(19);
  await ready(running);
  await expect(lenses).toContainText('echo from subagent alpha');
  await lenses.getByText(/^JSON, /).click();
  await expect(lenses.locator('pre')).toContainText('"stream": "command"');
  await lenses.getByRole('button', { name: '#12' }).click();
  await frames.selected(12);

  await lenses.getByLabel('Lens').selectOption('AgentMux');
  await ready(running);
  await expect(lenses).toContainText('AgentMux emits nothing for this frame:');
  await expect(lenses).toContainText('It only adds a turn to the transcript');
  await expectAccessible(running, 'no event');

  await frames.list.focus();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Lenses: corrected');
  await page.keyboard.press('Enter');
  await ready(running);
  await expect(lenses.getByRole('heading', { name: 'tool_use' })).toBeVisible();
  await expect(lenses.getByRole('list', { name: 'What was corrected' })).toContainText('No delta told it');
  await expectAccessible(running, 'a corrected event');
  await running.quit();

  const again = await launch([demo], { userData });
  await again.frames.indexed();
  await again.frames.select(12);
  const kept = await ready(again);
  await expect(kept.getByLabel('Lens')).toHaveValue('agent-events');
  await expect(kept.getByRole('button', { name: 'corrected' })).toHaveAttribute('aria-pressed', 'true');
});
