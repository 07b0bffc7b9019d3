import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect, fixture, test } from './launch';

test('draws the picture of a tool result from its data', async ({ launch }, info) => {
  const { page, frames } = await launch([fixture('2.1.332/15-image.jsonl')]);
  await frames.indexed();
  await frames.select(4);
  const picture = frames.detail.getByRole('img');
  await expect(picture).toBeVisible();
  await expect(picture).toHaveAttribute('alt', 'From this frame: image/png · 16 × 16 · 82 bytes');
  expect(await picture.getAttribute('src')).toMatch(/^data:image\/png;base64,iVBORw0KGgo/);
  expect(await picture.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight])).toEqual([
    16, 16,
  ]);
  // An icon is drawn larger, and says so.
  await expect(frames.detail.getByText('drawn 8 times larger')).toBeVisible();
  expect((await picture.boundingBox())!.width).toBe(128);
  await page.screenshot({ path: info.outputPath('picture.png') });
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .include('[data-testid=frame-detail]')
    .analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  // Beside its call as well, in place of its data.
  await page.keyboard.press('2');
  await expect(frames.detail.getByText('go to #2')).toBeVisible();
  await expect(frames.detail.getByRole('img')).toBeVisible();
  await expect(frames.detail.getByText('iVBOR')).toHaveCount(0);
  await page.screenshot({ path: info.outputPath('call.png') });
});

test('says in a sentence which pictures it does not draw, and fetches none', async ({ launch, folder }) => {
  const image = (source: object) => ({ type: 'image', source });
  const png = (data: string) => image({ type: 'base64', media_type: 'image/png', data });
  const content = [
    image({ type: 'url', url: 'https://example.com/secret.png' }),
    png(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="fetch(1)"/>').toString('base64')),
    // The header of a picture of 16 × 16 points without the rest: only drawing it tells.
    png('iVBORw0KGgoAAAANSUhEUgAAABAAAAAQ'),
    {
      type: 'document',
      title: 'Notes',
      source: { type: 'text', media_type: 'text/plain', data: 'Two lines.' },
    },
  ];
  const file = join(folder, 'pictures.jsonl');
  writeFileSync(file, `${JSON.stringify({ type: 'user', message: { role: 'user', content } })}\n`);
  const { app, page, frames } = await launch([file]);
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(request.url()));
  await frames.indexed();
  await frames.select(1);
  const { detail } = frames;
  await expect(
    detail.getByText('The picture lies at https://example.com/secret.png. It is not fetched.'),
  ).toBeVisible();
  await expect(detail.getByText('its data is no picture of the kind image/png')).toBeVisible();
  await expect(detail.getByText('its data is broken')).toBeVisible();
  await expect(detail.getByText('Two lines.')).toBeVisible();
  await expect(detail.getByRole('img')).toHaveCount(0);
  expect(asked.filter((url) => !/^(app|data|blob):/.test(url))).toEqual([]);
  expect(app.windows()).toHaveLength(1);
});

test('says what frames of a kind are', async ({ launch }) => {
  const { frames } = await launch([fixture('2.1.332/16b-control.jsonl')]);
  await frames.indexed();
  await frames.select(2);
  const about = frames.detail.getByTestId('about-kind');
  await expect(about).toContainText('The facts of the session: model, tools, folder, versions.');
  await expect(about).toContainText('CLI to host · published since 2.0.0; recorded 0.2.118 to 2.1.332');
});
