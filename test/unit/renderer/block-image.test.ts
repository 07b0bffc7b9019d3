import { describe, expect, it } from 'vitest';
import { enlargement } from '../../../src/renderer/detail/summary/block-image';
import { readImageUrl } from '../../../src/renderer/detail/summary/image-data';

describe('a small picture', () => {
  it.each([
    [16, 16, 8],
    [1, 1, 128],
    [47, 3, 2],
    [48, 48, 1],
    [1, 2000, 1],
    [0, 0, 1],
  ])('of %i × %i points is drawn %i times larger', (width, height, times) => {
    expect(enlargement(width, height)).toBe(times);
  });
});

describe('the address of a picture', () => {
  const place = { path: ['message', 'content', 0], media: 'image/png', units: 10 } as const;
  const read = (data: string, step: number) => {
    const asked: number[] = [];
    const request = async (_method: string, input: { from: number }) => {
      asked.push(input.from);
      return { data: data.slice(input.from, input.from + step), total: data.length };
    };
    const client = { request } as unknown as Parameters<typeof readImageUrl>[0];
    return { asked, url: readImageUrl(client, 1, 2, place, new AbortController().signal) };
  };

  it('holds its data, put together from slices', async () => {
    const { asked, url } = read('iVBORw0KGg', 4);
    expect(await url).toBe('data:image/png;base64,iVBORw0KGg');
    expect(asked).toEqual([0, 4, 8]);
  });

  it('ends where the engine has no more', async () => {
    expect(await read('', 4).url).toBe('data:image/png;base64,');
  });
});
