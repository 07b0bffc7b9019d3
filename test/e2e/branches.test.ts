import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { demo, expect, test } from './launch';

const line = (type: string, uuid: string, parentUuid: string | null, text: string, second: number) => ({
  parentUuid,
  isSidechain: false,
  sessionId: 's',
  version: '2.1.332',
  type,
  uuid,
  timestamp: `2026-01-15T09:00:${String(second).padStart(2, '0')}.000Z`,
  message: { id: `m-${uuid}`, role: type, content: [{ type: 'text', text }] },
});

/** A conversation whose second prompt was taken back once. */
const REWOUND = [
  line('user', 'u1', null, 'Write a parser', 0),
  line('assistant', 'a1', 'u1', 'It is written.', 4),
  line('user', 'u2', 'a1', 'Now write tests in Java', 9),
  line('assistant', 'a2', 'u2', 'Here are tests in Java.', 15),
  line('user', 'u3', 'a1', 'Now write tests in TypeScript', 31),
  line('assistant', 'a3', 'u3', 'Here are tests in TypeScript.', 38),
];

test('lists the branches of a conversation and goes to where they part', async ({ launch, folder }) => {
  const path = join(folder, 'rewound.jsonl');
  writeFileSync(path, REWOUND.map((frame) => `${JSON.stringify(frame)}\n`).join(''));
  const { frames, page } = await launch([path]);
  await frames.indexed();
  // What was left behind is dimmed, and its mark says why.
  for (const frame of [3, 4]) await expect(frames.row(frame)).toHaveClass(/\boff\b/);
  await expect(frames.row(3).locator('.fl-marks')).toHaveAttribute('title', /off the current branch/);
  for (const frame of [2, 5]) await expect(frames.row(frame)).not.toHaveClass(/\boff\b/);

  await expect(frames.statusBar.getByRole('button', { name: '2 branches' })).toBeVisible();
  await frames.list.focus();
  await page.keyboard.press('b');
  const list = page.getByRole('dialog', { name: 'Branches of the conversation' });
  const abandoned = list.getByRole('listitem').filter({ hasText: 'abandoned' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(list.getByRole('listitem').filter({ hasText: 'current' })).toContainText('Write a parser');
  await expect(abandoned).toContainText('Now write tests in Java');
  await expect(abandoned).toContainText('2 frames, 6.0 s');
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([]);

  await abandoned.getByRole('button', { name: '#2', exact: true }).click();
  await frames.selected(2);
  await expect(list).toBeHidden();
  await frames.statusBar.getByRole('button', { name: '2 branches' }).click();
  await abandoned.getByRole('button', { name: /abandoned/ }).click();
  await frames.selected(3);
  await expect(frames.detail).toContainText('off the current branch: abandoned by a rewind');
});

test('says nothing of branches where there are none', async ({ launch }) => {
  const { frames, page } = await launch([demo]);
  await frames.indexed();
  await expect(frames.statusBar.getByRole('button', { name: /branch/ })).toHaveCount(0);
  await frames.list.focus();
  await page.keyboard.press('b');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
