import { appendFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { FramesPage } from './frames-page';
import { enginePid, expect, test } from './launch';

/** One frame of a made-up session. */
function frame(number: number, text = `Line ${number}`): string {
  const message = { id: `m${number}`, type: 'message', role: 'assistant', content: [{ type: 'text', text }] };
  return `${JSON.stringify({ type: 'assistant', message, session_id: 's', uuid: `u${number}` })}\n`;
}

const frames = (from: number, to: number, text?: string): string =>
  Array.from({ length: to - from + 1 }, (_, i) => frame(from + i, text && `${text} ${from + i}`)).join('');

const pill = (page: Page) => page.getByTestId('follow-pill');
const rowCount = (window: FramesPage) => expect.poll(() => window.rowCount());

/** Where each visible row stands, as a reader sees it. */
const placesOf = (window: FramesPage, count: number) =>
  window.list.evaluate((list, most) => {
    const top = list.getBoundingClientRect().top;
    return [...list.querySelectorAll<HTMLElement>('.fl-row:not([hidden])')]
      .map((row) => ({
        y: Math.round(row.getBoundingClientRect().top - top),
        text: row.querySelector('.fl-sum')?.textContent,
      }))
      .sort((a, b) => a.y - b.y)
      .slice(0, most);
  }, count);

/** Looks at the list in every animation frame from now on: how often it showed nothing, or a row without its text. */
const watchForBlanks = (page: Page) =>
  page.evaluate(() => {
    const seen = { frames: 0, empty: 0, waiting: 0 };
    Object.assign(window, { __seen: seen });
    const look = () => {
      seen.frames++;
      const rows = document.querySelectorAll('.fl-row:not([hidden])');
      if (rows.length === 0) seen.empty++;
      if (document.querySelector('.fl-row.waiting:not([hidden])')) seen.waiting++;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
const blanks = (page: Page) =>
  page.evaluate(
    () => (window as unknown as { __seen: { frames: number; empty: number; waiting: number } }).__seen,
  );

test('what is appended comes without a reload, and the status bar says when', async ({ launch, folder }) => {
  const path = join(folder, 'live.jsonl');
  writeFileSync(path, frames(1, 3));
  const { frames: window, page } = await launch([path]);
  await window.indexed();
  await expect(window.statusBar.getByTestId('file-end')).toContainText('indexed in');
  await watchForBlanks(page);
  for (let number = 4; number <= 12; number++) {
    appendFileSync(path, frame(number));
    await expect(window.row(number)).toContainText(`Line ${number}`);
  }
  await rowCount(window).toBe(12);
  await expect(window.statusBar.getByTestId('file-end')).toContainText(
    /live, last frame (just now|\d+ s ago)/,
  );
  await expect(window.statusBar).toContainText('12 frames');
  // All of it fits on the screen: nothing is new that was not seen.
  await expect(pill(page)).toHaveCount(0);
  await window.selected(1);
  expect(await blanks(page)).toMatchObject({ empty: 0, waiting: 0 });
});

test('a line that is written in parts becomes one row', async ({ launch, folder }) => {
  const path = join(folder, 'live.jsonl');
  const whole = Buffer.from(frame(3, 'Grüße 🚀 aus der Mitte'));
  // Inside of the rocket's four bytes.
  const cut = whole.indexOf(Buffer.from('🚀')) + 2;
  writeFileSync(path, frames(1, 2));
  const { frames: window } = await launch([path]);
  await window.indexed();
  appendFileSync(path, whole.subarray(0, cut));
  await expect(window.statusBar).toContainText(`unfinished line, ${cut} bytes`);
  appendFileSync(path, whole.subarray(cut));
  await expect(window.row(3)).toContainText('Grüße 🚀 aus der Mitte');
  await rowCount(window).toBe(3);
  await expect(window.statusBar).not.toContainText('unfinished line');
  await expect(window.statusBar).toContainText('0 unparsed');
});

test('new frames never move what the reader looks at; the pill counts them and goes there', async ({
  launch,
  folder,
}) => {
  const path = join(folder, 'live.jsonl');
  writeFileSync(path, frames(1, 300));
  const { frames: window, page } = await launch([path]);
  await window.indexed();
  await window.list.hover();
  await page.mouse.wheel(0, 2405);
  await expect(window.row(110)).toContainText('Line 110');
  const before = await placesOf(window, 20);
  appendFileSync(path, frames(301, 312));
  await expect(pill(page)).toHaveText(/12 new frames/);
  appendFileSync(path, frames(313, 313));
  await expect(pill(page)).toHaveText(/13 new frames/);
  expect(await placesOf(window, 20)).toEqual(before);

  await pill(page).click();
  await expect(pill(page)).toHaveText('Following');
  await expect(window.row(313)).toContainText('Line 313');
  await watchForBlanks(page);
  for (const [from, to] of [
    [314, 319],
    [320, 320],
    [321, 400],
  ] as const) {
    appendFileSync(path, frames(from, to));
    await expect(window.row(to)).toContainText(`Line ${to}`);
  }
  expect(await blanks(page)).toMatchObject({ empty: 0, waiting: 0 });
  // Following scrolls; it selects nothing.
  await expect(window.detail).toHaveAttribute('data-frame', '1');

  await window.list.hover();
  await page.mouse.wheel(0, -300);
  await expect(pill(page)).toHaveCount(0);
  const held = await placesOf(window, 10);
  appendFileSync(path, frames(401, 404));
  await expect(pill(page)).toHaveText(/4 new frames/);
  expect(await placesOf(window, 10)).toEqual(held);

  await page.mouse.wheel(0, 5000);
  await expect(pill(page)).toHaveText('Following');
  await expect(window.row(404)).toContainText('Line 404');
});

test('following by keyboard: F and G begin it, a selection ends it', async ({ launch, folder }) => {
  const path = join(folder, 'live.jsonl');
  writeFileSync(path, frames(1, 200));
  const { frames: window, page } = await launch([path]);
  await window.indexed();
  await window.list.focus();
  await page.keyboard.press('F');
  await expect(pill(page)).toHaveText('Following');
  await expect(window.row(200)).toContainText('Line 200');
  await page.keyboard.press('F');
  await expect(pill(page)).toHaveCount(0);

  await page.keyboard.press('g');
  await page.keyboard.press('G');
  await window.selected(200);
  appendFileSync(path, frames(201, 260));
  await expect(window.row(260)).toContainText('Line 260');
  await expect(pill(page)).toHaveText('Following');
  await expect(window.detail).toHaveAttribute('data-frame', '200');
  await page.keyboard.press('k');
  await window.selected(199);
  await expect(pill(page)).toHaveCount(0);
  appendFileSync(path, frames(261, 262));
  await expect(pill(page)).toHaveText(/2 new frames/);
  await window.selected(199);

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toContainText('Follow the end of the file');
});

test('the list follows over a tab switch, and a session behind counts what came', async ({
  launch,
  folder,
}) => {
  const [one, two] = [join(folder, 'one.jsonl'), join(folder, 'two.jsonl')];
  writeFileSync(one, frames(1, 200, 'One'));
  writeFileSync(two, frames(1, 200, 'Two'));
  const { frames: window, page } = await launch([one, two]);
  await window.indexed();
  await window.list.focus();
  await page.keyboard.press('F');
  await expect(window.row(200)).toContainText('Two 200');
  await window.tab('one.jsonl').click();
  await expect(window.row(1)).toContainText('One 1');
  await expect(pill(page)).toHaveCount(0);
  appendFileSync(two, frames(201, 230, 'Two'));
  appendFileSync(one, frames(201, 205, 'One'));
  await expect(pill(page)).toHaveText(/5 new frames/);
  await window.tab('two.jsonl').click();
  await expect(window.row(230)).toContainText('Two 230');
  await expect(pill(page)).toHaveText('Following');
  await window.tab('one.jsonl').click();
  await expect(window.row(1)).toContainText('One 1');
  await expect(pill(page)).toHaveText(/5 new frames/);
});

test('a file that is cut, written anew, replaced, deleted and back: its rows, a note, and nothing blank', async ({
  launch,
  folder,
}) => {
  const path = join(folder, 'live.jsonl');
  writeFileSync(path, frames(1, 60, 'Old'));
  const { frames: window, page } = await launch([path]);
  await window.indexed();
  await window.select(5);
  await watchForBlanks(page);

  truncateSync(path, Buffer.byteLength(frames(1, 20, 'Old')));
  await rowCount(window).toBe(20);
  await expect(window.notice.first()).toBeVisible();

  // As many bytes, other ones.
  writeFileSync(path, frames(1, 20, 'New'));
  await expect(window.row(7)).toContainText('New 7');
  await window.selected(5);

  writeFileSync(`${path}.next`, frames(1, 40, 'Next'));
  renameSync(`${path}.next`, path);
  await expect(window.row(7)).toContainText('Next 7');
  await rowCount(window).toBe(40);

  rmSync(path);
  await expect(window.statusBar).toContainText('file is gone, its frames stay');
  await expect(window.tab('live.jsonl')).toContainText('file gone');
  await expect(window.row(7)).toContainText('Next 7');

  writeFileSync(path, frames(1, 50, 'Back'));
  await expect(window.row(7)).toContainText('Back 7');
  await rowCount(window).toBe(50);
  appendFileSync(path, frames(51, 51, 'Back'));
  await rowCount(window).toBe(51);
  await window.selected(5);
  expect(await blanks(page)).toMatchObject({ empty: 0, waiting: 0 });
});

test('an empty file shows its first frame when it comes', async ({ launch, folder }) => {
  const path = join(folder, 'live.jsonl');
  writeFileSync(path, '');
  const { frames: window, page } = await launch([path]);
  await expect(page.getByTestId('file-state')).toContainText('Frames appear here as they are written.');
  appendFileSync(path, frame(1));
  await expect(window.row(1)).toContainText('Line 1');
  await window.selected(1);
});

test('an engine that ends while the file grows comes back without double or lost rows', async ({
  launch,
  folder,
}) => {
  const path = join(folder, 'live.jsonl');
  writeFileSync(path, frames(1, 200));
  const running = await launch([path]);
  running.expectProblems(/engine ended with exit code/);
  const { app, frames: window, page } = running;
  await window.indexed();
  await window.list.focus();
  await page.keyboard.press('F');
  appendFileSync(path, frames(201, 220));
  await expect(window.row(220)).toContainText('Line 220');
  await watchForBlanks(page);
  process.kill((await enginePid(app))!, 'SIGKILL');
  appendFileSync(path, frames(221, 230));
  await window.toldOfRestart();
  appendFileSync(path, frames(231, 240));
  await expect(window.row(240)).toContainText('Line 240');
  await rowCount(window).toBe(240);
  await expect(pill(page)).toHaveText('Following');
  const shown = (await placesOf(window, 200)).map(({ text }) => /Line (\d+)/.exec(text ?? '')?.[1]);
  const first = Number(shown[0]);
  expect(shown).toEqual(shown.map((_, i) => String(first + i)));
  expect(await blanks(page)).toMatchObject({ empty: 0 });
});

test('what comes while the list follows is announced, and both pills pass axe', async ({
  launch,
  folder,
}) => {
  const path = join(folder, 'live.jsonl');
  writeFileSync(path, frames(1, 200));
  const { frames: window, page } = await launch([path]);
  await window.indexed();
  appendFileSync(path, frames(201, 203));
  await expect(pill(page)).toHaveText(/3 new frames/);
  const check = async () => {
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  };
  await check();
  await pill(page).click();
  await expect(pill(page)).toHaveText('Following');
  await check();
  appendFileSync(path, frames(204, 215));
  await expect(page.getByTestId('live-announcer')).toContainText('12 new frames.');
});
