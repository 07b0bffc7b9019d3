import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { demo, expect, fixture, type Running, repositoryRoot, test } from './launch';

const caseFile = (name: string) => join(repositoryRoot, 'test/cases/data', `${name}.jsonl`);

/** A stream with 2 torn or noisy pieces, an orphan result, an unanswered call, and 400 lines of noise at its end. */
function troubled(folder: string): string {
  const path = join(folder, 'troubled.jsonl');
  const parts = ['002-torn-prefix-then-object', '037-orphans-both-ways'].map((name) =>
    readFileSync(caseFile(name), 'utf8'),
  );
  writeFileSync(path, `${parts.join('\n')}\n${'noise\n'.repeat(400)}`);
  return path;
}

async function expectAccessible({ page }: Running, state: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(
    grave.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`),
    state,
  ).toEqual([]);
}

const panelOf = ({ page }: Running) => page.getByTestId('bottom-panel');

test('the diagnostics are opened by the status bar, walked by keyboard, and lead to their frames', async ({
  launch,
  folder,
}) => {
  const running = await launch([troubled(folder)]);
  const { page, frames } = running;
  const panel = panelOf(running);
  await frames.indexed();
  await frames.statusBar.getByRole('button', { name: /diagnostics/ }).click();
  await expect(panel).toBeVisible();
  const torn = panel.locator('[data-code="torn-record"]');
  await expect(torn).toHaveAttribute('aria-expanded', 'true');
  await expect(panel).toContainText('A record begins and stops in the middle.');
  await expect(torn).toContainText('can be normal');
  // The gravest group has the focus; its first line is the next one, and Enter goes to its frame.
  await expect(torn).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await frames.selected(2);
  // Back to the group, which the arrow then closes.
  await page.keyboard.press('ArrowLeft');
  await expect(torn).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(torn).toHaveAttribute('aria-expanded', 'false');
  await expectAccessible(running, 'diagnostics');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(frames.list).toBeFocused();
  await page.keyboard.press('p');
  await expect(panel).toBeVisible();
  await page.keyboard.press('p');
  await expect(panel).toBeHidden();
});

test('a code of 400 diagnostics can be shown to the last one', async ({ launch, folder }) => {
  const running = await launch([troubled(folder)]);
  const { page, frames } = running;
  const panel = panelOf(running);
  await frames.indexed();
  await page.keyboard.press('p');
  const noise = panel.locator('[data-code="noise"]');
  await expect(noise).toContainText('400');
  await expect(noise).toHaveAttribute('aria-expanded', 'false');
  await noise.click();
  await panel.getByRole('button', { name: 'Show 200 more of 380' }).click();
  await panel.getByRole('button', { name: 'Show 180 more of 180' }).click();
  await expect(panel.getByRole('button', { name: /^Show/ })).toHaveCount(0);
  const last = await frames.rowCount();
  await panel.getByRole('button', { name: new RegExp(`^#${last}\\b`) }).click();
  await frames.selected(last);
});

test('diagnostics are filtered by severity and by text', async ({ launch, folder }) => {
  const running = await launch([troubled(folder)]);
  const panel = panelOf(running);
  await running.frames.indexed();
  await running.page.keyboard.press('p');
  const codes = () =>
    panel.locator('[data-code]').evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.code));
  await expect
    .poll(codes)
    .toEqual(['torn-record', 'noise', 'uuid-collision', 'orphan-result', 'unanswered-call']);
  await panel.getByRole('button', { name: /warnings/ }).click();
  await expect.poll(codes).toEqual(['torn-record', 'unanswered-call']);
  await panel.getByRole('button', { name: /warnings/ }).click();
  const text = panel.getByRole('searchbox', { name: 'Filter the diagnostics' });
  await text.fill('answers no call');
  await expect.poll(codes).toEqual(['orphan-result']);
  await text.fill('never said');
  await expect(panel).toContainText('No diagnostic passes the filter.');
});

test('a file without problems says so, and the panel is there again after a restart', async ({
  launch,
  folder,
}) => {
  const userData = join(folder, 'user');
  const first = await launch([fixture('2.1.332/02-bash.jsonl')], { userData });
  await first.frames.indexed();
  await first.page.keyboard.press('p');
  await expect(first.page.getByTestId('no-diagnostics')).toContainText('Nothing to report');
  const handle = first.page.getByRole('separator', { name: 'Resize the panel' });
  await handle.focus();
  const before = (await panelOf(first).boundingBox())!.height;
  for (let press = 0; press < 3; press++) await first.page.keyboard.press('ArrowUp');
  await expect.poll(async () => (await panelOf(first).boundingBox())!.height).toBeGreaterThan(before + 20);
  const { height } = (await panelOf(first).boundingBox())!;
  await first.quit();
  const second = await launch([fixture('2.1.332/02-bash.jsonl')], { userData });
  await second.frames.indexed();
  await expect(panelOf(second)).toBeVisible();
  // It opened by itself: the list keeps the focus.
  await expect(panelOf(second).locator(':focus')).toHaveCount(0);
  await expect
    .poll(async () => Math.abs((await panelOf(second).boundingBox())!.height - height))
    .toBeLessThan(12);
});

test('every figure can be asked from which frames it comes', async ({ launch }) => {
  const running = await launch([demo]);
  const { page, frames } = running;
  const panel = panelOf(running);
  const figure = page.getByTestId('figure');
  await frames.indexed();
  await frames.statusBar.getByRole('button', { name: '$0.0265' }).click();
  await expect(figure).toHaveAttribute('data-figure', 'cost');
  await expect(figure).toContainText('running total of one process');
  await expect(page.getByTestId('figure-total')).toContainText('$0.0265');
  await expect(figure.getByRole('table')).toContainText('claude-opus-5-5');
  await figure.getByRole('button', { name: /^#34 / }).click();
  await frames.selected(34);
  await expectAccessible(running, 'a figure');

  // By keyboard: down the list of figures.
  await page.keyboard.press('Escape');
  await page.keyboard.press('y');
  await expect(panel.locator('[aria-current="true"]')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(figure).toHaveAttribute('data-figure', 'input');

  // A fact of the strip, and a count that goes to the next problem when it is pressed.
  await page
    .getByTestId('outcome-strip')
    .getByRole('button', { name: /^8, 2 failed/ })
    .click();
  await expect(figure).toHaveAttribute('data-figure', 'toolCalls');
  await expect(page.getByTestId('figure-total')).toContainText('8');
  await frames.statusBar.getByRole('button', { name: /failed calls/ }).click({ button: 'right' });
  await expect(figure).toHaveAttribute('data-figure', 'failedCalls');
  await expect(figure.getByRole('button', { name: /^#\d+ Bash/ })).toHaveCount(2);

  // Frames by kind, and those of one kind.
  await frames.statusBar.getByRole('button', { name: '34 frames' }).click();
  await figure.getByRole('button', { name: /^system\/task_progress/ }).click();
  await expect(figure.getByRole('button', { name: /^#9 / })).toBeVisible();
  await figure.getByRole('button', { name: 'All kinds' }).click();
  await expect(figure.getByRole('button', { name: /^system\/task_progress/ })).toBeVisible();
});

test('the runs of a file are listed, and lead to where they begin', async ({ launch }) => {
  const running = await launch([caseFile('064-session-id-troubles')]);
  const { page, frames } = running;
  await frames.indexed();
  await page
    .getByTestId('outcome-strip')
    .getByRole('button', { name: /^last of/ })
    .click();
  const runs = panelOf(running).getByRole('list', { name: 'Runs' });
  await expect(runs.getByRole('listitem')).toHaveCount(2);
  await expectAccessible(running, 'runs');
  const second = runs.getByRole('button').nth(1);
  const begins = Number((/#(\d+) to/.exec((await second.textContent()) ?? '') ?? [])[1]);
  await second.click();
  await frames.selected(begins);
});

test('in the smallest window every tab is in reach, and nothing is wider than its pane', async ({
  launch,
}) => {
  const { app, page, frames } = await launch([demo]);
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(900, 560));
  await expect.poll(() => page.evaluate(() => window.innerWidth)).toBe(900);
  await frames.indexed();
  await frames.select(32);
  const inPane = (tablist: string) =>
    page.getByRole('tablist', { name: tablist, exact: true }).evaluate((list) => {
      const pane = list.parentElement?.getBoundingClientRect();
      const tabs = [...list.querySelectorAll('[role="tab"]')].map((tab) => tab.getBoundingClientRect());
      return {
        reach: tabs.every(({ left, right }) => pane && left >= pane.left && right <= pane.right),
        rows: new Set(tabs.map(({ top }) => Math.round(top))).size,
      };
    });
  for (const key of ['1', '2', '3', '4', '5', '6']) {
    await page.keyboard.press(key);
    await expect(frames.detail.getByRole('tab', { selected: true })).toBeVisible();
    expect(await inPane('Frame detail'), `detail ${key}`).toEqual({ reach: true, rows: 1 });
    expect(
      await frames.detail.evaluate((pane) => pane.scrollWidth - pane.clientWidth),
      `detail ${key}`,
    ).toBeLessThanOrEqual(0);
  }
  const panel = page.getByTestId('bottom-panel');
  for (const [key, name] of Object.entries({
    p: 'Diagnostics',
    y: 'Figures',
    r: 'Runs',
    t: 'Turns',
    T: 'Tasks',
    a: 'Subagents',
  })) {
    await page.keyboard.press(key);
    await expect(panel.getByRole('tab', { name, selected: true })).toBeVisible();
    expect(await inPane('Panel'), name).toEqual({ reach: true, rows: 1 });
    const wide = await panel
      .locator('.panel-line, .agent-item, .lines-head')
      .evaluateAll((lines) => lines.filter((line) => line.scrollWidth > line.clientWidth).length);
    expect(wide, name).toBe(0);
  }
});

test('an outcome with problems links to the frames that show them', async ({ launch }) => {
  const { page, frames } = await launch([demo]);
  await frames.indexed();
  const strip = page.getByTestId('outcome-strip');
  await expect(strip).toContainText('Evidence');
  await strip.getByRole('button', { name: '#26' }).click();
  await frames.selected(26);
  await expect(frames.row(26)).toContainText('Exit code 2');
});

test('what a line of the list cuts off is said when the pointer comes to it', async ({ launch }) => {
  const { frames } = await launch([demo]);
  await frames.indexed();
  const cut = frames.row(1).locator('.fl-sum');
  await expect(cut).not.toHaveAttribute('title');
  await cut.hover();
  await expect(cut).toHaveAttribute('title', /22 tools/);
});

test('the shortcuts fit the window, without scrolling', async ({ launch }) => {
  const { app, page, frames } = await launch([demo]);
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1280, 800));
  await frames.indexed();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet).toContainText('Show or hide the runs');
  expect(await sheet.evaluate((box) => box.scrollHeight - box.clientHeight)).toBeLessThanOrEqual(1);
});
