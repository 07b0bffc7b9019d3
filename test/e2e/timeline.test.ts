import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { demo, expect, fixture, type Running, test } from './launch';

/** Where the lanes are on the canvas; the same places as src/renderer/timeline/model/geometry.ts. */
const LABELS = 118;
const RIGHT_ROOM = 14;
const RULER_MIDDLE = 36;
const MINIMAP_MIDDLE = 15;

/** The demo lasts from 0 to 2.637 s, drawn with two hundredths of room on both sides. */
const DEMO_MS = 2637;
/** Frame 22 calls Bash in the first subagent; frame 26 says that it failed. */
const FAILED_CALL = { from: 1491, to: 1799, frame: 22, end: 26 };

class Timeline {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get canvas() {
    return this.page.getByTestId('timeline-canvas');
  }

  get said() {
    return this.page.getByTestId('timeline-said');
  }

  get card() {
    return this.page.getByTestId('timeline-card');
  }

  async ready(): Promise<void> {
    await expect(this.canvas).toHaveAttribute('data-ready', 'true');
  }

  async box() {
    const box = await this.canvas.boundingBox();
    if (!box) throw new Error('The timeline is not on screen.');
    return box;
  }

  /** A place of the whole session, in milliseconds of the demo. */
  async xOf(ms: number): Promise<number> {
    const { x, width } = await this.box();
    const share = (ms + DEMO_MS * 0.02) / (DEMO_MS * 1.04);
    return x + LABELS + share * (width - LABELS - RIGHT_ROOM);
  }

  async yOf(fromTop: number): Promise<number> {
    return (await this.box()).y + fromTop;
  }

  /** Moves the cursor down a place of the axis until the card says what is looked for. */
  async find(ms: number, text: string): Promise<{ x: number; y: number }> {
    const x = await this.xOf(ms);
    const { y, height } = await this.box();
    for (let at = 50; at < height; at += 5) {
      await this.page.mouse.move(x, y + at);
      await this.settled();
      const said = (await this.card.count()) > 0 ? ((await this.card.textContent()) ?? '') : '';
      if (said.includes(text)) return { x, y: y + at };
    }
    throw new Error(`Nothing at ${ms} ms says "${text}".`);
  }

  /** What was changed is drawn and told. */
  async settled(): Promise<void> {
    await this.page.evaluate(
      () =>
        new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0)))),
    );
  }
}

async function openDemo({ page, frames }: Running): Promise<Timeline> {
  await frames.indexed();
  const timeline = new Timeline(page);
  await timeline.ready();
  return timeline;
}

test('shows the session on named lanes, and a click on a call selects it', async ({ launch }) => {
  const running = await launch([demo]);
  const { frames, page } = running;
  const timeline = await openDemo(running);
  const words = page.getByTestId('timeline-description');
  await expect(words).toContainText(/main \d+ events/);
  await expect(words).toContainText(/agent 1 \d+ events and \d+ error/);
  await expect(words).toContainText(/agent 2 \d+ events/);
  await expect(words).toContainText('tools');
  const place = await timeline.find((FAILED_CALL.from + FAILED_CALL.to) / 2, `#${FAILED_CALL.frame} to`);
  await expect(timeline.card).toContainText('Bash');
  await expect(timeline.card).toContainText('failed');
  await page.mouse.click(place.x, place.y);
  await frames.selected(FAILED_CALL.frame);
  // Again: the result.
  await page.mouse.click(place.x, place.y);
  await frames.selected(FAILED_CALL.end);
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .include('[data-testid=timeline]')
    .analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
});

test('goes with the selection of the list: the view pans to what is outside of it', async ({ launch }) => {
  const running = await launch([demo]);
  const { frames, page } = running;
  const timeline = await openDemo(running);
  await page.keyboard.press('v');
  await expect(timeline.canvas).toBeFocused();
  // Close to the first frame, then the last one is out of view.
  for (let n = 0; n < 6; n++) await page.keyboard.press('w');
  await frames.list.focus();
  await page.keyboard.press('G');
  await frames.selected(34);
  await timeline.settled();
  // The result is on the last lane, somewhere in view.
  const { x, y, width, height } = await timeline.box();
  const right = x + width - RIGHT_ROOM;
  await expect(async () => {
    const found: string[] = [];
    for (let at = x + LABELS; at < right && !found.join().includes('#34'); at += 8) {
      await page.mouse.move(at, y + height - 16);
      await timeline.settled();
      found.push((await timeline.card.allTextContents()).join());
    }
    expect(found.join()).toContain('#34');
  }).toPass();
});

test('is walked with the keyboard alone', async ({ launch }) => {
  const running = await launch([demo]);
  const { frames, page } = running;
  const timeline = await openDemo(running);
  await frames.select(1);
  await page.keyboard.press('v');
  await expect(timeline.canvas).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(timeline.said).toContainText('main:');
  await frames.selected(2);
  await page.keyboard.press('ArrowDown');
  await expect(timeline.said).toContainText('agent 1:');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(timeline.said).toContainText(/agent 1: (Read|Bash)/);
  await page.keyboard.press('f');
  await page.keyboard.press('F');
  await page.keyboard.press('i');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('o');
  await expect(page.getByTestId('timeline-range-length')).toHaveText(/ms|s$/);
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('timeline-range-length')).toHaveCount(0);
  await expect(timeline.canvas).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(frames.list).toBeFocused();
});

test('marks a range, tells its length and zooms to it', async ({ launch }) => {
  const running = await launch([demo]);
  const { page } = running;
  const timeline = await openDemo(running);
  const y = await timeline.yOf(RULER_MIDDLE);
  await page.mouse.move(await timeline.xOf(1000), y);
  await page.mouse.down();
  await page.mouse.move(await timeline.xOf(1500), y, { steps: 4 });
  await page.mouse.up();
  const length = page.getByTestId('timeline-range-length');
  await expect(length).toHaveText(/^(49|50)\d ms$/);
  await page.getByRole('toolbar', { name: 'Range' }).getByRole('button', { name: 'Zoom to it' }).click();
  await page.getByRole('button', { name: 'Clear the range' }).click();
  await expect(length).toHaveCount(0);
  // The same stretch of the screen is a fifth of what it was.
  await page.mouse.move(await timeline.xOf(1000), y);
  await page.mouse.down();
  await page.mouse.move(await timeline.xOf(1500), y, { steps: 4 });
  await page.mouse.up();
  await expect(length).toHaveText(/^9\d ms$/);
});

test('has three axes, and says why there is none of time', async ({ launch, folder }) => {
  const running = await launch([demo]);
  const { frames, page } = running;
  const timeline = await openDemo(running);
  const axis = (name: string) => page.getByRole('group', { name: 'Axis' }).getByRole('button', { name });
  await expect(timeline.canvas).toHaveAttribute('data-axis', 'time');
  await axis('order').click();
  await expect(timeline.canvas).toHaveAttribute('data-axis', 'order');
  await axis('bytes').click();
  await expect(timeline.canvas).toHaveAttribute('data-axis', 'bytes');
  await axis('time').click();
  await expect(timeline.canvas).toHaveAttribute('data-axis', 'time');
  const file = join(folder, 'timeless.jsonl');
  writeFileSync(file, '{"type":"user","message":{"role":"user","content":"hello"}}\n'.repeat(5));
  await frames.drop(file);
  await expect(timeline.canvas).toHaveAttribute('data-axis', 'order');
  await expect(axis('time')).toHaveAttribute('aria-disabled', 'true');
  await expect(axis('time')).toHaveAttribute('title', 'Nothing in this file states a time.');
  await expect(page.getByTestId('timeline')).toContainText('no time stated');
});

test('is moved by the frame of its minimap', async ({ launch }) => {
  const running = await launch([demo]);
  const { page } = running;
  const timeline = await openDemo(running);
  // In to a part of the session by the wheel, then on by the minimap.
  await page.mouse.move(await timeline.xOf(300), await timeline.yOf(80));
  for (let n = 0; n < 4; n++) await page.mouse.wheel(0, -300);
  await timeline.settled();
  const tick = async () => {
    await page.mouse.move(await timeline.xOf(1300), await timeline.yOf(RULER_MIDDLE));
    await timeline.settled();
    return page.screenshot({ clip: { ...(await timeline.box()), height: 44 } });
  };
  const before = await tick();
  const { x, width } = await timeline.box();
  const y = await timeline.yOf(MINIMAP_MIDDLE);
  await page.mouse.move(x + LABELS + 60, y);
  await page.mouse.down();
  await page.mouse.move(x + width / 2, y, { steps: 5 });
  await page.mouse.up();
  await timeline.settled();
  expect((await tick()).equals(before)).toBe(false);
});

test('has the same as a table', async ({ launch }) => {
  const running = await launch([demo]);
  const { frames, page } = running;
  await openDemo(running);
  await frames.list.focus();
  await page.keyboard.press('S');
  const table = page.getByRole('list', { name: 'Spans' });
  await expect(table.getByRole('listitem').first()).toBeVisible();
  const failed = table.getByRole('button').filter({ hasText: 'failed' }).first();
  await expect(failed).toContainText('Bash');
  await failed.focus();
  await page.keyboard.press('Enter');
  await expect(failed).toHaveAttribute('aria-current', 'true');
  await frames.selected(Number(/#(\d+)/.exec((await failed.textContent()) ?? '')?.[1]));
});

test('keeps how it was left', async ({ launch, folder }) => {
  const userData = join(folder, 'user');
  const first = await launch([demo], { userData });
  const timeline = await openDemo(first);
  await first.page.getByRole('group', { name: 'Axis' }).getByRole('button', { name: 'order' }).click();
  await expect(timeline.canvas).toHaveAttribute('data-axis', 'order');
  const open = (await timeline.box()).height;
  await first.page.keyboard.press('V');
  await expect.poll(async () => (await timeline.box()).height).toBeLessThan(40);
  await first.quit();
  const second = await launch([fixture('demo.jsonl')], { userData });
  const again = await openDemo(second);
  await expect(again.canvas).toHaveAttribute('data-axis', 'order');
  expect((await again.box()).height).toBeLessThan(40);
  await second.page.getByRole('button', { name: 'Timeline', exact: true }).click();
  await expect.poll(async () => (await again.box()).height).toBe(open);
});
