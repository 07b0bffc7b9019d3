import { describe, expect, it } from 'vitest';
import type { EngineClient } from '../../../src/renderer/bridge/engine-port';
import {
  MAX_WHOLE_UNITS,
  readExactText,
  readRawText,
  SLICE_UNITS,
} from '../../../src/renderer/detail/raw/raw-text';

/** An engine that holds one text, and counts what it was asked. */
function engineWith(text: string) {
  const asked: { from: number; count: number }[] = [];
  const request = async (_method: string, { from, count }: { from: number; count: number }) => {
    asked.push({ from, count });
    return { text: text.slice(from, from + count), total: text.length };
  };
  return { asked, client: { request } as unknown as Pick<EngineClient, 'request'> };
}

const read = (client: Pick<EngineClient, 'request'>, page = 0) =>
  readRawText(client, { session: 1, frame: 1, form: 'exact', page }, new AbortController().signal);
const lines = (units: number) => 'some words of a line\n'.repeat(Math.ceil(units / 21)).slice(0, units);

describe('raw text', () => {
  it('is read in slices and shown whole', async () => {
    const text = lines(SLICE_UNITS * 2 + 100);
    const { client, asked } = engineWith(text);
    expect(await read(client)).toEqual({ text, total: text.length, page: 0, pages: 1, longLine: false });
    expect(asked.map(({ from }) => from)).toEqual([0, SLICE_UNITS, SLICE_UNITS * 2]);
    expect(Math.max(...asked.map(({ count }) => count))).toBe(SLICE_UNITS);
  });

  it('that is very long is read one page at a time', async () => {
    const text = lines(MAX_WHOLE_UNITS + 1);
    const { client, asked } = engineWith(text);
    const shown = await read(client, 16);
    expect(shown).toEqual({ text: text.slice(-1), total: text.length, page: 16, pages: 17, longLine: false });
    expect(asked).toHaveLength(1);
  });

  it('with a line that is longer than a page is cut into pages, and none of it is lost', async () => {
    const text = `${'x'.repeat(SLICE_UNITS + 5)}\nend`;
    const { client } = engineWith(text);
    const first = await read(client);
    const second = await read(client, 1);
    expect(first.pages).toBe(2);
    expect([first.longLine, second.longLine]).toEqual([true, false]);
    expect(first.text + second.text).toBe(text);
  });

  it('of no length is shown as such', async () => {
    expect(await read(engineWith('').client)).toEqual({
      text: '',
      total: 0,
      page: 0,
      pages: 1,
      longLine: false,
    });
  });

  it('is copied whole, or not at all when it is too long for the clipboard', async () => {
    const text = lines(SLICE_UNITS + 7);
    expect(await readExactText(engineWith(text).client, 1, 1, text.length)).toBe(text);
    expect(await readExactText(engineWith(text).client, 1, 1, text.length - 1)).toBeNull();
  });
});
