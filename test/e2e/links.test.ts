import { clipboardText, demo, expect, fixture, test } from './launch';

test('names the ids of a frame and goes to the frames it belongs with', async ({ launch }) => {
  const { app, frames, page } = await launch([demo]);
  await frames.indexed();
  // Frame 12 calls Bash in the first subagent, which frame 3 started; frame 19 holds its result.
  await frames.select(12);
  await page.keyboard.press('5');
  const tab = frames.detail.getByRole('tab', { name: /Links/ });
  await expect(tab).toHaveAttribute('aria-selected', 'true');
  const identities = frames.detail.getByRole('region', { name: 'Identities' });
  const event = identities.getByRole('listitem').first();
  await expect(event).toContainText('provided by uuid');
  await expect(identities.getByRole('listitem').filter({ hasText: 'parent tool use' })).toContainText(
    'relation by parent_tool_use_id',
  );
  const related = frames.detail.getByRole('region', { name: 'Related frames' });
  await expect(related).toHaveAttribute('aria-busy', 'false');
  await expect(related).toContainText('All 34 frames were searched for its ids.');
  await expect(related.getByRole('article').filter({ hasText: 'frames of this subagent' })).toBeVisible();

  await identities.getByRole('button', { name: 'Copy the event id' }).click();
  await expect.poll(() => clipboardText(app)).toMatch(/^[0-9a-f-]{36}$/);

  await related
    .getByRole('article')
    .filter({ hasText: 'results' })
    .getByRole('button', { name: /^#19/ })
    .click();
  await frames.selected(19);
  await expect(related.getByRole('article').filter({ hasText: 'calls' })).toContainText('#12');
  await frames.list.focus();
  await page.keyboard.press('[');
  await frames.selected(12);
});

test('says of an id that it was made, and by which rule', async ({ launch }) => {
  const { frames, page } = await launch([fixture('2.1.332/16b-control.jsonl')]);
  await frames.indexed();
  await frames.list.focus();
  await page.keyboard.press('g');
  await page.keyboard.press('5');
  const event = frames.detail.getByRole('region', { name: 'Identities' }).getByRole('listitem').first();
  await expect(event).toContainText('inferred');
  await expect(event).toContainText('Control frames state no uuid');
});
